import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from eventsourcing.persistence import IntegrityError
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, game_id
from domain.game.names import named_players
from domain.kernel import stream as stream_module
from domain.kernel.commitments import text_commitments
from domain.kernel.refusals import KeyReused, Refusal, Stale
from domain.kernel.stored import StoredRecord
from domain.kernel.stream import MOST_BYTES
from domain.kernel.time_marks import MonotonicClock
from domain.kernel.writer import NOTED, Order
from domain.season.records import SeasonRules
from domain.season.seasons import Seasons
from domain.study.studies import Remark, Studies
from domain.tournament.aggregate.wishes import Entry, TournamentOpening
from domain.tournament.tournaments import Tournaments
from tests.amount import count
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk
from tests.domain.game.clerk.test_clock import HOUR, NOON, WallClock
from tests.domain.kernel.diary import Diaries

TITLE = "northgard-training"


class StreamKind(NamedTuple):
    """How a stream of this kind is opened, and how words are written to it. Both functions return
    the stored record."""

    open: Callable[[Clerk, str, str], StoredRecord]
    write: Callable[[Clerk, Order, str], StoredRecord]


def _game(clerk: Clerk, actor: str, key: str) -> StoredRecord:
    return clerk.open_game(Opening(ruleset=TITLE), actor, key, "open").record


def _study(clerk: Clerk, actor: str, key: str) -> StoredRecord:
    return (
        Studies(clerk)
        .open(_game(clerk, "club", "one").stream, "public", "Of forts", actor, key, "open")
        .record
    )


def _remark(clerk: Clerk, order: Order, words: str) -> StoredRecord:
    game = _game(clerk, "club", "one").stream
    return Studies(clerk).write(game, order, Remark(seq=1, text=words), lambda _: "").record


def _entrant(clerk: Clerk, order: Order, words: str) -> StoredRecord:
    name = f"{order.actor} {order.key}"
    return (
        Tournaments(clerk)
        .entering.add(order, [Entry(f"{name} the elder"), Entry(name, contact=words)])
        .record
    )


KINDS = {
    "game": StreamKind(_game, lambda clerk, order, words: clerk.note(order, words).record),
    "tournament": StreamKind(
        lambda clerk, actor, key: (
            Tournaments(clerk).whole.open(TournamentOpening(title="Cup"), actor, key, "open").record
        ),
        _entrant,
    ),
    "campaign": StreamKind(
        lambda clerk, actor, key: (
            Campaigns(clerk).open(Opening(ruleset=TITLE), actor, key, "open").record
        ),
        lambda clerk, order, words: Campaigns(clerk).close(order, words).record,
    ),
    "study": StreamKind(_study, _remark),
    "season": StreamKind(
        lambda clerk, actor, key: (
            Seasons(Tournaments(clerk).store)
            .open("Winter", SeasonRules(), actor, key, "open")
            .record
        ),
        lambda clerk, order, words: (
            Seasons(Tournaments(clerk).store).amend(order, SeasonRules(best=1), words).record
        ),
    ),
    "diary": StreamKind(
        lambda clerk, actor, key: (
            Diaries(clerk).open(game_id(actor, f"diary\n{key}"), actor, key, "open").record
        ),
        lambda clerk, order, words: Diaries(clerk).write(order, ("ann",), words).record,
    ),
}


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def kind(request: pytest.FixtureRequest) -> StreamKind:
    stream_kind: StreamKind = request.param
    return stream_kind


def stored_values(clerk: Clerk) -> set[str]:
    texts = set(clerk.key_values.keys("text"))
    return texts | {key.rpartition("/")[2] for key in clerk.key_values.keys("name")}


def committed(clerk: Clerk, *streams: str) -> set[str]:
    bodies = [row.body for stream in streams for row in clerk.recorder.records_of(stream)]
    return {
        c
        for body in bodies
        for c in (*text_commitments(body), *(name for _, name in named_players(body)))
    }


def test_a_request_again_gets_the_same_bytes_whoever_answers_it(
    kind: StreamKind, make_clerk: Callable[[], Clerk]
) -> None:
    here = make_clerk()
    opened = kind.open(here, "ann", "open")
    order = Order(opened.stream, opened.seq, "ann", "k", "request")
    written = kind.write(here, order, "Well.")
    for clerk in (here, make_clerk()):
        assert kind.open(clerk, "ann", "open") == opened
        assert kind.write(clerk, order, "Well.") == written
        assert (
            kind.write(clerk, Order(opened.stream, written.seq, "ann", "k", "request"), "Well.")
            == written
        )
        refused_with(
            KeyReused,
            "",
            kind.write,
            clerk,
            Order(opened.stream, opened.seq, "ann", "k", "another"),
            "Ill.",
        )
    assert b"request" not in written.state.replace(b'"request":', b""), (
        "its digest says nothing of the words"
    )
    assert stored_values(here) == committed(here, opened.stream)
    for place in ("text", "name"):
        for key in list(here.key_values.keys(place)):
            here.key_values.erase(place, key)
    assert kind.write(here, order, "Well.") == written, "without its words, the key alone decides"


