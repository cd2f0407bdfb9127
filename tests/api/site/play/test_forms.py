"""Short forms: what stands in one is what it sends, for whatever a random player thinks of, in every title."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from api.http.schemas import action_kinds
from api.site.forms.controls import Shown
from api.site.forms.from_types import FromTypes, calling
from api.site.play.short_forms import plain
from domain.rules.ruleset import Template
from domain.rules.text import LANGS
from domain.rules.titles import registry
from domain.rules.titles.simulation import opening, steps
from tests.builders.api.forms import entries, unordered

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "raiders-solo": ({}, {"schemes": "table"}),
    "tears-solo": ({}, {"cards": "table"}),
}


def words(shown: Shown) -> Iterator[str]:
    """Everything a control says."""
    yield shown.label
    yield from (one.word for one in shown.options)
    for row in shown.inside:
        for one in row:
            yield from words(one)


def thought_of(title: str) -> Iterator[tuple[Any, Template, dict[str, Any]]]:
    """Settings, templates, and actions of their type that were taken where they were offered; the examples among them."""
    rules = registry.ruleset(title)
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


@pytest.mark.parametrize("title", registry.ids())
def test_a_form_sends_what_stands_in_it(title: str) -> None:
    kinds, seen = action_kinds(registry.ruleset(title)), set()
    for setting, template, action in thought_of(title):
        kind = kinds[template.type]
        part = FromTypes("en", calling(setting, "en", "none")).struct(kind, template.fields)
        shown = part.row("a", action)
        assert all(said.strip() for one in shown for said in words(one)), template.type
        entered = action | part.read("a", entries(shown))
        assert unordered(plain(msgspec.convert(entered, kind))) == unordered(action)
        seen.add(template.type)
    assert seen


@pytest.mark.parametrize("title", registry.ids())
def test_forms_speak_both_languages(title: str) -> None:
    """No label of a form is the bare name of a field, and what it says differs somewhere between the languages."""
    kinds = action_kinds(registry.ruleset(title))
    for setting, template, _ in thought_of(title):
        said = [
            [
                text
                for one in FromTypes(lang, calling(setting, lang, "–")).struct(kinds[template.type], template.fields).row("a", {})
                for text in words(one)
            ]
            for lang in LANGS
        ]
        assert len(said[0]) == len(said[1])
        assert not [text for texts in said for text in texts if "_" in text], template.type
