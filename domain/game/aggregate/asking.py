"""Requests a record of a game again: its fields are compared with what the use cases would refuse
or compute on the position before it."""

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.kernel.registry import Record
from domain.kernel.replay import other_value


class Asking(Struct, frozen=True):
    """A record to be requested again on the `game` before it. `after` is the next record, if any,
    since some are only written in pairs. `binding`: the record's rules are the title's newest
    version, whose verdict counts."""

    game: Game
    body: Record
    after: Record | None
    binding: bool

    @property
    def before(self) -> Game:
        """The game one record earlier; at its first record, the game itself."""
        game = self.game
        return Game(game.history, game.checks, game.seq - 1) if game.seq > 1 else game

    @property
    def last(self) -> Record:
        """The record before the one that is requested."""
        return self.game.history.record(self.game.seq).body

    def same(self, name: str, computed: object) -> None:
        """Raise `Otherwise` unless the record's field `name` equals what was computed."""
        stated = getattr(self.body, name)
        if stated != computed:
            raise other_value(name, _shown(stated), _shown(computed))


def _shown(value: object) -> str:
    text = ", ".join(map(str, value)) or "–" if isinstance(value, tuple) else str(value) or "–"
    return text if len(text) <= 80 else f"{text[:79]}…"
