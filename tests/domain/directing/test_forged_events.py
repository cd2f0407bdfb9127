"""The law of a replay, over each kind of record and each field: whatever the desk refuses or notes, the replay refuses or names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from domain.clerk.clerk import Clerk
from domain.directing.aggregate.fold import fold_tournament
from domain.directing.aggregate.tournament import Tournament
from domain.directing.asked_again import ASKS
from domain.directing.games_compared import GamesCompared
from domain.directing.replay import Replay, repeated
from domain.game.game import Game
from domain.kernel.stored import DamagedRecord, Filed
from domain.record import tournament_records as r
from domain.record.records import FIRST
from domain.transfer.replay import replay
from tests.amount import ALL, count, slow_but
from tests.builders.world import Record, World, audit
from tests.domain.directing.eventful import Eventful
from tests.domain.directing.hall import Hall
from tests.domain.directing.mutated import fields_of, mutated
from tests.domain.directing.played_events import dealt, duels, games_of
from tests.ledger.games import rows_of

PEOPLE = "who entered it, and by which link or key, only who holds that knows"
CHOSEN = "a decision of the director, free within the rules' bounds"
SAID = "what somebody said of themselves, or a person at the desk saw"
WORDS = "words and names lie outside the record, which commits to them with a salt; whoever has them can open it"

EVERYWHERE = {
    "at": "the service's clock, bounded by the records around it and by witnesses",
    "salt": "chance",
    "actor": PEOPLE,
    "key": "the client's name for its request; used twice by one actor, it is refused",
    "request": "a digest of what the client sent",
    "client_at": "the device's clock",
    "clock": "what the service's clock said while it was behind",
    "reason": WORDS,
}
"""Fields of every record that nothing proves, and why."""

OUTSIDE = {
    ("TournamentOpened", "text"): WORDS,
    ("TournamentOpened", "rules"): CHOSEN,
    ("TournamentOpened", "tags"): CHOSEN,
    ("TournamentOpened", "public"): CHOSEN,
    ("EntrantAdded", "player"): "chance: another one would be another person, and who is who nobody can prove",
    ("EntrantAdded", "name"): WORDS,
    ("EntrantAdded", "text"): WORDS,
    ("EntrantAmended", "name"): WORDS,
    ("EntrantAmended", "text"): WORDS,
    **{(kind, name): SAID for kind in ("EntrantAdded", "EntrantAmended") for name in ("club", "seed_rank", "rating", "group")},
    ("EntrantWithdrawn", "number"): CHOSEN,
    ("PresenceNoted", "round"): SAID,
    ("PresenceNoted", "entrants"): SAID,
    ("PresenceNoted", "present"): SAID,
    ("CheckInClosed", "round"): SAID,
    ("CheckInClosed", "present"): SAID,
    ("ByeAsked", "entrant"): SAID,
    ("ByeAsked", "round"): SAID,
    ("ByeAsked", "kind"): SAID,
    **{("SeparationSet", name): CHOSEN for name in ("a", "b", "club", "hard", "since", "lifted")},
    ("PartBound", "entrant"): PEOPLE,
    ("PartBound", "commitment"): "chance: what is shown later has to be what it commits to",
    ("PartBound", "by"): PEOPLE,
    ("RoundPublished", "round"): CHOSEN,
    ("RoundWithdrawn", "agreed"): SAID,
    ("TableChanged", "tables"): CHOSEN,
    ("SlipFiled", "entrant"): PEOPLE,
    ("SlipFiled", "result"): SAID,
    ("ResultTaken", "result"): "that a typed result is true",
    ("ResultCorrected", "result"): CHOSEN,
    ("PenaltyGiven", "entrant"): CHOSEN,
    ("PenaltyGiven", "points"): CHOSEN,
    ("PenaltyLifted", "penalty"): CHOSEN,
    ("RulesAmended", "rules"): CHOSEN,
    ("ClockSet", "round"): CHOSEN,
    ("ClockSet", "seconds"): CHOSEN,
    ("ClockSet", "running"): CHOSEN,
    ("ProtestFiled", "entrant"): PEOPLE,
    ("ProtestFiled", "round"): SAID,
    ("ProtestFiled", "table"): SAID,
    ("ProtestFiled", "text"): WORDS,
    ("ProtestDecided", "protest"): CHOSEN,
    ("ProtestDecided", "upheld"): CHOSEN,
    ("ProtestDecided", "text"): WORDS,
    ("RoundClosed", "minutes"): CHOSEN,
    ("StageAdvanced", "declined"): SAID,
}
"""Fields of one kind of record that nothing proves, and why. Values that the desk would not take are refused all the same."""

RARE = {("ProtestDecided", "protest"), ("ClockSet", "round"), ("TableChanged", "tables"), ("RoundPublished", "round")}
"""What these tournaments show no other value of that could be as well: two protests that wait, two rounds that are played."""

BY_THE_CLOSING = {("TournamentOpened", "commitment"), ("TournamentOpened", "derivation")}
"""What the seed proves that the closing shows."""


Place = tuple[str, str]


class Event:
    def __init__(self, clerk: Clerk, seed: int, steps: int) -> None:
        event = Eventful(clerk, seed)
        event.play_through(steps)
        self.id, self.rows, self.closed = event.id, rows_of(clerk, event.id), event.now.closed
        self.filed = [Filed(self.id, seq, *row) for seq, row in enumerate(self.rows, start=FIRST)]
        self.before: list[Tournament | None] = [None]
        for one in self.filed:
            self.before.append(fold_tournament([one], self.before[-1]))

    def topics(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for one in self.filed:
            found.setdefault(one.topic, []).append(one.seq)
        return found

    def tells(self, seq: int, other: r.TournamentRecord) -> bool:
        """Whether the replay refuses or names a forged record where those before it are honest and nothing follows that would give
        it away; an opening that it does not name so is held against the closing. What was written with it stands beside it."""
        there = list(self.filed)
        there[seq - 1] = forged = Filed.new(self.id, seq, other)
        first = seq - 1 if seq > 1 and _second(self.filed[seq - 2], self.filed[seq - 1]) else seq
        last = first + 1 if first < len(there) and _second(self.filed[first - 1], self.filed[first]) else first
        replay = Replay(self.id, there[first - 1 : last])
        replay.over(self.before[first - 1], self.seed)
        replay.follow()
        found = replay.found
        if not (found.wrong or found.unknown or found.open) and seq == FIRST and self.closed:
            found = repeated(self.id, [(forged.topic, forged.state), *self.rows[1:]])
        return bool(found.wrong or found.unknown or found.open)

    @property
    def seed(self) -> bytes:
        body = self.filed[-1].body if not self.closed else next(one.body for one in self.filed if one.topic == "TournamentClosed")
        return bytes.fromhex(body.seed) if isinstance(body, r.TournamentClosed) else b""


def _second(one: Filed, other: Filed) -> bool:
    return one.topic in ("SlipFiled", "RoundWithdrawn") and not one.body.key and one.body.at == other.body.at


def forge(event: Event, rng: Random, tried: Counter[Place], unseen: set[Place]) -> None:
    for topic, seqs in event.topics().items():
        for field in fields_of(type(event.filed[seqs[0] - 1].body)):
            place = topic, field
            if tried[place] >= count(2, 500 if place in OUTSIDE else 12) or place in unseen:
                continue
            if not event.closed and (field == "seed" or place in BY_THE_CLOSING):
                continue
            for seq in rng.choices(seqs, k=count(1, 6 if place in OUTSIDE else 1)):
                other = mutated(rng, event.filed[seq - 1].body, field)
                if other is not None:
                    tried[place] += 1
                    if not event.tells(seq, other):
                        unseen.add(place)


def test_each_kind_of_record_is_asked_for_again() -> None:
    assert set(ASKS) == set(r.TOURNAMENT_TYPES)


def test_no_field_of_any_record_is_forged_unseen(clerk: Clerk) -> None:
    """Given tournaments in which everything happens, when each field of each kind of record is forged in each of them, then what
    the replay neither refuses nor names is on the list of what nothing proves; and the list has nothing that it proves."""
    tried, unseen = Counter[Place](), set[Place]()
    for seed in range(count(18, 60)):
        event = Event(clerk, seed, 25)
        assert repeated(event.id, event.rows).wrong == (), seed
        forge(event, Random(seed), tried, unseen)
    every = {(kind.__name__, field) for kind in r.TOURNAMENT_TYPES if kind is not r.GameLinked for field in fields_of(kind)}
    assert set(tried) == every
    assert {place for place in unseen if place[1] not in EVERYWHERE} <= set(OUTSIDE)
    assert not ALL or set(OUTSIDE) - unseen <= RARE, set(OUTSIDE) - unseen


# -- forged games --------------------------------------------------------------------------------------------------------------


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
