import pytest
from msgspec.structs import replace

from domain.titles.fief import RULES, actions as a, facts as f
from domain.titles.fief.board import Troops
from domain.titles.kit import Action
from tests.builders.fief import Table, act, refused, troops_at


def shop(purse: int, **stock: int) -> Table:
    table = Table().held("red", "blaye").purse("red", purse).phase("purchases", "red", "blue")
    left = replace(
        table.board.families["red"], stock=replace(table.board.families["red"].stock, **stock)
    )
    table.board = replace(table.board, families={**table.board.families, "red": left})
    return table


def test_ft_01_pools_of_six_families() -> None:
    board = Table(6).board
    census = RULES.census(board)
    assert census["archer"] == 18 and all(
        family.stock.archer == 3 for family in board.families.values()
    )
    assert census["bombard"] == 18 and all(
        family.stock.bombard == 3 for family in board.families.values()
    )
    assert board.pool == census["mercenary"] == 5
    assert (board.guard_box.knight, board.guard_box.sergeant) == (3, 4)


# -- the order of the phase ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "price"),
    [
        ("sergeant", 1),
        ("knight", 3),
        pytest.param("archer", 2, id="ft_02_an_archer_costs_two_ecus"),
        pytest.param("bombard", 4, id="ft_29_a_bombard_costs_four_ecus"),
    ],
)
def test_prices(kind: str, price: int) -> None:
    board = act(shop(2 * price).board, "red", a.Recruit("blaye", **{kind: 2}))
    assert (board.families["red"].purse, troops_at(board, "red")) == (0, Troops(**{kind: 2}))


def test_ft_47_upkeep_then_auction_then_other_purchases() -> None:
    board = (
        Table().camp("red", 2).purse("red", 5).held("red", "blaye").phase("income", "green").board
    )
    board = act(board, "green", a.EndPhase())
    assert (board.phase, RULES.to_act(board)) == ("upkeep", ("red",))
    assert refused(board, "red", a.Recruit("blaye", archer=1)) == ("wrong-phase", "Purchases")
    assert refused(board, "red", a.Bid(1, 1, 1)) == ("no-auction", "T 4.1")
    board = act(board, "red", a.KeepMercenaries(2))
    assert (board.phase, RULES.to_act(board)) == ("auction", ("red", "blue", "green"))
    for seat, amount in (("red", 1), ("blue", 0), ("green", 0)):
        board = act(board, seat, a.Bid(amount, 1, 1))
    assert (board.phase, RULES.to_act(board)) == ("purchases", ("red",))
    assert board.families["red"].camp == 5


# -- upkeep ----------------------------------------------------------------------------------------


def test_ft_66_upkeep_is_one_ecu_each() -> None:
    board = act(
        Table().camp("red", 3).purse("red", 5).phase("upkeep", "red").board,
        "red",
        a.KeepMercenaries(3),
    )
    assert (board.families["red"].purse, board.families["red"].camp) == (2, 3)


def test_ft_67_keeping_one_of_three_puts_four_up_for_auction() -> None:
    board = Table().camp("red", 3).purse("red", 5).phase("upkeep", "red").board
    assert board.pool == 2
    board = act(board, "red", a.KeepMercenaries(1))
    assert (board.families["red"].purse, board.families["red"].camp) == (4, 1)
    assert (board.phase, board.pool) == ("auction", 4)
    for seat, amount in (("red", 1), ("blue", 2), ("green", 0)):
        board = act(board, seat, a.Bid(amount, 1, 1))
    assert (board.families["red"].camp, board.families["blue"].camp) == (1, 4), (
        "two families have mercenaries"
    )


