"""Short forms: what stands in one is what it sends, for whatever a random player thinks of, in every title."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from api.http.schemas import action_kinds
from api.site.forms.action_form import Shaping
from api.site.forms.controls import Shown
from api.site.play.short_forms import plain
from domain import games
from domain.rules.ruleset import Template
from domain.rules.simulation import opening, steps
from domain.rules.text import LANGS

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "raiders-solo": ({}, {"schemes": "table"}),
    "tears-solo": ({}, {"cards": "table"}),
}


def sent(shown: Shown) -> Iterator[tuple[str, str]]:
    """What a browser sends for a control that nobody touched."""
    if shown.sort in ("fixed", "number", "text"):
        yield shown.name, shown.value
    elif shown.sort in ("chips", "pick"):
        yield from ((shown.name, one.value) for one in shown.options if one.chosen)
    elif shown.sort == "check":
        yield from [(shown.name, "1")] if shown.value else []
    elif shown.sort == "many":
        yield from ((one.value, "1") for one in shown.options if one.chosen)
    elif shown.sort == "counts":
        yield from ((one.value, str(one.count)) for one in shown.options)
    if shown.sort == "part" and shown.optional and shown.given:
        yield shown.name, "1"
    for row in shown.inside:
        for one in row:
            yield from sent(one)


def words(shown: Shown) -> Iterator[str]:
    """Everything a control says."""
    yield shown.label
    yield from (one.word for one in shown.options)
    for row in shown.inside:
        for one in row:
            yield from words(one)


def unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: unordered(inner) for name, inner in value.items()}
    return sorted(map(str, map(unordered, value))) if isinstance(value, list) else value


def thought_of(title: str) -> Iterator[tuple[Any, Template, dict[str, Any]]]:
    """Settings, templates, and actions of their type that were taken where they were offered; the examples among them."""
    rules = games.ruleset(title)
    for options in VARIANTS.get(title, ({},)):
        for seed in range(4):
            board, _, chance = opening(rules, seed, options)
            for n, step in enumerate(steps(rules, board, chance, Random(seed), 260)):
                if n % 3:
                    continue
                of_type = [t for t in rules.legal(step.before, step.seat).templates if t.type == plain(step.action)["type"]]
                yield from ((step.before.setting, t, plain(t.example)) for t in of_type)
                if len(of_type) == 1:
                    yield step.before.setting, of_type[0], plain(step.action)


@pytest.mark.parametrize("title", games.ids())
def test_a_form_sends_what_stands_in_it(title: str) -> None:
    kinds, seen = action_kinds(games.ruleset(title)), set()
    for setting, template, action in thought_of(title):
        kind, entered = kinds[template.type], dict(action)
        for name, control in Shaping(setting, "en", "none").controls(kind, template).items():
            shown = control.show(f"a.{name}", action[name])
            entered[name] = control.read(f"a.{name}", dict(sent(shown)))
            assert all(said.strip() for said in words(shown)), (template.type, name)
        assert unordered(plain(msgspec.convert(entered, kind))) == unordered(action)
        seen.add(template.type)
    assert seen


@pytest.mark.parametrize("title", games.ids())
def test_forms_speak_both_languages(title: str) -> None:
    """No label of a form is the bare name of a field, and what it says differs somewhere between the languages."""
    kinds = action_kinds(games.ruleset(title))
    for setting, template, _ in thought_of(title):
        said = [
            [text for name, c in shaping.controls(kinds[template.type], template).items() for text in words(c.show(name, UNSET))]
            for shaping in (Shaping(setting, lang, "–") for lang in LANGS)
        ]
        assert len(said[0]) == len(said[1])
        assert not [text for texts in said for text in texts if "_" in text], template.type
