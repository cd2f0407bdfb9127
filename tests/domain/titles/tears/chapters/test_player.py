from collections.abc import Callable

import pytest

from domain.titles.contract.ruleset import Action
from domain.titles.tears import RULES, actions as a, facts as f
from domain.titles.tears.board import Board, InPlay, Wedge
from domain.titles.tears.turn import PROMPTS
from tests.builders.tears import (
    ActionResult,
    at,
    card_of,
    do,
    enemy_turn,
    full_battlefield,
    refused,
    table,
)
from tests.domain.titles.tears.chapters.test_objectives import fall

LEADER = "guillaume-fitzrobert"


PAYING = table(
    mine={(1, 1): "my-rich-2", (1, 2): "my-foot-0", (1, 3): InPlay("my-rich-1", True)},
    hand=["my-foot-3", "my-foot-5"],
)
SHOOTING = table(
    mine={(1, 1): "my-bow-1", (1, 2): "my-foot-1", (1, 3): InPlay("my-bow-2", True)},
    reserve=["plan-1"],
)
IDLE = table(mine={(1, 1): InPlay("my-sage-1")})
"""An action without effect is no turn. Otherwise a leader, who need not be exhausted, could delay
the game for ever."""


@pytest.mark.parametrize(
    ("board", "action", "why"),
    [
        (PAYING, a.Play("my-foot-3", 2, 1, exhaust=("my-rich-2",)), "not-paid"),
        (PAYING, a.Play("my-foot-3", 2, 1, exhaust=("my-rich-2", "my-rich-1")), "cannot-pay"),
        (PAYING, a.Play("my-foot-3", 2, 1, exhaust=("my-rich-2", "my-foot-0")), "cannot-pay"),
        (PAYING, a.Play("my-foot-3", 2, 1, exhaust=("my-rich-2", "my-rich-2")), "paid-twice"),
        (
            PAYING,
            a.Play("my-foot-3", 2, 1, exhaust=("my-rich-2",), discard=("my-foot-3",)),
            "paid-twice",
        ),
        (
            PAYING,
            a.Play("my-foot-3", 2, 1, exhaust=("my-rich-2",), discard=("my-foot-0",)),
            "discard-not-in-hand",
        ),
        (SHOOTING, a.Shoot("my-foot-1", "harold-godwinson"), "not-ranged"),
        (SHOOTING, a.Shoot("my-bow-2", "harold-godwinson"), "exhausted"),
        (SHOOTING, a.Shoot("bow-1", "harold-godwinson"), "not-yours"),
        (SHOOTING, a.Shoot("my-bow-1", "my-foot-1"), "no-target"),
        (SHOOTING, a.Shoot("my-bow-1", "plan-1"), "no-target"),
        (IDLE, a.Use(LEADER, exhaust=False), "nothing"),
        (IDLE, a.Use("my-sage-1", exhaust=False), "nothing"),
    ],
)
def test_what_the_player_cannot_do(board: Board, action: Action, why: str) -> None:
    refused(board, action, why)


def test_a_declared_reduction_counts_up_to_the_cost() -> None:
    board = table(hand=["my-foot-3"])
    refused(board, a.Play("my-foot-3", 1, 1, reduction=2), "not-paid")
    refused(board, a.Play("my-foot-3", 1, 1, reduction=4), "reduced-too-far")
    assert do(board, a.Play("my-foot-3", 1, 1, reduction=3)).only(f.Paid).reduction == 3


def test_events_tactics_and_attachments_go_where_they_belong() -> None:
    board = table(mine={(1, 1): "my-rich-2"}, hand=["my-strike-1", "my-plan-1", "my-banner-1"])
    pay = ("my-rich-2",)
    assert do(board, a.Play("my-strike-1", exhaust=pay)).board.player.discard == ("my-strike-1",)
    assert [s.card for s in do(board, a.Play("my-plan-1", exhaust=pay)).board.player.reserve] == [
        "my-plan-1"
    ]
    done = do(board, a.Play("my-banner-1", host="my-rich-2", exhaust=pay))
    assert card_of(done.board, "player", "my-rich-2").attached == ("my-banner-1",)
    for action, why in (
        (a.Play("my-strike-1", 1, 2, exhaust=pay), "takes-no-space"),
        (a.Play("my-plan-1", host="my-rich-2", exhaust=pay), "takes-no-space"),
        (a.Play("my-banner-1", exhaust=pay), "no-host"),
        (a.Play("my-banner-1", host="my-plan-1", exhaust=pay), "no-host"),
    ):
        refused(board, action, why)


