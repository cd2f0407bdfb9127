import json
from typing import Any

import pytest
from msgspec.structs import replace

from domain.titles import registry
from domain.titles.contract.chance import SealedChance
from domain.titles.contract.ruleset import ARBITER, PUBLIC
from domain.titles.raiders import RULES, facts as f
from domain.titles.raiders.actions import Forgo, Reveal
from domain.titles.raiders.board import AUTOMA, PLAYER, Board
from domain.titles.raiders.chapters.offerings import draw_top_tile
from domain.titles.raiders.values import Gain, Goods
from tests.builders.raiders import (
    EXAMPLE,
    SET_ASIDE,
    act,
    after,
    catalog_with_card,
    facts,
    refused,
    reveal,
    scheme,
    table,
)

PILE = tuple(f"S{n:02d}" for n in range(1, 24) if f"S{n:02d}" not in SET_ASIDE)
LAST: dict[str, Any] = {
    "pile": (EXAMPLE,),
    "discard": tuple(card for card in PILE if card != EXAMPLE),
}


def test_rs_29_revealing_the_last_card_shuffles_nothing_yet() -> None:
    board = table("reveal", **LAST)
    assert len(board.discard) == 20
    sentences = facts(board, AUTOMA, Reveal())
    assert not any(isinstance(fact, f.SchemesReshuffled) for fact in sentences)
    board = after(board, sentences)
    assert board.pile == () and len(board.discard) == 21


def test_rs_29_the_next_turn_shuffles_because_it_must() -> None:
    board = replace(reveal(table("reveal", **LAST)), stage="reveal")
    sentences = facts(board, AUTOMA, Reveal(), ["S01"])
    assert isinstance(sentences[0], f.SchemesReshuffled)
    board = after(board, sentences)
    assert (len(board.pile), board.discard) == (20, ("S01",))
    assert board.set_aside == SET_ASIDE, "the two cards set aside stay out"


# -- cards that the table enters -------------------------------------------------------------------


def entering(**fields: Any) -> Board:
    return table("reveal", options={"schemes": "table"}, pile=("T01", "T02", "T03"), **fields)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"site": "outpost-left"}, "unknown-site"),
        ({"blocks": "tavern"}, "unknown-building"),
        ({"order": (1,)}, "bad-order"),
        ({"order": (1, 1)}, "bad-order"),
        ({"order": (1, 2, 3)}, "bad-order"),
        ({"site": "harbour-left"}, "bad-order"),
        ({"armour": 11}, "beyond-caps"),
        ({"provisions": 9}, "beyond-caps"),
        ({"prepare": Gain(11, 0)}, "beyond-caps"),
        ({"prepare": Gain(0, 9)}, "beyond-caps"),
    ],
)
def test_a_card_that_cannot_be_is_refused(wrong: dict[str, Any], code: str) -> None:
    assert refused(entering(), Reveal(scheme(**wrong)), AUTOMA).code == code


def test_after_a_shuffle_only_cards_seen_before_can_come() -> None:
    first, second, third = scheme(points=1), scheme(points=2), scheme(points=3)
    board = entering()
    for card in (first, second, third):
        board = replace(reveal(board, card), stage="reveal")
    assert board.pile == ()
    assert refused(board, Reveal(scheme(points=9)), AUTOMA).code == "not-in-pile"
    assert [
        c.action.card for c in RULES.legal(board, AUTOMA).choices if isinstance(c.action, Reveal)
    ] == [first, second, third], "the page can offer the cards that are left"
    board = replace(reveal(board, second), stage="reveal")
    assert (board.discard, refused(board, Reveal(second), AUTOMA).code) == (("T02",), "not-in-pile")
    assert RULES.judge(board, AUTOMA, Reveal(third)).legal


CATALOG = catalog_with_card(armour=0, provisions=0, offering=1)
STACK = {"offering_from": "stack"}
NO_RAID = {"outpost-right-1": {}, "outpost-right-2": {}}


def taken(**fields: object) -> Board:
    return reveal(
        table("reveal", spaces=NO_RAID, catalog=CATALOG, options=STACK, **fields), EXAMPLE
    )


def test_no_view_fact_or_score_tells_the_tile() -> None:
    before = table("reveal", spaces=NO_RAID, catalog=CATALOG, options=STACK)
    sentences = facts(before, AUTOMA, Reveal(), [EXAMPLE])
    assert f.OfferingLaidDown(AUTOMA) in sentences
    assert not any(isinstance(fact, f.OfferingDrawn | f.OfferingUncovered) for fact in sentences)
    board = after(before, sentences)
    assert {
        tile
        for audience in (PUBLIC, PLAYER, AUTOMA, ARBITER)
        for tile in _named(RULES.view(board, audience))
    } == set(board.face_up)
    assert RULES.score(board)[1].points == RULES.score(before)[1].points
    assert not any(
        tile in RULES.say_fact(board, fact).en for fact in sentences for tile in board.stack
    )


def _named(view: object) -> set[str]:
    words = json.dumps(view)
    return {
        tile for tile in RULES.catalogs()["default"].values["offerings"] if f'"{tile}"' in words
    }


def test_tiles_below_the_stack_come_once_the_others_are_gone() -> None:
    board = taken(stack=("O16",), sunk=("O09", "O10"))
    assert (board.stack, board.automa.face_down, board.tiles_left) == (("O16",), 1, 2)
    assert draw_top_tile(board, SealedChance(b"any")) == "O09"
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


def test_under_version_1_the_tile_was_turned_up() -> None:
    first = registry.ruleset("raiders-solo", 1)
    board = table("reveal", spaces=NO_RAID, catalog=CATALOG, options=STACK)
    board.setting.version = 1
    sentences = first.decide(board, AUTOMA, Reveal(), SealedChance(b"then"))
    assert any(isinstance(fact, f.OfferingDrawn) for fact in sentences)


@pytest.mark.parametrize(("face_down", "options"), [(14, STACK), (-1, STACK), (1, {})])
def test_a_correction_cannot_lay_down_what_the_stack_has_not(
    face_down: int, options: dict[str, str]
) -> None:
    board = table(options=options)
    assert RULES.amiss(board) == ()
    assert RULES.amiss(replace(board, automa=replace(board.automa, face_down=face_down)))


def test_costs_and_gains_are_shown_whole_with_what_is_zero() -> None:
    seen = RULES.view(taken(), PUBLIC)
    costs = [tile["cost"] for tile in seen["offerings"]["face_up"]]
    assert costs and all(set(cost) == set(Goods.__struct_fields__) for cost in costs)
