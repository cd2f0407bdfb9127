import msgspec
import pytest

from domain.titles.contract.ruleset import ARBITER
from domain.titles.fief import RULES, actions as a, facts as f
from domain.titles.fief.board import Board, Troops
from domain.titles.fief.values import Ground
from domain.titles.kit import Action
from tests.builders.fief import Table, act, battle, facts, plain, refused, rolls_asked, troops_at


def ranks(archers: int, fort: Ground = "open", defence: int = 20) -> Board:
    """Red attacks with archers (and enough knights for any walls). Blue has 13 sergeants to lose,
    or `defence` archers instead if another number is given."""
    return battle(
        plain(
            {"archer": archers, "knight": 4},
            {"sergeant": 13} if defence == 20 else {"archer": defence},
            fort,
        )
    )


def suffered(board: Board, face: int) -> int:
    return next(
        x.defence for x in facts(board, "red", a.Volley(1), [face]) if isinstance(x, f.HitsDealt)
    )


@pytest.mark.parametrize(
    ("archers", "fort", "bonus"),
    [
        pytest.param(3, "open", 2, id="ft_05_three_archers_deal_two_to_five"),
        pytest.param(2, "open", 1, id="ft_06_two_deal_one_to_four_whatever_the_example_says"),
        pytest.param(1, "open", 0, id="ft_07_one_archer_has_no_bonus"),
        pytest.param(2, "castle", 0, id="ft_15_two_against_a_castle_have_no_bonus"),
        pytest.param(3, "castle", 1, id="ft_16_three_against_a_castle_roll_a_die_and_one"),
        pytest.param(3, "city", 0, id="ft_18_three_against_a_city_have_no_bonus"),
    ],
)
def test_what_archers_add_to_their_die(archers: int, fort: Ground, bonus: int) -> None:
    faces = range(4)
    assert [suffered(ranks(archers, fort), n) for n in faces] == [n + bonus for n in faces]


def test_ft_08_allied_archers_roll_one_die_together() -> None:
    table = (
        plain({"archer": 1, "sergeant": 3}, {"sergeant": 9})
        .lord("green", "blaye")
        .troops("green", "blaye", archer=2)
    )
    board = act(battle(table), "green", a.JoinBattle("attack"))
    assert rolls_asked(board, "red", a.Volley(1)) == ["battle dice of the attack: 1d6"]
    assert suffered(board, 1) == 3


def test_ft_09_both_sides_shoot_at_once_and_who_dies_still_shoots() -> None:
    table = (
        Table().held("blue", "blaye").lord("red", "blaye", "othon").lord("blue", "blaye", "thierry")
    )
    board = battle(table.troops("red", "blaye", archer=3).troops("blue", "blaye", archer=2))
    assert RULES.to_act(board) == ("red", "blue")
    board = act(act(board, "blue", a.Volley(1)), "red", a.Volley(1))
    assert rolls_asked(board, "red", a.FightRound()) == [
        "battle dice of the attack: 1d6",
        "battle dice of the defence: 1d6",
    ]
    sentences = facts(board, "red", a.FightRound(), [0], [0])
    assert f.HitsDealt(attack=1, defence=2) in sentences, "Blue's two archers fall, and have shot"


def test_the_example_of_ta_1_1() -> None:
    """Franck's three archers against Sabine's two: his die +2, hers +1."""
    board = act(act(ranks(3, defence=2), "blue", a.Volley(1)), "red", a.Volley(1))
    assert f.HitsDealt(attack=4, defence=5) in facts(board, "red", a.FightRound(), [3], [3])
    assert f.HitsDealt(attack=1, defence=2) in facts(board, "red", a.FightRound(), [0], [0])


def test_ft_10_losses_are_taken_before_the_first_round() -> None:
    board = battle(plain({"archer": 3, "sergeant": 2}, {"sergeant": 8}))
    board = act(board, "red", a.Volley(1), [2])
    assert troops_at(board, "blue") == Troops(sergeant=4)
    assert board.battle is not None and (board.battle.round, board.battle.stage) == (1, "clash")
    assert rolls_asked(board, "red", a.FightRound()) == [
        "battle dice of the attack: 1d6",
        "battle dice of the defence: 1d6",
    ]


