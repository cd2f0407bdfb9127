"""Real games, disputed at random: undone, restored, annulled with rolls that stand or are rolled
again, overturned. The audit follows rulings by rules of its own, and finds no fault in what the
clerk writes."""

import json
from random import Random
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.dice.use_cases import Contributions
from domain.game.record.records import UMPIRE
from domain.game.rulings.conditions import Grounds
from domain.game.seals.conditions import sealed_choice
from domain.kernel.refusals import Refusal
from domain.proof.chance.dice import contribution_commitment
from domain.proof.chance.seals import seal
from domain.proof.verify.report import Report
from domain.titles.contract.time_control import TimeControl
from domain.transfer.replay import ReplayResult, replay
from ops.cli.proof.replayed import add_game_findings
from tests.api.bids import Bid
from tests.builders.table import DUEL, FIEF, RAIDERS, TEARS, Table
from tests.builders.world import Record, World, audit, verified
from tests.domain.game.seals.sealers import SealedTable, spelt
from tests.domain.proof.games import rows_of

pytestmark = pytest.mark.usefixtures("sealed_bids")


def report_when_closed(table: Table) -> Report:
    table.clerk.close_game(table.order())
    world, rows = World(), rows_of(table.clerk, table.id)
    world.play(table.id, rows)
    outcome = replay(table.id, rows, table.game.setting.catalog.data)
    summary = outcome.wrong, outcome.otherwise, outcome.trouble, outcome.clocks
    assert summary == ((), (), None, ()), "whatever the clerk writes, the replay finds in order"
    return audit(world.bundle(table.id))


def contribute(table: Table, rng: Random) -> None:
    dice, values = Contributions(table.clerk), {}
    for seat in table.game.player_seats:
        if rng.random() < 0.3:
            dice.stand_in(table.order(), seat)
        else:
            values[seat] = rng.randbytes(16)
            dice.commit(
                table.order(), seat, contribution_commitment(table.id, seat, values[seat]).hex()
            )
    for seat, value in values.items():
        dice.reveal(table.order(), seat, value.hex())


def disturb(table: Table, rng: Random, rulings: list[int]) -> None:
    game = table.game
    seats = [seat.id for seat in game.setting.seat_specs if seat.role == "player"]
    forced = game.in_force()
    match rng.randrange(13):
        case 0:
            table.undo(rng.choice([UMPIRE, *seats]), rng.choice(forced[-4:]) if forced else None)
        case 1:
            table.redo(rng.choice([UMPIRE, *seats]))
        case 2 | 3 if forced:
            rulings.append(
                table.rule(
                    "annul",
                    from_seq=rng.choice(forced[-5:]),
                    rolls=rng.choice(["stands", "stands", "reroll"]),
                )
            )
        case 4 if rulings:
            table.overturn(rng.choice(rulings[-3:]))
        case 5 if forced:
            table.again(rng.choice(forced[-6:]))
        case 6 | 7:
            table.again(
                rng.choice(
                    [seq for seq, body in table.bodies() if type(body).__name__ == "ActionTaken"][
                        -8:
                    ]
                )
            )
        case 8:
            table.clerk.change_listing(
                table.order(),
                public=rng.random() < 0.5,
                tags=rng.choice([(), ("spring", "table 4")]),
            )
        case _ if game.to_act:
            table.step()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("title", "chance"), [(DUEL, "sealed"), (RAIDERS, "sealed"), (FIEF, "sealed"), (TEARS, "table")]
)
def test_a_disputed_game_is_in_order(clerk: Clerk, title: str, chance: str, seed: int) -> None:
    control = (
        None,
        TimeControl("fischer", 600, 5),
        TimeControl("per-move", 60),
        TimeControl("budget", 600),
    )[seed]
    table = Table(
        clerk, title, name=f"{title}-{seed}", seed=seed, chance=chance, time_control=control
    )
    rng, rulings = Random(seed), list[int]()
    if chance == "sealed" and seed % 2:
        table.play(2)
        contribute(table, rng)
    for _ in range(60):
        try:
            disturb(table, rng, rulings)
        except (Refusal, IndexError):
            continue
    verified(report_when_closed(table))


