"""Pose and twist of the base from an inertial unit, joint encoders and foot forces."""
