"""What `biped doctor` looks at: is everything here, from where, and what to do about the rest."""
