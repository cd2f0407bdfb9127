"""The player's own turn, and his answers to what the rules leave open."""
