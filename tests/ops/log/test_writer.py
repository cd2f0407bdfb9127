from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.game.clerk.clerk import Clerk
from domain.kernel.log import Prover, head_covering
from domain.proof.log.entries import KeyEntry
from domain.proof.log.notes import read_note
from domain.proof.log.proofs import receipt_entry
from ops.log import intake, keyring, writer
from projections import steering
from tests.builders.logs import ORIGIN, Log
from tests.builders.servers import eventually
from tests.builders.threads import running
from tests.ops.log.naive_log import (
    Tables,
    check_log,
    entries_in,
    entries_of,
    own_entries_in,
    records_in,
)


@pytest.fixture
def make_log(tmp_path: Path) -> Iterator[Callable[..., Log]]:
    opened: list[Log] = []

    def make(clerk: Clerk, **how: object) -> Log:
        opened.append(Log(tmp_path, clerk, **how))  # type: ignore[arg-type]
        return opened[-1]

    yield make
    for log in opened:
        log.close()


@pytest.fixture
def log(clerk: Clerk, make_log: Callable[..., Log]) -> Log:
    return make_log(clerk)


def test_an_empty_record_has_a_signed_head_of_nothing(clerk: Clerk, log: Log) -> None:
    assert log.log_and_sign_all() is None
    head = log.head()
    assert head is not None and head.size == 0
    check_log(log, clerk)


def test_every_record_is_in_the_log_in_its_order(clerk: Clerk, log: Log) -> None:
    tables = Tables(clerk)
    for notes in (1, 30, 0, 250, 7):
        tables.note(notes)
        assert log.log_and_sign_all() is None
        assert entries_in(log) == entries_of(clerk)
    check_log(log, clerk)
    standing = log.standing()
    assert (
        standing.size
        == standing.signed
        == standing.position
        == clerk.recorder.max_notification_id()
    )
    assert (standing.refusal, standing.damage, standing.attended) == (None, None, True)


