from typing import Any

import pytest

from domain.titles.raiders import RULES, facts as f
from domain.titles.raiders.actions import Forgo, LoseCrew, Raid, Reroll
from domain.titles.raiders.board import AUTOMA, PLAYER, Board
from tests.builders.raiders import act, facts, refused, table

FIVE = ("champion", "champion", "warlord", "warlord", "warlord")
"""Five crew of strength 4, 4, 3, 3 and 3, without a raid ability."""


def ready(worker: str = "white", **fields: Any) -> Board:
    held = {"worker": worker, "provisions": 8, "gold": 3, "crew": FIVE, **fields.pop("player", {})}
    return table(player=held, **fields)


# -- what a raid needs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raid", "why"),
    [
        (Raid("outpost-right", 1), "no-plunder"),
        (Raid("outpost-right", 3), "unknown-space"),
        (Raid("outpost-left", 1), "unknown-site"),
    ],
)
def test_raids_that_cannot_be(raid: Raid, why: str) -> None:
    assert refused(ready("grey", spaces={"outpost-right-1": {}}), raid).code == why


# -- dice again ------------------------------------------------------------------------------------


def test_a_brawler_lets_one_die_be_rolled_again() -> None:
    board = act(ready(player={"crew": (*FIVE[:4], "brawler")}), Raid("fortress-centre", 1), [2, 4])
    assert board.stage == "reroll" and RULES.to_act(board) == (PLAYER,)
    assert board.player.points == 0, "nothing is scored before the dice are settled"
    assert refused(board, Reroll(3)).code == "no-such-die"
    assert [choice.action for choice in RULES.legal(board, PLAYER).choices] == [
        Reroll(1),
        Reroll(2),
        Forgo(),
    ]
    done = act(board, Reroll(1), [5])
    assert done.player.points == 7, "4+4+3+3+2 and 5+4 make 25"
    assert RULES.to_act(done) == (AUTOMA,)
    assert act(board, Reroll(2), [2]).player.points == 5, "2 and 2 make 20"
    assert facts(board, PLAYER, Forgo())[0] == f.ActionForgone("reroll")
    assert act(board, Forgo()).player.points == 5, "22"


# -- plunder, worker, Valkyries --------------------------------------------------------------------


def test_each_valkyrie_costs_a_crew_member_of_the_players_choice() -> None:
    before = ready("black", spaces={"harbour-left-1": {"valkyries": 2, "gold": 1}})
    board = act(before, Raid("harbour-left", 1))
    assert (board.stage, board.player.valkyries) == ("mourn", 2)
    assert refused(board, LoseCrew(("champion",))).code == "wrong-number"
    assert refused(board, LoseCrew(("champion", "scout"))).code == "not-in-crew"
    assert refused(board, LoseCrew(("champion", "champion", "champion"))).code == "wrong-number"
    board = act(board, LoseCrew(("champion", "warlord")))
    assert board.player.crew == ("champion", "warlord", "warlord")
    assert (RULES.to_act(board), RULES.census(board)) == ((AUTOMA,), RULES.census(before))
