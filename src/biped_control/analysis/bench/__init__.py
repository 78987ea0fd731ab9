"""How long everything takes on this machine."""
