from typing import Any

import pytest
from msgspec.structs import replace

from domain.titles.fief import RULES
from domain.titles.fief.board import Auction, Board, Family, Lord, Place, Proposal, Troops
from domain.titles.fief.values import Guards
from tests.builders.fief import plain


@pytest.fixture
def board() -> Board:
    return plain({"sergeant": 2}, {"knight": 1}).phase("battles").board


def test_nothing_is_amiss_where_play_leads(board: Board) -> None:
    assert RULES.amiss(board) == ()


@pytest.mark.parametrize(
    ("changes", "sentence", "fr"),
    [
        (
            {"pool": -1},
            "mercenaries in the pool: -1 is less than 0",
            "mercenaires libres : -1 est inférieur à 0",
        ),
        ({"waiting": ("red", "red")}, "“red” is there 2 times", "« red » s'y trouve 2 fois"),
        (
            {"waiting": ("nobody",)},
            "“nobody” is not a seat of this game",
            "« nobody » n'est pas un siège de cette partie",
        ),
        ({"waiting": ()}, "families wait to act until the session has ended, and no longer", ""),
        (
            {"auction": Auction()},
            "an auction in the phase battles",
            "une enchère dans la phase battles",
        ),
        (
            {"recruited": {"blaye": 5}},
            "blaye, tokens bought: 5 is more than 4",
            "blaye, pions achetés : 5 est supérieur à 4",
        ),
        ({"turn": 0}, "the phase battles in turn 0", "la phase battles au tour 0"),
        (
            {"proposal": Proposal("red", "victory", waiting=("red",))},
            "red waits for its own answer",
            "red attend sa propre réponse",
        ),
    ],
)
def test_what_cannot_be_is_said(
    board: Board, changes: dict[str, Any], sentence: str, fr: str
) -> None:
    results = RULES.amiss(replace(board, **changes))
    assert sentence in [text.en for text in results]
    assert fr in ["", *(text.fr for text in results)]


@pytest.mark.parametrize(
    ("lord", "sentence"),
    [
        (Lord("blue", "nowhere"), "“nowhere” is not a place of the map"),
        (Lord("blue", "blaye", titles=("page",)), "“page” is not a title"),
        (Lord("blue", "blaye", spouse="helene"), "“helene” is not a lord in play"),
        (Lord("blue", "blaye", spouse="othon"), "Thierry's marriage is not returned"),
        (Lord("blue", ""), "Thierry is either in a place or somebody's captive"),
        (Lord("blue", "", captor="blue"), "Thierry is a captive of the own family"),
        (Lord("blue", "blaye", dead=True), "Thierry is dead and keeps nothing but the name"),
        (Lord("blue", "blaye", titles=("queen",)), "Thierry cannot wear the crown queen"),
        (Lord("blue", "blaye", guard=Guards(1)), "Thierry, royal guard, knight: 1 is more than 0"),
    ],
)
def test_what_cannot_be_of_a_lord_is_said(board: Board, lord: Lord, sentence: str) -> None:
    assert sentence in [
        text.en for text in RULES.amiss(replace(board, lords={**board.lords, "thierry": lord}))
    ]


def test_troops_that_cannot_be_are_said_with_where_they_are(board: Board) -> None:
    families = {**board.families, "red": Family(3, Troops(sergeant=-1, mercenary=1))}
    place = Place("blue", troops={"red": Troops(knight=-2)})
    results = [
        text.en for text in RULES.amiss(replace(board, families=families, places={"blaye": place}))
    ]
    for part in (
        "red, stock, sergeant: -1 is less than 0",
        "red, mercenaries in its stock: 1 is more than 0",
        "blaye, red, knight: -2 is less than 0",
    ):
        assert part in results


def test_what_may_stand_where_is_known(board: Board) -> None:
    allowed = RULES.enterable_values(board)
    assert allowed["/places/blaye/holder"].choices == ("", "red", "blue", "green")
    assert set(allowed["/lords/othon/place"].choices) == {"", *board.setting.places}
    assert allowed["/lords/othon/captor"].choices == ("", "red", "blue", "green", "infidels")
    assert (allowed["/families/red/purse"].least, allowed["/families/red/purse"].label.en) == (
        0,
        "red, purse",
    )


def test_every_ground_has_its_word_in_both_languages(board: Board) -> None:
    words = [board.word("fort", ground) for ground in ("open", "castle", "city")]
    assert [word.en for word in words] == ["open field", "castle", "city"]
    assert [word.fr for word in words] == ["rase campagne", "château", "cité"]
