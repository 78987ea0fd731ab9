"""What the end of a node process means to those that started it."""

NOT_STARTED = 78
"""The node could not be configured (EX_CONFIG of sysexits.h): nothing will come of the run."""

GRACE = 15.0
"""[s] after the end of a node of the loop for the simulator to notice, brake the robot and end by itself."""
