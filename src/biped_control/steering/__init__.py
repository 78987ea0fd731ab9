"""What follows what: playing clips in sequence; later the motion graph, the value function and heading commands."""
