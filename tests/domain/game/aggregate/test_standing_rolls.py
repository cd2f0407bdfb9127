from typing import Any

import pytest

from domain.game.aggregate.game import Game
from domain.game.aggregate.standing_rolls import standing_rolls
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UMPIRE
from domain.game.refusals import RollsNeeded, RollsRefused, RulingRefused
from domain.titles.codec import decode_action
from tests.builders.refusals import refused_with
from tests.builders.table import RAIDERS, Table, last_step
from tests.domain.game.undo.test_undo import rolled


def rolled_at(table: Table) -> int:
    table.step()
    return table.until(lambda g: last_step(g)[1]).in_force()[-1]


def test_a_ruling_that_leaves_dice_behind_has_to_say_what_becomes_of_them(clerk: Clerk) -> None:
    table, plain, rolled = standing_after_a_plain_action(clerk)
    ruling = table.game.seq
    refused = refused_with(
        RulingRefused,
        f"^Roll {table.body(rolled).rolls[0].number} stands by the ruling of record {ruling}:",
        table.rule,
        "annul",
        from_seq=plain,
    )
    assert (refused.pointer, refused.at) == ("/remedy/rolls", ruling)
    further = table.rule("annul", from_seq=plain, rolls="stands")
    assert standing_rolls(table.game) == table.body(rolled).rolls
    table.overturn(further)
    assert standing_rolls(table.game) == table.body(rolled).rolls
    table.rule("annul", from_seq=plain, rolls="reroll")
    assert standing_rolls(table.game) == ()


def standing_after_a_plain_action(clerk: Clerk, **opening: Any) -> tuple[Table, int, int]:
    """A game in which a seat took an action that revealed nothing and then one that rolled. The
    arbiter annulled the latter, and its dice stand. Returns the table and the seqs of both
    actions."""
    table = Table(clerk, seed=4, **opening)
    table.step()

    def twice(game: Game) -> bool:
        two = [game.step_at(seq) for seq in game.in_force()[-2:]]
        return (
            bool(rolled(game))
            and len(two) == 2
            and two[0].seat == two[1].seat
            and not two[0].stops_undo
        )

    for _ in range(40):
        try:
            table.until(twice)
            break
        except AssertionError:
            table = Table(
                clerk, name=f"table-{table.rng.random()}", seed=table.rng.randrange(1000), **opening
            )
    plain, rolled_seq = table.game.in_force()[-2:]
    table.rule("annul", from_seq=rolled_seq, rolls="stands")
    return table, plain, rolled_seq


def test_a_table_is_asked_for_what_does_not_stand_and_for_nothing_else(clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS, chance="table")
    at = rolled_at(table)
    body = table.body(at)
    action = decode_action(table.game.rules, body.action)
    table.rule("annul", from_seq=at, rolls="stands")
    trial = clerk.try_out(table.id, body.seat, action)
    assert trial.asks == ()
    assert [(roll.of, roll.values) for roll in trial.rolls] == [
        (roll.number, roll.values) for roll in body.rolls
    ]
    refused_with(
        RollsRefused,
        "send only what was asked for",
        clerk.act,
        table.order(),
        body.seat,
        action,
        [roll.values for roll in body.rolls],
    )
    answer = clerk.act(table.order(), body.seat, action)
    table.undo(UMPIRE)
    table.rule("annul", from_seq=table.game.in_force()[-1], rolls="reroll")
    assert answer.record.body.rolls  # type: ignore[attr-defined]
    with pytest.raises(RollsNeeded):
        for _ in range(300):
            seat = table.game.to_act[0]
            sample = table.game.rules.sample(table.game.board, seat, table.rng)
            clerk.act(table.order(), seat, sample)
