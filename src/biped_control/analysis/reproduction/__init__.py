"""What is claimed, measured anew: one file for each table of claims."""
