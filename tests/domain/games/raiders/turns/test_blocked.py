from __future__ import annotations

import pytest

from domain.games.raiders import RULES
from domain.games.raiders.actions import Forgo, PlaceWorker, PlayTownsfolk, TakeWorker, UseBuilding
from tests.builders.raiders import EXAMPLE, act, printing, refused, reveal, table, using


def test_rs_24_a_forbidden_building_takes_no_worker() -> None:
    board = reveal(table("reveal", catalog=printing("mill")))
    assert board.blocked == "mill"
    verdict = refused(board, PlaceWorker("mill"))
    assert verdict.code == "building-blocked"
    assert "Mill" in verdict.text.en and "Moulin" in verdict.text.fr


def test_rs_24_nor_gives_one_up() -> None:
    village = {"mill": "black", "gate-house": "black", "treasury": "black"}
    board = reveal(table("reveal", village=village, catalog=printing("mill")))
    board = act(act(board, PlaceWorker("silversmith")), UseBuilding())
    assert refused(board, TakeWorker("mill")).code == "building-blocked"
    assert act(board, TakeWorker("gate-house")).using == "gate-house"


@pytest.mark.parametrize("armour", [0, 3])
def test_rs_24_whatever_the_opponent_did(armour: int) -> None:
    board = reveal(table("reveal", automa={"armour": armour, "provisions": 4}, catalog=printing("mill")))
    assert (board.automa.points > 0) == (armour == 3), "it raids with the armour and prepares without"
    assert board.blocked == "mill"


def test_rs_26_only_the_next_turn_is_concerned() -> None:
    board = reveal(table("reveal", catalog=printing("mill")))
    board = act(act(board, PlaceWorker("silversmith")), UseBuilding())
    board = act(act(board, TakeWorker("gate-house")), Forgo())
    assert board.blocked == ""
    board = reveal(board, "S13")
    assert board.blocked == "armoury"
    assert RULES.judge(board, "player", PlaceWorker("mill")).legal
    assert refused(board, PlaceWorker("armoury")).code == "building-blocked"


def test_rs_27_no_building_is_forbidden_in_the_first_turn() -> None:
    board = table()
    assert board.blocked == ""
    assert not any(b["blocked"] for b in RULES.view(board, "public")["village"].values())
    free = [b for b in board.setting.values.buildings if RULES.judge(board, "player", PlaceWorker(b)).legal]
    assert free == ["barracks", "mill", "silversmith"]


def test_a_townsfolk_may_use_the_forbidden_building_without_a_worker_there() -> None:
    board = using("town-hall", player={"cards": 2}, blocked="mill")
    assert act(board, PlayTownsfolk("merchant", building="mill")).using == "mill"


@pytest.mark.parametrize("building", sorted(table().setting.values.buildings))
@pytest.mark.parametrize("colour", ["black", "grey", "white"])
def test_whichever_building_is_forbidden_a_worker_can_be_placed_and_one_taken(building: str, colour: str) -> None:
    board = reveal(table("reveal", player={"worker": colour}, catalog=printing(building)))
    places = [b for b in board.setting.values.buildings if RULES.judge(board, "player", PlaceWorker(b)).legal]
    assert places
    for place in places:
        taking = act(act(board, PlaceWorker(place)), Forgo())
        assert any(RULES.judge(taking, "player", TakeWorker(b)).legal for b in taking.village)


def test_the_example_card_forbids_a_building_in_the_default_catalog() -> None:
    assert reveal(table("reveal"), EXAMPLE).blocked == "barracks"
