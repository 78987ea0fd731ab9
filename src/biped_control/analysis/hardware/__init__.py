"""Runs over actuator buses: in lock-step within one process, and what is measured in them."""
