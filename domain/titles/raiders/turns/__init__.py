"""The two turns of a round: the player's in the village or on a raid, and the opponent's."""
