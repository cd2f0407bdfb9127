import pytest

from domain.titles.contract.ruleset import Action
from domain.titles.fief import RULES, actions as a, facts as f
from domain.titles.fief.board import Board, Troops
from domain.titles.fief.values import Ground
from tests.builders.fief import Table, act, battle, facts, plain, refused, rolls_asked, troops_at


def dice_asked(board: Board) -> list[str]:
    """The dice of a round, for which both sides are asked at once, such as `attack 2d6`."""
    return [
        ask.removeprefix("battle dice of the ").replace(":", "")
        for ask in rolls_asked(board, "red", a.FightRound())
    ]


@pytest.mark.parametrize(("sergeants", "dice"), [(5, 1), (6, 2), (11, 2), (12, 3)])
def test_ft_73_dice_by_combat_points(sergeants: int, dice: int) -> None:
    """The strengths are 6, 7, 12 and 13, with one point for Othon himself."""
    assert dice_asked(battle(plain({"sergeant": sergeants}, {"sergeant": 3}))) == [
        f"attack {dice}d6",
        "defence 1d6",
    ]


@pytest.mark.parametrize(
    ("lord", "points"),
    [("othon", 4), ("blanche", 3), ("darc", 4)],
    ids=["a man", "an untitled lady", "a warrior lady"],
)
def test_what_lords_count_for(lord: str, points: int) -> None:
    table = Table().held("blue", "blaye").lord("blue", "blaye").troops("blue", "blaye", sergeant=9)
    board = battle(table.lord("red", "blaye", lord).troops("red", "blaye", sergeant=3))
    assert RULES.view(board, "public")["battle"]["attack"]["combat_points"] == points  # type: ignore[index]


@pytest.mark.parametrize(("fort", "dice"), [("open", 3), ("castle", 2), ("city", 1)])
def test_walls_cost_the_attack_dice(fort: Ground, dice: int) -> None:
    """Published example: 21 points roll three dice, two against a castle, one against a city."""
    board = battle(plain({"sergeant": 11, "knight": 3}, {"sergeant": 3}, fort))
    assert dice_asked(board) == [f"attack {dice}d6", "defence 1d6"]


def ground(board: Board) -> str:
    return board.battle.ground


def test_who_holds_the_walls_is_not_kept_out_by_them() -> None:
    table = plain({"sergeant": 3}, {"sergeant": 6}).held("red", "blaye", "city")
    assert ground(battle(table)) == "open"
    board = table.phase("battles", "red").board
    assert refused(board, "red", a.DeclareBattle("blaye", ("blue",), outside=True)) == (
        "no-walls",
        "Battles",
    )


# -- bombards --------------------------------------------------------------------------------------


def bombards(count: int, **options: bool) -> Board:
    table = (
        Table(**options)
        .held("blue", "blaye")
        .lord("red", "blaye", "othon")
        .lord("blue", "blaye", "thierry")
    )
    table.troops("red", "blaye", sergeant=8, bombard=count).troops(
        "blue", "blaye", sergeant=3, knight=2
    )
    return act(battle(table), "red", a.FightRound(), [0, 0], [0, 0])


def test_ft_30_one_reroll_for_each_bombard_and_round() -> None:
    board = act(act(bombards(2), "red", a.Reroll(0), [0]), "red", a.Reroll(1), [1])
    assert refused(board, "red", a.Reroll(0)) == ("not-asked", "TA 2")
    assert troops_at(board, "blue") == Troops(sergeant=2, knight=2)
    board = act(act(board, "red", a.FightOn()), "blue", a.FightOn())
    board = act(board, "red", a.FightRound(), [0, 0], [0, 0])
    board = act(act(board, "red", a.Reroll(0), [0]), "red", a.Reroll(1), [0])
    assert board.battle is not None and board.battle.stage == "parley", "two again, and no third"


def test_ft_31_a_bombard_rerolls_the_die_of_the_special_attack_once() -> None:
    board = battle(plain({"archer": 3, "bombard": 1}, {"sergeant": 9}))
    board = act(board, "red", a.Volley(1), [0])
    assert (board.battle and board.battle.stage, RULES.to_act(board)) == ("reroll", ("red",))
    board = act(board, "red", a.Reroll(0), [3])
    assert troops_at(board, "blue").sergeant == 4
    assert board.battle is not None and board.battle.round == 1


# -- the royal guard -------------------------------------------------------------------------------


def royal(**attack: int) -> Table:
    table = (
        Table()
        .held("blue", "blaye")
        .lord("blue", "blaye", "thierry")
        .troops("blue", "blaye", sergeant=9)
    )
    return table.lord("red", "blaye", "othon", "king").troops("red", "blaye", **attack)


def test_ft_41_a_guard_adds_one_to_its_side_s_roll_each_round() -> None:
    board = battle(royal(sergeant=2).guard("othon", knight=1))
    assert f.DiceRolled("attack", (0,), 1, 0) in facts(board, "red", a.FightRound(), [0], [0, 0])
    board = act(board, "red", a.FightRound(), [0], [0, 0])
    assert troops_at(board, "blue").sergeant == 8
    board = act(act(board, "red", a.FightOn()), "blue", a.FightOn())
    assert f.HitsDealt(0, 3) in facts(board, "red", a.FightRound(), [2], [0, 0])


TA_3 = royal().guard("othon", knight=2, sergeant=2)


