"""Offerings that the opponent takes from the stack: nobody knows them before the end (`Préparation`, A-RS-5)."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from domain.games.raiders import RULES
from domain.games.raiders.actions import Forgo, Reveal
from domain.games.raiders.board import AUTOMA, PLAYER, Board
from domain.games.raiders.facts import village as v
from domain.games.raiders.goods import Goods
from domain.games.raiders.turns.offerings import top
from domain.rules.chance import SealedChance
from domain.rules.ruleset import ARBITER, PUBLIC
from domain.rules.titles import registry
from tests.builders.raiders import EXAMPLE, act, after, facts, printing, reveal, table

CATALOG = printing(armour=0, provisions=0, offering=1)
STACK = {"offering_from": "stack"}
NO_RAID = {"outpost-right-1": {}, "outpost-right-2": {}}


def taken(**fields: object) -> Board:
    return reveal(table("reveal", spaces=NO_RAID, catalog=CATALOG, options=STACK, **fields), EXAMPLE)


def test_no_view_fact_score_or_drawing_tells_the_tile() -> None:
    before = table("reveal", spaces=NO_RAID, catalog=CATALOG, options=STACK)
    told = facts(before, AUTOMA, Reveal(), [EXAMPLE])
    assert v.OfferingLaidDown(AUTOMA) in told
    assert not any(isinstance(fact, v.OfferingDrawn | v.OfferingUncovered) for fact in told)
    board = after(before, told)
    shown = {tile for audience in (PUBLIC, PLAYER, AUTOMA, ARBITER) for tile in _named(RULES.view(board, audience))}
    assert shown == set(board.face_up)
    assert RULES.score(board)[1].points == RULES.score(before)[1].points
    assert not any(tile in RULES.drawing(board, ARBITER, "en") for tile in board.stack)
    assert not any(tile in RULES.say_fact(board, fact).en for fact in told for tile in board.stack)


def _named(view: object) -> set[str]:
    words = json.dumps(view)
    return {tile for tile in RULES.catalogs()["default"].values["offerings"] if f'"{tile}"' in words}


def test_a_tile_face_down_is_gone_from_the_stack_and_can_still_be_any_of_it() -> None:
    board = taken()
    assert board.tiles_left == 12 and len(board.stack) == 13
    assert RULES.view(board, PUBLIC)["offerings"]["stack"] == 12
    assert RULES.census(board)["offerings"] == 16
    drawn = {top(board, SealedChance(bytes([n]))) for n in range(60)}
    assert len(drawn) == 13, "what is shown next can be each tile nobody has seen"


def test_the_last_tile_of_the_stack_laid_face_down_triggers_the_end() -> None:
    board = taken(stack=("O16",))
    assert (board.tiles_left, board.trigger) == (0, "offerings")


def test_tiles_below_the_stack_come_once_the_others_are_gone() -> None:
    board = taken(stack=("O16",), sunk=("O09", "O10"))
    assert (board.stack, board.automa.face_down, board.tiles_left) == (("O16",), 1, 2)
    assert top(board, SealedChance(b"any")) == "O09"
    again = reveal(replace(board, stage="reveal", pile=(EXAMPLE,), discard=()))
    assert again.automa.face_down == 2 and again.tiles_left == 1 and again.sunk == ("O10",)


def last_turn(**fields: object) -> Board:
    return table(
        "use",
        player={"worker": "black"},
        automa={"face_down": 2, "points": 10},
        options=STACK,
        using="mill",
        colour="black",
        actions=1,
        trigger="valkyries",
        trigger_by=AUTOMA,
        turns_left=1,
        **fields,
    )


def test_at_the_end_the_tiles_are_turned_up_and_scored() -> None:
    board = act(last_turn(), Forgo(), ["O16", "O05"])
    assert board.stage == "over"
    assert board.automa.offerings == ("O16", "O05") and board.automa.face_down == 0
    worth = board.setting.values.offerings
    assert RULES.score(board)[1].points == 10 + worth["O16"].points + worth["O05"].points
    assert RULES.census(board)["offerings"] == 16


def test_tiles_that_can_only_be_those_are_turned_up_without_a_draw() -> None:
    board = act(last_turn(stack=("O16", "O05")), Forgo())
    assert sorted(board.automa.offerings) == ["O05", "O16"]


def test_under_version_1_the_tile_was_turned_up() -> None:
    first = registry.ruleset("raiders-solo", 1)
    board = table("reveal", spaces=NO_RAID, catalog=CATALOG, options=STACK)
    board.setting.version = 1
    told = first.decide(board, AUTOMA, Reveal(), SealedChance(b"then"))
    assert any(isinstance(fact, v.OfferingDrawn) for fact in told)


@pytest.mark.parametrize(("face_down", "options"), [(14, STACK), (-1, STACK), (1, {})])
def test_a_correction_cannot_lay_down_what_the_stack_has_not(face_down: int, options: dict[str, str]) -> None:
    board = table(options=options)
    assert RULES.amiss(board) == ()
    assert RULES.amiss(replace(board, automa=replace(board.automa, face_down=face_down)))


def test_costs_and_gains_are_shown_whole_with_what_is_zero() -> None:
    seen = RULES.view(taken(), PUBLIC)
    costs = [tile["cost"] for tile in seen["offerings"]["face_up"]]
    assert costs and all(set(cost) == set(Goods.__struct_fields__) for cost in costs)
