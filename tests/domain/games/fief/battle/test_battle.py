from __future__ import annotations

import pytest

from domain.games.fief import RULES
from domain.games.fief import actions as a
from domain.games.fief.board import Troops
from domain.games.fief.facts import battle as bf
from domain.games.fief.facts import realm as f
from tests.builders.fief import Table, act, battle, facts, plain, refused, there


def field(**attack: int) -> Table:
    """Red, with a lord, and Blue in Blaye; Red's turn to fight."""
    return plain(attack or {"sergeant": 3}, {"sergeant": 3}).phase("battles", "red")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.DeclareBattle("nowhere", ("blue",)), "no-village"),
        (a.DeclareBattle("bourg", ("blue",)), "no-lord"),
        (a.DeclareBattle("blaye"), "no-enemy"),
        (a.DeclareBattle("blaye", ("red",)), "no-enemy"),
        (a.DeclareBattle("blaye", ("blue", "blue")), "no-enemy"),
        (a.DeclareBattle("blaye", ("green",)), "not-present"),
        (a.DeclareBattle("blaye", ("nobody",)), "not-present"),
        (a.DeclareBattle("blaye", ("blue",), infidels=3), "no-infidels"),
        (a.DeclareBattle("blaye", ("blue",), souterrain=True), "no-walls"),
        (a.DeclareBattle("blaye", ("blue",), engines=1), "no-walls"),
    ],
)
def test_battles_that_cannot_be_declared(action: a.DeclareBattle, code: str) -> None:
    assert refused(field().board, "red", action)[0] == code


def test_troops_without_a_lord_defend_themselves_but_do_not_attack() -> None:
    table = Table().held("blue", "blaye").troops("red", "blaye", sergeant=6).troops("blue", "blaye", sergeant=2)
    assert refused(table.phase("battles", "red").board, "red", a.DeclareBattle("blaye", ("blue",))) == ("no-lord", "Battles")
    table.lord("blue", "blaye", "thierry")
    board = act(table.phase("battles", "blue").board, "blue", a.DeclareBattle("blaye", ("red",)))
    board = act(board, "blue", a.FightRound(), [0], [2])
    assert there(board, "blue") == Troops()


def test_lords_alone_do_not_attack() -> None:
    table = Table().held("blue", "blaye").lord("red", "blaye").troops("blue", "blaye", sergeant=1).troops("red", "blaye", bombard=1)
    assert refused(table.phase("battles", "red").board, "red", a.DeclareBattle("blaye", ("blue",))) == ("no-troops", "Battles")


def test_lords_alone_are_captured_at_once() -> None:
    table = Table().held("blue", "blaye").lord("red", "blaye").troops("red", "blaye", sergeant=1).lord("blue", "blaye", "thierry")
    told = facts(table.phase("battles", "red").board, "red", a.DeclareBattle("blaye", ("blue",)))
    assert f.LordCaptured("thierry", "red") in told
    assert told[-1] == bf.BattleEnded("victory", "attack")


@pytest.mark.parametrize(("sergeants", "fort", "engines"), [(5, "castle", 0), (11, "city", 0), (5, "city", 1)])
def test_an_army_too_weak_for_the_walls_cannot_attack(sergeants: int, fort: str, engines: int) -> None:
    """Under 7 points no die is left against a castle, under 13 none against a city."""
    table = plain({"sergeant": sergeants}, {"sergeant": 3}, fort)  # type: ignore[arg-type]
    weak = a.DeclareBattle("blaye", ("blue",), engines=engines)
    assert refused(table.phase("battles", "red").board, "red", weak) == ("too-weak", "Battles")
    strong = table.troops("red", "blaye", sergeant=1).phase("battles", "red").board
    assert act(strong, "red", weak).battle is not None


def test_mercenaries_in_camp_may_make_it_strong_enough() -> None:
    table = plain({"sergeant": 5}, {"sergeant": 3}, "castle").camp("red", 1).phase("battles", "red")
    board = act(table.board, "red", a.DeclareBattle("blaye", ("blue",)))
    sent = act(board, "red", a.CommitMercenaries(1))
    assert sent.battle is not None and sent.battle.stage == "clash"
    held = act(board, "red", a.HoldMercenaries())
    assert held.battle is not None and (held.battle.stage, held.battle.round) == ("muster", 1), "the first round has a muster, too"
    assert facts(held, "red", a.HoldMercenaries())[-1] == bf.BattleEnded("too-weak")
    late = act(held, "red", a.CommitMercenaries(1))
    assert late.battle is not None and late.battle.stage == "clash"


def test_without_a_camp_an_army_too_weak_is_so_at_once() -> None:
    table = plain({"sergeant": 3}, {"sergeant": 3}, "castle").lord("green", "blaye").troops("green", "blaye", sergeant=9)
    board = act(table.phase("battles", "red").board, "red", a.DeclareBattle("blaye", ("blue",)))
    assert facts(board, "green", a.JoinBattle("none"))[-1] == bf.BattleEnded("too-weak")