@pytest.mark.parametrize(("step", "started_again"), [(HOUR, False), (HOUR, True), (NOTED, False)])
def test_where_the_clock_was_set_back_no_record_is_before_the_last_and_says_what_it_said(
    kind: StreamKind, clerk: Clerk, step: timedelta, started_again: bool
) -> None:
    """The machine's clock is set back by `step`; records say what it said, unless the step is
    small. A process that was started after the step does not know of it when it opens another
    stream."""
    wall = WallClock()
    clerk.clock = MonotonicClock(wall, wall.passed)
    opened = kind.open(clerk, "ann", "open")
    wall.now -= step
    if started_again:
        clerk.clock = wall
    other = kind.open(clerk, "ann", "another")
    written = kind.write(clerk, Order(opened.stream, opened.seq, "ann", "k", "request"), "Well.")
    wall.now += step + HOUR
    right = kind.open(clerk, "bob", "right again")
    said = NOON - step if step > NOTED else None
    there = (NOON - step, None) if started_again else (NOON, said)
    assert [(stored.body.at, stored.body.clock) for stored in (opened, other, written, right)] == [
        (NOON, None),
        there,
        (NOON, said),
        (NOON + HOUR, None),
    ]


def test_anothers_key_is_another_request(kind: StreamKind, clerk: Clerk) -> None:
    opened = kind.open(clerk, "ann", "open")
    first = kind.write(clerk, Order(opened.stream, opened.seq, "ann", "k", "request"), "Well.")
    assert kind.open(clerk, "bob", "open").stream != opened.stream
    for seq in (opened.seq, first.seq):
        try:
            again = kind.write(clerk, Order(opened.stream, seq, "bob", "k", "request"), "Well.")
        except Refusal as e:
            assert not isinstance(e, KeyReused)
        else:
            assert (again.body.actor, again.seq > first.seq) == ("bob", True)


def test_what_loses_a_race_leaves_nothing_behind(
    kind: StreamKind, make_clerk: Callable[[], Clerk]
) -> None:
    """Every time, somebody else writes between this writer's read and its write."""
    here, there = make_clerk(), make_clerk()
    opened = kind.open(here, "ann", "open")
    put = here.events.put

    def overtaken(rows: Any, **more: Any) -> Any:
        here.events.put = put
        kind.write(there, Order(opened.stream, opened.seq, "bob", "k", "of bob"), "First.")
        return put(rows, **more)

    here.events.put = overtaken
    try:
        kind.write(here, Order(opened.stream, opened.seq, "ann", "k", "of ann"), "Second.")
    except Stale as e:
        assert e.seq > opened.seq
    seqs = [row.seq for row in here.recorder.records_of(opened.stream)]
    assert seqs == list(range(1, len(seqs) + 1))
    assert stored_values(here) == committed(here, opened.stream)


def test_a_record_that_was_stored_before_the_connection_was_lost_keeps_its_words(
    kind: StreamKind, clerk: Clerk
) -> None:
    """The record was stored, but the library does not learn it and writes again. The seq is then
    taken by that record itself."""
    opened = kind.open(clerk, "ann", "open")
    put = clerk.events.put

    def twice(rows: Any, **more: Any) -> Any:
        put(rows, **more)
        raise IntegrityError

    clerk.events.put = twice
    order = Order(opened.stream, opened.seq, "ann", "k", "request")
    written = kind.write(clerk, order, "Well.")
    assert stored_values(clerk) == committed(clerk, opened.stream) != set()
    assert kind.write(clerk, order, "Well.") == written


def test_what_is_refused_keeps_no_words(kind: StreamKind, clerk: Clerk) -> None:
    opened = kind.open(clerk, "ann", "open")
    before = stored_values(clerk)

    def full(*_: Any, **__: Any) -> Any:
        raise IntegrityError

    clerk.events.put = full
    with pytest.raises(IntegrityError):  # however often it is tried
        kind.write(clerk, Order(opened.stream, opened.seq, "ann", "k", "request"), "Well.")
    assert stored_values(clerk) == before


