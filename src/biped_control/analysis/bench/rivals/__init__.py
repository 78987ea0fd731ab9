"""Other ways to solve the contact problem of a tick, to measure ours against."""
