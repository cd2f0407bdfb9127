import re
from pathlib import Path
from string import Formatter

import pytest
from flask import Flask

import api.pages
from api.web.pages.pages import heading, meaning, remedy
from api.web.problems.kinds import KINDS
from api.web.problems.problem import Problem
from api.web.wording import WORDS

ROOM = Path(api.pages.__file__).parent
NAME = re.compile(r"""['"]([a-z]+(?:-[a-z]+)*\.[a-z0-9-]+)['"]""")
PREFIX = re.compile(r"""['"]([a-z]+(?:-[a-z]+)*\.(?:[a-z0-9-]+-)?)['"]\s*(?:~|\+)""")


NAMES = ("Greffe", "End", "Home", "SHA", "UTC")


def sources() -> str:
    paths = [
        *ROOM.rglob("*.html"),
        *ROOM.rglob("*.txt"),
        *(path for path in ROOM.rglob("*.py") if path.parent.name != "wording"),
    ]
    return "\n".join(path.read_text("utf-8") for path in paths)


def test_every_sentence_that_is_named_exists() -> None:
    named = set(re.findall(r"""say\(['"]([^'"]+)['"][,)]""", sources()))
    assert named
    assert named - set(WORDS) == set()


def test_every_sentence_is_used() -> None:
    text = sources()
    named = set(NAME.findall(text))
    written = re.findall(r'f"([a-z]+(?:-[a-z]+)*\.(?:[a-z0-9-]+-)?)\{', text)
    begun = {"remedy.", "meaning.", "heading.", *PREFIX.findall(text), *written}
    assert [name for name in WORDS if name not in named and not name.startswith(tuple(begun))] == []


def parts(words: str) -> list[str]:
    return sorted(field for _, field, _, _ in Formatter().parse(words) if field is not None)


def test_a_sentence_has_the_same_parts_in_both_languages() -> None:
    assert [
        name for name, text in WORDS.items() if not text.en.strip() or not text.fr.strip()
    ] == []
    assert [name for name, text in WORDS.items() if parts(text.en) != parts(text.fr)] == []
    close = [name for name, text in WORDS.items() if re.search(r"\S[;!](?!\S)", text.fr)]
    assert close == [], "French sets these off with a space"


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
    """What strangers did not understand is not back on a page."""
    problems = [
        (name, text.en)
        for name, text in WORDS.items()
        if re.search(r"\b(?:has done|leave it|comes? to|looks? behind)\b", text.en, re.IGNORECASE)
    ]
    assert problems == []


def test_french_is_set_as_it_is_printed() -> None:
    """Curved apostrophes, spaces that do not break before : ; ! ? and inside « »; and no English
    quotation marks."""
    printed = {
        name: re.sub(r"\{[^}]*\}|`[^`]*`", "{}", text.printed("fr")) for name, text in WORDS.items()
    }
    wrong = re.compile(r"'|(?<= )[:;!?]|« | »|[^\s\u202f\u00a0][;!?](?:\s|$)|\"|“|”")
    assert [(name, text) for name, text in printed.items() if wrong.search(text)] == []
    english = re.compile(r"\b(?:the|and|of|with|your|this|game|record|seat)\b")
    assert [(name, text) for name, text in printed.items() if english.search(text)] == [], (
        "nothing is left in English"
    )


TO_PROGRAMS = re.compile(
    r"`|/api/|/openapi|/healthz|/readyz|\?\w+=|\b(?:GET|POST|HTTP|JSON|GREFFE_\w+)\b|\b[A-Z][a-z]+(?:-[A-Z][A-Za-z]*)+"
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_problem_on_a_page_speaks_to_programs(app: Flask, lang: str) -> None:
    with app.test_request_context(f"/?lang={lang}"):
        sentences = {
            slug: f"{heading(Problem(slug))} {meaning(Problem(slug))} {remedy(Problem(slug))}"
            for slug in KINDS
        }
    assert {slug: words for slug, words in sentences.items() if TO_PROGRAMS.search(words)} == {}
