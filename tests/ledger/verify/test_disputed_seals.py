"""Sealed bids at a disputed table: taken back, annulled in the middle of an auction, entered by the arbiter. Whatever the clerk
writes of it, the audit finds in order, without the rules and with them; and what nobody but the rules can see is found by them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from domain.clerk.clerk import Clerk
from domain.errors import Refusal
from domain.ledger.chance.seals import seal
from domain.ledger.verify.report import Report
from domain.procedure.rulings import Grounds
from domain.procedure.seals import sealing
from domain.rules.titles import registry
from domain.transfer.replay import Replayed, replay
from ops.cli.proof.replayed import tell
from tests.api.bids import Bid
from tests.builders.table import FIEF
from tests.builders.world import Record, World, audit
from tests.domain.table.sealers import SealedTable, spelt
from tests.ledger.games import rows_of

ILL = Grounds("T 4.1", "wrong-entry", "She is ill.")


@pytest.fixture(autouse=True)
def title(monkeypatch: pytest.MonkeyPatch) -> None:
    """The title of `tests/api/bids.py` is registered."""
    monkeypatch.setitem(registry._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")


def audited(table: SealedTable, records: list[Record]) -> Report:
    world = World()
    world.play(table.id, records)
    return audit(world.bundle(table.id))


def replayed(table: SealedTable, records: list[Record]) -> Replayed:
    return replay(table.id, records, table.game.setting.catalog.data)


class Player:
    """Whoever plays at random, and remembers what every seat has chosen for every slot."""

    def __init__(self, table: SealedTable, seed: int) -> None:
        self.table, self.rng = table, Random(seed)
        self.chosen: dict[tuple[str, str], Any] = {}

    def go_on(self) -> None:
        """One thing that seats do: seal, show, or act in the open."""
        table, now = self.table, sealing(self.table.game)
        if now is None:
            table.step()
        elif now.missing:
            seat = self.rng.choice(now.missing)
            action = table.game.rules.sample(table.game.board, seat, self.rng)
            if now.shown:
                table.rulings.let_stand(table.order(), seat, action, ILL)  # type: ignore[arg-type]
            else:
                table.seal(seat, action)
                self.chosen[now.slot, seat] = action
        else:
            seat = self.rng.choice(now.owing)
            table.show(seat, self.chosen[now.slot, seat])

    def disturb(self) -> None:
        table, now = self.table, sealing(self.table.game)
        forced = table.game.in_force()
        match self.rng.randrange(5):
            case 0:
                table.undo("arbiter", self.rng.choice(forced[-3:]))
            case 1:
                table.redo("arbiter")
            case 2:
                table.rule("annul", from_seq=self.rng.choice(forced[-4:]), rolls="reroll")
            case 3:
                rulings = [r.seq for r in table.game.proceedings.rulings if r.seq not in table.game.history.overturned]
                table.overturn(self.rng.choice(rulings[-2:]))
            case _ if now:
                seat = self.rng.choice(now.owing)
                table.rulings.let_stand(table.order(), seat, table.game.rules.sample(table.game.board, seat, self.rng), ILL)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(4))
def test_a_disputed_session_with_seals_is_in_order(clerk: Clerk, seed: int) -> None:
    table = SealedTable(clerk, FIEF, name=f"table-{seed}", players=3, seed=seed)
    player = Player(table, seed)
    while sealing(table.game) is None:
        player.go_on()
    for n in range(400):
        if len({slot for slot, _ in player.chosen}) > 3:
            break
        try:
            player.disturb() if n % 5 == 4 else player.go_on()
        except (Refusal, IndexError):
            continue
    table.clerk.close_game(table.order())
    records = rows_of(clerk, table.id)
    report = audited(table, records)
    assert report.verdict == "verified", "\n".join(report.text("en"))
    (seals,) = (f for f in report.findings if f.check == "seals")
    assert seals.data["sealed"] == len(player.chosen) > 3
    again = replayed(table, records)
    assert (again.trouble, again.otherwise, again.wrong) == (None, (), ())


def mended(record: Record, **changed: Any) -> Record:
    body = {**json.loads(record[1]), **changed}
    return record[0], json.dumps(body, separators=(",", ":")).encode()


def test_what_only_the_rules_can_see(clerk: Clerk) -> None:
    """A seal that was made for another slot opens there; a value that was shown before all were bound opens as well."""
    table = SealedTable(clerk)
    table.choose_in_secret(a=Bid(3), b=Bid(4))
    clerk.close_game(table.order())
    opened, ann, bob, shows, *rest = rows_of(clerk, table.id)
    assert replayed(table, [opened, ann, bob, shows, *rest]).wrong == ()

    salt = bytes.fromhex(table.devices["a"].salts["bid after 1"])
    moved = mended(ann, slot="bid after 9", seal=seal(table.id, "bid after 9", "a", salt, spelt(Bid(3))).hex())
    elsewhere = [opened, moved, bob, shows, *rest]
    assert audited(table, elsewhere).verdict == "verified"
    assert [one.seq for one in replayed(table, elsewhere).wrong] == [2, 4]

    report = Report("greffe verify")
    tell(report, replayed(table, elsewhere))
    assert [f.record for f in report.findings if f.status == "failed" and "was not sealed for" in f.said.en] == [4]

    early = [opened, ann, mended(shows, opens={"record": 2, "salt": salt.hex()})]
    assert [one.seq for one in replayed(table, early).wrong] == [3]
