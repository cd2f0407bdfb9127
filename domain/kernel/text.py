"""Texts for people: messages that are in the code in English and in a catalog of words in every
other language.

    Text("{seat} recruits {units:unit|units} in {territory}.", seat=board.setting.name(seat),
    units=2, territory="A1")

A message is rendered when somebody reads it, in the reader's language (`words/`: places and
plurals, catalogs, French typography). The message must be a literal in the code, so that `greffe
words` finds it. Text that comes from data in two languages is `Text(en, fr)`. A text that is stored
or sent as data consists of its English and its French: `{"en": …, "fr": …}`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, ClassVar, Final

from domain.kernel.words import catalogs, places, pseudo, typography
from domain.kernel.words.typography import NARROW, WIDE, french

__all__ = [
    "ENGLISH", "LANGS", "NARROW", "STORED", "WIDE", "Lang", "LanguageWithNames", "Text",
    "brief", "french", "joined", "listed", "names_of_language", "replaceable_name", "same",
    "supported_language",
]  # fmt: skip

Lang = str
"""A language tag: `en`, `fr`, `pt-BR`."""


class LanguageWithNames(str):
    """A language with names of a game's players: a text rendered in it says "Anna" where others say
    "Player 1". Texts do not cache what they rendered in it."""

    names: Mapping[str, str]

    def __new__(cls, lang: Lang, names: Mapping[str, str]) -> LanguageWithNames:
        made = super().__new__(cls, lang)
        made.names = names
        return made


def names_of_language(lang: Lang) -> tuple[tuple[str, str], ...]:
    """The names that a language carries, as pairs of key and name; empty for a plain language.
    Caches of rendered texts need them in their keys, because languages with different names compare
    equal."""
    return tuple(lang.names.items()) if isinstance(lang, LanguageWithNames) else ()


ENGLISH: Final = catalogs.ENGLISH
LANGS: tuple[Lang, ...] = catalogs.languages()
"""The languages that have a catalog of words, English first."""
STORED: tuple[Lang, ...] = ("en", "fr")
"""The languages of stored words."""


def supported_language(tag: str) -> Lang | None:
    """The supported language for a tag: the tag itself or, without the country, its language (`fr`
    for `fr-CH`). None if neither is supported."""
    folded = tag.casefold()
    spoken = {lang.casefold(): lang for lang in (*LANGS, pseudo.LANG)}
    return spoken.get(folded) or spoken.get(folded.partition("-")[0])


class Text(places.Spoken):
    """A sentence or name, as a message that is translated when it is rendered."""

    # Those who read the API see that sentence. In the code it is a message, in every language that
    # there is.
    __slots__ = ("_context", "_en_text", "_fr", "_fr_text", "_message", "_named")
    __dataclass_fields__: ClassVar[dict[str, Any]]
    _en_text: str | None
    _fr_text: str | None
    _named: Mapping[str, Any] | None

    def __init__(
        self, message: str, fr: str | None = None, /, *, context: str = "", **named: Any
    ) -> None:
        """`message` is English. `named` are the values for its places: texts, numbers, names.
        `context` tells apart messages that are equal in English. With `fr`, both strings are data:
        nothing is looked up in catalogs."""
        self._message, self._fr, self._context = message, fr, context
        self._named = named or None
        self._en_text = self._fr_text = None

    @classmethod
    def pgettext(cls, context: str, message: str, /, **named: Any) -> Text:
        """A message whose `context` tells it apart from one that is equal in English."""
        return cls(message, context=context, **named)

    @classmethod
    def of(cls, stored: Mapping[str, str]) -> Text:
        return cls(stored["en"], stored["fr"])

    def to(self, lang: Lang) -> str:
        # The stored languages are kept: an answer has both, a name is said again and again, and
        # msgspec, when it sorts fields, has let go of a value by the time it writes it.
        naming = type(lang) is LanguageWithNames and self._named is not None
        stored = (
            None
            if naming
            else self._en_text
            if lang == ENGLISH
            else self._fr_text
            if lang == "fr"
            else None
        )
        if stored is not None:
            return stored
        words, spoken, tag = self._message, ENGLISH, str(lang)  # no cache has names in its keys
        if self._fr is not None and tag == "fr":
            words, spoken = self._fr, tag
        counts = places.counting(words) if "|" in words else None
        number = (self._named or {}).get(counts.name) if counts is not None else None
        if self._fr is None and (counts is not None or tag != ENGLISH):
            singular, plural = (
                (counts.singular, counts.plural) if counts is not None else (words, "")
            )
            words, spoken = catalogs.translation(singular, tag, self._context, plural, number)
        elif counts is not None:
            words = (
                counts.singular
                if number == 1 or (number == 0 and spoken == "fr")
                else counts.plural
            )
        text = words if self._named is None else places.fill(words, self._named, lang, spoken)
        if naming:
            return text
        if lang == ENGLISH:
            self._en_text = text
        elif lang == "fr":
            self._fr_text = text
        return text

    def printed(self, lang: Lang) -> str:
        """The sentence in a language with its typography."""
        return typography.printed(self.to(lang), lang)

    def filled(self, named: Mapping[str, Any]) -> Text:
        """A copy with further values for the message's places. Values it has already stay."""
        made = Text.__new__(Text)
        made._message, made._fr, made._context = self._message, self._fr, self._context
        made._named = ({**named, **self._named} if self._named else named) or None
        made._en_text = made._fr_text = None
        return made

    @property
    def values(self) -> Mapping[str, Any]:
        """The values that fill the message's places, by name."""
        return self._named or {}

    def with_values(self, values: Mapping[str, Any]) -> Text:
        """A copy of the message with other values."""
        made = self.filled({})
        made._named = dict(values) or None
        return made

    def changed(self, by: Callable[[str], str]) -> Text:
        """A text whose rendering in any language passes through `by`, for example to remove the
        full stop."""
        return Text("{text}", "{text}", text=_ChangedText(self, by))

    def capital(self) -> Text:
        return self.changed(lambda words: words[:1].upper() + words[1:])

    @property
    def en(self) -> str:
        """The sentence in English. Only the decoder of stored texts sets it."""
        return self._en_text or self.to(ENGLISH)

    @en.setter
    def en(self, words: str) -> None:
        self._message, self._context, self._named = words, "", None
        self._en_text = words

    @property
    def fr(self) -> str:
        """The sentence in French. Only the decoder of stored texts sets it."""
        return self._fr_text or self.to("fr")

    @fr.setter
    def fr(self, words: str) -> None:
        self._fr = self._fr_text = words

    @property
    def context(self) -> str:
        """A word that tells the message apart from another one with the same English; mostly
        empty."""
        return self._context

    @property
    def places(self) -> Set[str]:
        return places.place_names(self._message)

    @property
    def written(self) -> tuple[str, ...]:
        """The message, as it is in the code; or, for data, the English and the French."""
        return (self._message,) if self._fr is None else (self._message, self._fr)

    def __str__(self) -> str:
        return self.en

    def __repr__(self) -> str:
        return f"Text({self.en!r}, {self.fr!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and all(self.to(lang) == other.to(lang) for lang in STORED)

    def __hash__(self) -> int:
        return hash(self.to(ENGLISH))


