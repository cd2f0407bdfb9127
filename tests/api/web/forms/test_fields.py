from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from flask import Flask
from msgspec import Meta, Struct, inspect
from werkzeug.datastructures import MultiDict

from api.game.opening import own_sheet
from api.game.opening.opening_form import TimeControlFields
from api.game.play.offers import plain_action, value_labels
from api.game.request import action_kinds
from api.tournament import rules_form
from api.web.body import read_as
from api.web.forms.controls import SPARE, DrawnControl, ObjectControl
from api.web.forms.from_types import FromTypes
from api.web.problems.problem import Problem
from domain.kernel.text import LANGS
from domain.kernel.words import catalogs
from domain.titles import registry
from domain.titles.contract.ruleset import Template
from domain.titles.simulation import opening, steps
from tests.amount import count
from tests.builders.api.forms import form_data, unordered

TITLES = registry.ids()


def fields(kind: type[Struct], *, empty_texts: bool = False) -> ObjectControl:
    return FromTypes("en", lambda _, value: str(value) or "none", empty_texts=empty_texts).struct(
        kind
    )


def round_trip(value: Struct) -> Any:
    """The value after it was filled into its form, sent and read again, as plain data with all its
    fields."""
    part = fields(type(value), empty_texts=True)
    return plain_action(
        msgspec.convert(part.read("f", form_data(part.row("f", plain_action(value)))), type(value))
    )


@pytest.mark.parametrize("title", TITLES)
def test_every_action_and_fact_of_random_games_can_be_entered(title: str) -> None:
    rules, kinds = registry.ruleset(title), set()
    for seed in range(count(1, 3)):
        board, facts, chance = opening(rules, seed)
        for step in steps(rules, board, chance, Random(seed), 120):
            assert unordered(round_trip(step.action)) == unordered(plain_action(step.action))
            facts = (*facts, *step.facts)
        for fact in facts:
            assert unordered(round_trip(fact)) == unordered(plain_action(fact))
        kinds |= {type(fact) for fact in facts}
    assert len(kinds) > len(rules.fact_types) / 4


def words(info: Any, names: set[str]) -> set[str]:
    if isinstance(info, inspect.Metadata):
        return words(info.type, names)
    if isinstance(info, inspect.StructType | inspect.DataclassType):
        for field in info.fields:
            names.add(field.encode_name)
            words(field.type, names)
    for inner in (
        getattr(info, "types", ())
        or getattr(info, "item_types", ())
        or filter(None, [getattr(info, "item_type", None)])
    ):
        words(inner, names)
    return names


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_and_field_is_called_something_in_both_languages(title: str) -> None:
    rules = registry.ruleset(title)
    kinds = (*rules.action_types, *rules.fact_types)
    called = rules.kind_names
    assert {kind.__struct_config__.tag for kind in kinds} - set(called) == set()
    names: set[str] = set()
    for kind in kinds:
        words(inspect.type_info(kind), names)
    assert names - set(rules.terms) == set(), "name these in `terms`"
    for text in (*called.values(), *rules.terms.values()):
        assert text.en and text.fr
    known = catalogs.translations_into("fr").messages
    unknown = [text.en for text in called.values() if text.fr == text.en and text.en not in known]
    assert not unknown, "`greffe words update`, then write these in French"


class Inner(Struct, frozen=True):
    """A part."""

    name: str
    count: int = 1


class Whole(Struct, frozen=True, tag="whole"):
    """One of each shape."""

    text: str
    number: Annotated[int, Meta(ge=0, le=9)]
    maybe: int | None = None
    part: Inner | None = None
    parts: tuple[Inner, ...] = ()
    table: dict[str, int] = {}
    pairs: tuple[tuple[str, int], ...] = ()
    several: tuple[str, ...] = ()
    flag: bool = False


def shown(data: dict[str, Any], faults: dict[str, str] | None = None) -> dict[str, DrawnControl]:
    return {
        field.name.removeprefix("f."): field for field in fields(Whole).row("f", data, faults or {})
    }


