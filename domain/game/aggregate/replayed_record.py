"""A replay requests each record of a game again and compares its fields with the values that the
use cases compute on the position before it."""

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.kernel.registry import Record
from domain.kernel.replay import differing_value


class ReplayedRecord(Struct, frozen=True):
    """A record that a replay requests again. `game` is the game before it. `after` is the next
    record (None: there is none), since some kinds are only written in pairs. `binding`: whether the
    game has the newest rules of its title; the verdict of older rules does not count."""

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
    def previous(self) -> Record:
        """The record before the one that is requested."""
        return self.game.history.record(self.game.seq).body

    def need_same(self, name: str, computed: object) -> None:
        """Raise `RecordDiffers` unless the record's field `name` equals the computed value."""
        stated = getattr(self.body, name)
        if stated != computed:
            raise differing_value(name, _value_in_words(stated), _value_in_words(computed))


def _value_in_words(value: object) -> str:
    text = ", ".join(map(str, value)) or "–" if isinstance(value, tuple) else str(value) or "–"
    return text if len(text) <= 80 else f"{text[:79]}…"
