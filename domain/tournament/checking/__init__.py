"""A report file checked: every round paired again, colours, points and ranks compared."""
