"""Catalogs: a contradiction is reported at its place, and the provenance of each number is
given."""

import json
from typing import Any

import pytest
from msgspec import structs

from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.ruleset import PUBLIC, AnyRuleset, open_setting
from domain.titles.contract.setting import Setting
from tests.builders.refusals import refused_with
from tests.builders.rules import put
from tests.builders.tears import catalog_document


def document(rules: AnyRuleset) -> Any:
    if rules.id == "tears-solo":
        return catalog_document()
    return json.loads(rules.catalogs()["default"].data)


def opened(title: str, changes: dict[str, Any]) -> Setting:
    """The setting with the title's catalog, some values replaced. Those given as `...` are
    deleted."""
    rules = registry.ruleset(title)
    envelope = document(rules)
    for path, value in changes.items():
        put(envelope["values"], path, value)
    return open_setting(rules, Catalog(json.dumps(envelope).encode()), {}, None)


DECK = "factions/saxon/deck"
AT = {
    card["id"]: n
    for n, card in enumerate(catalog_document()["values"]["factions"]["saxon"]["deck"])
}
STAGES, FOES = (
    document(registry.ruleset("convicted"))["values"][name] for name in ("stages", "foes")
)
CONTRADICTIONS: dict[str, tuple[tuple[dict[str, Any], str], ...]] = {
    "convicted": (
        ({"troops/0/id": "archer"}, "/troops/1/id"),
        ({"foes/0/id": "a/b"}, "/foes/0/id"),
        ({"walls": []}, "/walls"),
        ({"towers/2/reach": ["deployment"]}, "/towers/2/reach"),
        ({"walls/3/reach": ["assault", "deployment"]}, "/walls"),
        ({"walls/0/engines": 1}, "/walls/0"),
        ({"start/garrison": "knight"}, "/start/garrison"),
        ({"start/wood": [1]}, "/start/wood"),
        ({"start/wood": [76, 1, 1, 1]}, "/start/wood"),
        ({"start/garrison_per_section": [3, 1, 1, 1]}, "/start/garrison_per_section"),
        ({"limits/actions": 11}, "/limits/actions"),
        ({"sharing/markers": [[12], [6, 5], [4, 4, 4], [3, 3, 3, 3]]}, "/sharing/markers/1"),
        ({"sharing/sections": [[8], [4, 4], [4, 4], [2, 2, 2, 2]]}, "/sharing/sections/2"),
        ({"sharing/markers": [[12]]}, "/sharing/markers"),
        ({"buildings": []}, "/buildings"),
        ({"limits/buildings": 5}, "/limits/buildings"),
        ({"start/buildings": {"keep": 7}}, "/start/buildings/keep"),
        ({"start/buildings": {"barracks": 1}}, "/start/buildings"),
        ({"works/research_level": 9}, "/works/research_level"),
        ({"technologies/0/opens": []}, "/technologies"),
        ({"technologies/0/opens": ["stone", "iron"]}, "/technologies/0/opens"),
        ({"technologies/3/opens": ["moonlight"]}, "/technologies/3/opens"),
        ({"technologies/3/opens": ["wood"]}, "/technologies"),
        ({"limits/technologies": 18}, "/limits/technologies"),
        ({"foes/0/people": "elves"}, "/foes/0/people"),
        ({"peoples": [{"id": "barbarians", "name": {"en": "b", "fr": "b"}}]}, "/peoples"),
        ({"engines/1/stands": []}, "/engines/1"),
        ({"engines/0/endurance": None}, "/engines/0"),
        ({"spells/4/level": 6}, "/spells/4/level"),
        ({"limits/rites": 9}, "/limits/rites"),
        ({"stages": STAGES[:13]}, "/stages"),
        ({"stages/4/takes": []}, "/stages"),
        ({"stages/3/takes": ["enemy-engines", "oracle"]}, "/stages"),
        ({"stages/9/takes": []}, "/stages"),
        ({"campaign/turns_per_scenario": 1}, "/campaign"),
        ({"limits/sheets": 9}, "/limits/sheets"),
        ({"foes": [foe for foe in FOES if foe["people"] != "wolfmen"]}, "/foes"),
    ),
    "fief-tactics": (
        ({"die_faces": [0, 0]}, "/die_faces"),
        ({"dice_by_cp": [[7, 2], [1, 1]]}, "/dice_by_cp"),
        ({"dice_by_cp": []}, "/dice_by_cp"),
        ({"troops/archer/hits": 0}, "/troops/archer/hits"),
        ({"troops/bombard/hits": 1}, "/troops/bombard/hits"),
        ({"aim/kills": [7]}, "/aim/kills"),
        ({"aim/kills": []}, "/aim/kills"),
        ({"guard/box/knight": 1}, "/guard/box/knight"),
        ({"start/knight": 9}, "/start/knight"),
        ({"forts/castle/count": 5}, "/forts/castle/count"),
        ({"villages/1/id": "beaujeu"}, "/villages"),
        ({"villages/1/id": "outremer"}, "/villages"),
        ({"lords/1/id": "alienor"}, "/lords"),
        ({"titles/1/kind": "king"}, "/titles"),
        ({"villages": []}, "/villages"),
        ({"lords": []}, "/lords"),
    ),
    "northgard-training": (
        ({"start_units": 11}, "/start_units"),
        ({"grid/columns": 5}, "/tiles"),
        ({"grid/bases": ["A3", "D3"]}, "/grid/bases"),
        ({"grid/bases": ["A3", "A3"]}, "/grid/bases"),
        ({"cards/1/id": "recruit"}, "/cards"),
        ({"cards/6/bonus": 1}, "/cards/6"),
        ({"cards/0/does": ["renew"]}, "/cards"),
        ({"cards/4/steps": 0}, "/cards/4/steps"),
        ({"cards/0/steps": 1}, "/cards/0/steps"),
        ({"cards/0/does": []}, "/cards/0/does"),
        ({"buildings/tower/cost": {"wood": 9}}, "/buildings/tower/cost/wood"),
        ({"tiles/1/id": "T01"}, "/tiles"),
        ({"tiles/0/areas": []}, "/tiles/0/areas"),
        ({"tiles/0/areas/0/edges": {}}, "/tiles/0/areas"),
        ({"tiles/0/areas/0/edges": {"N": "open", "N1": "rough"}}, "/tiles/0/areas"),
        (
            {"tiles/0/borders": [{"between": ["a", "b"], "kind": "rough"}]},
            "/tiles/0/borders/0/between",
        ),
        (
            {"tiles/0/borders": [{"between": ["a", "a"], "kind": "rough"}]},
            "/tiles/0/borders/0/between",
        ),
        ({"start_units": "3"}, "/start_units"),
        ({"luck": 1}, "/luck"),
        ({"cards/4/steps": 3}, "/cards/4/steps"),
        ({"cards/4/steps": 1, "cards/5/steps": 1}, "/move/rough_border_cost"),
        ({f"tiles/{n}/areas/0/resources": ["food"] for n in range(13)}, "/tiles"),
        ({f"tiles/{n}/areas/0/slots": 0 for n in range(13)}, "/tiles"),
        (
            {
                "tiles/0/areas": [
                    {"id": "a", "edges": {"N": "open"}},
                    {"id": "b", "edges": {}},
                    {"id": "c", "edges": {}},
                ],
                "tiles/0/borders": [{"between": ["b", "c"], "kind": "regular"}],
            },
            "/tiles/0/areas/2",
        ),
        (
            {
                "tiles/0/borders": [
                    {"between": ["b", "c"], "kind": "regular"},
                    {"between": ["b", "c"], "kind": "rough"},
                ]
            },
            "/tiles/0/borders",
        ),
    ),
    "raiders-solo": (
        ({"schemes/S01/site": "harbour-top"}, "/schemes/S01/site"),
        ({"schemes/S01/order": [1, 2]}, "/schemes/S01/order"),
        ({"schemes/S01/blocks": "tavern"}, "/schemes/S01/blocks"),
        ({"schemes/S01/armour": 11}, "/schemes/S01/armour"),
        ({"schemes/S01/provisions": 9}, "/schemes/S01/provisions"),
        ({"schemes/S01/prepare": {"armour": 11}}, "/schemes/S01/prepare/armour"),
        ({"difficulty/heroic/armour": 12}, "/difficulty/heroic"),
        ({"set_aside/outpost": 5}, "/set_aside/outpost"),
        ({"fortresses_left": 6}, "/fortresses_left"),
        ({"sites/outpost-right/tiers": [[14, 4], [8, 2]]}, "/sites/outpost-right/tiers"),
        ({"sites/outpost-right/crew": 6}, "/sites/outpost-right/crew"),
        ({"sites/outpost-right/workers": []}, "/sites/outpost-right/workers"),
        ({"sites/outpost-right/spaces/0/plunder": 0}, "/sites/outpost-right/spaces/0/plunder"),
        ({"pieces/gold": 5}, "/pieces"),
        ({"pieces/livestock": 60}, "/pieces/valkyries"),
        ({"pieces/white": 11}, "/pieces/white"),
        ({"pieces/provisions": 15}, "/pieces/provisions"),
        ({"pieces/silver": 1}, "/pieces/silver"),
        ({"player/cards": 72}, "/player/cards"),
        ({"buildings/gate-house/workers": ["grey", "white"]}, "/buildings/gate-house/start"),
        ({"buildings/gate-house/deals": []}, "/buildings/gate-house"),
        ({"buildings/mill/deals/0/gain": {}}, "/buildings/mill/deals/0/gain"),
        ({"offerings/O01/cost": {}}, "/offerings/O01/cost"),
        ({"offerings/O01/cost": {"cards": 1}}, "/offerings/O01/cost"),
        ({"valkyrie_points": [0, 2, 1]}, "/valkyrie_points"),
        ({"armour_points": [[3, 2], [11, 4]]}, "/armour_points"),
        ({"caps/armour": 9}, "/caps/armour"),
        ({"townsfolk/forager/crew/at": "tavern"}, "/townsfolk/forager/crew/at"),
        ({"townsfolk/berserker/town_hall": {"kind": "strike"}}, "/townsfolk/berserker/town_hall"),
        ({"townsfolk/berserker/town_hall/taken": True}, "/townsfolk/berserker/town_hall/taken"),
        ({"french/tavern": "Taverne"}, "/french/tavern"),
        ({"schemes/S01": ...}, "/schemes"),
        ({"french/archer": ...}, "/french"),
        ({"difficulty/hard": ...}, "/difficulty"),
        ({"offerings": {}}, "/offerings"),
        ({"caps/armour": ...}, "/caps/armour"),
        ({"buildings/gate-house/start": ..., "buildings/town-hall/start": ...}, "/buildings"),
        (
            {f"buildings/{id}/workers": ["grey", "white"] for id in ("mill", "silversmith")},
            "/buildings",
        ),
    ),
    "tears-solo": (
        ({"placement": [[7, 8, 9], [4, 5, 6], [1, 2, 2]]}, "/placement"),
        ({"resources/easy": [None, -1]}, "/resources"),
        ({"resources/easy/0": 0}, "/resources/easy/0"),
        ({"resources/hard/4": None}, "/resources/hard/4"),
        ({"ranks/6/most": 90}, "/ranks/6"),
        ({"ranks/0/most": None}, "/ranks/0"),
        ({"ranks/1/least": 13}, "/ranks/0"),
        ({"ranks": []}, "/ranks"),
        ({"start_wedge": 4}, "/start_wedge"),
        ({"wedge_damage": 0}, "/wedge_damage"),
        ({"wedges_to_win": 4}, "/wedges_to_win"),
        ({"player/variant_draw": 1}, "/player/variant_draw"),
        ({"player/opening_hand": -1}, "/player/opening_hand"),
        ({"factions/saxon/leader/kind": "unit"}, "/factions/saxon/leader/kind"),
        (
            {"factions/saxon/objectives": [{"letter": "A", "name": {"en": "x", "fr": "x"}}]},
            "/factions/saxon/objectives",
        ),
        ({"factions/saxon/objectives/0/strength": 0}, "/factions/saxon/objectives/0/strength"),
        ({"factions/saxon/start/0": "nobody"}, "/factions/saxon/start/0"),
        ({"factions/saxon/start/1": "strike-1"}, "/factions/saxon/start/1"),
        ({f"{DECK}/5/kind": "leader"}, f"/{DECK}/5/kind"),
        ({f"{DECK}/5/id": ""}, f"/{DECK}/5/id"),
        ({f"{DECK}/5/id": "my-foot-1"}, "/factions"),
        ({f"{DECK}/5/cost": -1}, f"/{DECK}/5/cost"),
        ({f"{DECK}/5/resource": -1}, f"/{DECK}/5/resource"),
        ({f"{DECK}/5/health": 0}, f"/{DECK}/5/health"),
        ({f"{DECK}/5/actions": [{"do": "damage"}, {"do": "exhaust"}]}, f"/{DECK}/5/actions"),
        ({f"{DECK}/5/actions": [{"do": "discount"}]}, f"/{DECK}/5/actions"),
        ({f"{DECK}/5/actions": [{"do": "damage", "amount": 0}]}, f"/{DECK}/5/actions/0/amount"),
        ({f"{DECK}/{AT['strike-1']}/actions": []}, f"/{DECK}/{AT['strike-1']}/actions"),
        ({f"{DECK}/{AT['plan-1']}/ranged": 2}, f"/{DECK}/{AT['plan-1']}"),
        ({DECK: catalog_document()["values"]["factions"]["saxon"]["deck"][:5]}, f"/{DECK}"),
        ({"factions/norman": ...}, "/factions/norman"),
    ),
}


