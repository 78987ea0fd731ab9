"""Operators: joystick, keyboard, velocities of other programs, headings; and who of them is heard.

Nothing here knows ROS or reads a clock: times are passed in.
"""
