"""Period III: the siege, from the enemy cards to the pillage."""
