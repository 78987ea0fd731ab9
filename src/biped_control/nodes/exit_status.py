"""What the exit status of a node process means to those that started it."""

NOT_STARTED = 78
"""The node could not be configured (EX_CONFIG of sysexits.h): nothing will come of the run."""
