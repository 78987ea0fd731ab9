"""Standing, moves on planted feet, starting, stopping and jumping."""