@pytest.mark.parametrize("rows", [1, 2, 7, 1000])
def test_it_is_the_same_log_however_the_rows_are_batched(
    rows: int, clerk: Clerk, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tables(clerk).note(40)
    monkeypatch.setattr(intake, "READ", rows)
    monkeypatch.setattr(writer, "READ", rows)
    log.log_and_sign_all()
    assert entries_in(log) == entries_of(clerk)
    check_log(log, clerk)


@pytest.mark.sqlite
def test_gaps_in_the_numbers_of_notifications_leave_none_in_the_log(
    clerk: Clerk, log: Log, tmp_path: Path
) -> None:
    tables = Tables(clerk)
    with sqlite3.connect(tmp_path / "greffe.sqlite") as db:
        db.execute("UPDATE sqlite_sequence SET seq = seq + 100")
    tables.note(5)
    log.log_and_sign_all()
    assert log.standing().position == clerk.recorder.max_notification_id() == 108
    assert log.standing().size == 8
    check_log(log, clerk)


def test_what_is_signed_already_is_not_signed_again(clerk: Clerk, log: Log) -> None:
    Tables(clerk).note(3)
    for _ in range(3):
        log.log_and_sign_all()
    assert [head.size for head in log.checkpoints()] == [6]


def test_receipts_and_proofs_hold_under_every_head(clerk: Clerk, log: Log) -> None:
    tables = Tables(clerk)
    policy = None
    for _ in range(3):
        tables.note(100)
        log.log_and_sign_all()
        policy = log.policy()
        for id in tables.games:
            for seq in range(1, clerk.game(id).seq + 1, 13):
                receipt = Prover(log).receipt(id, seq)
                assert receipt is not None
                entry = receipt_entry(receipt)
                assert (entry.game, entry.seq) == (id, seq)
                receipt.check(entry.leaf, policy.accept(receipt.checkpoint).checkpoint)
    id = tables.games[0]
    assert Prover(log).proof(id, clerk.game(id).seq + 1) is None
    tables.note(3)
    assert Prover(log).receipt(id, clerk.game(id).seq) is None, "it is not signed yet"
    assert head_covering(log, log.standing().size) is None


# -- following -------------------------------------------------------------------------------------


def test_it_signs_at_most_once_a_second_unless_somebody_waits(
    clerk: Clerk, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PACE", 3600.0)
    tables = Tables(clerk)
    with running(log.writer.run, wake=log.lease.ring):
        assert eventually(lambda: log.standing().signed == 3)
        tables.note(5)
        assert eventually(lambda: log.standing().size == 8)
        assert log.standing().signed == 3, "the hour is not over"
        log.lease.ring()
        assert eventually(lambda: log.standing().signed == 8)
        tables.note(2)
        assert eventually(lambda: log.standing().size == 10)
        assert log.standing().signed == 8, "nobody has rung since"
    assert log.standing().signed == 10, "what was taken in is signed when it stops"
    check_log(log, clerk)


def test_the_bell_wakes_the_writer_while_it_waits_for_more_records(
    clerk: Clerk, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two reads of the record, the writer waits only for the bell."""
    monkeypatch.setattr(writer, "PACE", 3600.0)
    monkeypatch.setattr(writer, "GATHER", 3600.0)
    waits: list[float] = []
    await_ring = log.writer._await_ring
    monkeypatch.setattr(
        log.writer,
        "_await_ring",
        lambda heard, seconds: waits.append(seconds) or await_ring(heard, seconds),
    )
    tables = Tables(clerk)
    tables.note(5)
    with running(log.writer.run, wake=log.lease.ring):
        for signed in (9, 10, 11):
            assert eventually(lambda: len(waits) > 0)
            tables.note(1)
            waits.clear()
            log.lease.ring()
            assert eventually(lambda signed=signed: log.standing().signed == signed)


# -- keys ------------------------------------------------------------------------------------------


def signers(log: Log) -> set[str]:
    head = log.head()
    assert head is not None
    return {signature.label for signature in read_note(head.note).signatures}


def test_a_rotation_is_announced_by_the_old_key_and_overlaps(clerk: Clerk, log: Log) -> None:
    tables = Tables(clerk)
    log.log_and_sign_all()
    (old,) = keyring.KeyRing(log.key_file).read()
    new = keyring.SignerKey.generate(ORIGIN)
    keyring.write_keys(log.key_file, (old, new))
    tables.note(4)
    log.log_and_sign_all()
    announced = {
        index: entry.key.label
        for index, entry in own_entries_in(log).items()
        if isinstance(entry, KeyEntry)
    }
    assert announced == {7: new.verifier.label}, "after the records that were there"
    assert signers(log) == {old.verifier.label, new.verifier.label}
    assert [(key.label, key.announced, key.ended) for key in log.log_keys()] == [
        (old.verifier.label, None, False),
        (new.verifier.label, 7, False),
    ]
    keyring.write_keys(log.key_file, (new,))
    tables.note(4)
    log.log_and_sign_all()
    assert signers(log) == {new.verifier.label}
    assert [(key.last, key.ended) for key in log.log_keys()] == [(8, True), (12, False)]
    assert len(own_entries_in(log)) == 1
    assert log.standing().position == 11 == log.standing().size - 1
    check_log(log, clerk)


def refusal_of(log: Log) -> str:
    refused = log.log_and_sign_all()
    assert refused is not None
    assert log.standing().refusal == refused
    assert refused.fr.startswith("Le journal n'est pas signé")
    return refused.en


def test_a_key_that_others_can_read_signs_nothing(clerk: Clerk, log: Log) -> None:
    Tables(clerk)
    log.key_file.chmod(0o640)
    assert "log.key can be read by others (mode 0640). Run chmod 600" in refusal_of(log)
    assert log.head() is None
    assert records_in(log) == entries_of(clerk), "it goes on taking records in"
    log.key_file.chmod(0o600)
    assert (log.log_and_sign_all(), log.standing().refusal) == (None, None)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it is empty"),
        ("garbage\n", "this is not a private key"),
        ("PRIVATE+KEY+a.example/log+00000000+AAAA\n", "this private key is damaged"),
        ("{other}\n", "its key is for other.example/log"),
        ("{own}\n{other}\n", "its keys are of several logs"),
        ("{own}\n{own}\n", "it has one key twice"),
    ],
)
def test_a_key_file_that_cannot_be_used_signs_nothing(
    text: str, says: str, clerk: Clerk, log: Log
) -> None:
    Tables(clerk)
    log.log_and_sign_all()
    own = log.key_file.read_text().strip()
    other = keyring.SignerKey.generate("other.example/log").encode()
    log.key_file.write_text(text.format(own=own, other=other))
    secret = own.removeprefix("PRIVATE+KEY+").split("+", 2)[2]  # base64 has plus signs, too
    assert says in (refused := refusal_of(log)) and secret not in refused
    log.key_file.unlink()
    assert "log.key cannot be read (no such file or directory)" in refusal_of(log)


def test_a_paused_writer_logs_nothing_until_it_is_resumed(
    clerk: Clerk, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steering, "LOOK", 0.0)
    tables = Tables(clerk)
    steered = steering.Steering(
        clerk.recorder,
        clerk.key_values,
        clerk.clock,
        {"log": steering.Source(lambda: log.standing().position)},
    )
    steered.pause("log", "operator")
    with running(log.writer.run, orders=steering.Orders(clerk.key_values, "log", clerk.clock)):
        tables.note(3)
        before = log.standing()
        [at] = steered.follower_states()
        assert (before.size, at.state, at.lag) == (
            0,
            "paused",
            clerk.recorder.max_notification_id(),
        )
        steered.resume("log")
        assert eventually(lambda: log.standing().signed == log.standing().size > 0)
    assert entries_in(log) == entries_of(clerk)
