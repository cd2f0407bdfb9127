from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.raiders import RULES
from domain.games.raiders.actions import Forgo, LoseCrew, Raid, Reroll
from domain.games.raiders.board import AUTOMA, PLAYER, Board
from domain.games.raiders.facts import raids as r
from domain.games.raiders.facts import village as v
from tests.builders.raiders import act, facts, refused, table

FIVE = ("champion", "champion", "warlord", "warlord", "warlord")
"""Five crew of strength 4, 4, 3, 3 and 3, without a raid ability."""


def ready(worker: str = "white", **fields: Any) -> Board:
    """A player who could raid anything: strength 17, and 0 armour."""
    held = {"worker": worker, "provisions": 8, "gold": 3, "crew": FIVE, **fields.pop("player", {})}
    return table(player=held, **fields)


def points(board: Board, action: Raid, *dice: list[int]) -> int:
    return act(board, action, *dice).player.points


# -- what a raid needs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("site", "provisions", "gold", "crew", "dice", "workers"),
    [
        ("harbour-left", 2, 0, 2, 0, "black grey"),
        ("harbour-centre", 1, 0, 3, 0, "black grey"),
        ("harbour-right", 3, 0, 2, 0, "black grey"),
        ("outpost-centre", 3, 0, 3, 1, "grey"),
        ("outpost-right", 4, 0, 3, 1, "grey"),
        ("monastery-left", 3, 1, 3, 2, "grey white"),
        ("monastery-right", 2, 1, 4, 2, "grey white"),
        ("fortress-left", 3, 2, 5, 2, "white"),
        ("fortress-centre", 2, 2, 4, 2, "white"),
        ("fortress-right", 4, 1, 5, 2, "white"),
    ],
)
def test_what_each_site_asks(site: str, provisions: int, gold: int, crew: int, dice: int, workers: str) -> None:
    raid, rolled = Raid(site, 1), [[4] * dice] if dice else []
    for worker in ("black", "grey", "white"):
        board = ready(worker)
        if worker not in workers.split():
            assert refused(board, raid).code == "worker-colour"
            continue
        launched = facts(board, PLAYER, raid, *rolled)[0]
        assert launched == r.RaidLaunched(f"{site}-1", worker, provisions, gold)
        poor = ready(worker, player={"provisions": provisions - 1})
        assert refused(poor, raid).code == "cannot-pay"
        if gold:
            assert refused(ready(worker, player={"gold": gold - 1}), raid).code == "cannot-pay"
        assert refused(ready(worker, player={"crew": FIVE[: crew - 1]}), raid).code == "crew-too-small"
        assert RULES.judge(ready(worker, player={"crew": FIVE[:crew]}), PLAYER, raid).legal


def test_raids_that_cannot_be() -> None:
    board = ready("grey", spaces={"outpost-right-1": {}})
    assert refused(board, Raid("outpost-right", 1)).code == "no-plunder"
    assert refused(board, Raid("outpost-right", 3)).code == "unknown-space"
    assert refused(board, Raid("outpost-left", 1)).code == "unknown-site"


def test_crew_makes_raids_cheaper_where_it_says_so() -> None:
    def paid(crew: tuple[str, ...], site: str, worker: str) -> tuple[int, int]:
        launched = facts(ready(worker, player={"crew": crew}), PLAYER, Raid(site, 1), [4] * 2 if site != "outpost-right" else [4])[
            0
        ]
        assert isinstance(launched, r.RaidLaunched)
        return launched.provisions, launched.gold

    assert paid((*FIVE[:4], "huntsman"), "outpost-right", "grey") == (3, 0)
    assert paid((*FIVE[:4], "huntsman"), "monastery-left", "grey") == (3, 1)
    assert paid(("huntsman",) * 4, "outpost-right", "grey") == (0, 0)
    assert paid((*FIVE[:4], "scout"), "monastery-left", "grey") == (2, 1)
    assert paid(("scout",) * 3 + FIVE[:2], "monastery-right", "grey") == (0, 1)
    assert paid((*FIVE[:4], "cartographer"), "fortress-right", "white") == (4, 0)
    assert paid((*FIVE[:3], "cartographer", "cartographer"), "fortress-right", "white") == (4, 0), "not less than nothing"


