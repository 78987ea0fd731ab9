"""Costs, rollouts in one process, timings."""