@pytest.mark.parametrize(
    ("title", "changes", "pointer"),
    [(title, *row) for title, rows in CONTRADICTIONS.items() for row in rows],
)
def test_a_contradiction_is_named_where_it_stands(
    title: str, changes: dict[str, Any], pointer: str
) -> None:
    refused = refused_with(CatalogError, "", opened, title, changes)
    assert pointer in [fault.pointer for fault in refused.faults]


@pytest.mark.parametrize(
    ("title", "changes"),
    [
        ("northgard-training", {"cards/2/does": ["build"]}),
        ("fief-tactics", {"archer_min/castle": 3}),
        ("convicted", {"campaign/turns_per_scenario": 4, "campaign/scenarios": 10}),
        ("tears-solo", {}),
    ],
)
def test_an_organiser_can_correct_numbers_that_fit(title: str, changes: dict[str, Any]) -> None:
    rules = registry.ruleset(title)
    assert opened(title, changes) != open_setting(rules, rules.catalogs()["default"], {}, None)


def test_a_catalog_of_another_title_is_refused() -> None:
    refused_with(
        CatalogError,
        "",
        open_setting,
        registry.ruleset("tears-solo"),
        registry.ruleset("northgard-training").catalogs()["default"],
        {},
        None,
    )


ORIGINS = {
    "convicted": {
        "/walls/3/cost/stone": "text",
        "/walls/3/capacity": "placeholder",
        "/limits/defenders": "text",
        "/campaign/turns": "text",
        "/campaign/turns_per_scenario": "inferred",
        "/siege/morale_per_round": "published",
        "/siege/morale": "placeholder",
    },
    "fief-tactics": {
        "/troops/archer/cost": "text",
        "/troops/bombard/cp": "inferred",
        "/troops/knight/cost": "published",
        "/aim/kills": "text",
        "/guard/king/knight": "text",
        "/guard/box/knight": "published",
        "/overseas/name": "placeholder",
        "/titles/2/en": "placeholder",
        "/titles/2/points": "published",
    },
    "northgard-training": {
        "/victory_points_to_win": "text",
        "/buildings/camp/count": "text",
        "/buildings/camp/cost/food": "placeholder",
        "/cards/0/bonus": "placeholder",
        "/cards/6/bonus": "text",
        "/cards/5/name/en": "inferred",
        "/tiles/3/areas/0/resources/0": "placeholder",
        "/grid/bases/0": "inferred",
        "/cost_mode": "inferred",
    },
    "raiders-solo": {
        "/caps/armour": "text",
        "/set_aside/outpost": "text",
        "/difficulty/hard/armour": "text",
        "/sites/harbour-left/provisions": "published",
        "/dice_faces": "inferred",
        "/schemes/S12/points": "text",
        "/schemes/S12/blocks": "placeholder",
        "/schemes/S01/armour": "placeholder",
    },
    "tears-solo": {
        "/resources/easy/7": "text",
        "/wedge_damage": "published",
        "/factions/saxon/deck/0/resource": "text",
        "/factions/saxon/deck/12/cost": "placeholder",
    },
}


