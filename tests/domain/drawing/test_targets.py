from __future__ import annotations

from domain.drawing.targets import named
from domain.rules.titles import registry

DRAWN = {
    "mill",
    "harbour-left",
    "harbour-left-1",
    "N",
    "NE",
    "slot-NE",
    "N-assault",
    "side-N",
    "N-0",
    "spearman",
    "die-1",
    "1",
    "research",
}


def test_a_value_is_an_id() -> None:
    assert named({"type": "place-worker", "building": "mill"}, DRAWN) == {"mill"}
    assert named({"type": "place-worker", "building": "barn"}, DRAWN) == frozenset()


def test_an_action_may_be_an_id_itself() -> None:
    assert named({"type": "research"}, DRAWN) == {"research"}


def test_an_id_with_its_field_goes_before_the_value_alone() -> None:
    assert named({"slot": "NE"}, DRAWN) == {"slot-NE"}
    assert named({"section": "NE"}, DRAWN) == {"NE"}


def test_numbers_are_only_ids_with_their_field() -> None:
    assert named({"die": 1, "count": 1, "gate": True}, DRAWN) == {"die-1"}


def test_two_fields_name_one_place_together() -> None:
    raiders, convicted = registry.ruleset("raiders-solo").together, registry.ruleset("convicted").together
    assert named({"site": "harbour-left", "space": 1}, DRAWN, raiders) == {"harbour-left", "harbour-left-1"}
    assert named({"section": "N", "count": 0, "squad": 0}, DRAWN, convicted) == {"N", "N-0"}
    assert named({"side": "N", "zone": "assault"}, DRAWN, convicted) == {"side-N", "N-assault"}
    assert named({"side": "N", "zone": "assault"}, DRAWN) == {"side-N"}


def test_lists_and_what_is_within_them_are_looked_through() -> None:
    fields = {"places": ["N", "city"], "moves": [{"unit": "spearman", "origin": "N", "target": "NE"}], "none": None}
    assert named(fields, DRAWN) == {"N", "NE", "spearman"}
    assert named({"units": {"mill": 3, "barn": 1}}, DRAWN) == {"mill"}
