"""References edited while they are followed (Jain & Liu 2011, section 6)."""