def test_a_form_begins_with_the_defaults_and_asks_for_the_rest() -> None:
    controls = shown(fields(Whole).defaults)
    assert (controls["number"].least, controls["number"].most, controls["number"].value) == (
        0,
        9,
        "",
    )
    assert (controls["part"].optional, controls["part"].given) == (True, False)
    assert controls["part"].inside[0][1].value == "1", "what it begins with, once it is stated"
    assert [len(controls[name].inside) for name in ("parts", "table", "pairs")] == [SPARE] * 3, (
        "empty rows"
    )


def test_a_fault_is_told_at_the_innermost_control_that_it_is_in() -> None:
    """The control is a row's own field, or the row of a key, or the list itself if no control
    within it fits."""
    data = {"parts": [{"name": "b"}], "table": {"a/b": "x"}, "several": ["g"], "number": "ten"}
    wrong = {
        "/parts/0/count": "one",
        "/table/a~1b": "two",
        "/several/0": "three",
        "/number": "four",
        "/pairs": "five",
    }
    controls = shown(data, wrong)
    assert (
        controls["parts"].fault,
        controls["parts"].inside[0][1].fault,
        controls["parts"].inside[1][1].fault,
    ) == ("", "one", "")
    assert (controls["table"].fault, controls["table"].inside[0][1].fault) == ("", "two")
    assert [controls[name].fault for name in ("several", "number", "pairs", "text")] == [
        "three",
        "four",
        "five",
        "",
    ]


def test_what_was_left_empty_is_left_out_and_what_is_no_value_stays_as_it_was_entered() -> None:
    sent = MultiDict(
        {
            "f.text": "  ",
            "f.number": "ten",
            "f.several": "a, ,b",
            "f.parts.0.count": "",
            "f.parts.3.name": "x",
        }
    )
    data = fields(Whole).read("f", sent)
    assert data == {
        "type": "whole",
        "number": "ten",
        "maybe": None,
        "part": None,
        "parts": [{"name": "x"}],
        "table": {},
        "pairs": [],
        "several": ["a", "b"],
        "flag": False,
    }
    assert shown(data)["number"].value == "ten"
    assert fields(Whole, empty_texts=True).read("f", sent)["text"] == ""


def single(shown: DrawnControl) -> Iterator[tuple[str, str]]:
    """One possible entry for each field of a control, and of the controls within it, as name and
    value."""
    if shown.sort in ("number", "text", "list", "person"):
        yield shown.name, "42"
    if shown.sort in ("chips", "pick", "many"):
        yield from ((shown.name, option.value) for option in shown.options[-1:] if option.value)
    if shown.sort == "counts":
        yield from ((option.value, "42") for option in shown.options[-1:])
    for inner in chain(*shown.inside):
        yield from single(inner)


def all_forms() -> Iterator[ObjectControl]:
    """All forms that are made from types, with all optional boxes unticked."""
    for title in TITLES:
        rules = registry.ruleset(title)
        yield from map(fields, (*rules.action_types, *rules.fact_types))
    yield from (fields(Whole), rules_form.rules_part(), own_sheet.sheet_controls())
    yield ObjectControl("", {"clock": TimeControlFields("Clocks")})


def test_whatever_is_entered_in_any_form_is_read_or_shown_again(app: Flask) -> None:
    """This holds also in a part whose box is not ticked, and in a row whose first field is not
    chosen."""
    with app.test_request_context():
        for part in all_forms():
            begun = part.row("f", part.defaults)
            for name, value in chain.from_iterable(map(single, begun)):
                sent = form_data(begun)
                sent.setlist(name, [value])
                assert [value] in form_data(part.row("f", part.read("f", sent))).listvalues(), name


def test_what_is_entered_in_a_part_that_is_not_ticked_is_refused_once() -> None:
    sent = MultiDict({"f.text": "a", "f.number": "1", "f.part.name": "x"})
    part = fields(Whole)
    with pytest.raises(Problem) as refused:
        read_as(Whole, part.read("f", sent))
    assert [error["pointer"] for error in refused.value.members["errors"]] == ["/part"]
    sent["f.part.given"] = ""
    assert part.read("f", sent)["part"] is None
    sent["f.part.given"] = "1"
    assert part.read("f", sent)["part"] == {"name": "x"}


