"""What stands beside the view: controls, numbers, plots."""
