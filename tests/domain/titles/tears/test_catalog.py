import pytest

from domain.titles.tears import RULES
from domain.titles.tears.values import FACTIONS, Values


def test_no_name_of_the_default_catalog_says_that_it_is_invented() -> None:
    for faction in RULES.catalogs()["default"].values_as(Values).factions.values():
        for item in (*faction.deck, *faction.objectives):
            assert "(" not in item.name.en + item.name.fr, "it is not said again in each name"


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_default_decks_exercise_every_rule_of_the_enemy(faction: str) -> None:
    deck = RULES.catalogs()["default"].values_as(Values).factions[faction].deck
    assert {c.kind for c in deck} == {"character", "unit", "event", "tactic", "attachment"}
    assert {c.cost for c in deck} == set(range(6))
    assert (
        any(c.ranged for c in deck)
        and any(c.cavalry for c in deck)
        and any(c.solo for c in deck)
        and any(c.resource for c in deck)
    )
    deeds = {ability.do for c in deck for _, ability in c.used_abilities()}
    assert deeds >= {"damage", "volley", "exhaust", "ready", "discount", "table"}
    assert {ability.keyword for c in deck for ability in c.actions if ability.keyword} == {
        "agile",
        "movement",
        "family",
        "leader",
        "discount",
        "scholar",
        "draw",
        "reaction",
    }
    assert any(c.kind == "event" and len(c.used_abilities()) > 1 for c in deck)
