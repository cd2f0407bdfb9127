"""Battles, from who is attacked to how it ends."""
