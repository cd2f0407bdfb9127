from typing import Any

import pytest

from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.raiders import RULES, facts as f
from domain.titles.raiders.actions import (
    Forgo,
    HireCrew,
    MakeOffering,
    Outcome,
    PlaceWorker,
    PlayTownsfolk,
    TakeWorker,
    UseBuilding,
)
from domain.titles.raiders.board import PLAYER, Board
from domain.titles.raiders.values import Goods
from tests.builders.raiders import (
    EXAMPLE,
    act,
    at_building,
    catalog_with_card,
    edited,
    facts,
    refused,
    reveal,
    table,
)


def hall(player: dict[str, Any] | None = None, **fields: Any) -> Board:
    return at_building("town-hall", player={"cards": 3, "silver": 5, **(player or {})}, **fields)


OF_OTHERS = ("archer", "avenger", "barbarian", "scout", "warlord")


@pytest.mark.parametrize(
    ("card", "left", "taken"),
    [
        pytest.param("champion", (3, 2), 0, id="rs_30_provisions_are_lost"),
        pytest.param("berserker", (2, 3), 0, id="rs_30_armour_is_lost"),
        pytest.param("warmonger", (3, 2), 1, id="rs_30_provisions_go_to_the_player"),
        pytest.param("mercenary", (3, 2), 1, id="rs_30_and_so_with_the_mercenary"),
        *(pytest.param(card, (3, 3), 0, id=f"rs_31_{card}") for card in OF_OTHERS),
    ],
)
def test_what_the_opponent_has_not_is_not_taken(
    card: str, left: tuple[int, int], taken: int
) -> None:
    """The opponent has three armour and three provisions in one game, and none in the other."""
    before = hall(automa={"armour": 3, "provisions": 3, "offerings": ("O16",), "points": 9})
    board, bare = act(before, PlayTownsfolk(card)), act(hall(), PlayTownsfolk(card))
    assert (board.automa.armour, board.automa.provisions) == left
    assert (board.automa.offerings, board.automa.points) == (("O16",), 9)
    assert (board.player.provisions, board.player.silver, board.player.cards) == (taken, 5, 2)
    assert RULES.census(board) == RULES.census(before)
    assert (f.EffectIgnored(card) in facts(before, PLAYER, PlayTownsfolk(card))) == (
        card in OF_OTHERS
    )
    assert f.EffectIgnored(card) in facts(hall(), PLAYER, PlayTownsfolk(card))
    assert bare.automa == hall().automa and bare.player.provisions == 0


def test_the_brawler_costs_a_crew_member_for_any_plunder() -> None:
    before = hall({"crew": ("archer", "scout")})
    board = act(before, PlayTownsfolk("brawler", deal=2, crew="scout"))
    assert (board.player.crew, board.player.iron) == (("archer",), 1)
    assert act(before, PlayTownsfolk("brawler", deal=1, crew="scout")).player.gold == 1
    last = act(before, PlayTownsfolk("brawler", deal=3, crew="scout"))
    assert (last.player.livestock, RULES.census(last)) == (1, RULES.census(before))
    assert refused(before, PlayTownsfolk("brawler", deal=2)).code == "not-in-crew"
    assert refused(before, PlayTownsfolk("brawler", deal=4, crew="scout")).code == "no-such-deal"


def test_the_recruiter_hires_for_two_silver_at_most() -> None:
    board = act(hall(), PlayTownsfolk("recruiter", hire="champion"))
    assert (board.player.crew, board.player.silver, board.player.cards) == (("champion",), 3, 1)
    assert act(hall(), PlayTownsfolk("recruiter", hire="huntsman")).player.silver == 4, (
        "printed price: one"
    )
    assert (
        refused(hall({"cards": 1}), PlayTownsfolk("recruiter", hire="champion")).code
        == "hand-empty"
    )
    full = hall({"crew": ("archer",) * 2 + ("scout",) * 3})
    assert refused(full, PlayTownsfolk("recruiter", hire="champion")).code == "crew-full"
    assert (
        "champion"
        in act(full, PlayTownsfolk("recruiter", hire="champion", crew="scout")).player.crew
    )


def test_the_gravedigger_swaps_a_crew_member_with_a_card_of_the_hand() -> None:
    board = act(
        hall({"crew": ("scout",)}), PlayTownsfolk("gravedigger", crew="scout", hire="warlord")
    )
    assert (board.player.crew, board.player.cards, board.player.silver) == (("warlord",), 2, 5)
    assert (
        refused(hall(), PlayTownsfolk("gravedigger", crew="scout", hire="warlord")).code
        == "not-in-crew"
    )


def test_the_trader_makes_an_offering_cheaper_by_one() -> None:
    before = hall({"gold": 1})
    assert before.setting.values.offerings["O01"].cost == Goods(gold=2)
    board = act(before, PlayTownsfolk("trader", offering="O01", less="gold"), ["O09"])
    assert (board.player.offerings, board.player.gold) == (("O01",), 0)
    for board, action, why in (
        (before, PlayTownsfolk("trader", offering="O01", less="iron"), "no-such-saving"),
        (before, PlayTownsfolk("trader", offering="O01"), "no-such-saving"),
        (before, PlayTownsfolk("trader", offering="O09", less="gold"), "offering-not-shown"),
        (hall(), PlayTownsfolk("trader", offering="O01", less="gold"), "cannot-pay"),
    ):
        assert refused(board, action).code == why


def test_the_sage_sinks_the_offerings_below_the_stack() -> None:
    board = act(hall(), PlayTownsfolk("sage"), ["O10"], ["O11"], ["O12"])
    assert (board.face_up, board.sunk) == (("O10", "O11", "O12"), ("O01", "O02", "O03"))
    board = act(hall(stack=("O16",)), PlayTownsfolk("sage"))
    assert board.face_up == ("O16", "O01", "O02"), "then they come up again in their order"
    assert board.sunk == ("O03",)


