"""Real-time control of walking humanoids.

Folders are layers; imports point downward only:
robot < motion < policies < contact < steering < simulation < hardware < analysis < dashboard < nodes, cli.
"""

__version__ = "0.1.0"