# -- strength and points ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("site", "worker", "armour", "dice", "expected"),
    [
        ("harbour-left", "black", 0, [], 1),
        ("outpost-right", "grey", 0, [2], 4),
        ("outpost-centre", "grey", 0, [2], 4),
        ("monastery-left", "grey", 0, [2, 2], 6),
        ("monastery-right", "grey", 0, [2, 2], 4),
        ("monastery-right", "grey", 1, [2, 2], 6),
        ("fortress-left", "white", 0, [2, 2], 0),
        ("fortress-left", "white", 0, [2, 3], 7),
        ("fortress-left", "white", 6, [2, 3], 9),
        ("fortress-left", "white", 10, [5, 4], 12),
        ("fortress-left", "white", 9, [5, 4], 9),
        ("fortress-centre", "white", 10, [3, 2], 10),
        ("fortress-right", "white", 0, [2, 2], 6),
        ("fortress-right", "white", 7, [5, 5], 11),
    ],
)
def test_strength_reaches_the_tiers_of_the_board(site: str, worker: str, armour: int, dice: list[int], expected: int) -> None:
    board = ready(worker, player={"armour": armour})
    assert points(board, Raid(site, 1), *([dice] if dice else [])) == expected


def test_below_every_tier_the_plunder_is_taken_all_the_same() -> None:
    weak = ready("grey", player={"crew": ("forager", "jeweller", "merchant")})
    board = act(weak, Raid("outpost-right", 1), [2])
    assert (board.player.points, board.player.livestock) == (0, 1)


