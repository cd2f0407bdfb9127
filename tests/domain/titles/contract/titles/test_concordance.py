import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.titles import registry
from domain.titles.concordance import (
    FILE,
    Concordance,
    Heading,
    Sentences,
    Source,
    concordance,
    faults,
    read,
)
from domain.titles.prepared_types import prepared
from domain.titles.registry import ruleset

RULES = registry.ruleset("raiders-solo")
HERE = Source("Règles", "0" * 64)


def made(*sentences: Sentences, of: int = 3) -> Concordance:
    return Concordance(HERE, (Heading("Mise en place", of, sentences),))


GOOD = (
    Sentences("1", "enforced", "domain.titles.raiders.setup:set_up"),
    Sentences("2-3", "reading", "A-RS-8"),
)


def test_a_whole_concordance_has_no_fault_and_counts_its_sentences() -> None:
    results = made(*GOOD)
    assert faults(RULES, results) == ()
    assert results.counts() == {"enforced": 1, "reading": 2, "declared": 0, "context": 0}


@pytest.mark.parametrize(
    ("sentences", "says"),
    [
        (GOOD[:1], "sentences 1 to 3 once each"),
        ((*GOOD, Sentences("3", "context", "example")), "sentences 1 to 3 once each"),
        ((replace(GOOD[0], by="domain.titles.raiders.setup:nothing"), GOOD[1]), "no function"),
        ((replace(GOOD[0], by="domain.nowhere:setup"), GOOD[1]), "no function"),
        ((replace(GOOD[0], by="domain.titles.raiders.setup"), GOOD[1]), "no function"),
        ((GOOD[0], replace(GOOD[1], by="A-RS-99")), "no reading A-RS-99"),
    ],
)
def test_a_fault_of_a_concordance_is_named(sentences: tuple[Sentences, ...], says: str) -> None:
    (fault,) = faults(RULES, made(*sentences))
    assert says in fault and "Mise en place" in fault


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
        Sentences("1", "context", "example"),
    )
    whole["headings"] = [{"heading": "A", "of": 1, "sentences": [good | damage]}]
    with pytest.raises(msgspec.ValidationError):
        read(msgspec.json.encode(whole))


WITHOUT = ("morris", "score-sheet")
"""Titles whose rules are with their table, or nobody's: no text could have gone anywhere."""


def test_a_title_without_a_text_has_no_concordance() -> None:
    assert [
        title for title in registry.ids() if concordance(registry.ruleset(title)) is None
    ] == list(WITHOUT)


@pytest.mark.parametrize("title", [title for title in registry.ids() if title not in WITHOUT])
def test_every_sentence_of_a_titles_rule_text_has_gone_somewhere(title: str) -> None:
    rules = registry.ruleset(title)
    results = concordance(rules)
    assert results is not None, f"{title} has no {FILE}"
    assert faults(rules, results) == ()
    assert results.headings
    for sentence in (
        item
        for heading in results.headings
        for item in heading.sentences
        if item.how in ("declared", "context")
    ):
        assert sentence.fr, f"{sentence.by} is for people, and is not in French"


@pytest.mark.parametrize("title", ["northgard-training", "fief-tactics"])
def test_a_title_that_is_loaded_has_its_types_ready(title: str) -> None:
    rules = ruleset(title)

    def below(kind: type[Struct]) -> list[type[Struct]]:
        return [item for sub in kind.__subclasses__() for item in (sub, *below(sub))]

    place = type(rules).__module__.rpartition(".")[0]
    own = [kind for kind in below(Struct) if kind.__module__.startswith(place)]
    assert own
    assert prepared.issuperset(own)
