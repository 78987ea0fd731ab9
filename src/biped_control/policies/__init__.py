"""Look-ahead policies, one file each, behind one interface."""
