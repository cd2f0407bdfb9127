"""What families do outside battles: the turn's phases, purchases, moves, revolts, and what the table declares."""
