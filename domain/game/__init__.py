"""Games. Importing this package registers the rows of all their kinds of records."""

from domain.game.dice import kinds as dice_kinds
from domain.game.notes import kinds as notes_kinds
from domain.game.play import kinds as play_kinds
from domain.game.rulings import kinds as rulings_kinds
from domain.game.seals import kinds as seals_kinds
from domain.game.seats import kinds as seats_kinds
from domain.game.undo import kinds as undo_kinds

__all__ = [
    "dice_kinds",
    "notes_kinds",
    "play_kinds",
    "rulings_kinds",
    "seals_kinds",
    "seats_kinds",
    "undo_kinds",
]
