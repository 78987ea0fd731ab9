"""Linear complementarity problems, and frictional contact as one."""
