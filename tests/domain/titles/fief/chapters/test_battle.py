import pytest

from domain.titles.fief import RULES, actions as a, facts as f
from domain.titles.fief.board import Board, Troops
from domain.titles.kit import Action
from tests.builders.fief import Table, act, battle, facts, plain, refused, rolls_asked, troops_at


def field(**attack: int) -> Table:
    return plain(attack or {"sergeant": 3}, {"sergeant": 3}).phase("battles", "red")


def test_in_games_of_version_1_the_walls_were_looked_at_once() -> None:
    table = (
        plain({"sergeant": 5}, {"sergeant": 3}, "castle", version=1)
        .camp("red", 1)
        .phase("battles", "red")
    )
    board = act(table.board, "red", a.DeclareBattle("blaye", ("blue",)))
    assert facts(board, "red", a.HoldMercenaries())[-1] == f.BattleEnded("too-weak")


def test_a_captain_who_has_lost_everything_is_followed_by_his_ally() -> None:
    table = plain({"sergeant": 9}, {"sergeant": 1}).troops("green", "blaye", sergeant=4)
    table.apply(f.LordDied("thierry"))
    board = act(battle(table), "green", a.JoinBattle("defence"))
    board = act(board, "red", a.FightRound(), [1, 0], [0])
    board = act(board, "blue", a.ShareLosses((a.Share("blue", 1),)))
    assert RULES.to_act(board) == ("red", "green")


def test_overseas_a_board_whose_infidels_have_all_fallen_can_be_ruled_on() -> None:
    table = Table().lord("red", "outremer", "othon").troops("red", "outremer", sergeant=5, archer=2)
    board = act(table.phase("battles", "red").board, "red", a.DeclareBattle("outremer", infidels=3))
    board = act(act(board, "red", a.HoldFire(1)), "red", a.FightRound(), [3, 1], [1])
    assert board.battle is not None and (board.battle.defence.horde, board.battle.stage) == (
        0,
        "losses",
    )
    assert RULES.amiss(board) == ()
    assert facts(board, "red", a.TakeLosses(archer=1))[-1] == f.BattleEnded("victory", "attack")


def camp(count: int = 5) -> Board:
    """A board where Franck (Red) has mercenaries in his camp and Olivier (Blue) may play cards."""
    return Table().camp("red", count).phase("cards", "blue").board


@pytest.mark.parametrize(
    ("face", "left"),
    [
        pytest.param(2, 2, id="ft_70_the_example_of_t_4_4"),
        pytest.param(0, 4, id="ft_72_a_blank_still_kills_one"),
    ],
)
def test_a_revolt_in_a_camp_kills_by_its_die(face: int, left: int) -> None:
    board = act(camp(), "blue", a.PlayRevolt(camp="red"), [face])
    assert (board.families["red"].camp, board.pool, board.revolt) == (left, 5 - left, None)


def test_one_battle_die_is_rolled() -> None:
    assert rolls_asked(camp(), "blue", a.PlayRevolt(camp="red")) == [
        "battle dice of the revolt: 1d6"
    ]


def village(**troops: int) -> Table:
    table = (
        Table().held("red", "blaye").lord("red", "blaye", "othon").troops("red", "blaye", **troops)
    )
    return table.phase("cards", "blue")


def besieged() -> Table:
    return plain({"sergeant": 12}, {"sergeant": 3}, "castle").phase("battles", "red")


def of_lords() -> Table:
    table = Table().held("blue", "blaye").lord("red", "blaye").troops("blue", "blaye", sergeant=1)
    return table.troops("red", "blaye", bombard=1).phase("battles", "red")


ASKED = battle(plain({"sergeant": 3}, {"sergeant": 3}).troops("green", "blaye", sergeant=1))


@pytest.mark.parametrize(
    ("board", "seat", "action", "why"),
    [
        *(
            (field().board, "red", action, (code, ""))
            for action, code in (
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
            )
        ),
        (of_lords().board, "red", a.DeclareBattle("blaye", ("blue",)), ("no-troops", "Battles")),
        (
            besieged().board,
            "red",
            a.DeclareBattle("blaye", ("blue",), engines=3),
            ("engines", "Battles"),
        ),
        *(
            (battle(field()), "red", action, ("battle-first", "Battles"))
            for action in (
                a.EndPhase(),
                a.DeclareIncome(3),
                a.DeclareBattle("blaye", ("blue",)),
            )
        ),
        (ASKED, "red", a.JoinBattle("attack"), ("no-side", "Battles")),
        (ASKED, "blue", a.JoinBattle("attack"), ("no-side", "Battles")),
        (
            act(ASKED, "green", a.JoinBattle("none")),
            "green",
            a.JoinBattle("attack"),
            ("no-side", "Battles"),
        ),
        *(
            (camp(), "blue", action, (code, ""))
            for action, code in (
                (a.PlayRevolt(camp="green"), "empty-camp"),
                (a.PlayRevolt(camp="nobody"), "empty-camp"),
                (a.PlayRevolt(), "one-target"),
                (a.PlayRevolt("blaye", "red"), "one-target"),
                (a.PlayRevolt("nowhere"), "no-village"),
                (a.PlayRevolt("outremer"), "no-village"),
                (a.PlayRevolt("sigy"), "no-holder"),
            )
        ),
    ],
)
def test_what_cannot_be_declared_or_played(
    board: Board, seat: str, action: Action, why: tuple[str, str]
) -> None:
    code, rule = refused(board, seat, action)
    assert (code, rule if why[1] else "") == why


def test_in_a_village_the_holder_takes_the_losses_he_chooses() -> None:
    board = act(village(sergeant=4, knight=1).board, "blue", a.PlayRevolt("blaye"), [2])
    assert RULES.to_act(board) == ("red",)
    assert refused(board, "blue", a.EndPhase()) == ("revolt-first", "T 4.4")
    assert refused(board, "red", a.TakeLosses(sergeant=2)) == ("wrong-losses", "TA 1.1")
    assert troops_at(act(board, "red", a.TakeLosses(knight=1)), "red") == Troops(sergeant=4)
    board = act(board, "red", a.TakeLosses(sergeant=3))
    assert troops_at(board, "red") == Troops(sergeant=1, knight=1)
    assert board.revolt is None and board.phase == "cards"


# -- cardinals -------------------------------------------------------------------------------------


def test_every_cardinal_s_family_is_asked_in_turn_order() -> None:
    table = (
        village(sergeant=5)
        .lord("green", "bourg", "henri", "cardinal-1")
        .purse("green", 3)
        .lord("red", "blaye", "quentin", "cardinal-2")
    )
    board = act(table.board, "blue", a.PlayRevolt("blaye"))
    assert RULES.to_act(board) == ("red", "green")
    assert RULES.to_act(act(board, "green", a.AnswerRevolt(False))) == ("red",)