@pytest.mark.parametrize(("streams", "size"), [(3, MOST_BYTES), (99, 2_000)])
def test_streams_that_leave_memory_answer_as_those_that_stay_and_the_last_used_stay(
    streams: int, size: int, make_clerk: Callable[[], Clerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes write to the same diaries and games, and one has room for very few of them in
    memory. What it returns is compared with plain lists."""
    monkeypatch.setattr(stream_module, "MOST_STREAMS", streams)
    monkeypatch.setattr(stream_module, "MOST_BYTES", size)
    here, there, rng = make_clerk(), make_clerk(), Random(2)
    here.game_repository._most = room = 4_000
    kept, written, used = Diaries(here), dict[str, list[int]](), list[str]()
    games = {KINDS["game"].open(here, "ann", str(n)).stream: 1 for n in range(4)}
    for n in range(6):
        written[kept.open(f"diary-{n}", "ann", f"open {n}", "").record.stream] = []
        used.append(f"diary-{n}")
    for n in range(count(100, 300)):
        id, game, clerk = rng.choice([*written]), rng.choice([*games]), rng.choice((here, there))
        order = Order(id, len(written[id]) + 1, "ann", f"page {n}", "")
        written[id].append(rng.randrange(9))
        (kept if clerk is here else Diaries(clerk)).write(
            order, ("ann",) * written[id][-1], "Well."
        )
        used = [*(each for each in used if each != id), id] if clerk is here else used
        clerk.note(Order(game, games[game], "ann", f"note {n}", ""), "Well.")
        games[game] += 1
        id, game = rng.choice([*written]), rng.choice([*games])
        held, lay, at = (
            kept.streams._streams,
            here.game_repository._games,
            rng.randint(0, len(written[id])),
        )
        loads, fetches = id not in held, game not in lay
        assert kept.streams.state(id).came == tuple(written[id])
        assert kept.streams.at(id, at + 1).came == tuple(written[id][:at])
        assert here.game(game).seq == games[game]
        assert here.game(game).board == here.game_repository.folded_anew(game).board
        used = [*(each for each in used if each != id), id]
        assert [*held] == used[-len(held) :] and len(held) <= streams and [*lay][-1] == game
        sizes = [sum(len(row.state) for row in here.recorder.records_of(each)) for each in held]
        assert not loads or sum(sizes) <= size or len(held) == 1
        assert (
            not fetches
            or sum(f.whole.history.weight for f in lay.values()) <= room
            or len(lay) == 1
        )


class SeveralWriters(RuleBasedStateMachine):
    """Three processes write to streams of every kind and repeat their own and each other's
    requests. All is compared with a plain list of the acknowledged writes. Each process may end and
    start anew at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "greffe.sqlite"
        self.clerks = [new_clerk(self.path) for _ in range(3)]
        self.streams: dict[str, str] = {}
        self.acknowledged: dict[tuple[str, str, str], StoredRecord] = {}
        self.rows: dict[str, list[StoredRecord]] = {}

    def teardown(self) -> None:
        for clerk in self.clerks:
            clerk.close()
        self.folder.cleanup()

    @initialize()
    def open(self) -> None:
        for name, kind in KINDS.items():
            opened = kind.open(self.clerks[0], "club", "one")
            self.streams[name], self.rows[opened.stream] = opened.stream, [opened]

    @rule(
        by=st.integers(0, 2),
        name=st.sampled_from(sorted(KINDS)),
        actor=st.sampled_from(("ann", "bob")),
        key=st.sampled_from("kl"),
        back=st.integers(0, 2),
        words=st.sampled_from(("Well.", "Ill.")),
    )
    def write(self, by: int, name: str, actor: str, key: str, back: int, words: str) -> None:
        stream = self.streams[name]
        rows = self.rows[stream]
        known = self.acknowledged.get((stream, actor, key))
        order = Order(stream, max(1, len(rows) - back), actor, key, words)
        try:
            stored = KINDS[name].write(self.clerks[by], order, words)
        except KeyReused:
            assert known is not None
            return
        except Refusal:
            assert known is None
            return
        if known is not None:
            assert stored == known
            return
        there = self.clerks[by].recorder.records_of(stream, gt=len(rows))
        assert there and there[-1] == stored
        assert (stored.body.actor, stored.body.key) == (actor, key)
        assert all(not record.body.key for record in there[:-1])
        rows += there
        self.acknowledged[stream, actor, key] = stored

    @rule(by=st.integers(0, 2))
    def end(self, by: int) -> None:
        self.clerks[by].close()
        self.clerks[by] = new_clerk(self.path)

    @invariant()
    def nothing_else_is_there(self) -> None:
        for stream, rows in self.rows.items():
            assert self.clerks[0].recorder.records_of(stream) == rows
        assert stored_values(self.clerks[0]) == committed(self.clerks[0], *self.rows)


TestSeveralWriters = SeveralWriters.TestCase
TestSeveralWriters.settings = settings(max_examples=8, stateful_step_count=15, deadline=None)


def test_the_tutorial_tells_all_of_the_diary() -> None:
    page = Path("domain/kernel/TUTORIAL.md").read_text()
    pieces = re.findall(r"^```python\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
    written = Path("tests/domain/kernel/diary.py").read_text()
    assert [line for line in "\n".join(pieces).splitlines() if line] == [
        line for line in written.splitlines() if line
    ]
