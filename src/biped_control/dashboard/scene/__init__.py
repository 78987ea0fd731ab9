"""What is seen in the view: the robot, the ground, forces, directions."""
