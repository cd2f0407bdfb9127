"""The kinds of records of games. Their rows have fields that rows of other streams do not have
(`domain/kernel/kinds.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from domain.game.record.headers import RecordHeader
from domain.game.record.records import UMPIRE
from domain.kernel.kinds import Kind, Readers, register
from domain.kernel.registry import Record

Part = Literal["action", "undo", "ruling", "claim", "note", "table", "bounds"]
"""The section of a game's list of records in which records of a kind appear."""

Column = Literal[
    "", "proceedings", "parts", "sealed", "listings", "seatings", "results", "reopenings"
]
"""The list of a history (`domain/game/aggregate/history.py`) that collects records of a kind."""


class IncomingRecord(NamedTuple):
    """A record that is added to a history: its header and bytes, and the state before it: the last
    step in force (`tip`), and the newest retraction that can be restored (`undone`, or None)."""

    header: RecordHeader
    state: bytes
    tip: int
    undone: tuple[int, int, Any] | None

    @property
    def unchanged(self) -> tuple[int, Any]:
        """The result of a fold that changes neither what is in force nor what can be restored."""
        return self.tip, self.undone


def is_by_umpire(game: Any, body: Any) -> bool:
    return getattr(body, "seat", "") == UMPIRE


@dataclass(frozen=True, kw_only=True)
class GameKind(Kind):
    """A kind of record of games.

    - `fold(history, seq, incoming)` returns the tip after the record and the newest retraction that
      can be restored. Without it the record changes neither.
    - `column`: the list of the history in which its records are collected.
    - `add_proceeding(draft, seq, body)` adds the record to the claims, requests and rulings so far
      (`domain/game/aggregate/proceedings.py`).
    - `check_next` checks, in a replay, the record after one of this kind.
    - `grows`: a seat could add such records without end, so a game that is too large takes no more.
    - `ends_undo`: nothing before a record of this kind can be taken back.
    - `timed`: its records have a clock reading.
    - `stops_clocks(game)`: whether records of this kind stop the clocks at this position."""

    by_hand: bool | Callable[[Any, Any], bool] = is_by_umpire
    part: Part = "table"
    column: Column = ""
    add_proceeding: Callable[[Any, int, Any], None] | None = None
    check_next: Callable[[Any, Any], None] | None = None
    grows: bool = False
    ends_undo: bool = False
    timed: bool = True
    stops_clocks: Callable[[Any], bool] | None = None


WATCHERS = Readers("whoever may watch the game")

GAME_KINDS: dict[str, GameKind] = {}
"""The kinds of records of games, by topic."""


def register_game_kinds(*rows: GameKind) -> None:
    """Register kinds of records of games. Each module `kinds` registers its own."""
    register(*rows)
    GAME_KINDS.update({kind.topic: kind for kind in rows})


def kind_of(body: Record) -> GameKind:
    return GAME_KINDS[type(body).__name__]


def readers_if_visible(may: Callable[[Any, int, Any], bool]) -> Readers:
    """Readers of a record that may hide something: `may(redaction, seq, body)` decides
    (`domain/game/aggregate/visibility.py`)."""
    return Readers(f"{WATCHERS.words}, once nothing in it is hidden from them", may)
