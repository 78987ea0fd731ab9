"""Physics engines behind one interface."""
