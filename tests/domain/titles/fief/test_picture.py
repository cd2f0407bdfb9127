from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.text import Lang
from domain.titles.contract.ruleset import ARBITER, PUBLIC
from domain.titles.fief import RULES, facts as f
from domain.titles.fief.board import Auction, Board, Proposal, Revolt, Troops
from domain.titles.fief.picture.icons import letters
from tests.builders.fief import Table, opened
from tests.records.play import files, replay

SVG = "{http://www.w3.org/2000/svg}"


def picture(board: Board, audience: str = PUBLIC, lang: Lang = "en") -> str:
    return RULES.picture(
        board.setting, msgspec.json.decode(msgspec.json.encode(RULES.view(board, audience))), lang
    )


def hooks(board: Board, kind: str, lang: Lang = "en") -> dict[str, ET.Element]:
    root = ET.fromstring(picture(board, lang=lang))
    return {
        g.get(f"data-{kind}", ""): g
        for g in root.iter(SVG + "g")
        if (g.get("class") or "").split(" ")[0] == kind
    }


def says(board: Board, kind: str, id: str, lang: Lang = "en") -> str:
    return hooks(board, kind, lang)[id].findtext(SVG + "title") or ""


def shown(board: Board, audience: str = PUBLIC, lang: Lang = "en") -> list[str]:
    return [t.text or "" for t in ET.fromstring(picture(board, audience, lang)).iter(SVG + "text")]


def settled() -> Table:
    return (
        Table()
        .lord("red", "blaye")
        .troops("red", "blaye", sergeant=3, knight=1)
        .lord("blue", "sigy")
    )


# -- villages --------------------------------------------------------------------------------------


def test_every_village_and_the_land_overseas_is_a_place() -> None:
    board = opened()
    assert set(hooks(board, "place")) == set(board.setting.places)
    assert says(board, "place", "blaye") == "Blaye (fief 1, diocese 1, open field)"
    assert says(board, "place", "outremer", "fr") == "Outremer (outre-mer, rase campagne)"


def test_a_village_tells_walls_holder_plague_lords_and_troops() -> None:
    table = settled().tell(f.ControlTaken("blaye", "red"), f.FortRaised("blaye", "castle"))
    assert (
        says(table.board, "place", "blaye")
        == "Blaye (fief 1, diocese 1, castle, held by Red); Red: Othon, 3 sergeants, 1 knight"
    )
    assert says(table.board, "place", "blaye", "fr").endswith(
        "tenu par Rouge) ; Rouge : Othon, 3 sergents, 1 chevalier"
    )


def test_a_king_shows_his_crown_and_his_guard() -> None:
    table = Table().lord("red", "blaye", "othon", "king").guard("othon", knight=2, sergeant=1)
    assert "Othon (King), 2 guard knights, 1 guard sergeant" in says(table.board, "place", "blaye")
    assert "King" in says(table.board, "card", "othon")


def test_where_many_meet_their_troops_are_added_up_and_the_title_has_them_all() -> None:
    table = Table(6)
    for family in table.board.setting.seats:
        table.lord(family, "blaye").troops(family, "blaye", sergeant=2, knight=1, archer=1)
    group = hooks(table.board, "place")["blaye"]
    assert [t.text for t in group.iter(SVG + "text")].count("4") == 6
    assert (group.findtext(SVG + "title") or "").count("2 sergeants, 1 knight, 1 archer") == 6


# -- families --------------------------------------------------------------------------------------


def test_a_family_shows_its_purse_points_camp_and_lords() -> None:
    board = settled().board
    assert says(board, "seat", "red") == "Red: 5 écus, 0 VP, 0 mercenaries, lords Othon"
    assert says(board, "card", "othon") == "Othon: in Blaye"
    assert hooks(board, "card")["othon"].get("data-seat") == "red"


def test_captives_are_behind_bars_and_the_dead_only_named() -> None:
    table = (
        settled()
        .lord("red", "blaye", "charles")
        .tell(f.LordCaptured("othon", "blue"), f.LordDied("charles"))
    )
    cards = hooks(table.board, "card")
    assert "captive of Blue" in (cards["othon"].findtext(SVG + "title") or "")
    assert "charles" not in cards
    assert "dead Charles" in says(table.board, "seat", "red")
    assert "† Charles" in shown(table.board)


def test_every_family_has_letters_of_its_own() -> None:
    board = opened(6)
    for lang in ("en", "fr"):
        results = letters({s: board.setting.name(s).to(lang) for s in board.setting.seats})
        assert len(set(results.values())) == 6
    assert letters({"a": "Red", "b": "Green"}) == {"a": "R", "b": "G"}
    assert letters({"a": "Blue", "b": "Black"}) == {"a": "Bu", "b": "Ba"}


# -- the matter at hand
# --------------------------------------------------------------------------------------------------


