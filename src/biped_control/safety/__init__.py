"""The last word on every torque before the actuators, in simulation and on hardware."""