def test_the_merchant_uses_any_building_as_if_the_worker_stood_there() -> None:
    board = act(hall(), PlayTownsfolk("merchant", building="silversmith"))
    assert act(board, UseBuilding()).player.silver == 5 + 3, "a black worker"
    assert refused(hall(), PlayTownsfolk("merchant", building="armoury")).code == "worker-colour"
    assert refused(hall(), PlayTownsfolk("merchant")).code == "unknown-building"
    grey = act(hall({"gold": 2}, colour="grey"), PlayTownsfolk("merchant", building="long-house"))
    assert act(grey, MakeOffering("O01"), ["O09"]).player.offerings == ("O01",)
    barracks = act(hall(), PlayTownsfolk("merchant", building="barracks"))
    assert act(barracks, HireCrew("archer")).player.crew == ("archer",)


def test_cards_are_played_from_the_hand_at_the_town_hall() -> None:
    for board, action, why in (
        (hall({"cards": 0}), PlayTownsfolk("archer"), "hand-empty"),
        (hall(), PlayTownsfolk("valkyrie"), "unknown-townsfolk"),
        (at_building("mill", player={"cards": 3}), PlayTownsfolk("archer"), "wrong-building"),
        (hall({"crew": ("archer", "archer")}), PlayTownsfolk("archer"), "no-copy-left"),
    ):
        assert refused(board, action).code == why


# -- a card that the catalog cannot say ------------------------------------------------------------


def promo() -> Catalog:
    def edit(values: dict[str, Any]) -> None:
        values["townsfolk"]["scout"]["town_hall"] = {"kind": "declared"}

    return edited(edit)


def test_a_declared_outcome_is_recorded() -> None:
    before = hall({"gold": 1}, catalog=promo(), automa={"armour": 2, "provisions": 2})
    outcome = Outcome(pay=Goods(gold=1), gain=Goods(silver=2), armour=1, provisions=1, taken=True)
    board = act(before, PlayTownsfolk("scout", outcome=outcome))
    assert (board.player.gold, board.player.silver, board.player.provisions) == (0, 7, 1)
    assert (board.automa.armour, board.automa.provisions) == (1, 1)
    assert RULES.census(board) == RULES.census(before)


def test_a_declared_outcome_may_cost_every_other_card_or_give_without_a_price() -> None:
    before = hall(catalog=promo())
    assert (
        act(before, PlayTownsfolk("scout", outcome=Outcome(pay=Goods(cards=2)))).player.cards == 0
    )
    assert act(before, PlayTownsfolk("scout", outcome=Outcome(gain=Goods(gold=1)))).player.gold == 1
    assert act(before, PlayTownsfolk("scout", outcome=Outcome())).player.cards == 2
    left = before.supply.silver
    assert (
        act(before, PlayTownsfolk("scout", outcome=Outcome(gain=Goods(silver=left)))).supply.silver
        == 0
    )
    armoured = hall({"armour": 4}, catalog=promo())
    assert (
        act(armoured, PlayTownsfolk("scout", outcome=Outcome(pay=Goods(armour=1)))).player.armour
        == 3
    )


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (None, "outcome-needed"),
        (Outcome(pay=Goods(gold=1)), "cannot-pay"),
        (Outcome(pay=Goods(cards=3)), "cannot-pay"),
        (Outcome(gain=Goods(silver=40)), "supply-empty"),
        (Outcome(gain=Goods(armour=11)), "armour-full"),
        (Outcome(armour=1), "opponent-lacks"),
        (Outcome(provisions=1, taken=True), "opponent-lacks"),
    ],
)
def test_a_declared_outcome_is_checked(outcome: Outcome | None, code: str) -> None:
    assert refused(hall(catalog=promo()), PlayTownsfolk("scout", outcome=outcome)).code == code


def test_rs_24_a_forbidden_building_takes_no_worker() -> None:
    board = reveal(table("reveal", catalog=catalog_with_card("mill")))
    assert board.blocked == "mill"
    verdict = refused(board, PlaceWorker("mill"))
    assert verdict.code == "building-blocked"
    assert "Mill" in verdict.text.en and "Moulin" in verdict.text.fr


def test_rs_24_nor_gives_one_up() -> None:
    village = {"mill": "black", "gate-house": "black", "treasury": "black"}
    board = reveal(table("reveal", village=village, catalog=catalog_with_card("mill")))
    board = act(act(board, PlaceWorker("silversmith")), UseBuilding())
    assert refused(board, TakeWorker("mill")).code == "building-blocked"
    assert act(board, TakeWorker("gate-house")).using == "gate-house"


@pytest.mark.parametrize("armour", [0, 3])
def test_rs_24_whatever_the_opponent_did(armour: int) -> None:
    board = reveal(
        table(
            "reveal", automa={"armour": armour, "provisions": 4}, catalog=catalog_with_card("mill")
        )
    )
    assert (board.automa.points > 0) == (armour == 3), (
        "it raids with the armour and prepares without"
    )
    assert board.blocked == "mill"


def test_rs_26_only_the_next_turn_is_concerned() -> None:
    board = reveal(table("reveal", catalog=catalog_with_card("mill")))
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
    assert [
        b
        for b in board.setting.values.buildings
        if RULES.judge(board, "player", PlaceWorker(b)).legal
    ] == ["barracks", "mill", "silversmith"]


def test_the_example_card_forbids_a_building_in_the_default_catalog() -> None:
    assert reveal(table("reveal"), EXAMPLE).blocked == "barracks"
