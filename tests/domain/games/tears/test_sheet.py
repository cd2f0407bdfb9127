from __future__ import annotations

import pytest

from domain.games.tears import RULES
from domain.games.tears.board import Wedge
from tests.builders.tears import table

from .test_score import ended


@pytest.mark.parametrize(
    ("code", "tokens", "points", "rank", "winners"),
    [
        ("two-wedges", (10, 10, 4), 29, "Chevalier", ["player"]),
        ("enemy-leader-killed", (7, 0, 5), 47, "Duc", ["player"]),
        ("leader-killed", (9, 0, 0), 9, "Valet", ["enemy"]),
    ],
)
def test_a_game_leaves_its_points_and_its_rank(
    code: str, tokens: tuple[int, ...], points: int, rank: str, winners: list[str]
) -> None:
    sheet = RULES.sheet(ended(code, *tokens))
    assert (sheet["score"], sheet["rank"]["fr"], sheet["outcome"]) == ({"player": points}, rank, code)
    assert sheet["winners"] == winners


def test_the_options_that_make_points_comparable_are_on_the_sheet() -> None:
    sheet = RULES.sheet(
        table(wedges=(Wedge(taken="enemy"), Wedge(), Wedge()), difficulty="hard", three_cards=True, faction="saxon")
    )
    assert (sheet["difficulty"], sheet["faction"], sheet["three_cards"], sheet["draw_variant"]) == ("hard", "saxon", True, True)
    assert (sheet["rounds"], sheet["wedges"], sheet["outcome"]) == (9, ["enemy", None, None], None)
