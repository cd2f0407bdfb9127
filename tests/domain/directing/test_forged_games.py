"""The law of a replay over tournaments whose games are in the file: each field of what links them, takes their results, and ends
them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from domain.clerk.clerk import Clerk
from domain.directing.games_compared import GamesCompared
from domain.directing.replay import repeated
from domain.game.game import Game
from domain.kernel.stored import DamagedRecord, Filed
from domain.record.records import FIRST
from domain.transfer.replay import replay
from tests.amount import count, slow_but
from tests.builders.world import Record, World, audit
from tests.domain.directing.hall import Hall
from tests.domain.directing.mutated import fields_of, mutated
from tests.domain.directing.played_events import dealt, duels, games_of
from tests.domain.directing.test_forged_events import EVERYWHERE, OUTSIDE
from tests.ledger.games import rows_of

TOPICS = ("TournamentOpened", "GameLinked", "ResultTaken", "RoundWithdrawn", "EntrantAdded")

BESIDE = {
    ("EntrantAdded", "team"): "0 is as many as the stage says: the same number of seats, said in another way",
    ("TournamentOpened", "version"): "a title can be updated before a game is opened, and each game names its own version",
}
"""What nothing proves of tournaments with games, beside what nothing proves of any."""


class Played:
    def __init__(self, hall: Hall) -> None:
        self.id, self.rows = hall.id, rows_of(hall.clerk, hall.id)
        self.games = {id: rows_of(hall.clerk, id) for id in games_of(hall)}
        self.positions: list[Game] = []
        for id, rows in self.games.items():
            assert replay(id, rows, None, self.positions.append).trouble is None

    def is_told(self, rows: list[Record]) -> bool:
        """Whether the replay, or the audit, refuses the tournament with these records, or leaves it open."""
        found = repeated(self.id, rows)
        if found.wrong or found.unknown or found.open:
            return True
        try:
            compared = GamesCompared(self.id, rows)
        except DamagedRecord:
            return True
        for game in self.positions:
            compared.see(game)
        return any(one.wrong for one in compared.differences()) or self._audited(rows)

    def _audited(self, rows: list[Record]) -> bool:
        world = World()
        for id, there in {self.id: rows, **self.games}.items():
            world.play(id, there)
        return audit(b"".join(map(world.bundle, (self.id, *self.games))), second=False).verdict == "failed"


@pytest.mark.parametrize("make", slow_but([dealt], [duels, dealt]), ids=lambda make: make.__name__)
def test_no_field_of_a_record_about_games_is_forged_unseen(clerk: Clerk, make: Callable[[Clerk], Hall]) -> None:
    played, rng = Played(make(clerk)), Random(make.__name__)
    assert not played.is_told(played.rows)
    for seq, (topic, state) in enumerate(played.rows, start=FIRST):
        body = Filed(played.id, seq, topic, state).body
        for field in fields_of(type(body)) if topic in TOPICS else ():
            for _ in range(count(1, 12)):
                other = mutated(rng, body, field)
                if other is None or field in EVERYWHERE:
                    continue
                rows = list(played.rows)
                rows[seq - 1] = topic, Filed.new(played.id, seq, other).state
                known = (topic, field) in OUTSIDE or (topic, field) in BESIDE
                assert played.is_told(rows) or known, f"{topic}.{field} of {seq}: {getattr(body, field)} → {getattr(other, field)}"
