from domain.titles.northgard import RULES, RULES_1
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import Recruit, Renew
from domain.titles.northgard.board import Board
from tests.builders.northgard import CARDS, act, facts, refused, table

TILES = {"A3": "T01", "D1": "T04", "C1": "T05", "B1": "T06", "A1": "T07", "D2": "T08", "D3": "T09", "C2": "T10"}
"""Red's side: T04 food, T05 wood, T06 lore, T07 food, T08 wood, T09 lore, T10 food."""


def red_holds(*territories: str, buildings: dict[str, list[str]] | None = None, red: int = 0, **options: bool) -> Board:
    units = {"T01a": {"blue": 3}} | {id: {"red": 1} for id in territories}
    return table(TILES, units=units, buildings=buildings, up={"blue": ("renew",)}, points={"red": red}, **options)


def test_ng_35_a_trio_gives_the_rival_a_point_and_all_cards_come_up() -> None:
    board = act(red_holds("T04a", "T07a", "T05a", "T06a"), "blue", Renew())
    assert board.resources("red") == {"food": 2, "wood": 1, "lore": 1}
    assert board.sides["red"].points == 1
    assert board.sides["blue"].up == CARDS


def test_ng_36_each_resource_counts_once() -> None:
    two = red_holds("T04a", "T05a", "T06a", "T07a", "T08a", "T09a")
    assert two.resources("red") == {"food": 2, "wood": 2, "lore": 2}
    assert act(two, "blue", Renew()).sides["red"].points == 2


def test_ng_36_without_all_three_there_is_no_trio() -> None:
    assert act(red_holds("T04a", "T07a", "T10a", "T05a", "T08a"), "blue", Renew()).sides["red"].points == 0


def test_ng_38_a_monopoly_gives_a_point_without_a_trio() -> None:
    board = red_holds("T04a", buildings={"T04a": ["monopoly_food"]})
    assert facts(board, "blue", Renew())[1] == f.PointsGained("red", 1, 0, 1)


def test_ng_38_where_the_table_wants_a_trio_the_monopoly_gives_nothing_alone() -> None:
    alone = red_holds("T04a", buildings={"T04a": ["monopoly_food"]}, monopoly_needs_trio=True)
    assert act(alone, "blue", Renew()).sides["red"].points == 0
    with_trio = red_holds("T04a", "T05a", "T06a", buildings={"T04a": ["monopoly_food"]}, monopoly_needs_trio=True)
    assert facts(with_trio, "blue", Renew())[1] == f.PointsGained("red", 2, 1, 1)


def test_ng_39_only_the_rival_scores() -> None:
    held = {id: {"blue": 1} for id in ("T04a", "T05a", "T06a", "T07a", "T08a", "T09a")}
    board = act(table(TILES, units=held), "blue", Renew())
    assert board.sides["blue"].points == board.sides["red"].points == 0


def test_ng_42_renew_itself_ends_face_up() -> None:
    found = facts(red_holds("T04a"), "blue", Renew())
    assert found == (f.CardPlayed("blue", "renew"), f.CardsTurnedUp("blue", CARDS), f.TurnPassed("red"))
    assert act(red_holds("T04a"), "blue", Renew()).sides["blue"].up == CARDS


def test_leaving_cards_face_down_where_none_lies_so_is_neither_offered_nor_legal() -> None:
    """Given all cards face up, when Renew is to leave the others face down, then that is refused, as it is not offered; in a game
    of version 1 it stays legal."""
    board = table(TILES, units={"T01a": {"blue": 3}})
    offered = [c.action for c in RULES.legal(board, "blue").choices if isinstance(c.action, Renew)]
    assert offered == [Renew(True)]
    assert refused(board, "blue", Renew(turn_up=False)) == "nothing-down"
    board.setting.version = 1
    assert RULES_1.judge(board, "blue", Renew(turn_up=False)).legal


def test_ng_43_the_fifth_point_ends_the_game_at_once_in_the_other_players_turn() -> None:
    board = red_holds("T04a", "T05a", "T06a", red=4)
    assert facts(board, "blue", Renew())[-1] == f.PointsGained("red", 1, 1, 0), "no card is turned, no turn passes"
    board = act(board, "blue", Renew())
    outcome = RULES.outcome(board)
    assert outcome is not None and outcome.winners == ("red",)
    assert refused(board, "red", Recruit("recruit", "T04a")) == "game-over"