def test_ft_69_who_pays_nothing_may_bid_for_his_own_again() -> None:
    board = act(
        Table().camp("red", 3).purse("red", 5).phase("upkeep", "red").board,
        "red",
        a.KeepMercenaries(0),
    )
    assert (board.families["red"].purse, board.families["red"].camp, board.pool) == (5, 0, 5)
    for seat, amount in (("red", 2), ("blue", 1), ("green", 0)):
        board = act(board, seat, a.Bid(amount, 1, 1))
    assert (board.families["red"].purse, board.families["red"].camp) == (3, 5)


# -- ransoms and forts -----------------------------------------------------------------------------


def captive(purse: int) -> Table:
    table = (
        Table()
        .held("blue", "bourg")
        .lord("blue", "bourg", "thierry", "bishop-1")
        .purse("blue", purse)
        .purse("red", 0)
    )
    return table.apply(f.LordCaptured("thierry", "red")).phase("ransom", "blue")


def test_a_castle_costs_ten_ecus_and_a_city_stands_on_a_castle() -> None:
    board = act(shop(10).board, "red", a.BuildFort("blaye", "castle"))
    assert (board.families["red"].purse, board.place("blaye").fort) == (0, "castle")
    assert act(board, "red", a.BuildFort("blaye", "city")).place("blaye").fort == "city"


def cities() -> Table:
    table = shop(10).held("red", "blaye", "castle")
    for village in table.board.setting.values.villages[8:16]:
        table.held("red", village.id, "city")
    return table.phase("purchases", "red")


UPKEEP = Table().camp("red", 3).purse("red", 2).phase("upkeep", "red")


@pytest.mark.parametrize(
    ("table", "seat", "action", "why"),
    [
        pytest.param(
            shop(20).troops("red", "bourg", archer=3),
            "red",
            a.Recruit("blaye", archer=1),
            ("no-tokens", "TA 1"),
            id="ft_03_no_family_has_a_fourth_archer",
        ),
        pytest.param(
            shop(20).troops("red", "bourg", bombard=3),
            "red",
            a.Recruit("blaye", bombard=1),
            ("no-tokens", "TA 2"),
            id="ft_29_there_is_no_fourth_bombard",
        ),
        (
            shop(20).held("blue", "bourg"),
            "red",
            a.Recruit("bourg", sergeant=1),
            ("not-held", "Control"),
        ),
        (shop(20), "red", a.Recruit("nowhere", sergeant=1), ("not-held", "Control")),
        (shop(20), "red", a.Recruit("blaye"), ("nothing", "Purchases")),
        (UPKEEP, "red", a.KeepMercenaries(4), ("not-in-camp", "T 4.3")),
        (UPKEEP, "red", a.KeepMercenaries(3), ("purse", "T 4.3")),
        (UPKEEP, "blue", a.KeepMercenaries(0), ("no-upkeep", "T 4.3")),
        (captive(3), "blue", a.PayRansom("thierry", "bourg"), ("purse", "Ransoms")),
        (captive(4), "blue", a.PayRansom("thierry", "sigy"), ("no-shelter", "Ransoms")),
        (
            captive(4).lord("blue", "bourg", "charles"),
            "blue",
            a.PayRansom("charles", "bourg"),
            ("not-captive", "Ransoms"),
        ),
        (shop(10), "red", a.BuildFort("blaye", "city"), ("wrong-ground", "Purchases")),
        (
            shop(10).held("red", "blaye", "castle"),
            "red",
            a.BuildFort("blaye", "castle"),
            ("wrong-ground", "Purchases"),
        ),
        (shop(9), "red", a.BuildFort("blaye", "castle"), ("purse", "Purchases")),
        (shop(10), "red", a.BuildFort("sigy", "castle"), ("not-held", "Control")),
        pytest.param(
            cities(),
            "red",
            a.BuildFort("blaye", "city"),
            ("no-tokens", "Purchases"),
            id="there_are_eight_city_tokens",
        ),
    ],
)
def test_what_cannot_be_bought_kept_or_freed(
    table: Table, seat: str, action: Action, why: tuple[str, str]
) -> None:
    assert refused(table.board, seat, action) == why
