import pytest

from domain.titles.raiders.board import Board
from domain.titles.raiders.values import Gain
from tests.builders.raiders import catalog_with_card, reveal, table

NO_RAID: dict[str, dict[str, int]] = {"outpost-right-1": {}, "outpost-right-2": {}}


def prepared(armour: int, provisions: int, gain: Gain) -> Board:
    """The opponent's board after preparing with this bottom half of the card."""
    catalog = catalog_with_card(
        armour=gain.armour, provisions=gain.provisions, offering=gain.offering
    )
    return reveal(
        table(
            "reveal",
            automa={"armour": armour, "provisions": provisions},
            spaces=NO_RAID,
            catalog=catalog,
        )
    )


@pytest.mark.parametrize(
    ("case", "armour", "provisions", "gain", "then"),
    [
        ("the card of the rule text", 0, 0, Gain(1, 2), (1, 2)),
        ("rs_17 what fits is gained", 9, 0, Gain(1, 2), (10, 2)),
        ("rs_18 armour that does not fit becomes provisions", 10, 0, Gain(2, 0), (10, 2)),
        ("rs_19 provisions that do not fit become armour", 0, 8, Gain(0, 2), (2, 8)),
        ("rs_22 at both limits nothing is gained", 10, 8, Gain(2, 2), (10, 8)),
        ("one fits, one is exchanged", 9, 3, Gain(2, 1), (10, 5)),
        ("provisions exchanged in part", 8, 7, Gain(1, 3), (10, 8)),
        ("what was exchanged does not come back", 10, 7, Gain(3, 2), (10, 8)),
        ("its own gain goes first", 9, 8, Gain(1, 1), (10, 8)),
    ],
)
def test_gains_go_up_to_the_limits_and_the_rest_is_exchanged(
    case: str, armour: int, provisions: int, gain: Gain, then: tuple[int, int]
) -> None:
    board = prepared(armour, provisions, gain)
    assert (board.automa.armour, board.automa.provisions) == then, case
