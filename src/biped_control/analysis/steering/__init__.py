"""Steered runs, and the transitions and value function that steering learns from."""
