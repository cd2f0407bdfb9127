from random import Random

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
