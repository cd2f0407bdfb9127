"""What must be refused: a store or a log that somebody changed, and a rewritten history. These
tests use real SQLite and the real key."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.kernel.text import Text
from domain.proof.log.entries import RecordEntry, read_entry
from ops.log.checking import LogCheck
from ops.log.guard import Guard
from ops.log.signing import LogSigner
from tests.builders.refusals import refused_with
from tests.ops.data_folders import LoggedFolder, rewrite
from tests.ops.log.naive_log import check_log, damage, english, refusal


def test_a_record_that_is_as_it_was_logged_has_no_faults(place: LoggedFolder) -> None:
    place.tables.note(3)
    check = LogCheck(place.clerk.recorder, place.log, Guard(place.log.guard_file))  # type: ignore[arg-type]
    assert (list(check.faults()), check.size, check.waiting) == ([], 27, 3)
    place.reopen()
    place.log.log_and_sign_all()
    assert place.faults() == []
    check_log(place.log, place.clerk)


# -- the record is tampered with -------------------------------------------------------------------


def test_another_record_in_the_place_of_the_newest(place: LoggedFolder) -> None:
    game, seq = place.replace_newest()
    assert place.fault_places() == [(f"g{place.games.index(game)}", seq)]
    assert "the stored bytes of record" in place.fault_text()
    assert f"Record {seq} of {game} is in the log already, as another one." == damage(place.log)
    place.tables.note(9)
    assert place.log.log_and_sign_all() is None
    assert place.log.standing().signed == 36, (
        "the other games go on, and this one with what follows"
    )
    assert place.fault_places() == [(f"g{place.games.index(game)}", seq)]


def test_rows_exchanged_between_games_and_put_in_between(place: LoggedFolder) -> None:
    g0, g1, _ = place.games
    place.sql(
        "UPDATE records SET originator_id = 'x' WHERE originator_id = ? AND originator_version = 4",
        g0,
    )
    assert place.fault_places()[0] == ("g0", 4)
    assert (
        "record 4 of x is in the store and not in the log, which went past it" in place.fault_text()
    )
    place.sql("UPDATE records SET originator_id = ? WHERE originator_id = 'x'", g0)
    assert place.faults() == []
    place.sql(
        "UPDATE records SET originator_version = originator_version + 100 WHERE originator_id = ? "
        "AND originator_version > 5",
        g1,
    )
    assert {seq for game, seq in place.fault_places() if game == "g1"} == {
        6,
        7,
        8,
        9,
        106,
        107,
        108,
        109,
    }


def test_a_row_put_in_before_the_newest(place: LoggedFolder) -> None:
    g1, state = place.games[1], b'{"type":"NoteAdded"}'
    place.sql(
        "INSERT INTO records (id, originator_id, originator_version, topic, state) VALUES (-5, ?, "
        "10, 'NoteAdded', ?)",
        g1,
        state,
    )
    place.sql("UPDATE records SET id = 0 WHERE id = -5")
    place.reopen()
    place.log.log_and_sign_all()
    assert place.faults() == [], "a notification before the first is none"
    place.sql("DELETE FROM records WHERE id = 0")
    place.sql("UPDATE records SET id = id + 1 WHERE id = (SELECT MAX(id) FROM records)")
    place.sql(
        "INSERT INTO records (id, originator_id, originator_version, topic, state) "
        "VALUES ((SELECT MAX(id) - 1 FROM records), ?, 10, 'NoteAdded', ?)",
        g1,
        state,
    )
    place.reopen()
    place.log.log_and_sign_all()
    assert place.log.standing().size == 28, (
        "the row at the position was another, so all were gone through again"
    )
    assert place.faults() == []


def test_a_record_that_came_without_the_one_before_it(place: LoggedFolder) -> None:
    g2 = place.games[2]
    last = place.clerk.game(g2).seq
    place.tables.note(6)
    place.sql(
        "DELETE FROM records WHERE originator_id = ? AND originator_version = ?", g2, last + 1
    )
    place.reopen()
    assert place.log.log_and_sign_all() is None
    assert (
        damage(place.log) == f"Record {last + 2} of {g2} came where record {last + 1} was awaited."
    )
    assert (place.fault_places(), place.log.standing().signed) == ([("g2", last + 2)], 31)


# -- the log is tampered with ----------------------------------------------------------------------


def test_an_entry_a_tile_or_the_size_changed_in_the_log(place: LoggedFolder) -> None:
    ((entry,),) = place.sql("SELECT entry FROM entries WHERE leaf = 10", file="ledger.sqlite")
    g = read_entry(bytes(entry))
    assert isinstance(g, RecordEntry)
    other = RecordEntry(g.game, g.seq, g.prev, g.topic, bytes(32)).encode()
    place.sql("UPDATE entries SET entry = ? WHERE leaf = 10", other, file="ledger.sqlite")
    sentence = place.fault_text()
    for words in (
        f"the stored bytes of record {g.seq} of {g.game} are not those that were logged",
        f"record {g.seq + 1} of {g.game} does not follow record {g.seq}",
        "tile/0/000.p/27 has not the hashes of its entries",
        "the signed head of size 27 is none of the log's",
        "the guard's head of size 27 is none of the log's",
    ):
        assert words in sentence
    place.sql("UPDATE entries SET entry = ?, seq = 77 WHERE leaf = 10", entry, file="ledger.sqlite")
    assert "entry 10 is filed under another record" in place.fault_text()
    place.sql("UPDATE entries SET seq = ? WHERE leaf = 10", g.seq, file="ledger.sqlite")
    assert place.faults() == []
    place.sql("UPDATE tiles SET hashes = zeroblob(length(hashes))", file="ledger.sqlite")
    assert [fault.text.en for fault in place.faults()] == [
        "tile/0/000.p/27 has not the hashes of its entries"
    ]


def test_the_operator_rewrites_and_resigns_with_the_real_key(place: LoggedFolder) -> None:
    rewrite(place)
    place.tables.note(2)
    assert refusal(place.log).startswith(
        "The log is not signed: its first 27 entries are not those that were signed for."
    )
    standing = place.log.standing()
    assert english(standing.refusal) == refusal(place.log)
    assert standing.signed == 27, "nothing new was signed"
    assert "the guard's head of size 27 is none of the log's" in place.fault_text()


def test_a_rewrite_without_a_new_record_is_not_signed_either(place: LoggedFolder) -> None:
    rewrite(place, sign=False)
    assert "27 entries are not those" in refusal(place.log)


def test_why_nothing_is_signed_is_told_once_where_it_cannot_be_noted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """On a read-only disk the writer tries again each second and cannot note the reason in its
    file."""
    unwritable: Any = ReadOnly()
    signing, why = (
        LogSigner(unwritable, unwritable, unwritable),
        Text("the guard cannot be written", "le garde ne s'écrit pas"),
    )
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            refused_with(OperationalError, "", signing.report_refusal, why)
    assert caplog.text.count(why.en) == 1
    unwritable.writes = True
    signing.report_refusal(why)
    signing.report_refusal(why)
    assert unwritable.noted == [why] and caplog.text.count(why.en) == 1, "noted once that can be"


class ReadOnly:
    """A log's file that refuses writes until `writes` is set."""

    def __init__(self) -> None:
        self.writes = False
        self.noted: list[Text] = []

    @contextmanager
    def batch(self) -> Iterator[ReadOnly]:
        if not self.writes:
            raise OperationalError("attempt to write a readonly database")
        yield self

    def set_notice(self, _kind: str, text: Text) -> None:
        self.noted.append(text)
