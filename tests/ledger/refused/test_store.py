"""What must be refused: a store that was tampered with, and a log whose operator rewrites it or goes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.ledger.errors import Unproven
from domain.ledger.log.add_checkpoint import AddCheckpoint, judge
from domain.ledger.log.checkpoints import grown
from domain.ledger.log.merkle import consistency_proof
from domain.ledger.verify.compare import compare
from domain.ledger.verify.exhibits import Exhibit
from domain.ledger.verify.fsck import differences
from tests.builders.world import CLUB, LOG, TIME, Record, World, audit, policy
from tests.ledger.games import stored
from tests.ledger.refusing import failed


def checked(world: World, rows: dict[tuple[str, int], Record]) -> list[str]:
    return [d.said.en for d in differences(world.entries, lambda game, seq: rows.get((game, seq)))]


@pytest.fixture
def rows(world: World) -> dict[tuple[str, int], Record]:
    found = {(g, i): r for g, records in world.games.items() for i, r in enumerate(records, start=1)}
    assert checked(world, {**found, ("g9", 1): ("GameOpened", b"{}")}) == []
    return found


def test_sql_update(world: World, rows: dict[tuple[str, int], Record]) -> None:
    topic, data = rows["g1", 6]
    assert checked(world, {**rows, ("g1", 6): (topic, data.replace(b"blue", b"red"))}) == [
        "the stored bytes of record 6 of g1 are not those that were logged"
    ]
    assert checked(world, {**rows, ("g1", 6): ("NoteAdded", data)}) == [
        "record 6 of g1 is stored as NoteAdded and was logged as ActionTaken"
    ]


def test_sql_delete_in_the_middle(world: World, rows: dict[tuple[str, int], Record]) -> None:
    del rows["g1", 6]
    assert checked(world, rows) == ["record 6 of g1 is in the log and not in the store"]


def test_sql_delete_of_the_tail_and_append_under_the_same_id(world: World, rows: dict[tuple[str, int], Record]) -> None:
    rows["g1", 10] = stored("GameClosed", seed="", reason="f" * 64)
    rows["g1", 9] = stored("ActionTaken", seat="red", action={}, facts=[])
    assert checked(world, rows) == [
        "the stored bytes of record 9 of g1 are not those that were logged",
        "the stored bytes of record 10 of g1 are not those that were logged",
    ]


def test_rows_exchanged_between_games(world: World, rows: dict[tuple[str, int], Record]) -> None:
    rows["g1", 1], rows["g2", 1] = rows["g2", 1], rows["g1", 1]
    assert len(checked(world, rows)) == 2


def test_a_log_whose_chain_is_broken(world: World) -> None:
    rows = {(g, i): r for g, records in world.games.items() for i, r in enumerate(records, start=1)}
    broken = [*world.entries[:9], b"garbage", *world.entries[9:12], *world.entries[15:]]
    found = list(differences(broken, lambda game, seq: rows.get((game, seq))))
    assert [(d.index, d.game, d.seq) for d in found] == [(9, "", 0), (13, "g0", 6), (14, "g1", 6), (15, "g2", 6)]
    assert "does not follow record 4" in found[1].said.en


def rewritten(world: World) -> World:
    """The same log with record 6 of g1 another one, by the operator who holds the real key."""
    other, seen = World(), dict.fromkeys(world.games, 0)
    for index in range(world.size):
        game = ("g0", "g1", "g2")[index % 3]
        seen[game] += 1
        topic, data = world.games[game][seen[game] - 1]
        other.record(game, topic, data.replace(b"blue", b"teal") if (game, seen[game]) == ("g1", 6) else data)
    assert other.size == world.size
    assert other.head() != world.head()
    return other


def test_the_operator_rewrites_and_resigns_with_the_real_key(world: World, tmp_path: Path) -> None:
    """The guard and every witness refuse; whoever holds the old bundle and the new log has the proof."""
    other = rewritten(world)
    for old in (10, 17, 20, world.size - 1, world.size):
        with pytest.raises(Unproven):
            grown(world.head(max(old, 17)), other.head(), consistency_proof(max(old, 17), other.size, other.fetch))
    request = AddCheckpoint(20, consistency_proof(20, other.size, other.fetch), other.signed(witnesses=()))
    answer = judge(request, [LOG.verifier], world.head(20), CLUB, TIME)
    assert (answer.status, answer.signature, answer.keep) == (422, None, None)
    assert audit(other.bundle("g1")).verdict == "verified", "without a witness or an older proof nobody could tell"
    failed(audit(world.bundle("g1"), mirror=other.mirror(tmp_path)), "the log shows two histories")


def test_two_heads_of_one_size(world: World) -> None:
    other = rewritten(world)
    report = compare(Exhibit(world.signed()), Exhibit(other.signed()), policy())
    failed(report, "signed two roots for size 30", LOG.verifier.label, "evidence")
    text = "\n".join(report.text("en"))
    assert world.signed().decode() in text
    assert other.signed().decode() in text
    assert judge(AddCheckpoint(30, (), other.signed()), [LOG.verifier], world.head(), CLUB, TIME).status == 409


def test_restore_of_an_old_backup(world: World) -> None:
    """The guard refuses to sign less than it has signed, and to go on as if the rest had never been."""
    with pytest.raises(Unproven, match="goes back: size 20 after size 30"):
        grown(world.head(), world.head(20), ())
    again = World()
    for index in range(20):
        again.append(world.entries[index])
    for _ in range(15):
        again.append(b"other entries")
    with pytest.raises(Unproven, match="does not begin with"):
        grown(world.head(), again.head(), consistency_proof(30, 35, again.fetch))
    assert judge(AddCheckpoint(20, (), world.signed(20)), [LOG.verifier], world.head(), CLUB, TIME).body == b"30\n"
