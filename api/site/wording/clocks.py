"""What pages say of the clocks of seats: at the table, in a hall, in a tournament, in the replay and on the desk."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "clocks.budget": Text("{time} for the game"),
    "clocks.fischer": Text("{time} for the game, and {increment} s more after each turn"),
    "clocks.per-move": Text("{time} for each turn"),
    "clocks.over": Text("time over"),
}
