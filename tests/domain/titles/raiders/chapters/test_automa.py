import pytest

from domain.titles.contract.chance import ChanceNeeded, TableChance
from domain.titles.raiders import RULES, facts as f
from domain.titles.raiders.actions import Reveal
from domain.titles.raiders.board import AUTOMA, Space
from domain.titles.raiders.values import PLUNDER
from tests.builders.raiders import EXAMPLE, facts, printing, reveal, space, table
from tests.builders.refusals import refused_with


def test_rs_06_one_card_is_revealed_a_turn() -> None:
    board = table("reveal")
    sentences = facts(board, AUTOMA, Reveal(), [EXAMPLE])
    assert [type(t) for t in sentences].count(f.SchemeRevealed) == 1
    after = reveal(board)
    assert (len(after.pile), after.discard) == (len(board.pile) - 1, (EXAMPLE,))
    refused_with(ChanceNeeded, "", RULES.decide, board, AUTOMA, Reveal(), TableChance())


def test_rs_07_the_printed_example_is_a_raid_at_exactly_the_requirements() -> None:
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}))
    assert (board.automa.armour, board.automa.provisions, board.automa.points) == (3, 0, 5)
    assert space(board, "outpost-right-1").plunder == 0


def test_rs_08_only_the_needed_provisions_are_spent() -> None:
    board = reveal(table("reveal", automa={"armour": 5, "provisions": 6}))
    assert (board.automa.armour, board.automa.provisions, board.automa.points) == (5, 2, 5)


def test_rs_09_with_too_little_armour_the_printed_example_prepares() -> None:
    board = reveal(table("reveal", automa={"armour": 2, "provisions": 6}))
    assert (board.automa.armour, board.automa.provisions, board.automa.points) == (3, 8, 0)
    assert space(board, "outpost-right-1").plunder == 1


def test_rs_11_without_plunder_nothing_is_paid_and_it_prepares() -> None:
    gone: dict[str, dict[str, int]] = {"outpost-right-1": {}, "outpost-right-2": {}}
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}, spaces=gone))
    assert (board.automa.armour, board.automa.provisions, board.automa.points) == (4, 6, 0)


@pytest.mark.parametrize(
    ("laid", "raided"),
    [((1, 1), "outpost-right-1"), ((0, 1), "outpost-right-2"), ((1, 0), "outpost-right-1")],
)
def test_rs_12_spaces_are_taken_in_the_order_of_the_card(
    laid: tuple[int, int], raided: str
) -> None:
    spaces = {f"outpost-right-{n}": {"livestock": pieces} for n, pieces in enumerate(laid, start=1)}
    board = table("reveal", automa={"armour": 3, "provisions": 4}, spaces=spaces)
    other = {"outpost-right-1": "outpost-right-2", "outpost-right-2": "outpost-right-1"}[raided]
    after = reveal(board)
    assert space(after, raided).plunder == 0
    assert space(after, other) == space(board, other)


def test_rs_12_of_three_spaces_the_first_choice_goes_before_two_and_three() -> None:
    ready = {"armour": 9, "provisions": 8}
    assert table().scheme("S02").order == (2, 3, 1)
    board = table("reveal", automa=ready)
    for expected in (2, 3, 1):
        raided = facts(board, AUTOMA, Reveal(), ["S02"])[1]
        assert isinstance(raided, f.AutomaRaided)
        assert raided.space == f"harbour-left-{expected}"
        board = table(
            "reveal",
            automa=ready,
            spaces={f"harbour-left-{n}": {} for n in (2, 3, 1)[: (2, 3, 1).index(expected) + 1]},
        )
    assert reveal(board, "S02", ["O09"]).automa.points == 0, (
        "all three are empty: the raid is not possible"
    )


def test_rs_13_each_valkyrie_is_a_step_up_and_an_armour_down() -> None:
    laid = {"outpost-right-1": {"valkyries": 2, "gold": 1}}
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}, spaces=laid))
    assert (board.automa.valkyries, board.automa.armour) == (2, 1)


def test_rs_13_armour_does_not_fall_below_nothing() -> None:
    laid = {"outpost-right-1": {"valkyries": 4}}
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}, spaces=laid))
    assert (board.automa.valkyries, board.automa.armour) == (4, 0)


def test_rs_15_plunder_valkyries_and_worker_return_to_the_supply() -> None:
    laid = {"outpost-right-1": {"valkyries": 1, "gold": 1, "iron": 1, "livestock": 1}}
    before = table("reveal", automa={"armour": 3, "provisions": 4}, spaces=laid)
    after = reveal(before)
    assert space(after, "outpost-right-1") == Space()
    for piece in PLUNDER:
        assert getattr(after.supply, piece) == getattr(before.supply, piece) + 1
    assert after.supply.grey == before.supply.grey + 1
    assert RULES.census(after) == RULES.census(before)


def test_rs_16_the_opponent_pays_no_gold_for_a_monastery() -> None:
    board = table("reveal", automa={"armour": 8, "provisions": 8})
    assert board.setting.values.sites["monastery-left"].gold == 1
    after = reveal(board, "S14")
    assert (after.automa.points, after.supply.gold) == (7, board.supply.gold)


def test_rs_38_the_opponent_scores_the_number_of_its_card() -> None:
    board = reveal(table("reveal", automa={"armour": 10, "provisions": 8}))
    assert board.setting.values.sites["outpost-right"].tiers == ((8, 2), (14, 4))
    assert board.automa.points == 5


NO_RAID: dict[str, dict[str, int]] = {"outpost-right-1": {}, "outpost-right-2": {}}


def test_rs_23_an_offering_is_laid_beside_the_ship_and_is_no_resource() -> None:
    catalog = printing(armour=0, provisions=1, offering=1)
    board = table("reveal", automa={"armour": 10, "provisions": 7}, spaces=NO_RAID, catalog=catalog)
    after = reveal(board, EXAMPLE, ["O09"])
    assert after.automa.offerings == ("O01",), "the leftmost tile"
    assert after.face_up == ("O09", "O02", "O03"), "the gap is filled at once"
    assert len(after.stack) == len(board.stack) - 1
    assert (after.automa.armour, after.automa.provisions) == (10, 8)
    assert RULES.census(after)["offerings"] == 16


def test_rs_23_at_both_limits_the_offering_is_still_taken() -> None:
    catalog = printing(armour=1, provisions=1, offering=1)
    board = reveal(
        table("reveal", automa={"armour": 10, "provisions": 8}, spaces=NO_RAID, catalog=catalog),
        EXAMPLE,
        ["O09"],
    )
    assert board.automa.offerings == ("O01",)
    assert (board.automa.armour, board.automa.provisions) == (10, 8)


def test_rs_23_by_option_the_tile_comes_from_the_stack() -> None:
    catalog = printing(armour=0, provisions=0, offering=1)
    board = table("reveal", spaces=NO_RAID, catalog=catalog, options={"offering_from": "stack"})
    after = reveal(board, EXAMPLE)
    assert after.automa.face_down == 1 and after.automa.offerings == ()
    assert after.face_up == board.face_up and after.tiles_left == board.tiles_left - 1
    empty = reveal(
        table(
            "reveal", spaces=NO_RAID, catalog=catalog, options={"offering_from": "stack"}, stack=()
        ),
        EXAMPLE,
    )
    assert empty.automa.face_down == 0
