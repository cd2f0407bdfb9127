from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.errors import BadRequest, KeyReused, RulingRefused, Stale
from domain.game.game import fingerprint, fold
from domain.procedure.remedies import Wish
from domain.procedure.rulings import Grounds
from domain.record.records import UMPIRE, ActionsRestored, RulingGiven, RulingOverturned
from domain.record.remedies import Adjudicate, Annul, Correct, Penalty
from domain.record.stored import Filed
from domain.table.rulings import Rulings
from tests.builders.table import DUEL, FACTS, GROUNDS, Table, duel, last

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


def test_overturning_after_play_went_on_takes_that_play_back(clerk: Clerk) -> None:
    table = duel(clerk, seed=3)
    table.play(10)
    line, board = table.game.in_force(), table.game.board
    ruling = table.rule("annul", from_seq=line[-3], rolls="reroll")
    table.play(4)
    game = table.overturn(ruling)
    assert (game.board, game.in_force()) == (board, line)


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


def test_rulings_that_went_one_behind_the_other_come_back_in_turn(clerk: Clerk) -> None:
    """A later ruling went further back: the earlier one has nothing to overturn, until that one is overturned."""
    table = duel(clerk, seed=3)
    table.play(10)
    line = table.game.in_force()
    near = table.rule("annul", from_seq=line[-2], rolls="reroll")
    table.step()
    far = table.rule("annul", from_seq=line[3], rolls="reroll")
    with pytest.raises(RulingRefused, match="taken back since"):
        table.overturn(near)
    table.overturn(far)
    assert table.game.board == table.at(far - 1).board
    table.overturn(near)
    assert table.game.in_force() == line


def test_a_correction_of_an_annulled_line_goes_with_it(clerk: Clerk) -> None:
    table = duel(clerk, seed=3)
    table.play(6)
    correction = table.rule("correct", facts=FACTS[DUEL])
    table.play(2)
    annulled = table.rule("annul", from_seq=correction, rolls="reroll")
    assert table.game.board == table.at(correction - 1).board
    assert table.game.irregularities == ()
    with pytest.raises(RulingRefused, match="taken back since"):
        table.overturn(correction)
    table.overturn(annulled)
    assert table.game.irregularities == (correction,)
    table.overturn(correction)
    assert table.game.board == table.at(correction - 1).board


# -- retries, races, and what is stored ---------------------------------------------------------------------------------------


def test_every_request_can_be_sent_again(clerk: Clerk, make_clerk: Callable[[], Clerk]) -> None:
    table = duel(clerk)
    table.play(3)
    sends: list[tuple[Order, Callable[[Rulings, Order], Any]]] = [
        (table.order("c", 4), lambda desk, o: desk.claim(o, "red", 2, "no")),
        (table.order("p", 5), lambda desk, o: desk.rule(o, Wish("penalty", seat="red", points=-1), GROUNDS)),
        (table.order("x", 6), lambda desk, o: desk.rule(o, Wish("correct", facts=FACTS[DUEL]), GROUNDS)),
        (table.order("o", 7), lambda desk, o: desk.overturn(o, 6, GROUNDS)),
    ]
    first = [send(table.rulings, order) for order, send in sends]
    table.play(2)
    elsewhere = Rulings(make_clerk())
    for desk in (table.rulings, elsewhere):
        for (order, send), answer in zip(sends, first, strict=True):
            again = send(desk, order)
            assert again.again and again.filed == answer.filed and again.game.board == answer.game.board
    assert table.game.seq == 10
    with pytest.raises(KeyReused):
        table.rulings.claim(Order(table.id, 10, "tester", "p", "another digest"), "red", 2, "no")


def test_two_arbiters_rule_at_once_and_one_learns_where_the_game_stands(clerk: Clerk, make_clerk: Callable[[], Clerk]) -> None:
    table = duel(clerk)
    table.play(3)
    elsewhere = Rulings(make_clerk())
    seq = table.game.seq
    table.rule("annul", from_seq=seq, rolls="reroll")
    with pytest.raises(Stale) as stale:
        elsewhere.rule(Order(table.id, seq, "another", "k", "d"), Wish("annul", from_seq=seq, rolls="reroll"), GROUNDS)
    assert stale.value.seq == seq + 1


def test_what_is_stored_of_a_ruling_is_read_back_the_same(clerk: Clerk, make_clerk: Callable[[], Clerk]) -> None:
    table = duel(clerk, seed=6)
    table.play(8)
    for ruling in reversed(each_remedy(table)):
        table.overturn(ruling)
    elsewhere = make_clerk().file(table.id)
    kinds = {type(filed.body.remedy) for filed in elsewhere.filed if isinstance(filed.body, RulingGiven)}
    assert {Annul, Correct, Penalty, Adjudicate} < kinds
    for seq in range(1, table.game.seq + 1):
        here, there = table.at(seq), elsewhere.at(seq)
        assert (there.board, there.proceedings, there.irregularities, there.outcome, there.to_act) == (
            here.board, here.proceedings, here.irregularities, here.outcome, here.to_act,
        )  # fmt: skip
        assert last(there) == last(here)


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
