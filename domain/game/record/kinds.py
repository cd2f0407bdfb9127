"""The kinds of records of games: their rows have more fields than others (`domain/kernel/kinds.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from domain.game.record.headers import RecordHeader
from domain.game.record.records import UMPIRE
from domain.kernel.kinds import Kind, Readers, register
from domain.kernel.registry import Record

Part = Literal["action", "undo", "ruling", "claim", "note", "table", "bounds"]
"""The section of a game's list of records that shows a kind."""

Column = Literal[
    "", "proceedings", "parts", "sealed", "listings", "seatings", "results", "reopenings"
]
"""The list of a history (`domain/game/aggregate/history.py`) that collects records of a kind."""


class Incoming(NamedTuple):
    """A record that a history takes in: its header and bytes, and the state before it: the end of
    the chain (`tip`), and the newest retraction that can be restored (`undone`)."""

    header: RecordHeader
    state: bytes
    tip: int
    undone: tuple[int, int, Any] | None

    @property
    def unmoved(self) -> tuple[int, Any]:
        """The result of a fold that leaves the chain as it is."""
        return self.tip, self.undone


def by_umpire(game: Any, body: Any) -> bool:
    return getattr(body, "seat", "") == UMPIRE


@dataclass(frozen=True, kw_only=True)
class GameKind(Kind):
    """A kind of record of games.

    - `fold(history, seq, incoming)`: the tip after it and what can be restored. Without one, the record is
      no part of the chain.
    - `proceeds(draft, seq, body)`: adds it to the claims, requests and rulings so far
      (`domain/game/aggregate/proceedings.py`).
    - `followed`: checks the record after one of this kind.
    - `grows`: a seat could add such records without end.
    - `settles`: nothing can be taken back from this record on.
    - `timed`: it has a clock reading.
    - `halts(draft)`: whether records of this kind make the clocks stand."""

    by_hand: bool | Callable[[Any, Any], bool] = by_umpire
    part: Part = "table"
    column: Column = ""
    proceeds: Callable[[Any, int, Any], None] | None = None
    followed: Callable[[Any, Any], None] | None = None
    grows: bool = False
    settles: bool = False
    timed: bool = True
    halts: Callable[[Any], bool] | None = None


WATCHERS = Readers("whoever may watch the game")

GAME_KINDS: dict[str, GameKind] = {}
"""The rows of games by topic."""


def games(*rows: GameKind) -> None:
    """Register the rows of a chapter."""
    register(*rows)
    GAME_KINDS.update({kind.topic: kind for kind in rows})


def kind_of(body: Record) -> GameKind:
    return GAME_KINDS[type(body).__name__]


def in_parts(may: Callable[[Any, int, Any], bool]) -> Readers:
    """Readers of a record that may hide something: `may(redaction, seq, body)` decides
    (`domain/game/aggregate/visibility.py`)."""
    return Readers(f"{WATCHERS.words}, once nothing in it is hidden from them", may)
