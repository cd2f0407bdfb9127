"""A record asked for again: what it says is held against what the use cases would have refused or
worked out on the position before it."""

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.kernel.registry import Record
from domain.kernel.replay import other_value


class Asking(Struct, frozen=True):
    """One record, asked for again on the `game` before it. `after` is the record that follows it,
    if there is one: some are only written together. `binding`: its rules are the newest version of
    the title, which judges."""

    game: Game
    body: Record
    after: Record | None
    binding: bool

    @property
    def before(self) -> Game:
        """The game one record earlier, if it has more than one."""
        game = self.game
        return Game(game.history, game.checks, game.seq - 1) if game.seq > 1 else game

    @property
    def last(self) -> Record:
        return self.game.history.filed(self.game.seq).body

    def same(self, name: str, computed: object) -> None:
        """Raise `Otherwise` unless the record has in a field what was computed."""
        stated = getattr(self.body, name)
        if stated != computed:
            raise other_value(name, _shown(stated), _shown(computed))


def _shown(value: object) -> str:
    text = ", ".join(map(str, value)) or "–" if isinstance(value, tuple) else str(value) or "–"
    return text if len(text) <= 80 else f"{text[:79]}…"