@pytest.mark.parametrize("title", ORIGINS)
def test_every_number_says_where_it_comes_from(title: str) -> None:
    catalog = registry.ruleset(title).catalogs()["default"]
    assert {pointer: catalog.origin(pointer) for pointer in ORIGINS[title]} == ORIGINS[title]
    assert catalog.stray_pointers() == ()


@pytest.mark.parametrize(
    ("title", "house", "printed"),
    [
        ("convicted", {"works", "foes", "start"}, {"limits", "campaign"}),
        ("fief-tactics", {"/overseas"}, set()),
    ],
)
def test_house_values_are_named_with_every_board(
    title: str, house: set[str], printed: set[str]
) -> None:
    rules = registry.ruleset(title)
    view: Any = rules.view(rules.blank(opened(title, {})), PUBLIC)
    assert house <= {*view["house_values"]}
    assert not printed & {*view["house_values"]}


def test_in_morris_the_last_quiet_move_is_counted_before_a_block() -> None:
    """The README of Morris says so: nobody wins, although red cannot move."""
    rules = registry.ruleset("morris")
    setting = open_setting(rules, rules.catalogs()["default"], {}, 2)
    blue = ("d1", "d7", "a4", "g4", "b4")
    men = {
        p: "red" if p in ("a1", "g1", "a7", "g7") else "blue"
        for p in (*blue, "a1", "g1", "a7", "g7")
    }
    board = rules.blank(setting)
    blocked = structs.replace(
        board, men={**board.men, **men}, hand={"blue": 0, "red": 0}, turn="red"
    )
    assert blocked.ending == "blocked"
    assert structs.replace(blocked, quiet=setting.options.quiet).ending == "drawn"
