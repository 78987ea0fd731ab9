"""Actuators and the body's sensors on field buses."""
