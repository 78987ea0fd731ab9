"""Walking and running made from published norms."""