@pytest.mark.parametrize(
    ("table", "action", "dice", "told"),
    [
        pytest.param(
            royal()
            .guard("othon", knight=2, sergeant=2)
            .lord("red", "blaye", "blanche", "queen")
            .guard("blanche", sergeant=2),
            a.FightRound(),
            ([0, 0], [0, 0]),
            f.DiceRolled("attack", (0, 0), 1, 0),
            id="ft_42_king_and_queen_together_still_add_one",
        ),
        pytest.param(
            royal(archer=1).guard("othon", knight=1),
            a.Volley(1),
            ([2],),
            f.HitsDealt(attack=0, defence=2),
            id="ft_43_no_bonus_for_the_special_attack",
        ),
        pytest.param(
            TA_3,
            a.FightRound(),
            ([2, 1], [0, 0]),
            f.DiceRolled("attack", (2, 1), 1, 0),
            id="ft_45_the_example_of_ta_3",
        ),
    ],
)
def test_what_a_guard_adds_to_a_roll(
    table: Table, action: Action, dice: tuple[list[int], ...], told: object
) -> None:
    assert told in facts(battle(table), "red", action, *dice)


def test_ft_45_the_points_and_dice_of_the_example_of_ta_3() -> None:
    view = RULES.view(battle(TA_3), "public")["battle"]["attack"]  # type: ignore[index]
    assert (view["combat_points"], view["round_dice"]) == (9, 2)


# -- the end of a battle ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "end"),
    [
        (1, 1, f.BattleEnded("lords-only")),
        (2, 2, f.BattleEnded("wiped-out")),
        (2, 1, f.BattleEnded("victory", "attack")),
    ],
)
def test_how_a_battle_ends_in_which_both_armies_have_fallen(
    attack: int, defence: int, end: f.BattleEnded
) -> None:
    board = battle(plain({"sergeant": 1}, {"sergeant": 1}))
    assert facts(board, "red", a.FightRound(), [attack], [defence])[-1] == end


def fight_round(board: Board, *dice: list[int]) -> Board:
    if board.battle is not None and board.battle.stage == "parley":
        board = act(act(board, "red", a.FightOn()), "blue", a.FightOn())
    return act(board, "red", a.FightRound(), *dice)


def parley(fort: Ground = "open") -> Board:
    return fight_round(
        battle(plain({"sergeant": 12}, {"sergeant": 5, "bombard": 1, "knight": 1}, fort)),
        *misses_at(fort),
        [0, 0],
    )


def misses_at(fort: Ground) -> list[list[int]]:
    return [[0] * (3 - ("open", "castle", "city").index(fort))]


def test_a_side_may_surrender_between_rounds() -> None:
    board = act(act(parley(), "blue", a.KeepDice()), "blue", a.Surrender())
    assert (troops_at(board, "blue"), board.lords["thierry"].captor) == (Troops(), "red")
    assert board.families["blue"].stock == Table().board.families["blue"].stock, (
        "all tokens are back"
    )


def test_an_assault_on_walls_can_be_broken_off_alone_a_battle_in_the_open_cannot() -> None:
    board = act(parley("castle"), "blue", a.KeepDice())
    assert refused(board, "blue", a.BreakOff()) == ("no-walls", "Battles")
    assert act(board, "red", a.BreakOff()).battle is None
    assert refused(act(parley(), "blue", a.KeepDice()), "red", a.BreakOff()) == (
        "no-walls",
        "Battles",
    )


def test_nobody_stops_before_the_first_round() -> None:
    board = battle(plain({"sergeant": 3}, {"sergeant": 3}))
    for action in (a.Surrender(), a.OfferTruce(), a.BreakOff(), a.FightOn()):
        assert refused(board, "red", action) == ("not-asked", "Battles")


def test_the_crusade_is_fought_against_a_horde() -> None:
    table = Table().lord("red", "outremer", "othon").troops("red", "outremer", sergeant=6)
    board = act(table.phase("battles", "red").board, "red", a.DeclareBattle("outremer", infidels=7))
    assert dice_asked(board) == ["attack 2d6", "defence 2d6"]
    board = act(board, "red", a.FightRound(), [3, 1], [2, 0])
    assert (
        troops_at(board, "red", "outremer").sergeant,
        board.battle and board.battle.defence.horde,
    ) == (4, 3)
    assert refused(board, "red", a.OfferTruce()) == ("infidels", "Battles")
    assert act(board, "red", a.BreakOff()).battle is None
    lost = act(act(board, "red", a.FightOn()), "red", a.FightRound(), [0], [3])
    lost = act(act(lost, "red", a.FightOn()), "red", a.FightRound(), [0], [1])
    assert lost.lords["othon"].captor == "infidels"
    won = act(act(board, "red", a.FightOn()), "red", a.FightRound(), [3], [0])
    assert won.battle is None and won.lords["othon"].free


def test_how_a_battle_stands_tells_the_hits_that_are_still_to_be_absorbed_and_no_others() -> None:
    """An attack, before it is declared, shows the points of both sides."""
    table = plain({"sergeant": 9, "knight": 2}, {"sergeant": 3, "knight": 2})
    weighed = RULES.consequence_text(table.board, "red", a.DeclareBattle("blaye", ("blue",)))
    assert weighed is not None and weighed.en == "16 CP against 10, before mercenaries and allies"
    board = act(battle(table), "red", a.FightRound(), [1, 1, 1], [2, 1])
    assert [text.en.partition("to absorb: ")[2] for text in RULES.combat_sentences(board)] == [
        "",
        "3.",
        "3.",
    ]
    board = act(board, "red", a.TakeLosses(sergeant=3))
    assert [text.en.partition("to absorb: ")[2] for text in RULES.combat_sentences(board)] == [
        "",
        "",
        "3.",
    ]
