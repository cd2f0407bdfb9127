"""The kinds of records of a game, one row each, a file a chapter."""

from domain.game.kinds import dice, notes, play, rulings, seals, seats, undo

__all__ = ["dice", "notes", "play", "rulings", "seals", "seats", "undo"]
