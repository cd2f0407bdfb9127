from typing import Any
from xml.etree import ElementTree as ET

import pytest

from domain.titles import registry
from domain.titles.drawing import svg as draw
from domain.titles.drawing.palette import COLOURS, PRINT, READABLE, STYLESHEET
from domain.titles.drawing.svg import differing_ids
from domain.titles.drawing.targets import Together, ids_named

SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    lighter, darker = sorted((luminance(colour), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_of_contrast_is_the_published_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("mode", ["day", "night", "print"])
def test_words_can_be_read_on_what_they_stand_on(mode: str) -> None:
    def shade(name: str) -> str:
        return (
            PRINT.get(name, COLOURS[name][0]) if mode == "print" else COLOURS[name][mode == "night"]
        )

    assert {
        (w, g): contrast(shade(w), shade(g))
        for w, g in READABLE
        if contrast(shade(w), shade(g)) < 4.5
    } == {}


def test_the_sheet_names_every_colour_by_day_by_night_and_in_print() -> None:
    for name, (day, night) in COLOURS.items():
        assert f".f-{name}{{fill:var(--{name})}}" in STYLESHEET
        assert f".s-{name}{{stroke:var(--{name})}}" in STYLESHEET
        assert STYLESHEET.count(f"--{name}:{day}") >= 2
        assert f"--{name}:{night}" in STYLESHEET
    assert STYLESHEET.index("@media print") > STYLESHEET.index("prefers-color-scheme:dark"), (
        "print wins over night"
    )
    assert "url(" not in STYLESHEET and "@import" not in STYLESHEET


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["<script>alert(1)</script>", 'a"b', "a & b", "\x00\x1b[31m", "\ud800", "\ufffe", "é…漢"],
)
def test_any_words_can_be_written(words: str) -> None:
    root = ET.fromstring(
        draw.svg("name", words, 100, 100, draw.place(words, words, draw.text("f-ink", 1, 2, words)))
    )
    assert [e.tag for e in root.iter()].count(SVG + "script") == 0
    shown = (
        words.replace("\x00", "\ufffd")
        .replace("\x1b", "\ufffd")
        .replace("\ud800", "\ufffd")
        .replace("\ufffe", "\ufffd")
    )
    assert root.findtext(SVG + "desc") == shown
    group = root.find(SVG + "g")
    assert (group.get("data-place"), group.findtext(SVG + "text")) == (shown, shown)


def test_numbers_are_short() -> None:
    assert [draw.n(x) for x in (12, 12.0, 0.25, 100.0, -3.14, 0)] == [
        "12",
        "12",
        "0.2",
        "100",
        "-3.1",
        "0",
    ]


def test_words_are_cut_to_their_room() -> None:
    assert draw.cut_to_width("Beaujeu", 100) == "Beaujeu"
    cut = draw.cut_to_width("Saint-Andromy-le-Long", 60)
    assert cut.endswith("…") and cut[:-1] and "Saint-Andromy-le-Long".startswith(cut[:-1])
    assert draw.width(cut) <= 60
    assert draw.cut_to_width("Beaujeu", 0) == "…"


def test_words_shrink_before_they_are_cut() -> None:
    assert (draw.fitting_size("Beaujeu", 500, 12), draw.fitting_size("", 0, 12)) == (12, 12)
    assert 8 < draw.fitting_size("Beaujeu", draw.width("Beaujeu", 10), 12) < 12
    assert draw.fitting_size("Beaujeu" * 9, 10, 12) == 8


# -- whole pictures --------------------------------------------------------------------------------


def two_places(second: str, changed: draw.Changed = draw.NOTHING) -> str:
    return draw.svg(
        "A board",
        "Two places.",
        100,
        50,
        draw.place("a", "first", draw.rect("edge f-panel", 0, 0, 40, 40), changed=changed),
        draw.place("b", second, draw.rect("edge f-panel", 50, 0, 40, 40), changed=changed),
        draw.seat(
            "blue",
            "Blue",
            draw.card("x", second, draw.rect("edge f-panel", 0, 40, 9, 9), seat="blue"),
        ),
    )


def test_what_differs_between_two_pictures_are_places_and_seats() -> None:
    assert draw.differing_ids(two_places("one"), two_places("one")) == frozenset()
    assert draw.differing_ids(two_places("one"), two_places("two")) == {"b", "blue"}
    gone = draw.svg(
        "A board",
        "One place.",
        100,
        50,
        draw.place("a", "first", draw.rect("edge f-panel", 0, 0, 40, 40)),
    )
    assert (
        draw.differing_ids(two_places("one"), gone)
        == draw.differing_ids(gone, two_places("one"))
        == {"b", "blue"}
    )


def test_what_changed_is_marked_in_class_and_in_words() -> None:
    marked = ET.fromstring(two_places("one", frozenset("b")))
    groups = {g.get("data-place"): g for g in marked.iter(SVG + "g") if g.get("data-place")}
    assert (groups["a"].get("class"), groups["b"].get("class")) == ("place", "place changed")
    assert groups["b"].findtext(SVG + "title") == "one (changed)"
    assert "<title>un (changé)</title>" in draw.place("b", "un", lang="fr", changed=frozenset("b"))


def test_dice_show_pips_or_a_figure() -> None:
    for value in range(1, 7):
        assert draw.die(0, 0, 30, value).count("h.01") == value
    assert ">0</text>" in draw.die(0, 0, 30, 0)
    assert ">12</text>" in draw.die(0, 0, 30, 12)


# -- whose turn it is ------------------------------------------------------------------------------


def seat(stroke: str, points: int, bold: str = "") -> str:
    return (
        f'<svg><g class="seat" data-seat="red"><title>Red</title><rect class="edge f-panel '
        f'{stroke}" x="1"/>'
        f'<text class="f-ink mid{bold}">{points}</text></g></svg>'
    )


def test_a_change_of_turn_alone_is_not_marked_as_a_difference() -> None:
    assert differing_ids(seat("s-line w1", 2), seat("s-accent w2", 2)) == frozenset()
    assert differing_ids(seat("s-line w1", 2), seat("s-accent w2", 2, " b")) == frozenset()


def test_what_changed_beside_the_turn_is_marked() -> None:
    assert differing_ids(seat("s-line w1", 2), seat("s-accent w2", 3)) == {"red"}
    assert differing_ids(seat("s-line w1", 2), seat("s-harm w3", 2)) == {"red"}, (
        "an edge that says something else than the turn"
    )


DRAWN = {
    "mill",
    "harbour-left",
    "harbour-left-1",
    "N",
    "NE",
    "slot-NE",
    "N-assault",
    "side-N",
    "N-0",
    "spearman",
    "die-1",
    "1",
    "research",
}


RAIDERS, CONVICTED = (registry.ruleset(id).together for id in ("raiders-solo", "convicted"))


@pytest.mark.parametrize(
    ("fields", "together", "ids"),
    [
        ({"type": "place-worker", "building": "mill"}, (), {"mill"}),
        ({"type": "place-worker", "building": "barn"}, (), set()),
        ({"type": "research"}, (), {"research"}),
        ({"slot": "NE"}, (), {"slot-NE"}),
        ({"section": "NE"}, (), {"NE"}),
        ({"die": 1, "count": 1, "gate": True}, (), {"die-1"}),
        ({"site": "harbour-left", "space": 1}, RAIDERS, {"harbour-left", "harbour-left-1"}),
        ({"section": "N", "count": 0, "squad": 0}, CONVICTED, {"N", "N-0"}),
        ({"side": "N", "zone": "assault"}, CONVICTED, {"side-N", "N-assault"}),
        ({"side": "N", "zone": "assault"}, (), {"side-N"}),
        (
            {
                "places": ["N", "city"],
                "moves": [{"unit": "spearman", "origin": "N", "target": "NE"}],
                "none": None,
            },
            (),
            {"N", "NE", "spearman"},
        ),
        ({"units": {"mill": 3, "barn": 1}}, (), {"mill"}),
    ],
)
def test_an_action_names_what_its_fields_are_the_ids_of(
    fields: dict[str, Any], together: Together, ids: set[str]
) -> None:
    """An id is the value of a field, with the field's name before it if such a thing is drawn. A
    number is an id only with the name, and two fields form one id where the title says so. Lists
    and objects are searched, too."""
    assert ids_named(fields, DRAWN, together) == ids
