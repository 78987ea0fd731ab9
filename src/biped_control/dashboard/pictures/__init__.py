"""Pictures in files: the robot drawn here, the page drawn by a browser."""