# -- with seals ------------------------------------------------------------------------------------


ILL = Grounds("T 4.1", "wrong-entry", "She is ill.")


def audited(table: SealedTable, records: list[Record]) -> Report:
    return audit(World().play(table.id, records).bundle(table.id))


def replayed(table: SealedTable, records: list[Record]) -> ReplayResult:
    return replay(table.id, records, table.game.setting.catalog.data)


class Player:
    """Plays all seats at random, and remembers what each chose for each secret choice (`slot`)."""

    def __init__(self, table: SealedTable, seed: int) -> None:
        self.table, self.rng = table, Random(seed)
        self.chosen: dict[tuple[str, str], Any] = {}

    def go_on(self) -> None:
        table, now = self.table, sealed_choice(self.table.game)
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
        table, now = self.table, sealed_choice(self.table.game)
        forced = table.game.in_force()
        match self.rng.randrange(5):
            case 0:
                table.undo("arbiter", self.rng.choice(forced[-3:]))
            case 1:
                table.redo("arbiter")
            case 2:
                table.rule("annul", from_seq=self.rng.choice(forced[-4:]), rolls="reroll")
            case 3:
                rulings = [
                    r.seq
                    for r in table.game.proceedings.rulings
                    if r.seq not in table.game.history.overturned
                ]
                table.overturn(self.rng.choice(rulings[-2:]))
            case _ if now:
                seat = self.rng.choice(now.owing)
                table.rulings.let_stand(
                    table.order(),
                    seat,
                    table.game.rules.sample(table.game.board, seat, self.rng),
                    ILL,
                )  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(4))
def test_a_disputed_session_with_seals_is_in_order(clerk: Clerk, seed: int) -> None:
    table = SealedTable(clerk, FIEF, name=f"table-{seed}", players=3, seed=seed)
    player = Player(table, seed)
    while sealed_choice(table.game) is None:
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
    report = verified(audited(table, records))
    (seals,) = (f for f in report.findings if f.check == "seals")
    assert seals.data["sealed"] == len(player.chosen) > 3
    again = replayed(table, records)
    assert (again.trouble, again.otherwise, again.wrong) == (None, (), ())


def mended(record: Record, **changed: Any) -> Record:
    body = {**json.loads(record[1]), **changed}
    return record[0], json.dumps(body, separators=(",", ":")).encode()


def test_what_only_the_rules_can_see(clerk: Clerk) -> None:
    """The audit without rules accepts a seal that was made for another slot, and a value that was
    shown before all seats were bound. The replay with the rules refuses both."""
    table = SealedTable(clerk)
    table.choose_in_secret(a=Bid(3), b=Bid(4))
    clerk.close_game(table.order())
    opened, ann, bob, shows, *rest = rows_of(clerk, table.id)
    assert replayed(table, [opened, ann, bob, shows, *rest]).wrong == ()

    salt = bytes.fromhex(table.devices["a"].salts["bid after 1"])
    moved = mended(
        ann, slot="bid after 9", seal=seal(table.id, "bid after 9", "a", salt, spelt(Bid(3))).hex()
    )
    elsewhere = [opened, moved, bob, shows, *rest]
    assert audited(table, elsewhere).verdict == "verified"
    assert [wrong.seq for wrong in replayed(table, elsewhere).wrong] == [2, 4]

    report = Report("greffe verify")
    add_game_findings(report, replayed(table, elsewhere))
    assert [
        f.record
        for f in report.findings
        if f.status == "failed" and "was not sealed for" in f.said.en
    ] == [4]

    early = [opened, ann, mended(shows, opens={"record": 2, "salt": salt.hex()})]
    assert [wrong.seq for wrong in replayed(table, early).wrong] == [3]
