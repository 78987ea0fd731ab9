"""Many rollouts: every combination of what may vary, on the workers of a Dask scheduler."""
