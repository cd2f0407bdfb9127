"""Texts for people, in English and in French.

Code and records are English; a sentence that a player, an arbiter or an analyst reads exists in English and in
French from the moment it is written, so that no page or problem can show half a translation.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

Lang = Literal["en", "fr"]
LANGS: tuple[Lang, ...] = ("en", "fr")


class Text(Struct, frozen=True, gc=False):
    """One sentence or name in English and French."""

    en: str
    fr: str

    def to(self, lang: Lang) -> str:
        """The sentence in one language."""
        return self.fr if lang == "fr" else self.en

    def printed(self, lang: Lang) -> str:
        """The sentence in one language as a page sets it."""
        return french(self.fr) if lang == "fr" else self.en

    def __str__(self) -> str:
        return self.en


NARROW, WIDE = "\u202f", "\u00a0"
"""Spaces at which no line is broken: before `;`, `!` and `?`, and within quotation marks or before a colon."""

_BEFORE = re.compile(r"(?<=[\w»”’…)\]}]) ?([;!?])(?=\s|$|»)")
_COLON = re.compile(r" :(?=\s|$)")


@lru_cache(maxsize=4096)
def french(text: str) -> str:
    """French as it is set: curved apostrophes, and spaces that do not break before `: ; ! ?` and inside « »."""
    text = _COLON.sub(f"{WIDE}:", _BEFORE.sub(NARROW + r"\1", text.replace(f"{WIDE};", ";").replace("'", "’")))
    return text.replace("« ", f"«{WIDE}").replace(" »", f"{WIDE}»")


def same(word: str) -> Text:
    """A word that is spelt alike in both languages: a tile's number, a name."""
    return Text(word, word)


def texts(lines: str) -> dict[str, Text]:
    """A table of texts: lines of `name | English | French`."""
    rows = ([part.strip() for part in line.split("|")] for line in lines.strip().splitlines())
    return {name: Text(en, fr) for name, en, fr in rows}


def brief(word: str, most: int = 60) -> str:
    """What somebody has sent, as short as a sentence can repeat it."""
    return word if len(word) <= most else f"{word[:most]}…"


def listed(texts: tuple[Text, ...], none: Text) -> Text:
    """Texts joined by commas; `none` when there are none."""
    if not texts:
        return none
    return Text(", ".join(t.en for t in texts), ", ".join(t.fr for t in texts))
