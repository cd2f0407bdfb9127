from typing import Any

import pytest

from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.contract.ruleset import BadOpening, open_setting
from domain.titles.score_sheet import RULES, RULES_1
from tests.builders.refusals import refused_with
from tests.domain.titles.score_sheet.sheets import begun, catalog, named

CHOICES = [named("win", wins=True), named("loss")]
END = named("end", kind="choice", whose="table", choices=[named("win"), named("loss")])


def wrong(**sheet: Any) -> list[str]:
    refused = refused_with(CatalogError, "", open_setting, RULES, catalog(**sheet), {}, None)
    assert all(fault.text.en and fault.text.fr for fault in refused.faults)
    return [fault.pointer for fault in refused.faults]


def test_all_faults_of_a_sheet_are_told_at_once_with_their_places() -> None:
    assert wrong(
        seats={"least": 2, "most": 200},
        rounds=3,
        categories=[named("points", least=9, most=1), named("points")],
        ties=[{"category": "nowhere"}],
        dice=[named("d7", sides=7, faces=[named("x"), named("y")])],
        counters=[named("life", start=50, most=20)],
    ) == [
        "/seats/most",
        "/rounds",
        "/categories/1",
        "/categories/0",
        "/ties/0/category",
        "/dice/0",
        "/counters/0/start",
    ]


@pytest.mark.parametrize(
    ("sheet", "places"),
    [
        ({"seats": {"least": 5, "most": 3}}, ["/seats"]),
        ({"seats": {"most": 2, "names": [{"en": n, "fr": n} for n in "ABC"]}}, ["/seats/names"]),
        ({"seats": {"least": 3, "most": 5, "usual": 9}}, ["/seats/usual"]),
        ({"rounds": 61, "categories": [named("points", per="round")]}, ["/rounds"]),
        ({"categories": []}, ["/categories", "/categories"]),
        ({"categories": [named("points", per="round")]}, ["/categories/0/per"]),
        ({"categories": [named("points", worth=0)]}, ["/categories"]),
        ({"categories": [named("points"), named("how", kind="choice")]}, ["/categories/1/choices"]),
        ({"categories": [named("points", choices=CHOICES)]}, ["/categories/0/choices"]),
        ({"categories": [named("points"), named("bonus", kind="yes-no", least=0)]}, ["/categories/1"]),
        ({"categories": [named("points"), named("ours", whose="table", by="owner")]}, ["/categories/1/by"]),
        ({"categories": [named("points"), named("ours", whose="table")], "ties": [{"category": "ours"}]}, ["/ties/0/category"]),
        ({"ties": [{"category": "points"}, {"category": "points"}]}, ["/ties/1"]),
        ({"decides": "points"}, ["/decides"]),
        ({"wins": "together", "decides": "points"}, ["/decides"]),
        ({"wins": "together", "decides": "end", "categories": [END]}, ["/decides"]),
        ({"dice": [named("d1", sides=1), named("odd"), named("d1", sides=6, most=0)]},
         ["/dice/2", "/dice/0/sides", "/dice/1", "/dice/2/most"]),
        ({"dice": [named("odd", faces=[named("x"), named("x")])]}, ["/dice/0/faces/1"]),
        ({"counters": [named("life", least=9, most=3)]}, ["/counters/0"]),
    ],
)  # fmt: skip
def test_a_contradiction_has_its_place(sheet: dict[str, Any], places: list[str]) -> None:
    assert wrong(**sheet) == places


def test_seats_have_the_names_of_their_parts_and_others_are_numbered() -> None:
    board = begun(3, seats={"names": [{"en": "Dealer", "fr": "Donneur"}]})
    assert [board.setting.name(seat).fr for seat in board.setting.seats] == [
        "Donneur",
        "Joueur 2",
        "Joueur 3",
    ]


def test_as_many_sit_down_as_the_sheet_says_and_no_more_than_it_has_room_for() -> None:
    seats = {"least": 3, "most": 5, "usual": 4}
    assert len(begun(seats=seats).setting.seats) == 4
    assert len(begun(seats={"least": 3, "most": 5}).setting.seats) == 3
    refused = refused_with(BadOpening, "3 to 5 players, not 6", begun, 6, seats=seats)
    assert refused.pointer == "/players"


def test_a_sheet_that_no_page_has_room_for_is_refused_at_the_opening_and_played_on_where_it_was_opened_before() -> (
    None
):
    choices = [named(f"c{n}") for n in range(24)]
    lines = [
        named("points"),
        *(named(f"line-{n}", kind="choice", per="round", choices=choices) for n in range(39)),
    ]
    huge = {"categories": lines, "rounds": 60, "seats": {"most": 12}}
    refused = refused_with(BadOpening, "", begun, 12, **huge)
    assert (refused.pointer, refused.text.en) == (
        "/catalog",
        "This sheet is too large: for 12 players it has 702012 cells and choices in them, and at "
        "most 6000 are possible. "
        "Take fewer lines, rounds, choices or players.",
    )
    assert len(open_setting(RULES_1, catalog(**huge), {}, 12).seats) == 12
    fits = {**huge, "categories": lines[:2], "rounds": 20}
    assert begun(11, **fits).setting.cell_count == 5_511
    refused_with(BadOpening, "has 6012 cells", begun, 12, **fits)


def test_names_are_short_enough_for_every_cell() -> None:
    long = {"en": "x", "fr": "x" * 101}
    sheet = {
        "seats": {"names": [long]},
        "categories": [
            {"id": "points", "name": long},
            named("how", kind="choice", choices=[{"id": "a", "name": long}, named("b")]),
        ],
        "dice": [{"id": "odd", "name": long, "faces": [named("x"), {"id": "y", "name": long}]}],
        "counters": [{"id": "life", "name": long}],
    }
    assert wrong(**sheet) == [
        "/categories/0/name", "/categories/1/choices/0/name", "/dice/0/name", "/dice/0/faces/1/name", "/counters/0/name",
        "/seats/names/0",
    ]  # fmt: skip
    assert open_setting(RULES_1, catalog(**sheet), {}, 2).seats
