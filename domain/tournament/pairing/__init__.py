"""Pairing engines: pure functions from a question (who is here, what was played, a seed) to a pairing with its reasons."""
