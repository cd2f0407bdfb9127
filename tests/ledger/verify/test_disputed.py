"""Real games, disputed at random: undone, restored, annulled with rolls that stand or are rolled again, overturned. Whatever the
clerk writes of it, the audit, which follows rulings by rules of its own, finds in order."""

from __future__ import annotations

from random import Random

import pytest

from domain.clerk.clerk import Clerk
from domain.errors import Refusal
from domain.ledger.chance.dice import contribution_commitment
from domain.ledger.verify.report import Report
from domain.procedure.contributions import players
from domain.record.records import UMPIRE
from domain.rules.time_control import TimeControl
from domain.table.contributions import Contributions
from domain.transfer.replay import replay
from tests.builders.table import DUEL, FIEF, RAIDERS, TEARS, Table, last
from tests.builders.world import World, audit
from tests.ledger.games import rows_of


def closed(table: Table) -> Report:
    table.clerk.close_game(table.order())
    world, rows = World(), rows_of(table.clerk, table.id)
    world.play(table.id, rows)
    found = replay(table.id, rows, table.game.setting.catalog.data)
    told = found.wrong, found.otherwise, found.trouble, found.clocks
    assert told == ((), (), None, ()), "whatever the clerk writes, the replay finds in order"
    return audit(world.bundle(table.id))


def contribute(table: Table, rng: Random) -> None:
    """Every player adds to the dice, or the service does for one that is absent."""
    dice, values = Contributions(table.clerk), {}
    for seat in players(table.game):
        if rng.random() < 0.3:
            dice.stand_in(table.order(), seat)
        else:
            values[seat] = rng.randbytes(16)
            dice.commit(table.order(), seat, contribution_commitment(table.id, seat, values[seat]).hex())
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
            rulings.append(table.rule("annul", from_seq=rng.choice(forced[-5:]), rolls=rng.choice(["stands", "stands", "reroll"])))
        case 4 if rulings:
            table.overturn(rng.choice(rulings[-3:]))
        case 5 if forced:
            table.again(rng.choice(forced[-6:]))
        case 6 | 7:
            table.again(rng.choice([seq for seq, body in table.bodies() if type(body).__name__ == "ActionTaken"][-8:]))
        case 8:
            table.clerk.list_anew(table.order(), public=rng.random() < 0.5, tags=rng.choice([(), ("spring", "table 4")]))
        case _ if game.to_act:
            table.step()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("title", "chance"), [(DUEL, "sealed"), (RAIDERS, "sealed"), (FIEF, "sealed"), (TEARS, "table")])
def test_a_disputed_game_is_in_order(clerk: Clerk, title: str, chance: str, seed: int) -> None:
    control = (None, TimeControl("fischer", 600, 5), TimeControl("per-move", 60), TimeControl("budget", 600))[seed]
    table = Table(clerk, title, name=f"{title}-{seed}", seed=seed, chance=chance, time_control=control)
    rng, rulings = Random(seed), list[int]()
    if chance == "sealed" and seed % 2:
        table.play(2)
        contribute(table, rng)
    for _ in range(60):
        try:
            disturb(table, rng, rulings)
        except (Refusal, IndexError):
            continue
    report = closed(table)
    assert report.verdict == "verified", "\n".join(report.text("en"))


def test_rolls_that_an_arbiter_lets_stand_are_followed(clerk: Clerk) -> None:
    """Repeated, taken back, repeated again, annulled again, overturned: the clerk repeats one roll each time."""
    table = Table(clerk, RAIDERS)
    at = table.until(lambda game: last(game)[1]).in_force()[-1]
    table.rule("annul", from_seq=at, rolls="stands")
    again = table.again(at).seq
    table.undo(UMPIRE)
    again = table.again(at).seq
    ruling = table.rule("annul", from_seq=again, rolls="stands")
    table.again(at)
    table.overturn(ruling)
    table.rule("annul", from_seq=again, rolls="stands")
    table.again(at)
    report = closed(table)
    assert report.verdict == "verified", "\n".join(report.text("en"))
    rolls = next(f for f in report.findings if f.check == "dice").data
    assert rolls["repeats"] == 4 * len(table.body(at).rolls)


def test_a_branch_is_in_order(clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS)
    table.play(6)
    branch = Table(clerk, game=table.grow(5).id)
    branch.play(4)
    report = closed(branch)
    assert report.verdict == "verified", "\n".join(report.text("en"))
