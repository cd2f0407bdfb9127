from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.raiders import RULES
from domain.games.raiders.actions import Reveal
from domain.games.raiders.board import AUTOMA, Board
from domain.games.raiders.facts import turns as t
from domain.games.raiders.goods import Gain
from domain.games.raiders.values import Scheme
from domain.rules.chance import BadValues, TableChance
from tests.builders.raiders import EXAMPLE, SET_ASIDE, after, facts, refused, reveal, scheme, table

PILE = tuple(f"S{n:02d}" for n in range(1, 24) if f"S{n:02d}" not in SET_ASIDE)
LAST: dict[str, Any] = {"pile": (EXAMPLE,), "discard": tuple(card for card in PILE if card != EXAMPLE)}


def test_rs_29_revealing_the_last_card_shuffles_nothing_yet() -> None:
    board = table("reveal", **LAST)
    assert len(board.discard) == 20
    told = facts(board, AUTOMA, Reveal())
    assert not any(isinstance(fact, t.SchemesReshuffled) for fact in told)
    board = after(board, told)
    assert board.pile == () and len(board.discard) == 21


def test_rs_29_the_next_turn_shuffles_because_it_must() -> None:
    board = reveal(table("reveal", **LAST))
    board = replace(board, stage="reveal")
    told = facts(board, AUTOMA, Reveal(), ["S01"])
    assert isinstance(told[0], t.SchemesReshuffled)
    board = after(board, told)
    assert len(board.pile) == 20
    assert board.discard == ("S01",)
    assert board.set_aside == SET_ASIDE, "the two cards set aside stay out"


def test_cards_set_aside_are_never_revealed() -> None:
    for card in SET_ASIDE:
        with pytest.raises(BadValues):
            RULES.decide(table("reveal"), AUTOMA, Reveal(), TableChance([[card]]))


def test_a_revealed_card_cannot_be_revealed_again_before_the_shuffle() -> None:
    board = replace(reveal(table("reveal")), stage="reveal")
    with pytest.raises(BadValues):
        RULES.decide(board, AUTOMA, Reveal(), TableChance([[EXAMPLE]]))


def test_of_two_cards_left_chance_says_which_and_the_last_needs_no_chance() -> None:
    board = table("reveal", **{**LAST, "pile": (EXAMPLE, "S13")})
    for card in board.pile:
        assert reveal(board, card).revealed == card
    told = facts(table("reveal", **LAST), AUTOMA, Reveal())
    assert told[0] == t.SchemeRevealed(EXAMPLE)


# -- cards that the table enters ----------------------------------------------------------------------------------------


def entering(**fields: Any) -> Board:
    return table("reveal", options={"schemes": "table"}, pile=("T01", "T02", "T03"), **fields)


def test_a_table_says_what_its_card_says() -> None:
    board = reveal(entering(automa={"armour": 2, "provisions": 2}), scheme(armour=2, provisions=1, points=6, blocks="treasury"))
    assert (board.automa.points, board.automa.provisions, board.blocked) == (6, 1, "treasury")
    assert board.pile == ("T02", "T03") and board.discard == ("T01",)
    assert RULES.view(board, "public")["schemes"]["revealed"]["origin"]["points"] == "table"


def test_without_the_card_a_table_is_asked_for_it_and_a_catalog_wants_none() -> None:
    assert refused(entering(), Reveal(), AUTOMA).code == "card-needed"
    assert refused(table("reveal"), Reveal(scheme()), AUTOMA).code == "card-not-asked"


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


def test_a_card_may_ask_for_all_the_opponent_can_have() -> None:
    card = scheme(armour=10, provisions=8, prepare=Gain(10, 8))
    assert RULES.judge(entering(), AUTOMA, Reveal(card)).legal


def test_after_a_shuffle_only_cards_seen_before_can_come() -> None:
    first, second, third = scheme(points=1), scheme(points=2), scheme(points=3)
    board = entering()
    for card in (first, second, third):
        board = replace(reveal(board, card), stage="reveal")
    assert board.pile == ()
    assert refused(board, Reveal(scheme(points=9)), AUTOMA).code == "not-in-pile"
    offered = [c.action.card for c in RULES.legal(board, AUTOMA).choices if isinstance(c.action, Reveal)]
    assert offered == [first, second, third], "the page can offer the cards that are left"
    board = replace(reveal(board, second), stage="reveal")
    assert board.discard == ("T02",)
    assert refused(board, Reveal(second), AUTOMA).code == "not-in-pile"
    assert RULES.judge(board, AUTOMA, Reveal(third)).legal


def test_two_cards_may_say_the_same() -> None:
    twin = scheme(points=4)
    board = entering()
    for _ in range(3):
        board = replace(reveal(board, twin), stage="reveal")
    board = replace(reveal(board, twin), stage="reveal")
    assert len(board.pile) == 2
    assert isinstance(board.scheme("T03"), Scheme)
