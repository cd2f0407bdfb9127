import re
from pathlib import Path

import pytest
from flask import Flask

import api.pages
from api.web.pages.pages import heading, meaning, remedy
from api.web.problems.kinds import KINDS
from api.web.problems.problem import Problem
from domain.kernel.words.catalogs import catalog_file, parse_catalog
from ops.words.extraction import packages

ROOM = Path(api.pages.__file__).parent
NAMES = ("Greffe", "End", "Home", "SHA", "UTC")
FRENCH = {
    str(message.id): str(message.string)
    for package in packages()
    if package.is_relative_to(ROOM)
    for message in parse_catalog(catalog_file(package, "fr"), "fr")
    if message.id
}


def test_no_template_or_script_says_anything_itself() -> None:
    templates, scripts = list(ROOM.rglob("*.html")), list(ROOM.rglob("*.js"))
    assert len(templates) > 30 and len(scripts) > 5, "in every folder"
    for path in templates:
        text = re.sub(r"\{% block \w*class %\}.*?\{% endblock %\}", "", path.read_text("utf-8"))
        body = re.sub(
            r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|[\w-]+=.[^\"]*.|&\w+;",
            " ",
            text,
            flags=re.DOTALL,
        )
        body = re.sub("(?:open|async)api.json", "", body)
        assert [word for word in re.findall(r"[A-Za-zÀ-ÿ]{2,}", body) if word not in NAMES] == [], (
            path
        )
    for path in scripts:
        code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert re.findall(r"""['"`][A-ZÀ-Ý][a-zà-ÿ]+ [a-zà-ÿ][^'"`\n]*""", code) == [], path


def test_nothing_is_said_as_only_its_writers_would_say_it() -> None:
    """Phrases that readers did not understand are in no message."""
    strange = re.compile(r"\b(?:has done|leave it|comes? to|looks? behind)\b", re.IGNORECASE)
    assert [message for message in FRENCH if strange.search(message)] == []


def test_no_french_message_is_left_in_english() -> None:
    english = re.compile(r"\b(?:the|and|of|with|your|this|game|record|seat)\b")
    plain = {text: re.sub(r"\{[^}]*\}|`[^`]*`", "", text) for text in FRENCH.values()}
    assert [text for text, words in plain.items() if english.search(words)] == []


TO_PROGRAMS = re.compile(
    r"`|/api/|/openapi|/healthz|/readyz|\?\w+=|\b(?:GET|POST|HTTP|JSON|GREFFE_\w+)\b|\b[A-Z][a-z]+(?:-[A-Z][A-Za-z]*)+"
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_problems_on_pages_use_no_words_for_programmers(app: Flask, lang: str) -> None:
    with app.test_request_context(f"/?lang={lang}"):
        sentences = {
            slug: f"{heading(Problem(slug))} {meaning(Problem(slug))} {remedy(Problem(slug))}"
            for slug in KINDS
        }
    assert {slug: words for slug, words in sentences.items() if TO_PROGRAMS.search(words)} == {}
