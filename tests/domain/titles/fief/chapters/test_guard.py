import pytest

from domain.titles.fief import actions as a
from domain.titles.fief.board import Troops
from domain.titles.fief.values import Guards
from domain.titles.kit import Action
from tests.builders.fief import Table, act, battle, plain, refused, troops_at


def court(**beside: int) -> Table:
    """Othon and Blanche of Red are in Blaye with these troops; Red is to act in the phase Oyez."""
    return (
        Table()
        .held("red", "blaye")
        .lord("red", "blaye", "othon")
        .lord("red", "blaye", "blanche")
        .troops("red", "blaye", **beside)
        .phase("oyez", "red")
    )


def test_ft_36_the_king_s_companions_become_his_guard_for_nothing() -> None:
    before = court(knight=3, sergeant=1).board
    board = act(before, "red", a.ElectKing("othon", knight=2, sergeant=1))
    assert (board.lords["othon"].guard, troops_at(board, "red")) == (Guards(2, 1), Troops(knight=1))
    assert board.guard_box == Guards(1, 3)
    stock, was = board.families["red"].stock, before.families["red"].stock
    assert (stock.knight - was.knight, stock.sergeant - was.sergeant) == (2, 1), (
        "the tokens they replace are back in stock"
    )
    assert board.families["red"].purse == before.families["red"].purse
    assert "king" in board.lords["othon"].titles


def test_ft_37_a_queen_has_a_knight_and_two_sergeants_at_most() -> None:
    board = court(knight=2, sergeant=3).board
    assert refused(board, "red", a.CrownQueen("blanche", knight=2, sergeant=2)) == (
        "guard-limit",
        "TA 3",
    )
    assert refused(board, "red", a.CrownQueen("blanche", knight=1, sergeant=3)) == (
        "guard-limit",
        "TA 3",
    )
    board = act(board, "red", a.CrownQueen("blanche", knight=1, sergeant=2))
    assert board.lords["blanche"].guard == Guards(1, 2)
    assert troops_at(board, "red") == Troops(knight=1, sergeant=1)


def test_ft_39_the_guard_of_a_dead_king_becomes_ordinary_troops() -> None:
    board = act(court(knight=2, sergeant=2).board, "red", a.ElectKing("othon", 2, 2))
    board = act(board, "red", a.DeclareDeath("othon"))
    assert (troops_at(board, "red"), board.guard_box) == (
        Troops(knight=2, sergeant=2),
        Guards(3, 4),
    )
    assert board.lords["othon"].dead and not board.holder_of("king")


def test_ft_39_also_when_he_is_shot_from_the_walls() -> None:
    table = (
        Table()
        .held("blue", "blaye", "castle")
        .lord("blue", "blaye", "thierry")
        .troops("blue", "blaye", archer=2)
    )
    table.lord("red", "blaye", "othon", "king").troops("red", "blaye", sergeant=6).guard(
        "othon", knight=2
    )
    board = act(battle(table), "blue", a.AimAtLord("othon", 1), [6])
    assert troops_at(board, "red") == Troops(sergeant=6, knight=2)


def test_ft_40_the_guard_of_a_queen_who_loses_her_title_becomes_ordinary_troops() -> None:
    board = act(court(knight=1, sergeant=2).board, "red", a.CrownQueen("blanche", 1, 2))
    board = act(board, "red", a.DeclareTitleLost("blanche", "queen"))
    assert troops_at(board, "red") == Troops(knight=1, sergeant=2)
    assert not board.lords["blanche"].dead and not board.holder_of("queen")
    assert board.guard_box == Guards(3, 4)


# -- moves -----------------------------------------------------------------------------------------


def march(**beside: int) -> Table:
    """King Othon with two guard knights and a guard sergeant, Charles, and these troops are in
    Blaye; Red is to act in the phase of moves."""
    return (
        Table()
        .held("red", "blaye")
        .lord("red", "blaye", "othon", "king")
        .lord("red", "blaye", "charles")
        .guard("othon", knight=2, sergeant=1)
        .troops("red", "blaye", **beside)
        .phase("moves", "red")
    )


def test_ft_46_guard_sergeants_keep_a_king_from_a_chevauchee() -> None:
    board = march(knight=2).board
    assert refused(
        board, "red", a.Move("blaye", "bourg", ("othon",), knight=2, chevauchee=True)
    ) == ("guard-on-foot", "TA 3")
    assert (
        act(board, "red", a.Move("blaye", "bourg", ("charles",), knight=2, chevauchee=True))
        .lords["charles"]
        .place
        == "bourg"
    )


def beaten() -> Table:
    """Thierry of Blue was captured in a battle; Blue is to act in the phase of moves."""
    table = Table()
    table.board = act(
        battle(plain({"sergeant": 9}, {"sergeant": 1})), "red", a.FightRound(), [1, 0], [0]
    )
    return table.phase("moves", "blue")


BESIDE = court(sergeant=1).troops("red", "bourg", knight=2).troops("blue", "blaye", knight=2)
CROWNED = court(sergeant=1).lord("blue", "bourg", "thierry")
MARCHING = march(sergeant=3).lord("blue", "blaye", "thierry")


@pytest.mark.parametrize(
    ("table", "seat", "action", "code"),
    [
        (BESIDE, "red", a.ElectKing("othon", knight=1, sergeant=1), "not-beside"),
        (CROWNED, "red", a.ElectKing("blanche"), "wrong-sex"),
        (CROWNED, "red", a.CrownQueen("othon"), "wrong-sex"),
        (CROWNED, "red", a.ElectKing("thierry"), "not-your-lord"),
        (CROWNED, "red", a.ElectKing("nobody"), "not-your-lord"),
        (MARCHING, "red", a.Move("blaye", "bourg", (), sergeant=1), "no-leader"),
        (MARCHING, "red", a.Move("blaye", "bourg", ("charles", "charles")), "no-leader"),
        (MARCHING, "red", a.Move("blaye", "blaye", ("charles",)), "same-place"),
        (MARCHING, "red", a.Move("blaye", "nowhere", ("charles",)), "no-village"),
        (MARCHING, "red", a.Move("bourg", "blaye", ("charles",)), "lord-elsewhere"),
        (MARCHING, "red", a.Move("blaye", "bourg", ("thierry",)), "not-your-lord"),
        (MARCHING, "red", a.Move("blaye", "bourg", ("charles",), sergeant=4), "not-there"),
        (beaten(), "blue", a.Move("blaye", "bourg", ("thierry",)), "captive"),
    ],
)
def test_who_cannot_be_crowned_or_march(table: Table, seat: str, action: Action, code: str) -> None:
    assert refused(table.board, seat, action)[0] == code