def test_ft_10_the_owner_chooses_these_losses_too() -> None:
    board = battle(plain({"archer": 3, "sergeant": 2}, {"sergeant": 4, "knight": 2}))
    board = act(board, "red", a.Volley(1), [1])
    assert RULES.to_act(board) == ("blue",)
    assert troops_at(act(board, "blue", a.TakeLosses(knight=1)), "blue") == Troops(
        sergeant=4, knight=1
    )
    assert troops_at(act(board, "blue", a.TakeLosses(sergeant=3)), "blue") == Troops(
        sergeant=1, knight=2
    )


def test_ft_11_in_rounds_archers_are_sergeants() -> None:
    board = act(battle(plain({"archer": 2}, {"sergeant": 9})), "red", a.HoldFire(1))
    assert RULES.view(board, "public")["battle"]["attack"]["combat_points"] == 3  # type: ignore[index]
    assert troops_at(act(board, "red", a.FightRound(), [0], [1, 0]), "red") == Troops(archer=1)


def test_ft_12_archers_need_not_shoot() -> None:
    board = act(ranks(3), "red", a.HoldFire(1))
    assert troops_at(board, "blue").sergeant == 13
    assert board.battle is not None and board.battle.round == 1


def test_ft_13_there_is_one_special_attack_before_the_first_round() -> None:
    board = act(ranks(3), "red", a.Volley(1), [1])
    assert refused(board, "red", a.Volley(1)) == ("too-late", "TA 1.1")
    board = act(board, "red", a.FightRound(), [1, 0, 0], [1, 0])
    assert troops_at(board, "red").archer == 2, (
        "one hit fells no knight: an archer falls without a question"
    )
    board = act(act(board, "red", a.FightOn()), "blue", a.FightOn())
    assert board.battle is not None and board.battle.round == 2
    assert refused(board, "red", a.Volley(1)) == ("too-late", "TA 1.1")


def test_a_ft_3_one_archer_is_enough_to_defend_walls() -> None:
    board = act(ranks(0, "city", defence=2), "blue", a.Volley(1), [1])
    assert troops_at(board, "red") == Troops(knight=4), "two hits do not fell a knight"
    board = battle(plain({"knight": 3, "sergeant": 4}, {"archer": 1, "sergeant": 3}, "city"))
    assert troops_at(act(board, "blue", a.Volley(1), [2]), "red").sergeant == 2


# -- aimed shots -----------------------------------------------------------------------------------


def siege(
    archers: int = 3, fort: Ground = "castle", lords: int = 1, souterrain: bool = False
) -> Board:
    table = plain({"knight": 4, "sergeant": 2}, {"archer": archers, "sergeant": 3}, fort)
    for lord in ("charles", "henri")[: lords - 1]:
        table.lord("red", "blaye", lord)
    return battle(table, souterrain=souterrain)


@pytest.mark.parametrize("fort", ["castle", "city"])
def test_ft_21_a_six_kills_the_lord_and_the_archers_do_nothing_else(fort: Ground) -> None:
    sentences = facts(siege(3, fort, lords=2), "blue", a.AimAtLord("othon", 1), [6])
    board = act(siege(3, fort, lords=2), "blue", a.AimAtLord("othon", 1), [6])
    assert board.lords["othon"].dead
    assert f.HitsDealt(0, 0) in sentences
    assert troops_at(board, "red") == Troops(knight=4, sergeant=2)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_ft_22_any_other_face_does_nothing(face: int) -> None:
    board = act(siege(), "blue", a.AimAtLord("othon", 1), [face])
    assert not board.lords["othon"].dead
    assert board.battle is not None and board.battle.round == 1


def test_ft_24_nobody_aims_while_the_attack_comes_through_a_souterrain() -> None:
    board = siege(souterrain=True)
    assert refused(board, "blue", a.AimAtLord("othon", 1)) == ("souterrain", "TA 1.2.1")
    assert act(board, "blue", a.Volley(1), [1]).battle is not None, "the special attack remains"


AIMED = a.AimAtLord("othon", 1)


