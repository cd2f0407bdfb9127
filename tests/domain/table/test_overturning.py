from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.clerk.clerk import Clerk
from domain.errors import BadRequest, RulingRefused
from domain.game.game import fingerprint, fold
from domain.kernel.stored import Filed
from domain.procedure.rulings import Grounds
from domain.record.records import UMPIRE, ActionsRestored, RulingGiven, RulingOverturned
from domain.record.remedies import Annul
from tests.builders.table import DUEL, FACTS, Table, duel

ABOUT_IT = Grounds("X", "time", "", 0, 1)

# -- overturning ---------------------------------------------------------------------------------------------------------


def each_remedy(table: Table) -> list[int]:
    made = [table.rule("stands", ABOUT_IT), table.rule("penalty", seat="red", points=-1)]
    made += [table.rule("correct", facts=FACTS[DUEL])]
    table.play(3)
    made += [table.rule("annul", from_seq=table.game.in_force()[-2], rolls="reroll")]
    made += [table.rule("adjudicate", winners=("blue",))]
    return made


def test_each_remedy_can_be_overturned_and_all_is_as_before(clerk: Clerk) -> None:
    table = duel(clerk, seed=6)
    table.play(8)
    start = table.game
    for ruling in reversed(each_remedy(table)):
        before = table.at(ruling - 1)
        game = table.overturn(ruling)
        assert (game.board, game.in_force(), game.outcome) == (before.board, before.in_force(), before.outcome)
        body = table.body(game.seq)
        assert isinstance(body, RulingOverturned) and body.ruling == ruling
        assert body.board == fingerprint(game.rules, game.board)
        assert table.game.proceedings.ruling(ruling).overturned == game.seq  # type: ignore[union-attr]
        with pytest.raises(RulingRefused, match=f"overturned already, in record {game.seq}") as twice:
            table.overturn(ruling)
        assert (twice.value.pointer, twice.value.at) == ("/ruling", game.seq)
    assert (table.game.board, table.game.irregularities) == (start.board, ())


@pytest.mark.parametrize("wrong", [0, 1, 3, 99])
def test_only_a_ruling_can_be_overturned(clerk: Clerk, wrong: int) -> None:
    table = duel(clerk)
    table.play(2)
    table.rule("stands", ABOUT_IT)
    with pytest.raises(RulingRefused, match="is no ruling"):
        table.overturn(wrong)
    with pytest.raises(BadRequest):
        table.overturn(4, Grounds("X", "because"))


# -- retries, races, and what is stored ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["no ruling", "overturned already", "taken back", "annulled", "restored"])
def test_a_ruling_that_does_not_follow_from_the_records_is_damage(clerk: Clerk, make_clerk: Callable[[], Clerk], what: str) -> None:
    """The clerk writes none; a file from elsewhere may say anything."""
    table = duel(clerk, seed=3)
    table.play(8)
    line = table.game.in_force()
    ruling = table.rule("annul", from_seq=line[-1], rolls="reroll")
    over = RulingOverturned(at=table.game.at, ruling=ruling, rule="X", code="time")
    bodies: dict[str, Any] = {
        "no ruling": replace(over, ruling=3),
        "overturned already": over,
        "taken back": over,
        "annulled": RulingGiven(at=table.game.at, remedy=Annul(line[-1], "reroll"), rule="X", code="time"),
        "restored": ActionsRestored(at=table.game.at, seat="blue", retraction=ruling),
    }
    if what == "overturned already":
        table.overturn(ruling)
    elif what == "taken back":
        table.undo(UMPIRE, line[2])
    game = make_clerk().game(table.id)
    with pytest.raises(ValueError, match="record"):
        fold(game, Filed.new(table.id, game.seq + 1, bodies[what]))


def test_a_ruling_whose_position_is_gone_cannot_be_overturned_until_it_is_back(clerk: Clerk) -> None:
    table = duel(clerk, seed=3)
    table.play(10)
    line, board = table.game.in_force(), table.game.board
    ruling = table.rule("annul", from_seq=line[-3], rolls="reroll")
    table.undo(UMPIRE, line[2])
    with pytest.raises(RulingRefused, match="taken back since") as refused:
        table.overturn(ruling)
    assert refused.value.at == ruling
    table.redo(UMPIRE)
    assert table.overturn(ruling).board == board
