"""What the Action cards do, and the combat that a move leads to."""
