from __future__ import annotations

from domain.games.northgard import RULES
from domain.games.northgard.actions import Build, Explore, Move, Recruit, Renew, Step, Stop
from tests.builders.northgard import CARDS, act, refused, table

BOARD = table(units={"T01a": {"blue": 3}, "T04a": {"red": 3}})


def test_ng_06_playing_recruit_turns_the_card_and_passes_the_turn() -> None:
    board = act(BOARD, "blue", Recruit("recruit", "T01a"))
    assert board.territories["T01a"].units == {"blue": 4}
    assert board.sides["blue"].up == tuple(c for c in CARDS if c != "recruit")
    assert RULES.to_act(board) == ("red",)


def test_ng_07_a_second_card_in_the_same_turn_is_refused() -> None:
    board = act(BOARD, "blue", Recruit("recruit", "T01a"))
    assert refused(board, "blue", Build("build", "camp", "T01a")) == "not-your-turn"


def test_ng_07_a_second_card_during_a_move_2_is_refused() -> None:
    board = act(BOARD, "blue", Move("move-a", "T01a", "T02a", 1))
    assert RULES.to_act(board) == ("blue",)
    assert refused(board, "blue", Move("move-b", "T01a", "T02a", 1)) == "one-card"
    assert refused(board, "blue", Renew()) == "one-card"


def test_ng_09_acting_in_the_rivals_turn_is_refused() -> None:
    for action in (Recruit("recruit", "T04a"), Renew(), Stop(), Explore("explore", "C1")):
        assert refused(BOARD, "red", action) == "not-your-turn"


def test_ng_40_renew_is_played_with_other_cards_face_up() -> None:
    board = table(units={"T01a": {"blue": 3}}, up={"blue": ("recruit", "build", "explore", "special", "renew")})
    assert act(board, "blue", Renew()).sides["blue"].up == CARDS


def test_ng_41_with_six_cards_face_down_only_renew_can_be_played() -> None:
    board = table(units={"T01a": {"blue": 3}}, up={"blue": ("renew",)})
    for action in (
        Recruit("recruit", "T01a"),
        Build("build", "camp", "T01a"),
        Explore("explore", "A2"),
        Recruit("special", "T01a"),
        Move("move-a", "T01a", "T02a", 1),
        Move("move-b", "T01a", "T02a", 1),
    ):
        assert refused(board, "blue", action) == "card-down"
    assert {type(c.action) for c in RULES.legal(board, "blue").choices} == {Renew}


def test_ng_45_after_the_end_every_action_is_refused() -> None:
    board = table(units={"T01a": {"blue": 3}}, points={"red": 5})
    for seat in ("blue", "red"):
        for action in (Recruit("recruit", "T01a"), Renew(), Stop(), Step("T01a", "T02a", 1)):
            assert refused(board, seat, action) == "game-over"
    assert RULES.to_act(board) == ()


def test_the_first_to_reach_the_goal_wins_whatever_the_lead() -> None:
    assert RULES.outcome(table(points={"red": 4, "blue": 4})) is None
    outcome = RULES.outcome(table(points={"red": 6, "blue": 4}))
    assert (outcome.code, outcome.winners) == ("victory-points", ("red",))


def test_cards_are_known_and_do_what_they_offer() -> None:
    assert refused(BOARD, "blue", Recruit("charge", "T01a")) == "unknown-card"
    assert refused(BOARD, "blue", Recruit("build", "T01a")) == "wrong-card"
    assert refused(BOARD, "blue", Explore("renew", "A2")) == "wrong-card"


def test_steps_and_answers_without_a_question_are_refused() -> None:
    from domain.games.northgard.actions import CombatRenew, Retreat

    assert refused(BOARD, "blue", Step("T01a", "T02a", 1)) == "no-step-left"
    assert refused(BOARD, "blue", Stop()) == "no-step-left"
    assert refused(BOARD, "blue", CombatRenew()) == "no-renew-drawn"
    assert refused(BOARD, "blue", Retreat("T02a")) == "no-combat-lost"


def test_somebody_can_always_play_renew() -> None:
    """Without a unit on the board and with the enemy on the base tile, Renew remains (A-NG-10)."""
    board = table(units={"T01a": {"red": 2}, "T04a": {"red": 3}})
    assert [c.action for c in RULES.legal(board, "blue").choices] == [Renew(True)]
    assert RULES.to_act(act(board, "blue", Renew())) == ("red",)
