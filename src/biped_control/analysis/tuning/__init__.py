"""Weights found by search: rollouts with many weights, and CMA-ES to choose which to try next."""
