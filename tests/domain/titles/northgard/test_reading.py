from random import Random

import pytest

from domain.titles.contract.ruleset import ARBITER, PUBLIC
from domain.titles.northgard import RULES
from domain.titles.northgard.actions import Move
from domain.titles.simulation import Step as Played, opening, steps
from tests.builders.northgard import CARDS, act, table

HOME = {"T01a": {"blue": 3}, "T04a": {"red": 3}}


def played(catalog: str, seed: int) -> list[Played]:
    board, _, chance = opening(RULES, seed, catalog=RULES.catalogs()[catalog])
    return list(steps(RULES, board, chance, Random(seed)))


def test_a_template_says_how_units_can_be_split() -> None:
    (template,) = RULES.legal(table(units=HOME), "blue").templates
    assert template.type == "move"
    assert template.fields["card"].choices == ("special", "move-a", "move-b")
    assert (template.fields["units"].least, template.fields["units"].most) == (1, 3)
    board = act(table(units=HOME), "blue", Move("move-a", "T01a", "T02a", 1))
    (template,) = RULES.legal(board, "blue").templates
    assert template.type == "step" and RULES.judge(board, "blue", template.example).legal


def test_who_is_not_to_act_is_offered_nothing() -> None:
    legal = RULES.legal(table(units=HOME), "red")
    assert (legal.choices, legal.templates) == ((), ())
    assert RULES.sample(table(units=HOME), "red", Random(1)) is None


def test_the_view_is_the_whole_table_for_everybody() -> None:
    board = table(
        units=HOME, buildings={"T01a": ["camp"]}, up={"blue": ("renew",)}, points={"red": 2}
    )
    view = RULES.view(board, PUBLIC)
    assert view == RULES.view(board, "blue") == RULES.view(board, ARBITER)
    assert view["sides"]["blue"]["down"] == CARDS[:-1] and view["sides"]["blue"]["up"] == ("renew",)
    assert (view["sides"]["red"]["points"], view["goal"], view["supply"]["camp"]) == (2, 5, 2)
    assert view["territories"]["T01a"].buildings == ("camp",)
    assert (view["turn"], view["to_act"], view["stage"]) == ("blue", ("blue",), "playing")
    assert len(view["face_down"]) == 8 and len(view["unseen"]) == 9


@pytest.mark.parametrize("catalog", ["default", "terrain"])
def test_the_drawing_fits_a_terminal(catalog: str) -> None:
    for step in played(catalog, 3):
        for lang in ("en", "fr"):
            assert all(
                len(line) <= 100 for line in RULES.drawing(step.after, PUBLIC, lang).splitlines()
            )


def test_the_drawing_shows_units_buildings_edges_and_cards() -> None:
    board = table(
        {"A3": "T01", "A2": ("T07", 2), "B3": ("T11", 3), "D1": "T13"},
        units={"T01a": {"blue": 3}, "T13a": {"red": 2}},
        buildings={"T01a": ["tower"]},
        catalog="terrain",
    )
    text = RULES.drawing(board, PUBLIC, "en")
    assert "Blue plays a card." in text
    assert "T01a = T01a + T07a: B3 [T +2]" in text
    assert "a f B3 [T +2]" in text
    assert "A3 T01 ⌂Blue" in text and "B3 T11 ↻3" in text
    assert "a w =T01a" in text
    assert "≈ B3" in text, "a rough border between A3 and B3"
    assert "█ B2 ?" in text, "T07's closed side"
    assert "face up: Recruit, Build" in text
    assert "Bleu joue une carte." in RULES.drawing(board, PUBLIC, "fr")


def test_a_crowded_territory_is_spelt_out_below_the_map() -> None:
    kinds = [
        "camp",
        "camp",
        "camp",
        "tower",
        "tower",
        "monopoly_food",
        "monopoly_wood",
        "monopoly_lore",
    ]
    board = table(
        {"A3": "T13", "B3": ("T07", 1), "D1": "T10"},
        units={"T13a": {"blue": 10}},
        buildings={"T13a": kinds},
        catalog="terrain",
    )
    text = RULES.drawing(board, PUBLIC, "en")
    assert "a wl B10 […]" in text
    assert "T13a = T07a + T13a: B10 [C C C MF ML MW T T]" in text
