"""What becomes true in a game, what it changes on the board, and how it is told."""