@pytest.mark.parametrize(
    ("board", "seat", "action", "why"),
    [
        pytest.param(
            ranks(1, "castle"),
            "red",
            a.Volley(1),
            ("too-few-archers", "TA 1.2"),
            id="ft_14_one_archer_against_a_castle",
        ),
        pytest.param(
            ranks(2, "city"),
            "red",
            a.Volley(1),
            ("too-few-archers", "TA 1.2"),
            id="ft_17_two_archers_against_a_city",
        ),
        *(
            pytest.param(
                siege(),
                "blue",
                a.AimAtLord(lord),
                ("not-attacking", "TA 1.2.1"),
                id=f"ft_25_at_{lord or 'no_lord'}",
            )
            for lord in ("", "thierry", "charles", "nobody")
        ),
        pytest.param(
            battle(plain({"sergeant": 3}, {"archer": 3})),
            "blue",
            AIMED,
            ("not-besieged", "TA 1.2.1"),
            id="ft_26_in_the_open",
        ),
        pytest.param(
            ranks(3, "castle"),
            "red",
            a.AimAtLord("thierry", 1),
            ("not-besieged", "TA 1.2.1"),
            id="ft_26_from_outside",
        ),
    ],
)
def test_shots_that_cannot_be(
    board: Board, seat: str, action: Action, why: tuple[str, str]
) -> None:
    assert refused(board, seat, action) == why


def test_ft_28_with_another_lord_the_attack_goes_on() -> None:
    board = act(siege(lords=2), "blue", a.AimAtLord("othon", 1), [6])
    assert board.battle is not None and (board.battle.round, board.battle.stage) == (1, "clash")


def test_ft_32_an_aimed_die_is_never_rerolled() -> None:
    board = battle(
        plain({"archer": 3, "knight": 4}, {"archer": 2, "sergeant": 2, "bombard": 1}, "castle")
    )
    board = act(act(board, "red", a.Volley(1)), "blue", a.AimAtLord("othon", 1))
    board = act(board, "red", a.FightRound(), [1], [1])
    assert board.battle is not None and board.battle.stage == "losses", (
        "no reroll is offered to Blue's bombard"
    )
    assert refused(board, "blue", a.Reroll(0)) == ("aimed", "TA 2")


# -- chosen without seeing the other's choice ------------------------------------------------------


def facing(**options: bool) -> Board:
    """Archers are on both sides of a castle's walls, and both captains choose what theirs do."""
    return battle(
        plain({"archer": 3, "knight": 4}, {"archer": 2, "sergeant": 3}, "castle", **options)
    )


def test_who_holds_fire_on_both_sides_goes_on_to_the_first_round() -> None:
    board = act(act(facing(), "blue", a.HoldFire(1)), "red", a.HoldFire(1))
    assert board.battle is not None and (board.battle.stage, board.battle.round) == ("clash", 1)


def test_its_captain_and_the_arbiter_see_what_the_archers_will_do() -> None:
    board = act(facing(), "blue", a.AimAtLord("othon", 1))
    for reader in ("blue", ARBITER):
        assert (
            msgspec.to_builtins(RULES.view(board, reader))["battle"]["defence"]["target"] == "othon"
        )
        assert RULES.visible(board, reader, "blue", a.AimAtLord("othon", 1))


def test_in_games_of_version_1_arrows_flew_with_the_last_choice() -> None:
    board = act(facing(version=1), "red", a.Volley())
    assert (
        RULES.visible(board, "blue", "red", a.Volley())
        and not RULES.hides(board)
        and RULES.slot(board) is None
    )
    assert rolls_asked(board, "blue", a.Volley()) == [
        "battle dice of the attack: 1d6",
        "battle dice of the defence: 1d6",
    ]


# -- once a turn -----------------------------------------------------------------------------------


def broken(**options: bool) -> Board:
    """Red's archers have shot at Blue's castle, and Red broke the assault off after a round."""
    table = plain({"archer": 3, "knight": 4}, {"sergeant": 9}, "castle", **options).troops(
        "green", "blaye", sergeant=5
    )
    board = act(act(battle(table), "green", a.JoinBattle("none")), "red", a.Volley(1), [0])
    return act(act(board, "red", a.FightRound(), [0, 0], [0, 0]), "red", a.BreakOff())


def test_an_attackers_archers_make_one_special_attack_a_turn_in_a_place() -> None:
    board = act(broken(), "red", a.DeclareBattle("blaye", ("green",), outside=True))
    board = act(board, "blue", a.JoinBattle("none"))
    assert board.battle is not None and (board.battle.stage, board.battle.round) == ("clash", 1), (
        "they are not asked again"
    )
    assert refused(board, "red", a.Volley(2)) == ("shot-already", "TA 1.1")
