"""The robot: description, dynamics, contact points, features and mirror symmetry."""
