"""Hours of walking while things happen: what happens when, and what has become of the processes."""
