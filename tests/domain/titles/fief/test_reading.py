import msgspec
from msgspec.structs import replace

from domain.titles.contract.ruleset import PUBLIC
from domain.titles.fief import RULES, facts as f, words
from domain.titles.fief.board import Ending
from tests.builders.fief import Table, plain


def busy() -> Table:
    """A position with one of everything: a king with his guard, walls, plague, a captive, a camp,
    money."""
    table = (
        plain({"sergeant": 6, "archer": 2}, {"knight": 2}, "castle").camp("red", 2).purse("red", 9)
    )
    table.lord("green", "sigy", "henri", "king").guard("henri", knight=1).lord(
        "blue", "bourg", "charles", "bishop-1"
    )
    return table.held("green", "sigy").apply(
        f.LordCaptured("charles", "green"), f.PlagueSpread(1, ("blaye",))
    )


def test_the_view_tells_defaults_too() -> None:
    view = msgspec.to_builtins(RULES.view(busy().phase("moves").board, PUBLIC))
    assert view["families"]["blue"] == {
        "purse": 5,
        "stock": {"sergeant": 13, "knight": 6, "archer": 3, "bombard": 3, "mercenary": 0},
        "camp": 0,
        "points": 0,
    }
    assert view["places"]["blaye"]["troops"]["red"] == {
        "sergeant": 6,
        "knight": 0,
        "archer": 2,
        "bombard": 0,
        "mercenary": 0,
    }
    assert view["to_act"] == ["red"]
    assert (
        view["auction"]
        is view["battle"]
        is view["revolt"]
        is view["proposal"]
        is view["ending"]
        is None
    )


def test_counts_in_words() -> None:
    assert words.count(0, "archer").fr == "0 archer" and words.count(0, "archer").en == "0 archers"
    assert (words.ecus(1).en, words.ecus(0).en, words.ecus(0).fr, words.ecus(2).fr) == (
        "1 écu",
        "0 écus",
        "0 écu",
        "2 écus",
    )


def test_a_session_leaves_what_each_family_had_and_who_won() -> None:
    table = Table().purse("red", 17).camp("red", 3).held("red", "blaye", "castle")
    table = (
        table.lord("red", "blaye", "othon", "king")
        .troops("red", "blaye", knight=2, archer=1)
        .guard("othon", knight=1)
    )
    table = table.lord("red", "blaye", "thierry").troops("red", "tournus", sergeant=4)
    table = table.lord("blue", "blaye", "charles").apply(
        f.LordDied("thierry"), f.LordCaptured("charles", "red")
    )
    sheet = RULES.sheet(replace(table.board, ending=Ending("victory", ("red",))))
    assert (sheet["outcome"], sheet["winners"], sheet["turn"]) == ("victory", ["red"], 1)
    red, blue = sheet["families"]["red"], sheet["families"]["blue"]
    assert (red["purse"], red["camp"], red["titles"], red["dead"]) == (17, 3, ["king"], ["thierry"])
    assert red["lords"] == {
        "othon": {"place": "blaye", "titles": ["king"], "spouse": None, "captor": None}
    }
    assert red["troops"] == {"sergeant": 4, "knight": 2, "archer": 1, "bombard": 0, "mercenary": 0}
    assert red["guards"] == {"knight": 1, "sergeant": 0}
    assert red["points"] == sheet["score"]["red"] > 0
    assert blue["lords"]["charles"]["captor"] == "red"
    assert (
        sheet["places"]["blaye"]["holder"] == "red" and sheet["places"]["blaye"]["fort"] == "castle"
    )
    assert sheet["places"]["tournus"]["troops"] == {
        "red": {**red["troops"], "knight": 0, "archer": 0}
    }
    assert sheet["mercenaries"] + 3 == RULES.census(table.board)["mercenary"]
