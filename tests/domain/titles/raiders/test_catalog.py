from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.contract.ruleset import open_setting
from domain.titles.raiders import RULES
from domain.titles.raiders.values import Gain, Values
from tests.builders.raiders import EXAMPLE, edited

CATALOG = RULES.catalogs()["default"]
VALUES: Values = CATALOG.typed(Values)


def test_the_card_printed_in_the_rule_text_is_exact() -> None:
    card = VALUES.schemes[EXAMPLE]
    assert (card.site, card.armour, card.provisions, card.points, card.prepare) == (
        "outpost-right",
        3,
        4,
        5,
        Gain(1, 2),
    )
    for field in ("site", "armour", "provisions", "points", "prepare"):
        assert CATALOG.origin(f"/schemes/{EXAMPLE}/{field}") == "text"
    assert CATALOG.origin(f"/schemes/{EXAMPLE}/blocks") == "placeholder"
    assert CATALOG.origin("/schemes/S01/armour") == "placeholder"
    assert VALUES.sites["outpost-right"].provisions == card.provisions, (
        "the card agrees with the board"
    )


def test_what_the_rule_text_prints_says_so() -> None:
    assert (VALUES.caps.armour, VALUES.caps.provisions) == (10, 8)
    assert VALUES.set_aside == {"outpost": 1, "monastery": 1}
    for pointer in ("/caps/armour", "/set_aside/outpost", "/difficulty/hard/armour"):
        assert CATALOG.origin(pointer) == "text"
    assert CATALOG.origin("/sites/harbour-left/provisions") == "published"
    assert CATALOG.origin("/dice_faces") == "inferred"


def test_counts_of_the_box() -> None:
    kinds = Counter(site.kind for site in VALUES.sites.values() for _ in site.spaces)
    assert kinds == {"harbour": 9, "outpost": 4, "monastery": 4, "fortress": 6}
    assert len(VALUES.schemes) == 23
    assert len(VALUES.offerings) == 16
    assert sorted(tile.points for tile in VALUES.offerings.values()) == sorted(
        [2, *[3] * 4, *[4] * 6, *[5] * 3, *[6] * 2]
    )
    assert (
        sum(card.copies for card in VALUES.townsfolk.values()) == 71 and len(VALUES.townsfolk) == 26
    )


def faults(edit: Callable[[dict[str, Any]], object]) -> dict[str, str]:
    with pytest.raises(CatalogError) as refused:
        open_setting(RULES, edited(edit), {}, None)
    return {fault.pointer: fault.text.en for fault in refused.value.faults}


def put(path: str, value: object) -> Callable[[dict[str, Any]], None]:

    def edit(values: dict[str, Any]) -> None:
        *way, last = path.strip("/").split("/")
        at: Any = values
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if isinstance(at, list):
            at[int(last)] = value
        else:
            at[last] = value

    return edit


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("/schemes/S01/site", "harbour-top", "/schemes/S01/site"),
        ("/schemes/S01/order", [1, 2], "/schemes/S01/order"),
        ("/schemes/S01/blocks", "tavern", "/schemes/S01/blocks"),
        ("/schemes/S01/armour", 11, "/schemes/S01/armour"),
        ("/schemes/S01/provisions", 9, "/schemes/S01/provisions"),
        ("/schemes/S01/prepare", {"armour": 11}, "/schemes/S01/prepare/armour"),
        ("/difficulty/heroic/armour", 12, "/difficulty/heroic"),
        ("/set_aside/outpost", 5, "/set_aside/outpost"),
        ("/fortresses_left", 6, "/fortresses_left"),
        ("/sites/outpost-right/tiers", [[14, 4], [8, 2]], "/sites/outpost-right/tiers"),
        ("/sites/outpost-right/crew", 6, "/sites/outpost-right/crew"),
        ("/sites/outpost-right/workers", [], "/sites/outpost-right/workers"),
        ("/sites/outpost-right/spaces/0/plunder", 0, "/sites/outpost-right/spaces/0/plunder"),
        ("/pieces/gold", 5, "/pieces"),
        ("/pieces/livestock", 60, "/pieces/valkyries"),
        ("/pieces/white", 11, "/pieces/white"),
        ("/pieces/provisions", 15, "/pieces/provisions"),
        ("/pieces/silver", 1, "/pieces/silver"),
        ("/player/cards", 72, "/player/cards"),
        ("/buildings/gate-house/workers", ["grey", "white"], "/buildings/gate-house/start"),
        ("/buildings/gate-house/deals", [], "/buildings/gate-house"),
        ("/buildings/mill/deals/0/gain", {}, "/buildings/mill/deals/0/gain"),
        ("/offerings/O01/cost", {}, "/offerings/O01/cost"),
        ("/offerings/O01/cost", {"cards": 1}, "/offerings/O01/cost"),
        ("/valkyrie_points", [0, 2, 1], "/valkyrie_points"),
        ("/armour_points", [[3, 2], [11, 4]], "/armour_points"),
        ("/caps/armour", 9, "/caps/armour"),
        ("/townsfolk/forager/crew/at", "tavern", "/townsfolk/forager/crew/at"),
        ("/townsfolk/berserker/town_hall", {"kind": "strike"}, "/townsfolk/berserker/town_hall"),
        ("/townsfolk/berserker/town_hall/taken", True, "/townsfolk/berserker/town_hall/taken"),
        ("/french/tavern", "Taverne", "/french/tavern"),
    ],
)
def test_a_contradiction_is_found_where_it_stands(path: str, value: object, pointer: str) -> None:
    assert pointer in faults(put(path, value))


def test_what_is_missing_is_found() -> None:
    assert "/schemes" in faults(lambda values: values["schemes"].pop("S01"))
    assert "/french" in faults(lambda values: values["french"].pop("archer"))
    assert "/difficulty" in faults(lambda values: values["difficulty"].pop("hard"))
    assert "/offerings" in faults(lambda values: values["offerings"].clear())
    assert "/caps/armour" in faults(lambda values: values["caps"].pop("armour"))


def test_a_forbidden_building_cannot_leave_a_player_without_a_move() -> None:
    def one_worker(values: dict[str, Any]) -> None:
        for building in ("gate-house", "town-hall"):
            del values["buildings"][building]["start"]

    def closed_to_black(values: dict[str, Any]) -> None:
        for building in ("mill", "silversmith"):
            values["buildings"][building]["workers"] = ["grey", "white"]

    assert "at least two workers" in faults(one_worker)["/buildings"]
    assert "black" in faults(closed_to_black)["/buildings"]