def at_auction(bids: dict[str, int], revealed: dict[str, int] | None = None) -> Board:
    return replace(
        opened(),
        phase="auction",
        turn=1,
        auction=Auction(2 if revealed else 1, bids, revealed or {}),
    )


def test_no_audience_sees_more_of_the_bids_than_its_view() -> None:
    """Whatever others have bid, the picture stays the same to the letter; one's own bid and the
    arbiter's look do change it."""
    item, other = at_auction({"red": 41, "blue": 42}), at_auction({"red": 41, "blue": 43})
    for audience in (PUBLIC, "red", "green"):
        for lang in ("en", "fr"):
            assert picture(item, audience, lang) == picture(other, audience, lang)
        assert "42" not in shown(item, audience)
    assert "41" in shown(item, "red") and "41" not in shown(item, "green")
    assert {"41", "42"} <= {*shown(item, ARBITER)}
    assert picture(item, "blue") != picture(other, "blue")


def test_an_auction_tells_who_has_bid_and_what_was_revealed_before() -> None:
    board = at_auction({"red": 7}, {"red": 5, "blue": 5})
    assert shown(board).count("has bid") == 1 and shown(board).count("no bid") == 2
    assert shown(board).count("before: 5") == 2


def battle(stem: str, stage: str) -> Board:
    """The first position of a recorded game whose battle is at a stage, with dice on the table and
    hits if they were dealt."""
    path = next(p for p in files("fief-tactics") if p.stem == stem)
    for board in replay(path).boards:
        now = board.battle if isinstance(board, Board) else None
        if (
            now
            and now.stage == stage
            and now.attack.dice
            and (stage == "reroll" or now.attack.hits)
        ):
            assert isinstance(board, Board)
            return board
    raise AssertionError(stage)


def test_a_battle_shows_both_sides_with_their_dice() -> None:
    board = battle("plague-crusade-and-allies", "reroll")
    root = ET.fromstring(picture(board))
    sides = {"attack": board.battle.attack, "defence": board.battle.defence}
    for name, side in sides.items():
        panel = next(g for g in root.iter(SVG + "g") if g.get("data-piece") == name)
        dice = [
            g
            for g in panel.iter(SVG + "g")
            if "data-die" in g.attrib or g.get("data-piece", "").startswith("die-")
        ]
        assert len(dice) == len(side.dice)
        for i, (die, face) in enumerate(zip(dice, side.dice, strict=True)):
            assert (die.findtext(SVG + "title") or "").startswith(f"die {i + 1}: {face}")
            captain = next((seat for seat in side.families if seat in board.battle.waiting), None)
            assert (die.get("data-piece"), die.get("data-seat")) == (
                (f"die-{i}", captain) if captain else (None, None)
            )
    assert any(seat in board.battle.waiting for side in sides.values() for seat in side.families)
    assert "CP" in says(board, "piece", "attack") and "PC" in says(board, "piece", "attack", "fr")
    place = hooks(board, "place")[board.battle.place]
    assert any("s-accent w3" in (shape.get("class") or "") for shape in place), (
        "where it is fought is outlined"
    )


def test_what_is_to_be_absorbed_is_said() -> None:
    board = battle("plague-crusade-and-allies", "losses")
    assert any(words.startswith("To absorb: ") for words in shown(board))
    assert any("to choose losses" in words for words in shown(board))
    after = battle("plague-crusade-and-allies", "parley")
    assert any(words.startswith("Suffered: ") for words in shown(after))
    assert not any(words.startswith("To absorb: ") for words in shown(after))


@pytest.mark.parametrize(
    ("matter", "heading"),
    [
        ({"revolt": Revolt("red", "blaye", ("blue",))}, "Revolt against Red: Blaye"),
        ({"revolt": Revolt("red", "", (), 3)}, "Revolt against Red: the camp"),
        (
            {"proposal": Proposal("red", "agreement", "", ("blue",))},
            "Red proposes to end the session",
        ),
        ({"proposal": Proposal("red", "victory", "", ("blue",))}, "Red claims victory"),
        (
            {"proposal": Proposal("red", "victory", "blue", ("green",))},
            "Red claims victory with Blue",
        ),
        ({}, "The common box"),
    ],
)
def test_the_matter_at_hand_has_a_heading(matter: dict[str, Any], heading: str) -> None:
    assert heading in shown(replace(opened(), **matter))


# -- names that actions use
# ------------------------------------------------------------------------------------------------


def test_troops_are_counted_as_the_board_counts_them() -> None:
    table = settled()
    assert table.board.troops("red", "blaye") == Troops(sergeant=3, knight=1)
    group = hooks(table.board, "place")["blaye"]
    assert [t.text for t in group.iter(SVG + "text")] == ["1", "Blaye", "R", "Othon", "3", "1"]
