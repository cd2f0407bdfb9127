from typing import Any

import pytest
from msgspec.structs import replace

from domain.titles.contract.ruleset import Action
from domain.titles.raiders import RULES
from domain.titles.raiders.actions import HireCrew, MakeOffering, PlaceWorker, UseBuilding
from domain.titles.raiders.board import Board
from tests.builders.raiders import act, at_building, refused, table


@pytest.mark.parametrize(
    ("building", "colour", "deal", "change"),
    [
        ("gate-house", "black", 1, {"cards": 2}),
        ("treasury", "black", 1, {"cards": -1, "silver": 2}),
        ("treasury", "white", 2, {"cards": -2, "gold": 1}),
        ("armoury", "grey", 1, {"iron": -1, "armour": 2}),
        ("armoury", "white", 2, {"silver": -2, "armour": 1}),
        ("mill", "black", 1, {"provisions": 1}),
        ("mill", "grey", 2, {"provisions": 2}),
        ("mill", "white", 2, {"provisions": 2}),
        ("mill", "white", 3, {"gold": 1}),
        ("silversmith", "black", 1, {"silver": 3}),
        ("silversmith", "grey", 2, {"silver": 2}),
        ("long-house", "grey", 1, {"livestock": -1, "provisions": 2}),
    ],
)
def test_what_the_buildings_give(
    building: str, colour: str, deal: int, change: dict[str, int]
) -> None:
    before = at_building(
        building, colour, player={"silver": 3, "cards": 3, "iron": 1, "livestock": 1}
    )
    board = act(before, UseBuilding(deal))
    for good, n in change.items():
        assert getattr(board.player, good) - getattr(before.player, good) == n
    assert RULES.census(board) == RULES.census(before)


def test_the_supply_is_finite() -> None:
    board = at_building("treasury", player={"cards": 2})
    bare = replace(board, supply=replace(board.supply, gold=0))
    assert refused(bare, UseBuilding(2)).code == "supply-empty"
    smith = at_building("silversmith")
    scarce = replace(smith, supply=replace(smith.supply, silver=1))
    assert act(scarce, UseBuilding()).player.silver == 3, "what is left is gained"


# -- what is refused, and crew ------------------------------------------------------------------------------------------


def barracks(**player: Any) -> Any:
    return at_building("barracks", player={"silver": 4, "cards": 2, **player})


@pytest.mark.parametrize(
    ("board", "action", "why"),
    [
        (table(), PlaceWorker("gate-house"), "building-occupied"),
        (table(), PlaceWorker("armoury"), "worker-colour"),
        (table(), PlaceWorker("long-house"), "worker-colour"),
        (table(), PlaceWorker("tavern"), "unknown-building"),
        (at_building("mill", "black"), UseBuilding(3), "worker-colour"),
        (at_building("mill", "white"), UseBuilding(1), "worker-colour"),
        (at_building("mill", "white"), UseBuilding(4), "no-such-deal"),
        (at_building("town-hall"), UseBuilding(), "no-such-deal"),
        (barracks(silver=2), HireCrew("archer"), "cannot-pay"),
        (barracks(cards=0), HireCrew("archer"), "hand-empty"),
        (barracks(), HireCrew("nobody"), "unknown-townsfolk"),
        (barracks(crew=("archer", "archer")), HireCrew("archer"), "no-copy-left"),
        (barracks(), HireCrew("archer", "scout"), "not-in-crew"),
        (
            at_building("mill", player={"cards": 2, "silver": 4}),
            HireCrew("archer"),
            "wrong-building",
        ),
        (at_building("long-house", "grey"), MakeOffering("O01"), "cannot-pay"),
        (at_building("long-house", "grey"), MakeOffering("O13"), "offering-not-shown"),
        (at_building("mill", player={"gold": 2}), MakeOffering("O01"), "wrong-building"),
    ],
)
def test_what_a_worker_cannot_do(board: Board, action: Action, why: str) -> None:
    refusal = refused(board, action)
    assert refusal.code == why
    assert action != PlaceWorker("armoury") or "grey or white" in refusal.text.en


def test_hiring_costs_silver_and_the_card() -> None:
    board = act(barracks(), HireCrew("archer"))
    assert (board.player.crew, board.player.silver, board.player.cards) == (("archer",), 1, 1)


# -- offerings -------------------------------------------------------------------------------------


def test_of_two_tiles_left_chance_says_which_and_the_last_needs_no_chance() -> None:
    for tile in ("O13", "O14"):
        board = at_building("long-house", "grey", player={"gold": 2}, stack=("O13", "O14"))
        assert act(board, MakeOffering("O01"), [tile]).face_up[0] == tile
    last = at_building("long-house", "grey", player={"gold": 2}, stack=("O14",))
    assert act(last, MakeOffering("O01")).face_up[0] == "O14"
    none = at_building("long-house", "grey", player={"gold": 2}, stack=())
    assert act(none, MakeOffering("O01")).face_up == ("O02", "O03")
