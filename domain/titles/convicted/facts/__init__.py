"""What becomes true in a scenario, what it changes, and how it is told."""
