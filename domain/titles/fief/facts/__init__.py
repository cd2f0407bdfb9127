"""What becomes true in a session, what it changes, and how it is told."""
