"""Counter-signing away from the service: a player's key, what a game's records come to, and where the signature goes."""
