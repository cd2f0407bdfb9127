from importlib import import_module
from operator import attrgetter

import msgspec
import pytest
from msgspec import Struct

from domain.titles import registry
from domain.titles.concordance import FILE, Passage, concordance, read
from domain.titles.prepared_types import prepared
from domain.titles.registry import ruleset
from tests.builders.refusals import refused_with


@pytest.mark.parametrize(
    "damage",
    [{"n": "0"}, {"n": "1-"}, {"how": "believed"}, {"by": ""}, {"quote": "a sentence of the text"}],
    ids=str,
)
def test_a_concordance_is_read_exactly(damage: dict[str, str]) -> None:
    good = {"n": "1", "how": "context", "by": "example"}
    whole = {
        "text": {"title": "Règles", "sha256": "0" * 64},
        "headings": [{"heading": "A", "of": 1, "sentences": [good]}],
    }
    assert read(msgspec.json.encode(whole)).headings[0].sentences == (
        Passage("1", "context", "example"),
    )
    whole["headings"] = [{"heading": "A", "of": 1, "sentences": [good | damage]}]
    refused_with(msgspec.ValidationError, "", read, msgspec.json.encode(whole))


TEXTS = {"northgard-training", "fief-tactics", "raiders-solo", "tears-solo", "convicted"}
"""Titles whose rules are a text by their publisher."""


@pytest.mark.parametrize("title", registry.ids())
def test_every_sentence_of_a_titles_rule_text_has_gone_somewhere(title: str) -> None:
    rules = registry.ruleset(title)
    results = concordance(rules)
    if results is None and title not in TEXTS:
        pytest.skip(f"{title} has no {FILE}: its rules are no text")
    assert results is not None, f"{title} has no {FILE}"
    readings = {reading.id for reading in rules.about.readings}
    assert results.headings
    for heading in results.headings:
        numbers = [n for entry in heading.sentences for n in entry.numbers]
        assert numbers == list(range(1, heading.of + 1)), heading.heading
    entries = [entry for heading in results.headings for entry in heading.sentences]
    assert all(entry.by in readings for entry in entries if entry.how == "reading")
    for entry in entries:
        for name in entry.by.split(",") if entry.how == "enforced" else ():
            module, _, attribute = name.strip().partition(":")
            assert callable(attrgetter(attribute)(import_module(module))), name
    assert all(entry.fr for entry in entries if entry.how in ("declared", "context"))


@pytest.mark.parametrize("title", ["northgard-training", "fief-tactics"])
def test_loading_a_title_prepares_its_types(title: str) -> None:
    rules = ruleset(title)

    def subtypes(kind: type[Struct]) -> list[type[Struct]]:
        return [item for sub in kind.__subclasses__() for item in (sub, *subtypes(sub))]

    place = type(rules).__module__.rpartition(".")[0]
    own = [kind for kind in subtypes(Struct) if kind.__module__.startswith(place)]
    assert own
    assert prepared.issuperset(own)
