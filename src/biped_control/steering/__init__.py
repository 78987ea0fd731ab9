"""What follows what: playing clips one after the other."""
