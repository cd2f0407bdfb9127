"""Contractions: words that merge with the next one (French `à le` becomes `au`) or lose a vowel
before it (`d'Alice`).

A message such as `de {name}` cannot know whether the name has an article or begins with a vowel. So
the rules of a language are applied when a place is filled. They are in `<lang>.contractions` beside
`domain/locale`; a language without that file has none.
"""

import re
from collections.abc import Iterable, Mapping
from configparser import ConfigParser, Error
from functools import cache
from pathlib import Path
from typing import NamedTuple

from domain.kernel.words.remembered import remembered

FOLDER = Path(__file__).parents[2] / "locale"


class ContractionRules(NamedTuple):
    """The contractions of a language.

    - `ends`: the endings of the text before a place that may contract. `before` finds the last word
      of that text.
    - `article`: finds the article that a value begins with. `merged` maps a pair of word and
      article to the merged word.
    - `vowel`: finds a value before which a word loses its vowel. `elided` maps the word to its
      short form.
    """

    ends: tuple[str, ...]
    before: re.Pattern[str]
    article: re.Pattern[str]
    merged: Mapping[tuple[str, str], str]
    vowel: re.Pattern[str]
    elided: Mapping[str, str]


def may_contract(before: str, lang: str) -> bool:
    """Whether the text before a place ends with a word that may contract in this language."""
    rules = contraction_rules(lang)
    return rules is not None and before.endswith(rules.ends)


@remembered(4096)
def contracted(value: str, before: str, lang: str) -> tuple[str, str]:
    """The text `before` a place and the `value` in it, both changed if the language contracts
    them."""
    rules = contraction_rules(lang)
    if (
        rules is None
        or not before.endswith(rules.ends)
        or (last := rules.before.search(before)) is None
    ):
        return before, value
    word = last[1].lower()
    article = rules.article.match(value)
    joint = rules.merged.get((word, article[1])) if article is not None else None
    if article is not None and joint is not None:
        value = value[article.end() - 1 :]
    elif word in rules.elided and rules.vowel.match(value) is not None:
        joint = rules.elided[word]
    else:
        return before, value
    return before[: last.start()] + (joint.capitalize() if last[1][0].isupper() else joint), value


@cache
def contraction_rules(lang: str) -> ContractionRules | None:
    """The contractions of a language or, if it has no file, of the language without its country (`pt`
    for `pt-BR`). None if there is no file, or if it cannot be parsed."""
    file = next(
        (
            path
            for tag in (lang, lang.partition("-")[0])
            if (path := contractions_file(FOLDER, tag)).is_file()
        ),
        None,
    )
    try:
        return read_rules(file) if file is not None else None
    except ValueError:  # `greffe words check` says what is wrong with it
        return None


def contractions_file(folder: Path, lang: str) -> Path:
    return folder / f"{lang}.contractions"


def read_rules(path: Path) -> ContractionRules:
    """Parse a file of contractions. Raises `ValueError`."""
    file = ConfigParser(interpolation=None)
    try:
        file.read_string(path.read_text("utf-8"), path.name)
        merged = {_word_and_article(both): joint for both, joint in file["merged"].items()}
        mark, words, begins, never = (
            file["elided"][name] for name in ("mark", "words", "before", "never")
        )
    except KeyError as e:
        raise ValueError(f"{e} is missing") from None
    except (Error, OSError) as e:
        raise ValueError(str(e)) from None
    firsts = sorted({before for before, _ in merged} | set(words.split()))
    if not firsts or not begins.split():
        raise ValueError("no word is contracted")
    return ContractionRules(
        tuple(f"{spelt} " for first in firsts for spelt in (first, first.capitalize())),
        re.compile(rf"(?:^|(?<=[\s('’«\u00a0\u202f]))({_any_of(firsts)}) $", re.IGNORECASE),
        re.compile(rf"({_any_of({article for _, article in merged})}) "),
        merged,
        re.compile(
            rf"(?!(?:{_any_of(never.split())})\b)(?=(?:{_any_of(begins.split())}))[^\W\d_]{{2,}}(?!\w)",
            re.IGNORECASE,
        ),
        {word: word[:-1] + mark for word in words.split()},
    )


def _word_and_article(words: str) -> tuple[str, str]:
    before, _, article = words.partition(" ")
    return before, article


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words)) or "(?!)"
