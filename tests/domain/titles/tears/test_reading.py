from typing import Any

import msgspec
import pytest

from domain.titles.kit import Fact
from domain.titles.kit.facts import fact_kind_name
from domain.titles.tears import RULES, actions as a, facts as f
from domain.titles.tears.board import Board, InPlay, Wedge
from domain.titles.tears.chapters.answers import printed_might
from tests.builders.tears import enemy_turn, opened, table


def seen(board: Board) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(RULES.view(board, "public")))


def test_the_view_shows_the_resources_as_they_add_up() -> None:
    view = seen(table(theirs={(2, 2): "ceorl-saxon"}, round=2))
    assert view["resources"] == {"table": -1, "cards": 1, "total": 0}
    assert seen(opened())["resources"] == {"table": None, "cards": 1, "total": None}


def test_the_view_shows_lines_from_the_front_and_counts_decks() -> None:
    board = table(mine={(3, 1): InPlay("my-foot-1", True, 2, ("my-banner-1",))}, hand=["my-foot-0"])
    view = seen(board)
    shown = view["player"]["lines"][0][2]
    assert shown.pop("name") == {"en": "my-foot-1", "fr": "my-foot-1"}
    assert shown == {
        "card": "my-foot-1",
        "exhausted": True,
        "damage": 2,
        "attached": ["my-banner-1"],
    }
    assert (view["player"]["hand"], view["enemy"]["deck"]) == (["my-foot-0"], len(board.enemy.deck))
    assert view["house_values"] > 0, "placeholders are shown as such"


@pytest.mark.parametrize("kind", RULES.fact_types)
def test_every_fact_has_a_sentence(kind: type[Fact]) -> None:
    assert fact_kind_name(kind).fr and (
        kind.says.fr or kind.say is not Fact.say or kind.sentence is not Fact.sentence
    )


def test_a_stored_fact_of_no_side_is_told_as_the_enemy_s_whose_it_becomes() -> None:
    board = table()
    for fact in (
        f.WedgeHurt(1, "nobody", 2),
        f.WedgeTaken(1, "nobody"),
        f.ObjectiveTested("nobody"),
    ):
        assert RULES.say_fact(RULES.evolve(board, fact), fact).en.startswith("The Enemy ")
    assert RULES.evolve(board, f.WedgeHurt(0, "nobody", 2)).wedges[2] == Wedge(by_enemy=2), (
        "wedge 0 always was the last one"
    )


@pytest.mark.parametrize("value", ["-1", "x", "none", "7", "yes"])
def test_a_decision_that_is_not_offered_can_still_be_put_into_words(value: str) -> None:
    for board in (enemy_turn(table(mine={(1, 1): "my-foot-1"}), "choice-1").board, table()):
        sentence = RULES.say_action(board, "player", a.Choose(value))
        assert sentence.en and sentence.fr


def test_offers_suggest_a_payment_and_a_space_for_each_card_that_can_be_paid() -> None:
    board = table(
        mine={(1, 1): "my-rich-2", (1, 2): "my-rich-1"},
        hand=["my-foot-3", "my-foot-5", "my-banner-1"],
    )
    plays = {
        c.action.card: c.action
        for c in RULES.legal(board, "player").choices
        if isinstance(c.action, a.Play)
    }
    assert (
        plays["my-foot-3"].exhaust == ("my-rich-2", "my-rich-1")
        and plays["my-foot-3"].discard == ()
    )
    assert (plays["my-foot-3"].wedge, plays["my-foot-3"].line) == (2, 1)
    assert plays["my-foot-5"].discard == ("my-foot-3", "my-banner-1")
    assert plays["my-banner-1"].host == "guillaume-fitzrobert"
    poor = table(hand=["my-foot-3"])
    assert not any(isinstance(c.action, a.Play) for c in RULES.legal(poor, "player").choices)


def test_offers_suggest_the_might_that_is_printed() -> None:
    board = table(
        theirs={(1, 1): InPlay("foot-2", attached=("sword-1",)), (1, 2): InPlay("bow-1"), (2, 1): "foot-5"},
        mine={(1, 3): "my-foot-4"}, objectives=(6, 6),
    )  # fmt: skip
    assert printed_might(board, 1) == (4, 4)
    (template,) = RULES.legal(enemy_turn(board).board, "player").templates
    assert isinstance(template.example, a.StateMight) and template.example.might[0] == a.MightOf(
        1, 4, 4
    )
