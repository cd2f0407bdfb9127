"""The setting of a game: what does not change while it is played."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from domain.about import SeatSpec
from domain.catalog import Catalog
from domain.words import Text


class BadOpening(Exception):
    """The game cannot be opened like this; `text` says why, `pointer` which field."""

    def __init__(self, pointer: str, en: str, fr: str) -> None:
        super().__init__(en)
        self.pointer = pointer
        self.text = Text(en, fr)


class Setting:
    """What does not change during a game. A title subclasses it to name the types of `values` and `options`.

    `values` are the catalog's numbers as the title's struct, `options` the title's options struct, `seats` the ids in
    playing order. Two settings are equal if their digests are; the digest covers catalog, options and seats.
    """

    values: Any
    options: Any

    def __init__(self, catalog: Catalog, values: Any, options: Any, seats: tuple[SeatSpec, ...]) -> None:
        self.catalog = catalog
        self.values = values
        self.options = options
        self.seat_specs = seats
        self.seats: tuple[str, ...] = tuple(s.id for s in seats)
        parts = [catalog.sha256.encode(), msgspec.json.encode(options), msgspec.json.encode(self.seats)]
        self.digest = hashlib.sha256(b"\n".join(parts)).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setting) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.digest[:8]})"

    def name(self, seat: str) -> Text:
        """A seat's name for sentences."""
        return next((s.name for s in self.seat_specs if s.id == seat), Text(seat, seat))
