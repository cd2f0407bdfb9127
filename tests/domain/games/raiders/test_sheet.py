from __future__ import annotations

from domain.games.raiders import RULES
from tests.builders.raiders import table


def test_a_game_leaves_both_scores_and_how_hard_it_was() -> None:
    sides = {"player": {"points": 31, "valkyries": 2}, "automa": {"points": 24, "armour": 4}}
    board = table("over", **sides, options={"difficulty": "heroic"}, trigger="offerings", round=14)  # type: ignore[arg-type]
    sheet = RULES.sheet(board)
    assert sheet["score"] == {line.seat: line.points for line in RULES.score(board)}
    assert sheet["score"]["player"] > 31
    assert (sheet["outcome"], sheet["winners"]) == ("victory", ["player"])
    assert (sheet["difficulty"], sheet["rounds"], sheet["trigger"]) == ("heroic", 14, "offerings")
    assert (sheet["valkyries"], sheet["armour"]) == ({"player": 2, "automa": 0}, {"player": 0, "automa": 4})
    assert sheet["offerings"] == {"player": 0, "automa": 0}


def test_in_the_middle_of_a_game_nobody_has_won() -> None:
    sheet = RULES.sheet(table())
    assert (sheet["outcome"], sheet["winners"], sheet["trigger"]) == (None, [], None)
    assert sheet["difficulty"] == "normal"
