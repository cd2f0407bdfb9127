"""The panel of a combat above the board: how the one that is being fought stands, or how the last one ended."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from api.site.kit.pages import tell
from api.site.play.since import Told
from domain.game.game import Game


class Panel(Struct, frozen=True):
    """Whether the combat is still fought, how it stands (of one that is over, who fought whom), and what the newest record that
    settled something of it says, with its number; 0 where none of those shown does."""

    running: bool
    stands: tuple[str, ...]
    came: tuple[str, ...]
    seq: int


def panel(game: Game, records: Iterable[Told]) -> Panel | None:
    """The panel for a game as it stands, from the records that its page tells; none where nobody fights or fought."""
    stands = game.rules.combat(game.board)
    last = next((one for one in reversed(tuple(records)) if one.settled and not one.gone), None)
    if last is None:
        return Panel(True, tuple(map(tell, stands)), (), 0) if stands else None
    before = () if stands else game.rules.combat(Game(game.history, game.checks, last.seq - 1).board)[:1]
    return Panel(bool(stands), tuple(map(tell, stands or before)), last.settled, last.seq)
