"""What the player enters: his turns, his answers, and the combats that the table fights."""
