"""What a row says of a kind of record of games beside what every row says
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
"""Where a record stands in lists of a game's records."""

Column = Literal[
    "", "proceedings", "parts", "sealed", "listings", "seatings", "results", "reopenings"
]
"""The list of a history (`domain/game/aggregate/history.py`) that names records of a kind."""


class Turn(NamedTuple):
    """A record as it comes to a history: its header and bytes, where the chain of actions in force
    ends before it (`tip`), and the newest retraction that can be restored."""

    header: RecordHeader
    state: bytes
    tip: int
    undone: tuple[int, int, Any] | None

    @property
    def unmoved(self) -> tuple[int, Any]:
        return self.tip, self.undone


def by_umpire(game: Any, body: Any) -> bool:
    return getattr(body, "seat", "") == UMPIRE


@dataclass(frozen=True, kw_only=True)
class GameKind(Kind):
    """`fold` takes a history, the seq and a `Turn`, and answers the tip and what can be restored
    after it; where a row has none, the record stands beside the chain. `proceeds` takes what was
    claimed, asked for and ruled so far (`domain/game/aggregate/proceedings.py`), the seq and the
    body. `followed` is asked of the record after one of this kind. `grows`: a seat could add such
    records without end. `settles`: with it nothing is left to be taken back. `timed`: it says what
    the clocks of seats read. `halts`: whether those clocks stand in a game for records of this
    kind."""

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
    """Make the rows of a chapter known."""
    register(*rows)
    GAME_KINDS.update({kind.topic: kind for kind in rows})


def kind_of(body: Record) -> GameKind:
    return GAME_KINDS[type(body).__name__]


def in_parts(may: Callable[[Any, int, Any], bool]) -> Readers:
    """Readers of a record that may hide something: `may` takes the redaction for an audience
    (`domain/game/aggregate/visibility.py`), the seq and the body."""
    return Readers(f"{WATCHERS.words}, once nothing in it is hidden from them", may)
