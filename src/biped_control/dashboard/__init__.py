"""What people look at: the browser page and the picture of the walking robot."""