def test_in_games_of_version_1_the_walls_were_looked_at_once() -> None:
    table = plain({"sergeant": 5}, {"sergeant": 3}, "castle", version=1).camp("red", 1).phase("battles", "red")
    board = act(table.board, "red", a.DeclareBattle("blaye", ("blue",)))
    assert facts(board, "red", a.HoldMercenaries())[-1] == bf.BattleEnded("too-weak")


def test_a_family_has_two_siege_engines() -> None:
    table = plain({"sergeant": 12}, {"sergeant": 3}, "castle").phase("battles", "red")
    assert refused(table.board, "red", a.DeclareBattle("blaye", ("blue",), engines=3)) == ("engines", "Battles")


def test_other_families_present_take_a_side_or_none() -> None:
    table = Table(5).held("blue", "blaye").lord("red", "blaye", "othon").lord("blue", "blaye", "thierry")
    for family in ("red", "blue", "green", "yellow", "white"):
        table.troops(family, "blaye", sergeant=2)
    board = battle(table)
    assert RULES.to_act(board) == ("green", "yellow", "white")
    board = act(board, "white", a.JoinBattle("defence"))
    board = act(board, "green", a.JoinBattle("attack"))
    board = act(board, "yellow", a.JoinBattle("none"))
    assert (board.battle.attack.families, board.battle.defence.families) == (("red", "green"), ("blue", "white"))
    view = RULES.view(board, "public")
    assert view["battle"]["attack"]["combat_points"] == 5, "points of allies add up"  # type: ignore[index]
    board = act(board, "red", a.FightRound(), [0], [3])
    assert there(board, "yellow").sergeant == 2


def test_who_is_not_asked_takes_no_side() -> None:
    board = battle(plain({"sergeant": 3}, {"sergeant": 3}).troops("green", "blaye", sergeant=1))
    for seat in ("red", "blue"):
        assert refused(board, seat, a.JoinBattle("attack")) == ("no-side", "Battles")
    assert refused(act(board, "green", a.JoinBattle("none")), "green", a.JoinBattle("attack")) == ("no-side", "Battles")


def test_several_families_may_be_attacked_together() -> None:
    table = plain({"sergeant": 9}, {"sergeant": 2}, "castle").troops("green", "blaye", sergeant=2)
    board = act(table.phase("battles", "red").board, "red", a.DeclareBattle("blaye", ("green", "blue")))
    assert board.battle.defence.families == ("green", "blue")
    assert board.battle.ground == "castle", "the holder is among them"


def test_a_captain_who_has_lost_everything_is_followed_by_his_ally() -> None:
    table = plain({"sergeant": 9}, {"sergeant": 1}).troops("green", "blaye", sergeant=4)
    table.tell(f.LordDied("thierry"))
    board = act(battle(table), "green", a.JoinBattle("defence"))
    board = act(board, "red", a.FightRound(), [1, 0], [0])
    board = act(board, "blue", a.ShareLosses((a.Share("blue", 1),)))
    assert RULES.to_act(board) == ("red", "green")


def test_nothing_else_happens_while_a_battle_is_fought() -> None:
    board = battle(field())
    assert refused(board, "red", a.EndPhase()) == ("battle-first", "Battles")
    assert refused(board, "red", a.DeclareIncome(3)) == ("battle-first", "Battles")
    assert refused(board, "red", a.DeclareBattle("blaye", ("blue",))) == ("battle-first", "Battles")


def test_overseas_only_infidels_are_fought() -> None:
    table = Table().lord("red", "outremer").troops("red", "outremer", sergeant=3).troops("blue", "outremer", sergeant=1)
    board = table.phase("battles", "red").board
    assert refused(board, "red", a.DeclareBattle("outremer", ("blue",), infidels=3)) == ("crusade", "T 4.2")
    assert refused(board, "red", a.DeclareBattle("outremer")) == ("crusade", "T 4.2")
    board = act(board, "red", a.DeclareBattle("outremer", infidels=3))
    assert refused(board, "blue", a.JoinBattle("defence")) == ("infidels", "T 4.2")
    assert act(board, "blue", a.JoinBattle("attack")).battle is not None


def test_overseas_a_board_whose_infidels_have_all_fallen_can_be_ruled_on() -> None:
    table = Table().lord("red", "outremer", "othon").troops("red", "outremer", sergeant=5, archer=2)
    board = act(table.phase("battles", "red").board, "red", a.DeclareBattle("outremer", infidels=3))
    board = act(act(board, "red", a.HoldFire(1)), "red", a.FightRound(), [3, 1], [1])
    assert board.battle is not None and (board.battle.defence.horde, board.battle.stage) == (0, "losses")
    assert RULES.amiss(board) == ()
    assert facts(board, "red", a.TakeLosses(archer=1))[-1] == bf.BattleEnded("victory", "attack")


def test_overseas_what_was_fought_is_not_declared_again() -> None:
    table = Table().lord("red", "outremer", "othon").troops("red", "outremer", sergeant=5)
    board = act(table.phase("battles", "red").board, "red", a.DeclareBattle("outremer", infidels=9))
    board = act(act(board, "red", a.FightRound(), [0], [0, 0]), "red", a.BreakOff())
    assert refused(board, "red", a.DeclareBattle("outremer", infidels=3)) == ("fought-already", "Battles")
