"""A robot that exists only in a physics engine and answers on a real bus."""
