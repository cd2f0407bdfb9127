import msgspec

from domain.titles.contract.ruleset import PUBLIC
from domain.titles.convicted import RULES, actions as a
from tests.builders.convicted import (
    at_actions,
    at_siege,
    at_stage,
    with_building,
    with_section,
    with_stock,
)


def test_the_view_shows_what_a_section_can_do() -> None:
    board = with_section(at_actions(1), "N", level=5, resistance=4, gate=3, units={"archer": 2})
    shown = RULES.view(board, PUBLIC)["sections"]["N"]
    assert (
        shown["resistance"],
        shown["gate"],
        shown["capacity"],
        shown["shields"],
        shown["pour"],
    ) == (4, 3, 7, 1, 1)
    assert (shown["reach"], shown["defender"], shown["kind"]) == (("assault",), "p1", "wall")
    assert "gate" not in RULES.view(board, PUBLIC)["sections"]["E"]


def test_the_enemy_deck_and_the_technology_deck_have_no_stored_order() -> None:
    assert "barbarians" not in msgspec.json.encode(RULES.view(at_siege(), "arbiter")).decode()
    assert RULES.view(at_siege(), PUBLIC)["technology_deck"] == 19


def test_offers_name_every_listable_action_and_only_legal_ones() -> None:
    board = with_stock(at_actions(1), wood=20)
    offered = {type(c.action).__name__ for c in RULES.legal(board, "p1").choices}
    assert offered == {"Fortify", "Dig", "Build", "Gather", "EndActions"}
    assert [t.type for t in RULES.legal(board, "p1").templates] == ["train"]
    damaged = with_building(with_section(board, "E", level=2, resistance=1), "library", 1)
    assert {"Repair", "Research"} <= {
        type(c.action).__name__ for c in RULES.legal(damaged, "p1").choices
    }


def test_templates_say_what_each_field_may_be() -> None:
    board = with_section(at_siege(), "NE", level=1, resistance=1, units={"archer": 2})
    board = at_stage(1, board, N={"barbarian-warrior": 4})
    template = next(t for t in RULES.legal(board, "p1").templates if t.type == "shoot")
    assert set(template.fields) == {field.name for field in msgspec.structs.fields(a.Shoot)}
    assert template.fields["side"].choices == ("N", "E", "S", "W")
    assert template.fields["zone"].choices == ("deployment", "assault")
    assert (
        "archer" in template.fields["weapon"].choices
        and "spearman" not in template.fields["weapon"].choices
    )
    assert (template.fields["count"].least, template.fields["count"].most) == (1, 200)
