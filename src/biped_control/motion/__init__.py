"""Motions: clips, their files, capture readers, retargeting, spacetime optimization and the library."""
