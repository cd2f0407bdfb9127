"""`fsck` beside the writer, which takes in what there is and signs it meanwhile: nothing of that is a fault, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.rules.text import Text
from ops.log import keyring
from ops.log.__main__ import check
from ops.log.checking import Check, Fault
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.settings.config import Settings
from tests.builders.logs import ORIGIN
from tests.ops.data_folders import Place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.close()


def looked(place: Place) -> Check:
    """A check that has seen the heads, the guard and how far the log goes, and nothing else yet."""
    recorder: Any = place.clerk.recorder
    return Check(recorder, place.log, Guard(place.log.guard_file))


def at_the_start(place: Place) -> None:
    check(Settings.load({}, data=str(place.folder)), place.clerk, place.log.writing)


def looked_at(place: Place, step: str) -> list[Check]:
    seen: list[Check] = []

    def tell(done: str) -> None:
        if done == step:
            seen.append(looked(place))

    place.log.writing.step = tell
    assert place.log.bring_up() is None
    return seen


def test_a_head_that_is_being_signed_is_no_fault(place: Place) -> None:
    """The guard is written before the head: for as long as the disk takes, it is ahead."""
    place.tables.note(5)
    (found,) = looked_at(place, "guarded")
    assert list(found.faults(signing=True)) == [], "by the process that signs"
    place.tables.note(5)
    (found,) = looked_at(place, "guarded")
    assert list(found.faults()) == [], "by a command: the head came a moment after it looked"
    place.tables.note(5)
    (found,) = looked_at(place, "guarded")
    place.sql("DELETE FROM checkpoints WHERE size = (SELECT MAX(size) FROM checkpoints)", file="ledger.sqlite")
    (fault,) = found.faults()
    assert "the newest signed head is of size 37, where one of size 42 was signed" in fault.text.en, "it does not come"


def test_what_a_kill_or_a_power_cut_leaves_is_no_damage_to_the_writer_that_comes_up_from_it(place: Place) -> None:
    place.sql("DELETE FROM checkpoints", file="ledger.sqlite")
    at_the_start(place)
    assert place.log.standing().damage is None, "it signs the head again"
    assert "where one of size 27 was signed" in place.said(), "while nobody does, it is lost"
    for table in ("entries", "tiles", "checkpoints"):
        place.sql(f"DELETE FROM {table}", file="ledger.sqlite")
    place.sql("UPDATE log SET size = 0, position = 0, row = x''", file="ledger.sqlite")
    at_the_start(place)
    assert place.log.standing().damage is None, "it takes the entries in again"
    place.reopen()
    assert place.log.bring_up() is None
    at_the_start(place)
    assert (place.log.standing().damage, place.log.standing().refusal, place.faults()) == (None, None, [])


def test_a_guard_for_other_entries_is_damage_to_the_writer_too(place: Place) -> None:
    guard = place.log.guard_file
    origin, size, _, *rest = guard.read_text("utf-8").split("\n")
    guard.write_text("\n".join([origin, size, "A" * 43 + "=", *rest]), "utf-8")
    at_the_start(place)
    damage = place.log.standing().damage
    assert damage is not None and "The guard's head of size 27 is none of the log's" in damage.en


def test_a_key_that_is_announced_meanwhile_is_no_fault(place: Place) -> None:
    (old,) = KeyRing(place.log.key_file).read()
    keyring.write(place.log.key_file, (old, keyring.SignerKey.generate(ORIGIN)))
    extent = place.log.extent

    def then_announced() -> Any:
        seen = extent()
        place.log.writer.signing.take_keys()
        return seen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place.log, "extent", then_announced)
        found = looked(place)
    assert len(place.log.log_keys()) == 2
    assert list(found.faults()) == []


def test_a_record_that_does_not_fit_while_one_checks_is_not_forgotten(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    one, another = Text("Record 3 does not fit."), Text("Record 5 does not fit.")
    place.log.writing.say("misfit", one, 1)
    at_the_start(place)
    assert place.log.standing().damage is None, "all fits now"

    def meanwhile(self: Check, **given: bool) -> Iterator[Fault]:
        place.log.writing.say("misfit", another, 2)
        yield from faults(self, **given)

    faults = Check.faults
    place.log.writing.say("misfit", one, 1)
    monkeypatch.setattr(Check, "faults", meanwhile)
    at_the_start(place)
    assert place.log.standing().damage == another