def test_tm_50_the_player_may_use_either_text_of_a_solo_card() -> None:
    board = table(mine={(1, 1): "my-rich-2"}, hand=["my-solo-1", "my-noble-1"])
    pay = ("my-rich-2",)
    assert (
        do(board, a.Play("my-solo-1", 1, 2, exhaust=pay, solo=True)).only(f.SoloUsed).seat
        == "player"
    )
    assert not do(board, a.Play("my-solo-1", 1, 2, exhaust=pay)).all(f.SoloUsed)
    refused(board, a.Play("my-noble-1", 1, 2, exhaust=pay, solo=True), "no-solo-text")


def test_the_action_of_a_card_in_play_is_a_turn() -> None:
    board = table(
        mine={
            (1, 1): InPlay("my-sage-1", attached=("my-sword-1",)),
            (1, 2): InPlay("my-foot-1", True),
        }
    )
    done = do(board, a.Use("my-sage-1", results=(a.Result("draw", amount=1),)), "my-foot-0")
    assert card_of(done.board, "player", "my-sage-1").exhausted and done.board.player.hand == (
        "my-foot-0",
    )
    assert RULES.to_act(done.board) == ("enemy",)
    free = a.Use("my-sage-1", exhaust=False, results=(a.Result("draw", amount=1),))
    assert not card_of(do(board, free, "my-foot-0").board, "player", "my-sage-1").exhausted
    assert do(
        board,
        a.Use("my-sword-1", exhaust=False, results=(a.Result("draw", amount=1),)),
        "my-foot-0",
    ).only(f.ActionUsed)
    for action, why in (
        (a.Use("my-foot-1"), "exhausted"),
        (a.Use("my-foot-2"), "not-yours"),
        (a.Use("harold-godwinson"), "not-yours"),
        (a.Use("my-sword-1"), "attachment-never-exhausts"),
    ):
        refused(board, action, why)


def test_any_card_in_play_but_the_leader_can_be_sacrificed() -> None:
    board = table(mine={(1, 1): InPlay("my-foot-1", attached=("my-banner-1",))}, hand=["my-foot-2"])
    refused(board, a.Sacrifice(LEADER), "leader-stays")
    refused(board, a.Sacrifice("my-foot-2"), "not-yours")
    refused(board, a.Sacrifice("harold-godwinson"), "not-yours")
    assert do(board, a.Sacrifice("my-foot-1")).board.player.discard == ("my-foot-1", "my-banner-1")
    done = do(board, a.Sacrifice("my-banner-1"))
    assert (
        done.board.player.discard == ("my-banner-1",)
        and at(done.board, "player", 1, 1) == "my-foot-1"
    )


FOOT = {(1, 1): "my-foot-1"}
TAKEN = [Wedge(), Wedge(10, 0, "player"), Wedge()]


def _displaced(theirs: dict[tuple[int, int], str], item: int, three: int) -> ActionResult:
    request = enemy_turn(table(theirs=theirs, wedges=TAKEN))
    return do(request.board, a.StateMight((a.MightOf(1, item, 0), a.MightOf(3, three, 0))))


OPEN: dict[str, Callable[[], ActionResult]] = {
    "shooter": lambda: enemy_turn(table(theirs={(1, 1): "bow-1", (2, 1): "bow-2"})),
    "shot": lambda: enemy_turn(table(theirs={(1, 1): "bow-1"}, mine=FOOT)),
    "ranged-wedge": lambda: enemy_turn(
        table(
            theirs={(2, 1): "foot-1", (2, 2): "foot-2"},
            mine={(1, 1): "my-bow-1", (3, 1): "my-bow-2"},
        ),
        "bow-1",
    ),
    "host": lambda: enemy_turn(table(theirs={(2, 1): "foot-1"}), "banner-1"),
    "replaced": lambda: enemy_turn(
        table(round=11, theirs=full_battlefield({(1, 1): "foot-1", (3, 2): "foot-1b"})), "foot-3"
    ),
    "event-action": lambda: enemy_turn(table(mine=FOOT), "choice-1"),
    "target": lambda: enemy_turn(table(mine=FOOT), "noble-1"),
    "leader-wedge": lambda: _displaced({}, 4, 4),
    "leader-space": lambda: _displaced(
        {(1, 1): "foot-1", (1, 2): "foot-1b", (1, 3): "foot-2"}, 1, 9
    ),
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
        decided = do(done.board, a.Choose(option), *values).all(f.Decided)[0]
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
