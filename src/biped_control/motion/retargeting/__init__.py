"""From landmarks of a person to motions and clips of a robot."""
