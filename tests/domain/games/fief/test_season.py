from __future__ import annotations

from msgspec.structs import replace

from domain.games.fief import RULES
from domain.games.fief import actions as a
from domain.games.fief.board import Ending
from domain.games.fief.facts import realm as f
from tests.builders.fief import Table, act


def test_a_session_leaves_what_each_family_had_and_who_won() -> None:
    table = Table().purse("red", 17).camp("red", 3).held("red", "blaye", "castle")
    table = table.lord("red", "blaye", "othon", "king").troops("red", "blaye", knight=2, archer=1).guard("othon", knight=1)
    table = table.lord("red", "blaye", "thierry").troops("red", "tournus", sergeant=4)
    table = table.lord("blue", "blaye", "charles").tell(f.LordDied("thierry"), f.LordCaptured("charles", "red"))
    sheet = RULES.sheet(replace(table.board, ending=Ending("victory", ("red",))))
    assert (sheet["outcome"], sheet["winners"], sheet["turn"]) == ("victory", ["red"], 1)
    red, blue = sheet["families"]["red"], sheet["families"]["blue"]
    assert (red["purse"], red["camp"], red["titles"], red["dead"]) == (17, 3, ["king"], ["thierry"])
    assert red["lords"] == {"othon": {"place": "blaye", "titles": ["king"], "spouse": None, "captor": None}}
    assert red["troops"] == {"sergeant": 4, "knight": 2, "archer": 1, "bombard": 0, "mercenary": 0}
    assert red["guards"] == {"knight": 1, "sergeant": 0}
    assert red["points"] == sheet["score"]["red"] > 0
    assert blue["lords"]["charles"]["captor"] == "red"
    assert sheet["places"]["blaye"]["holder"] == "red" and sheet["places"]["blaye"]["fort"] == "castle"
    assert sheet["places"]["tournus"]["troops"] == {"red": {**red["troops"], "knight": 0, "archer": 0}}
    assert sheet["mercenaries"] + 3 == RULES.census(table.board)["mercenary"]


def test_a_sealed_bid_is_on_no_sheet() -> None:
    board = Table().purse("red", 9).phase("auction").board
    assert RULES.sheet(act(board, "red", a.Bid(7, 1, 1))) == RULES.sheet(act(board, "red", a.Bid(0, 1, 1))) == RULES.sheet(board)
