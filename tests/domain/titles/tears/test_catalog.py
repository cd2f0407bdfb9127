import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.catalogs.faults import Fault
from domain.titles.contract.ruleset import open_setting
from domain.titles.tears import RULES
from domain.titles.tears.values import FACTIONS, Values
from tests.builders.tears import catalog_document

Document = dict[str, Any]


def faults(change: Callable[[Document], None]) -> dict[str, str]:
    values = catalog_document()["values"]
    change(values)
    results: tuple[Fault, ...] = RULES.check_values(msgspec.convert(values, Values))
    return {fault.pointer: fault.text.en for fault in results}


def _set(path: str, value: object) -> Callable[[Document], None]:
    def change(values: Document) -> None:
        *parents, last = path.split("/")
        at: Any = values
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        at[int(last) if isinstance(at, list) else last] = value

    return change


DECK = "factions/saxon/deck"


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("placement", [[7, 8, 9], [4, 5, 6], [1, 2, 2]], "/placement"),
        ("resources/easy", [None, -1], "/resources"),
        ("resources/easy/0", 0, "/resources/easy/0"),
        ("resources/hard/4", None, "/resources/hard/4"),
        ("ranks/6/most", 90, "/ranks/6"),
        ("ranks/0/most", None, "/ranks/0"),
        ("ranks/1/least", 13, "/ranks/0"),
        ("ranks", [], "/ranks"),
        ("start_wedge", 4, "/start_wedge"),
        ("wedge_damage", 0, "/wedge_damage"),
        ("wedges_to_win", 4, "/wedges_to_win"),
        ("player/variant_draw", 1, "/player/variant_draw"),
        ("player/opening_hand", -1, "/player/opening_hand"),
        ("factions/saxon/leader/kind", "unit", "/factions/saxon/leader/kind"),
        ("factions/saxon/objectives", [{"letter": "A", "name": {"en": "x", "fr": "x"}}], "/factions/saxon/objectives"),
        ("factions/saxon/objectives/0/strength", 0, "/factions/saxon/objectives/0/strength"),
        ("factions/saxon/start/0", "nobody", "/factions/saxon/start/0"),
        ("factions/saxon/start/1", "strike-1", "/factions/saxon/start/1"),
        (f"{DECK}/5/kind", "leader", f"/{DECK}/5/kind"),
        (f"{DECK}/5/id", "", f"/{DECK}/5/id"),
        (f"{DECK}/5/id", "my-foot-1", "/factions"),
        (f"{DECK}/5/cost", -1, f"/{DECK}/5/cost"),
        (f"{DECK}/5/resource", -1, f"/{DECK}/5/resource"),
        (f"{DECK}/5/health", 0, f"/{DECK}/5/health"),
        (f"{DECK}/5/actions", [{"do": "damage"}, {"do": "exhaust"}], f"/{DECK}/5/actions"),
        (f"{DECK}/5/actions", [{"do": "discount"}], f"/{DECK}/5/actions"),
        (f"{DECK}/5/actions", [{"do": "damage", "amount": 0}], f"/{DECK}/5/actions/0/amount"),
    ],
)  # fmt: skip
def test_what_contradicts_or_lacks_something_is_found(
    path: str, value: object, pointer: str
) -> None:
    assert pointer in faults(_set(path, value))


def test_the_test_catalog_itself_has_no_fault() -> None:
    assert faults(lambda values: None) == {}


def test_an_event_without_action_and_a_tactic_with_range_are_found() -> None:
    def change(values: Document) -> None:
        for card in values["factions"]["saxon"]["deck"]:
            if card["id"] == "strike-1":
                card["actions"] = []
            if card["id"] == "plan-1":
                card["ranged"] = 2

    assert len(faults(change)) == 2


def test_a_deck_that_is_used_up_by_the_set_up_and_a_missing_faction_are_found() -> None:
    def change(values: Document) -> None:
        values["factions"]["saxon"]["deck"] = values["factions"]["saxon"]["deck"][:5]
        del values["factions"]["norman"]

    assert set(faults(change)) == {"/factions/saxon/deck", "/factions/norman"}


def test_the_default_catalog_says_which_numbers_are_printed_and_which_are_invented() -> None:
    catalog = RULES.catalogs()["default"]
    assert catalog.origin("/resources/easy/7") == "text"
    assert catalog.origin("/wedge_damage") == "published"
    assert catalog.origin("/factions/saxon/deck/0/resource") == "text"
    assert catalog.origin("/factions/saxon/deck/12/cost") == "placeholder"
    values = catalog.typed(Values)
    for faction in values.factions.values():
        for item in (*faction.deck, *faction.objectives):
            assert "(" not in item.name.en + item.name.fr, "it is not said again in each name"


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_default_decks_exercise_every_rule_of_the_enemy(faction: str) -> None:
    deck = RULES.catalogs()["default"].typed(Values).factions[faction].deck
    assert {c.kind for c in deck} == {"character", "unit", "event", "tactic", "attachment"}
    assert {c.cost for c in deck} == set(range(6))
    assert (
        any(c.ranged for c in deck)
        and any(c.cavalry for c in deck)
        and any(c.solo for c in deck)
        and any(c.resource for c in deck)
    )
    deeds = {ability.do for c in deck for _, ability in c.used()}
    assert deeds >= {"damage", "volley", "exhaust", "ready", "discount", "table"}
    keywords = {ability.keyword for c in deck for ability in c.actions if ability.keyword}
    assert keywords == {
        "agile",
        "movement",
        "family",
        "leader",
        "discount",
        "scholar",
        "draw",
        "reaction",
    }
    assert any(c.kind == "event" and len(c.used()) > 1 for c in deck)


def test_a_catalog_of_another_title_is_refused() -> None:
    document = catalog_document() | {"game": "northgard-training"}
    with pytest.raises(CatalogError):
        open_setting(RULES, Catalog(json.dumps(document).encode()), {}, None)