NO_WORDS = Text("", "")


class TextError(Exception):
    """Base of errors with a sentence for readers (`text`). The exception's own message is the
    English one."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclasses.dataclass
class _StoredText:
    en: str
    fr: str


# msgspec writes and reads a text as the dataclass that these two fields say it is, through the
# properties above.
Text.__dataclass_fields__ = _StoredText.__dataclass_fields__
Text.__annotations__ = _StoredText.__annotations__


def replaceable_name(key: str, name: Text) -> Text:
    """The text of a name that is replaced if the reader's language carries a name under `key`
    (`LanguageWithNames`)."""
    return Text("{name}", "{name}", name=_ReplaceableName(key, name))


def same(word: str) -> Text:
    """A text that is the same in all languages, such as a tile's number or a person's name."""
    return Text(word, word)


def brief(word: str, most: int = 60) -> str:
    """Shorten a text that somebody entered to `most` letters, for quoting it in a sentence."""
    return word if len(word) <= most else f"{word[:most]}…"


def joined(some: Iterable[Text | str], between: Text | str = ", ") -> Text:
    return Text("{all}", "{all}", all=_JoinedTexts(tuple(some), between))


def listed(some: Iterable[Text], none: Text = NO_WORDS) -> Text:
    """Texts joined by commas, or `none` if there are none."""
    there = tuple(some)
    return joined(there) if there else none


def _in_language(words: Text | str, lang: Lang) -> str:
    return words.to(lang) if isinstance(words, Text) else words


class _JoinedTexts(places.Spoken):
    __slots__ = ("_between", "_some")

    def __init__(self, some: tuple[Text | str, ...], between: Text | str) -> None:
        self._some, self._between = some, between

    def to(self, lang: Lang) -> str:
        return _in_language(self._between, lang).join(
            _in_language(part, lang) for part in self._some
        )


class _ChangedText(places.Spoken):
    __slots__ = ("_by", "_text")

    def __init__(self, text: Text, by: Callable[[str], str]) -> None:
        self._text, self._by = text, by

    def to(self, lang: Lang) -> str:
        return self._by(self._text.to(lang))


class _ReplaceableName(places.Spoken):
    __slots__ = ("_key", "_name")

    def __init__(self, key: str, name: Text) -> None:
        self._key, self._name = key, name

    def to(self, lang: Lang) -> str:
        return (
            lang.names.get(self._key) if isinstance(lang, LanguageWithNames) else None
        ) or self._name.to(lang)
