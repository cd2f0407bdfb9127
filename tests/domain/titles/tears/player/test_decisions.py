from collections.abc import Callable

import pytest

from domain.titles.tears import RULES
from domain.titles.tears import actions as a
from domain.titles.tears import facts as f
from domain.titles.tears.board import Wedge
from domain.titles.tears.turn import PROMPTS
from tests.builders.tears import Done, do, enemy_turn, full, refused, table
from tests.domain.titles.tears.player.test_objectives import fall

FOOT = {(1, 1): "my-foot-1"}
TAKEN = [Wedge(), Wedge(10, 0, "player"), Wedge()]


def _displaced(theirs: dict[tuple[int, int], str], one: int, three: int) -> Done:
    asked = enemy_turn(table(theirs=theirs, wedges=TAKEN))
    return do(asked.board, a.StateMight((a.MightOf(1, one, 0), a.MightOf(3, three, 0))))


OPEN: dict[str, Callable[[], Done]] = {
    "shooter": lambda: enemy_turn(table(theirs={(1, 1): "bow-1", (2, 1): "bow-2"})),
    "shot": lambda: enemy_turn(table(theirs={(1, 1): "bow-1"}, mine=FOOT)),
    "ranged-wedge": lambda: enemy_turn(
        table(theirs={(2, 1): "foot-1", (2, 2): "foot-2"}, mine={(1, 1): "my-bow-1", (3, 1): "my-bow-2"}), "bow-1"
    ),
    "host": lambda: enemy_turn(table(theirs={(2, 1): "foot-1"}), "banner-1"),
    "replaced": lambda: enemy_turn(table(round=11, theirs=full({(1, 1): "foot-1", (3, 2): "foot-1b"})), "foot-3"),
    "event-action": lambda: enemy_turn(table(mine=FOOT), "choice-1"),
    "target": lambda: enemy_turn(table(mine=FOOT), "noble-1"),
    "leader-wedge": lambda: _displaced({}, 4, 4),
    "leader-space": lambda: _displaced({(1, 1): "foot-1", (1, 2): "foot-1b", (1, 3): "foot-2"}, 1, 9),
    "draw": lambda: fall(table(objectives=(1, 0)), "player"),
}


@pytest.mark.parametrize("kind", OPEN)
def test_tm_56_an_open_choice_is_the_player_s_and_recorded_as_his_decision(kind: str) -> None:
    done = OPEN[kind]()
    question = done.board.question
    assert question and question.kind == kind and len(question.options) >= 2
    assert RULES.to_act(done.board) == ("player",)
    refused(done.board, a.TakeTurn(), "not-your-turn", seat="enemy")
    refused(done.board, a.Choose("something-else"), "not-offered")
    for option in question.options:
        values = ["my-foot-0"] if kind == "draw" and option == "yes" else []
        after = do(done.board, a.Choose(option), *values)
        decided = after.all(f.Decided)[0]
        assert (decided.kind, decided.about, decided.option) == (kind, question.about, option)


def test_every_question_that_is_answered_by_choosing_is_tried_above() -> None:
    assert set(PROMPTS) - {"leader", "keep", "might", "results"} == set(OPEN)


@pytest.mark.parametrize("kind", OPEN)
def test_the_question_is_shown_with_its_rule_and_its_options_as_buttons(kind: str) -> None:
    board = OPEN[kind]().board
    shown = RULES.view(board, "public")["question"]
    assert shown["kind"] == kind and shown["rule"] and shown["text"].fr
    assert board.question
    legal = RULES.legal(board, "player")
    assert [c.action for c in legal.choices] == [a.Choose(o) for o in board.question.options]
    assert all(c.label.en and c.label.fr for c in legal.choices)
