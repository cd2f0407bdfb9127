import msgspec
import pytest
from msgspec.structs import replace

from domain.titles.contract.ruleset import PUBLIC, Template
from domain.titles.fief import RULES, actions as a, facts as f, words
from domain.titles.fief.board import TURN, Board, Ending
from tests.builders.fief import Table, act, battle, opened, plain


def busy() -> Table:
    """Something of everything: a king with his guard, walls, plague, a captive, a camp, money."""
    table = (
        plain({"sergeant": 6, "archer": 2}, {"knight": 2}, "castle").camp("red", 2).purse("red", 9)
    )
    table.lord("green", "sigy", "henri", "king").guard("henri", knight=1).lord(
        "blue", "bourg", "charles", "bishop-1"
    )
    return table.held("green", "sigy").tell(
        f.LordCaptured("charles", "green"), f.PlagueSpread(1, ("blaye",))
    )


def template(board: Board, seat: str, type: str) -> Template:
    return next(t for t in RULES.legal(board, seat).templates if t.type == type)


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


@pytest.mark.parametrize("phase", [p for p in TURN if p != "upkeep"])
def test_every_offer_has_words_a_complete_example_and_fields(phase: str) -> None:
    board = busy().phase(phase, "red").board  # type: ignore[arg-type]
    legal = RULES.legal(board, "red")
    assert legal.choices or legal.templates
    for choice in legal.choices:
        assert choice.label.en and choice.label.fr
    for offered in legal.templates:
        assert offered.label.en and offered.label.fr
        assert set(offered.fields) == set(offered.example.__struct_fields__)
        shown = msgspec.to_builtins(offered.example)
        for name, field in offered.fields.items():
            value = shown[name]
            if isinstance(value, int) and not isinstance(value, bool) and not field.choices:
                assert (
                    field.least is not None
                    and field.most is not None
                    and field.least <= value <= field.most
                )
            elif value not in ("", [], ()):
                assert all(
                    item in field.choices
                    for item in (value if isinstance(value, list | tuple) else [value])
                ), name


def test_fields_offer_what_there_is() -> None:
    board = (
        Table()
        .held("red", "blaye")
        .troops("red", "blaye", archer=2)
        .purse("red", 9)
        .phase("purchases", "red")
        .board
    )
    recruit = template(board, "red", "recruit")
    assert (recruit.fields["place"].choices, recruit.fields["archer"].most) == (("blaye",), 1)
    assert template(board, "red", "declare-payment").fields["amount"].most == 9


def test_upkeep_is_offered_as_far_as_the_purse_goes() -> None:
    board = Table().camp("red", 3).purse("red", 2).phase("upkeep", "red").board
    assert [c.action for c in RULES.legal(board, "red").choices] == [
        a.KeepMercenaries(n) for n in (0, 1, 2)
    ]


def test_the_besieged_are_offered_each_attacking_lord_to_aim_at() -> None:
    table = plain({"knight": 4}, {"archer": 1}, "castle").lord("red", "blaye", "charles")
    offered = {c.action for c in RULES.legal(battle(table), "blue").choices}
    assert offered == {
        a.Volley(1),
        a.HoldFire(1),
        a.AimAtLord("othon", 1),
        a.AimAtLord("charles", 1),
    }


def test_settling_is_offered_in_free_villages_with_free_lords() -> None:
    board = act(opened(), "red", a.Settle("blaye", "othon"))
    settle = template(board, "blue", "settle")
    assert "othon" not in settle.fields["lord"].choices
    assert settle.example == a.Settle("beaujeu", "alienor")
    assert act(board, "blue", a.Settle("beaujeu", "alienor")).place("beaujeu").holder == "blue"


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
    table = table.lord("blue", "blaye", "charles").tell(
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


def test_a_sealed_bid_is_on_no_sheet() -> None:
    board = Table().purse("red", 9).phase("auction").board
    assert (
        RULES.sheet(act(board, "red", a.Bid(7, 1, 1)))
        == RULES.sheet(act(board, "red", a.Bid(0, 1, 1)))
        == RULES.sheet(board)
    )
