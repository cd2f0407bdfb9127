import pytest

from domain.titles.contract.chance import ChanceNeeded, TableChance
from domain.titles.raiders import RULES, facts as f
from domain.titles.raiders.actions import Reveal
from domain.titles.raiders.board import AUTOMA, Space
from domain.titles.raiders.values import PLUNDER
from tests.builders.raiders import EXAMPLE, catalog_with_card, facts, reveal, space, table
from tests.builders.refusals import refused_with


def test_rs_06_one_card_is_revealed_a_turn() -> None:
    board = table("reveal")
    sentences = facts(board, AUTOMA, Reveal(), [EXAMPLE])
    assert [type(t) for t in sentences].count(f.SchemeRevealed) == 1
    after = reveal(board)
    assert (len(after.pile), after.discard) == (len(board.pile) - 1, (EXAMPLE,))
    refused_with(ChanceNeeded, "", RULES.decide, board, AUTOMA, Reveal(), TableChance())


NO_RAID: dict[str, dict[str, int]] = {"outpost-right-1": {}, "outpost-right-2": {}}
VALKYRIES = {"outpost-right-1": {"valkyries": 2, "gold": 1}}
MANY = {"outpost-right-1": {"valkyries": 4}}


@pytest.mark.parametrize(
    ("has", "spaces", "after", "plunder"),
    [
        pytest.param((3, 4), None, (3, 0, 0, 5), 0, id="rs_07_a_raid_at_exactly_what_is_required"),
        pytest.param(
            (5, 6), None, (5, 2, 0, 5), 0, id="rs_08_only_the_needed_provisions_are_spent"
        ),
        pytest.param((2, 6), None, (3, 8, 0, 0), 1, id="rs_09_with_too_little_armour_it_prepares"),
        pytest.param((3, 4), NO_RAID, (4, 6, 0, 0), 0, id="rs_11_without_plunder_it_prepares"),
        pytest.param((3, 4), VALKYRIES, (1, 0, 2, 5), 0, id="rs_13_a_valkyrie_is_an_armour_down"),
        pytest.param((3, 4), MANY, (0, 0, 4, 5), 0, id="rs_13_armour_is_never_below_nothing"),
        pytest.param((10, 8), None, (10, 4, 0, 5), 0, id="rs_38_it_scores_the_number_of_its_card"),
    ],
)
def test_the_printed_example(
    has: tuple[int, int],
    spaces: dict[str, dict[str, int]] | None,
    after: tuple[int, ...],
    plunder: int,
) -> None:
    automa = dict(zip(("armour", "provisions"), has, strict=True))
    board = reveal(table("reveal", automa=automa, **({"spaces": spaces} if spaces else {})))
    now = board.automa
    assert (now.armour, now.provisions, now.valkyries, now.points) == after
    assert space(board, "outpost-right-1").plunder == plunder


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
    assert (space(after, raided).plunder, space(after, other)) == (0, space(board, other))


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


def test_rs_23_an_offering_is_laid_beside_the_ship_and_is_no_resource() -> None:
    catalog = catalog_with_card(armour=0, provisions=1, offering=1)
    board = table("reveal", automa={"armour": 10, "provisions": 7}, spaces=NO_RAID, catalog=catalog)
    after = reveal(board, EXAMPLE, ["O09"])
    assert after.automa.offerings == ("O01",), "the leftmost tile"
    assert after.face_up == ("O09", "O02", "O03"), "the gap is filled at once"
    assert len(after.stack) == len(board.stack) - 1
    assert (after.automa.armour, after.automa.provisions) == (10, 8)
    assert RULES.census(after)["offerings"] == 16


def test_rs_23_at_both_limits_the_offering_is_still_taken() -> None:
    catalog = catalog_with_card(armour=1, provisions=1, offering=1)
    board = reveal(
        table("reveal", automa={"armour": 10, "provisions": 8}, spaces=NO_RAID, catalog=catalog),
        EXAMPLE,
        ["O09"],
    )
    assert board.automa.offerings == ("O01",)
    assert (board.automa.armour, board.automa.provisions) == (10, 8)


def test_rs_23_by_option_the_tile_comes_from_the_stack() -> None:
    catalog = catalog_with_card(armour=0, provisions=0, offering=1)
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
