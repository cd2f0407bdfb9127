"""Sentences of actions and facts: messages whose places are filled from their fields.

    Text("{seat} recruits {units:unit|units} in {territory}.")

A place is named after a field and is filled with the label of its value (`Board.word`), such as a
seat's or a card's name. A number followed by words selects the singular or plural that the language
has for it (`domain/kernel/words/places.py`). Several values are joined by commas. A place can also
name a property, or a method of the action or fact that takes the board and returns a text:
`{where}`. A value with a property `in_words` is shown as that."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from domain.kernel.text import Lang, Text
from domain.kernel.words import places
from domain.titles.contract.setting import MOST_CACHED, Setting
from domain.titles.contract.types import Board

NOBODY = "–"


class Names(Protocol):
    """A source of labels for field values: a board or, where there is none, a setting."""

    def word(self, field: str, value: object) -> Text:
        """The label of the value of a field."""


def filled_sentence(message: Text, item: Any, names: Names) -> Text:
    """The message about an action or fact with its places filled from its fields.

    If the sentence depends only on the setting and the fields, the setting caches it, since most
    sentences recur within a game and in all games with an equal setting."""
    setting: Any = (
        names
        if isinstance(names, Setting)
        else names.setting  # type: ignore[attr-defined]
        if type(names).word is Board.word
        else None
    )
    if setting is None:
        return message.filled(_Fields(item, names))
    key = id(message), item  # the cache keeps the message, so its id stays its own
    try:
        known = setting.sentence_cache.get(key)
    except TypeError:  # a field that can be changed
        return message.filled(_Fields(item, names))
    if known is not None:
        return known[1]  # type: ignore[no-any-return]
    if not message.places <= set(
        getattr(item, "__struct_fields__", ())
    ):  # a method's place takes the board
        return message.filled(_Fields(item, names))
    sentence = message.filled(_Fields(item, setting))
    if len(setting.sentence_cache) >= MOST_CACHED:
        setting.sentence_cache.clear()
    setting.sentence_cache[key] = message, sentence
    return sentence


class _Fields(Mapping[str, Any]):
    """The fields of an action or fact as labels, each looked up when the sentence is rendered."""

    __slots__ = ("_found", "_item", "_names")

    def __init__(self, item: Any, names: Names) -> None:
        self._item, self._names = item, names
        self._found: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        label = self._found.get(name)
        if label is None:
            label = self._found[name] = _value(self._names, name, getattr(self._item, name))
        return label

    def get(self, name: str, default: Any = None) -> Any:
        """The label of the field with this name. Raises `AttributeError` if there is no such field;
        `default` is not used."""
        return self[
            name
        ]  # faster than the base class, and called for every place of every sentence

    def __iter__(self) -> Iterator[str]:
        return iter(self._item.__struct_fields__)

    def __len__(self) -> int:
        return len(self._item.__struct_fields__)

    def __bool__(self) -> bool:
        return True  # an item without fields can have methods that fill places


def _value(names: Names, field: str, value: Any) -> Any:
    if type(value) is str:  # most of them are
        text = names.word(field, value)
        return text if text.en and text.fr else _SpokenValue(names, field, value)
    if callable(value):
        return value(names)
    return value if isinstance(value, int) else _SpokenValue(names, field, value)


def is_complete(message: Text, kind: type[Struct]) -> bool:
    """Whether a message is complete for a kind of action or fact: it has words in each language,
    and its places all name fields or methods of that kind."""
    alike = all(words and places.place_names(words) == message.places for words in message.written)
    return alike and all(
        name in kind.__struct_fields__ or hasattr(kind, name) for name in message.places
    )


class _SpokenValue(places.Spoken):
    __slots__ = ("_field", "_names", "_value")

    def __init__(self, names: Names, field: str, value: Any) -> None:
        self._names, self._field, self._value = names, field, value

    def to(self, lang: Lang) -> str:
        return value_in_words(self._names, self._field, self._value, lang)


def value_in_words(names: Names, field: str, value: Any, lang: Lang) -> str:
    """The label of a field's value in a language. Several values are joined by commas; a dictionary
    becomes a list of its keys with their values. An empty list or dictionary gets the label that
    the field gives to the empty text."""
    if isinstance(value, str):
        return names.word(field, value).to(lang) or NOBODY
    if isinstance(value, dict):
        some = [
            f"{value_in_words(names, field, key, lang)} {value_in_words(names, field, item, lang)}"
            for key, item in value.items()
        ]
    elif isinstance(value, tuple | list | frozenset):
        some = [
            value_in_words(names, field, item, lang)
            for item in (sorted(value) if isinstance(value, frozenset) else value)
        ]
    elif isinstance(sentence := getattr(value, "in_words", None), Text):
        return sentence.to(lang)
    else:
        return NOBODY if value is None else str(value)
    return ", ".join(some) or value_in_words(names, field, "", lang)
