"""What people recorded: takes, their landmarks, and their faults."""
