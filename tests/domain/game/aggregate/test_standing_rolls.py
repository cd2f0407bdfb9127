from typing import Any

import pytest

from domain.game.aggregate.game import Game
from domain.game.aggregate.standing_rolls import standing_rolls
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UMPIRE
from domain.game.refusals import RulingRefused, UndoRefused, ValuesNeeded, ValuesRefused
from domain.titles.codec import decode_action
from domain.titles.contract.chance import Roll
from tests.builders.refusals import refused_with
from tests.builders.table import DUEL, FIEF, RAIDERS, TEARS, Table, last, others, plain_end
from tests.domain.game.undo.test_undo import rolled

DICE = pytest.mark.parametrize("chance", ["sealed", "table"])


def rolls(table: Table) -> list[Roll]:
    return [roll for _, body in table.bodies() for roll in getattr(body, "rolls", ())]


def rolled_at(table: Table) -> int:
    table.step()
    return table.until(lambda g: last(g)[1]).in_force()[-1]


@DICE
@pytest.mark.parametrize("title", [DUEL, RAIDERS, FIEF, TEARS])
def test_rolls_that_stand_are_repeated_and_say_of_which(
    clerk: Clerk, title: str, chance: str
) -> None:
    table = Table(clerk, title, chance=chance).play(4)
    at = rolled_at(table)
    board, before = table.game.board, rolls(table)
    table.rule("annul", from_seq=at, rolls="stands")
    assert table.game.board == table.at(at - 1).board
    assert standing_rolls(table.game) == table.body(at).rolls
    game = table.again(at)
    assert game.board == board
    repeated = table.body(game.seq).rolls
    for new, old in zip(repeated, table.body(at).rolls, strict=True):
        assert (new.of, new.kind, new.spec, new.picks, new.values, new.source) == (
            old.number, old.kind, old.spec, old.picks, old.values, chance,
        )  # fmt: skip
    assert [r.number for r in rolls(table)] == list(range(1, len(before) + len(repeated) + 1))
    assert standing_rolls(game) == ()
    table.undo(UMPIRE)
    assert standing_rolls(table.game) == table.body(at).rolls, "what repeated them is gone"
    table.redo(UMPIRE)
    table.rule("annul", from_seq=game.seq, rolls="reroll")
    assert standing_rolls(table.game) == (), "what was repeated is rolled anew"


def test_the_arbiter_has_to_say_what_becomes_of_dice_and_only_of_dice(clerk: Clerk) -> None:
    table = Table(clerk)
    at = rolled_at(table)
    refused = refused_with(
        RulingRefused, f"Dice were rolled in record {at}", table.rule, "annul", from_seq=at
    )
    assert (refused.pointer, refused.at) == ("/remedy/rolls", at)
    table.until(plain_end)
    ruling = table.rule("annul", from_seq=table.game.in_force()[-1])
    assert table.body(ruling).remedy.rolls == "reroll"


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
    """A seat acted and showed nothing, acted again and rolled; the second was annulled and its dice
    stand."""
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


def test_undo_alone_does_not_leave_dice_behind_that_stand(clerk: Clerk) -> None:
    """Else a seat that likes them little would take back one action more, and roll anew."""
    table, plain, rolled_seq = standing_after_a_plain_action(clerk)
    ruling, seat = table.game.seq, last(table.game)[0]
    assert refused_with(UndoRefused, "stands by the ruling", table.undo, seat).at == ruling
    request = table.ask(seat, plain)
    assert table.body(request).affected == others(table.game, seat)
    for other in others(table.game, seat):
        table.answer(request, other)
    assert standing_rolls(table.game) == (), (
        "everybody agreed: there is nothing left for it to repeat"
    )
    table.redo(seat)
    assert standing_rolls(table.game) == table.body(rolled_seq).rolls


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
        ValuesRefused,
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
    assert answer.filed.body.rolls  # type: ignore[attr-defined]
    with pytest.raises(ValuesNeeded):
        for _ in range(300):
            seat = table.game.to_act[0]
            sample = table.game.rules.sample(table.game.board, seat, table.rng)
            clerk.act(table.order(), seat, sample)