def test_two_rows_of_one_key_are_refused_and_both_shown_again() -> None:
    sent = MultiDict({"f.text": "a", "f.number": "1"})
    for n, (key, value) in enumerate((("b", "1"), ("c", "2"), ("b", "3"))):
        sent |= {f"f.table.{n}.key": key, f"f.table.{n}.value": value}
    read = fields(Whole).read("f", sent)
    with pytest.raises(Problem) as refused:
        read_as(Whole, read)
    (error,) = refused.value.members["errors"]
    assert error["pointer"] == "/table"
    assert "“b” stands in two rows, 1 and 3" in error["detail"].en
    assert [(row[0].value, row[1].value) for row in shown(read)["table"].inside[:3]] == [
        ("b", "1"),
        ("c", "2"),
        ("b", "3"),
    ]


@pytest.mark.parametrize(
    "value",
    [
        Whole("t", 3),
        Whole(
            "t",
            0,
            5,
            Inner("a"),
            (Inner("b", 2), Inner("c")),
            {"d": 4},
            (("e", 1),),
            ("g", "h"),
            True,
        ),
    ],
)
def test_every_shape_reads_back_as_it_was(value: Whole) -> None:
    assert round_trip(value) == plain_action(value)


# -- Short forms: what stands in one is what it sends, for whatever a random player thinks of, in
# every title.
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "raiders-solo": ({}, {"schemes": "table"}),
    "tears-solo": ({}, {"cards": "table"}),
}


def spoken(shown: DrawnControl) -> Iterator[str]:
    yield shown.label
    yield from (option.word for option in shown.options)
    for row in shown.inside:
        for control in row:
            yield from spoken(control)


def template_cases(title: str) -> Iterator[tuple[Any, Template, dict[str, Any]]]:
    """Triples of a setting, a template of actions, and data that the template's form can send:
    first the template's example; then, if it is the only template of its type, the action that was
    played at that position."""
    rules = registry.ruleset(title)
    for options in VARIANTS.get(title, ({},)):
        for seed in range(count(1, 4)):
            board, _, chance = opening(rules, seed, options)
            for n, step in enumerate(steps(rules, board, chance, Random(seed), 260)):
                if n % 3:
                    continue
                of_type = [
                    t
                    for t in rules.legal(step.before, step.seat).templates
                    if t.type == plain_action(step.action)["type"]
                ]
                yield from ((step.before.setting, t, plain_action(t.example)) for t in of_type)
                if len(of_type) == 1:
                    yield step.before.setting, of_type[0], plain_action(step.action)


@pytest.mark.parametrize("title", registry.ids())
def test_a_form_sends_what_stands_in_it(title: str) -> None:
    kinds, seen = action_kinds(registry.ruleset(title)), set()
    for setting, template, action in template_cases(title):
        kind = kinds[template.type]
        part = FromTypes("en", value_labels(setting, "en", "none")).struct(kind, template.fields)
        shown = part.row("a", action)
        assert all(sentence.strip() for control in shown for sentence in spoken(control)), (
            template.type
        )
        entered = action | part.read("a", form_data(shown))
        assert unordered(plain_action(msgspec.convert(entered, kind))) == unordered(action)
        seen.add(template.type)
    if not seen:
        pytest.skip(f"{title} lists all that can be done: no action of it is asked for by a form")


@pytest.mark.parametrize("title", registry.ids())
def test_forms_speak_both_languages(title: str) -> None:
    """No label of a form is just the name of its field, and the labels of each title differ between
    the languages."""
    kinds = action_kinds(registry.ruleset(title))
    for setting, template, _ in template_cases(title):
        sentence = [
            [
                text
                for control in FromTypes(lang, value_labels(setting, lang, "–"))
                .struct(kinds[template.type], template.fields)
                .row("a", {})
                for text in spoken(control)
            ]
            for lang in LANGS
        ]
        assert len(sentence[0]) == len(sentence[1])
        assert not [text for texts in sentence for text in texts if "_" in text], template.type
