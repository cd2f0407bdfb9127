import msgspec

from domain.titles.contract.chance import BadValues, TableChance
from domain.titles.contract.ruleset import decode_board, encode_board
from domain.titles.northgard import RULES, facts as f
from domain.titles.northgard.actions import Move, Renew, Retreat, Step
from domain.titles.northgard.board import Board
from tests.builders.northgard import CARDS, act, after, facts, refused, table, units
from tests.builders.refusals import refused_with
from tests.records.play import union

ATTACK = Move("move-a", "T01a", "T02a", 3)


def meeting(
    blue: int,
    red: int,
    up: dict[str, tuple[str, ...]] | None = None,
    tower: int = 0,
    **options: object,
) -> Board:
    where = {"T01a": {"blue": blue}, "T02a": {"red": red}}
    return table(units=where, up=up, buildings={"T02a": ["tower"] * tower}, **options)


def attack(board: Board, blue: str, red: str, count: int) -> tuple[Board, f.CombatResolved]:
    results = facts(board, "blue", Move("move-a", "T01a", "T02a", count), [blue], [red])
    return after(board, results), next(x for x in results if isinstance(x, f.CombatResolved))


def test_ng_46_at_equal_scores_the_defender_wins() -> None:
    board, combat = attack(meeting(3, 2), "build", "special", 3)
    assert (combat.scores, combat.losses) == ({"blue": 4, "red": 4}, {"blue": 1, "red": 1})
    assert (combat.winner, combat.loser) == ("red", "blue")
    assert units(board, "T02a") == {"red": 1, "blue": 2}, "two survivors have to retreat"
    assert RULES.to_act(board) == ("blue",)
    board = act(board, "blue", Retreat("T01a"))
    assert units(board, "T01a") == {"blue": 2} and units(board, "T02a") == {"red": 1}


def test_ng_47_the_higher_score_wins_and_the_survivor_retreats() -> None:
    board, combat = attack(meeting(3, 2), "special", "build", 3)
    assert (combat.scores, units(board, "T02a")) == ({"blue": 5, "red": 3}, {"blue": 2, "red": 1})
    assert RULES.to_act(board) == ("red",)
    board = act(board, "red", Retreat("T03a"))
    assert units(board, "T02a") == {"blue": 2} and units(board, "T03a") == {"red": 1}


def test_ng_48_one_against_one_leaves_nobody() -> None:
    board, combat = attack(meeting(1, 1), "special", "build", 1)
    assert (combat.winner, combat.loser, units(board, "T02a")) == ("", "", {})
    assert board.sides["blue"].reserve == board.sides["red"].reserve == 10
    assert board.held_territories("blue") == board.held_territories("red") == []


def test_ng_50_a_tower_costs_the_attacker_one_more_unit() -> None:
    board, combat = attack(meeting(3, 2, tower=1), "special", "build", 3)
    assert combat.losses == {"blue": 2, "red": 1}
    assert combat.scores == {"blue": 5, "red": 3}, "scores count units before losses"
    assert board.territories["T02a"].units == {"blue": 1, "red": 1}


def test_ng_52_all_survivors_retreat_to_one_neutral_territory() -> None:
    board, _ = attack(meeting(5, 3), "special", "build", 5)
    assert units(act(board, "red", Retreat("T03a")), "T03a") == {"red": 2}


def test_ng_54_retreating_to_the_enemy_or_far_away_is_refused() -> None:
    board = table(
        {"A3": "T01", "A2": "T05", "B3": "T02", "C3": "T03", "B2": "T06", "D1": "T04"},
        units={"T01a": {"blue": 4}, "T02a": {"red": 3}, "T06a": {"blue": 1}, "T04a": {"red": 1}},
    )
    board, _ = attack(board, "special", "build", 4)
    assert [c.action for c in RULES.legal(board, "red").choices] == [
        Retreat("T01a"),
        Retreat("T03a"),
    ]
    for seat, action, why in (
        ("red", Retreat("T06a"), "no-refuge"),
        ("red", Retreat("T04a"), "no-refuge"),
        ("red", Retreat("T02a"), "no-refuge"),
        ("red", Retreat("T13a"), "unknown-territory"),
        ("blue", Step("T06a", "T03a", 1), "not-your-turn"),
        ("red", Renew(), "retreat-first"),
    ):
        assert refused(board, seat, action) == why


def test_ng_55_exactly_the_drawn_card_is_turned_down() -> None:
    up = {"red": ("recruit", "build", "explore", "renew")}
    board, _ = attack(meeting(3, 2, up), "build", "explore", 3)
    assert board.sides["red"].up == ("recruit", "build", "renew")
    assert board.sides["blue"].up == ("recruit", "explore", "special", "move-b", "renew"), (
        "and the card in play"
    )


def test_ng_56_a_face_down_card_is_never_drawn() -> None:
    board = meeting(3, 2, {"blue": tuple(c for c in CARDS if c != "explore")})
    refused_with(
        BadValues, "", RULES.decide, board, "blue", ATTACK, TableChance([["explore"], ["build"]])
    )
    refused_with(
        BadValues, "", RULES.decide, board, "blue", ATTACK, TableChance([["move-a"], ["build"]])
    )


def test_ng_58_without_a_face_up_card_the_bonus_is_0() -> None:
    results = facts(meeting(3, 2, {"blue": ("move-a",)}), "blue", ATTACK, ["build"])
    combat = next(x for x in results if isinstance(x, f.CombatResolved))
    assert combat.scores == {"blue": 3, "red": 3}
    assert [x.seat for x in results if isinstance(x, f.BonusDrawn)] == ["red"]
    results = facts(meeting(3, 2, {"blue": ("move-a",), "red": ()}), "blue", ATTACK)
    assert not any(isinstance(x, f.BonusDrawn) for x in results)


def test_ng_59_replaying_the_facts_gives_the_same_cards_and_result() -> None:
    before = meeting(3, 2)
    results = facts(before, "blue", ATTACK, ["special"], ["recruit"])
    assert (
        f.BonusDrawn("blue", "special", 2) in results
        and f.BonusDrawn("red", "recruit", 1) in results
    )
    stored = msgspec.json.encode(results)
    read = msgspec.json.decode(stored, type=tuple[union(RULES.fact_types), ...])
    again = after(decode_board(Board, encode_board(before), before.setting), read)
    assert RULES.fingerprint(again) == RULES.fingerprint(after(before, results))


# -- a drawn Renew ---------------------------------------------------------------------------------


def test_with_nothing_else_face_down_there_is_nothing_to_ask() -> None:
    results = facts(meeting(3, 2), "blue", ATTACK, ["renew"], ["renew"])
    assert (
        f.CardsTurnedUp("blue", ("renew",)) in results
        and f.CardsTurnedUp("red", ("renew",)) in results
    )
    assert not any(isinstance(x, f.RenewDrawn) for x in results)