@pytest.mark.parametrize(
    ("crew", "site", "dice", "extra"),
    [
        (("armourer",), "monastery-left", [2, 2], 2),
        (("armourer",), "fortress-left", [2, 2], 0),
        (("barbarian",), "fortress-left", [2, 2], 2),
        (("barbarian",), "monastery-left", [2, 2], 0),
        (("brynjar",), "monastery-left", [2, 2], 7 // 3),
        (("folke",), "monastery-left", [2, 2], 4),
        (("ragnhildr",), "monastery-left", [2, 2], 5 // 2),
    ],
)
def test_crew_adds_strength(crew: tuple[str, ...], site: str, dice: list[int], extra: int) -> None:
    board = ready("white", player={"crew": (*FIVE[:4], *crew), "armour": 7, "valkyries": 5})
    fought = next(fact for fact in facts(board, PLAYER, Raid(site, 1), dice) if isinstance(fact, r.RaidFought))
    printed = board.setting.values.townsfolk[crew[0]].strength
    assert fought.strength == 4 + 4 + 3 + 3 + printed + 7 + sum(dice) + extra


@pytest.mark.parametrize(
    ("card", "site", "worker", "dice", "extra"),
    [
        ("archer", "outpost-right", "grey", [2], 2),
        ("marauder", "outpost-right", "grey", [2], 1),
        ("shieldmaiden", "monastery-left", "grey", [5, 5], 1),
        ("warmonger", "harbour-left", "grey", [], 1),
        ("warmonger", "outpost-right", "grey", [2], 0),
    ],
)
def test_crew_adds_points(card: str, site: str, worker: str, dice: list[int], extra: int) -> None:
    rolled = [dice] if dice else []
    plain = points(ready(worker), Raid(site, 1), *rolled)
    assert points(ready(worker, player={"crew": (*FIVE[:4], card)}), Raid(site, 1), *rolled) == plain + extra


# -- dice again ---------------------------------------------------------------------------------------------------------


def test_a_brawler_lets_one_die_be_rolled_again() -> None:
    board = act(ready(player={"crew": (*FIVE[:4], "brawler")}), Raid("fortress-centre", 1), [2, 4])
    assert board.stage == "reroll" and RULES.to_act(board) == (PLAYER,)
    assert board.player.points == 0, "nothing is scored before the dice are settled"
    assert refused(board, Reroll(3)).code == "no-such-die"
    assert [choice.action for choice in RULES.legal(board, PLAYER).choices] == [Reroll(1), Reroll(2), Forgo()]
    done = act(board, Reroll(1), [5])
    assert done.player.points == 7, "4+4+3+3+2 and 5+4 make 25"
    assert RULES.to_act(done) == (AUTOMA,)
    assert act(board, Reroll(2), [2]).player.points == 5, "2 and 2 make 20"
    assert facts(board, PLAYER, Forgo())[0] == v.ActionForgone("reroll")
    kept = act(board, Forgo())
    assert kept.player.points == 5, "22"


def test_each_brawler_lets_a_die_be_rolled_again() -> None:
    board = act(ready(player={"crew": (*FIVE[:3], "brawler", "brawler")}), Raid("fortress-centre", 1), [2, 2])
    board = act(board, Reroll(1), [3])
    assert board.stage == "reroll"
    board = act(board, Reroll(1), [5])
    assert board.stage == "reveal"


def test_without_dice_there_is_nothing_to_roll_again() -> None:
    board = act(ready("grey", player={"crew": (*FIVE[:4], "brawler")}), Raid("harbour-left", 1))
    assert board.stage == "reveal"


# -- plunder, worker, Valkyries -----------------------------------------------------------------------------------------


def test_the_plunder_and_the_worker_of_the_space_are_taken() -> None:
    laid = {"harbour-left-2": {"gold": 1, "iron": 1, "livestock": 1}}
    before = ready("black", spaces=laid)
    board = act(before, Raid("harbour-left", 2))
    assert (board.player.gold, board.player.iron, board.player.livestock) == (4, 1, 1)
    assert board.player.worker == "grey", "the one that stood there"
    assert board.spaces["harbour-left-2"].worker == "black", "the one that was sent"
    assert board.spaces["harbour-left-2"].plunder == 0
    assert RULES.to_act(board) == (AUTOMA,), "a raid is the whole turn"
    assert RULES.census(board) == RULES.census(before)


def test_each_valkyrie_costs_a_crew_member_of_the_players_choice() -> None:
    laid = {"harbour-left-1": {"valkyries": 2, "gold": 1}}
    before = ready("black", spaces=laid)
    board = act(before, Raid("harbour-left", 1))
    assert board.stage == "mourn"
    assert board.player.valkyries == 2
    assert refused(board, LoseCrew(("champion",))).code == "wrong-number"
    assert refused(board, LoseCrew(("champion", "scout"))).code == "not-in-crew"
    assert refused(board, LoseCrew(("champion", "champion", "champion"))).code == "wrong-number"
    board = act(board, LoseCrew(("champion", "warlord")))
    assert board.player.crew == ("champion", "warlord", "warlord")
    assert RULES.to_act(board) == (AUTOMA,)
    assert RULES.census(board) == RULES.census(before)


def test_with_as_many_valkyries_as_crew_there_is_no_choice() -> None:
    laid = {"harbour-left-1": {"valkyries": 4}}
    before = ready("black", spaces=laid, player={"crew": FIVE[:2]})
    board = act(before, Raid("harbour-left", 1))
    assert (board.player.crew, board.player.valkyries) == ((), 4)
    assert board.stage == "reveal"
    assert RULES.census(board) == RULES.census(before)


def test_some_cards_leave_something_when_killed() -> None:
    laid = {"harbour-left-1": {"valkyries": 4}}
    crew = ("gravedigger", "mercenary", "berserker", "avenger")
    before = ready("black", spaces=laid, player={"crew": crew, "cards": 1})
    board = act(before, Raid("harbour-left", 1))
    assert board.player.gold == 3 + 1
    assert board.player.points == 1 + 1
    assert board.player.cards == 2, "the berserker returns to the hand"
    assert RULES.census(board) == RULES.census(before)


def test_a_gravedigger_leaves_no_gold_that_is_not_there() -> None:
    before = ready("black", spaces={"harbour-left-1": {"valkyries": 2}}, player={"crew": ("gravedigger", "scout")})
    bare = replace(before, supply=replace(before.supply, gold=0))
    assert act(bare, Raid("harbour-left", 1)).player.gold == 3


def test_a_raid_is_not_hindered_by_the_forbidden_building() -> None:
    board = ready("black", blocked="mill")
    assert RULES.judge(board, PLAYER, Raid("harbour-left", 1)).legal
    assert act(board, Raid("harbour-left", 1)).blocked == "", "and the turn it was meant for is over"
