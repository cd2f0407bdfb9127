"""The setting of a game: what does not change while it is played, and the options a table
chooses."""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec
from msgspec import Meta, inspect
from msgspec.structs import fields

from domain.kernel.text import Text, TextError, replaceable_name, same
from domain.titles.contract.catalogs.catalog import Catalog, entry_names
from domain.titles.contract.types import SeatSpec

_NONE: Mapping[str, Text] = MappingProxyType({})

MOST_CACHED = 2_000
"""The most labels and the most sentences that a setting caches. Actions can contain any number of
values that do not exist, so the caches need a bound."""


class BadOpening(TextError):
    """A game that cannot be opened as requested. `text` says why; `pointer` is the JSON pointer of
    the faulty field."""

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer


class Setting:
    """Everything about a game that does not change while it is played. A title subclasses it to
    name the types of `values` and `options`.

    `values`: the catalog's numbers, as the title's struct. `options`: the title's options struct.
    `seats`: the ids in playing order. Two settings are equal if their digests are; the digest
    covers catalog, options, seats and version."""

    values: Any
    options: Any
    version: int = 1
    """The version of the rules under which the game was opened. Rules read it where an older
    version came to other facts."""
    units_per_point: int = 1
    """How many units of a record make one point, in scores and penalties: 2 if points can be
    halves. Outside the record, points are exact amounts."""
    words: ClassVar[Mapping[str, Text]] = {}
    """Labels for values of action fields that the catalog does not name: by value, or by
    `field=value` if a value has several meanings."""

    def __init__(
        self, catalog: Catalog, values: Any, options: Any, seats: tuple[SeatSpec, ...]
    ) -> None:
        self.catalog = catalog
        self.values = values
        self.options = options
        self.seat_specs = seats
        self.seats: tuple[str, ...] = tuple(s.id for s in seats)

    def mates(self, seat: str) -> tuple[str, ...]:
        """The seats that share points and rank with a seat, itself included."""
        return (seat,)

    @cached_property
    def digest(self) -> str:
        """A SHA-256 in hex of the setting. It is equal for games with equal catalog, options, seats
        and version."""
        parts = [
            self.catalog.sha256.encode(),
            _options_json(self.options),
            msgspec.json.encode(self.seats),
        ]
        if self.version > 1:
            parts.append(str(self.version).encode())
        return hashlib.sha256(b"\n".join(parts)).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setting) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.digest[:8]})"

    @cached_property
    def _names(self) -> Mapping[str, Text]:
        return {seat.id: replaceable_name(seat.id, seat.name) for seat in reversed(self.seat_specs)}

    def name(self, seat: str) -> Text:
        """A seat's name in sentences: the player's name if the reader may know it, else the seat's
        own."""
        return self._names.get(seat) or Text(seat, seat)

    def own_name(self, seat: str) -> Text:
        return next(spec.name for spec in self.seat_specs if spec.id == seat)

    @cached_property
    def catalog_names(self) -> Mapping[str, Text]:
        """The names of the catalog's entries by id."""
        return entry_names(self.catalog.values)

    def word(self, field: str, value: object) -> Text:
        """The label of the value of an action's or fact's field, short enough for a list of
        choices; the value itself if it has no label."""
        text = str(value)
        remembered = self._label_cache.get((field, text))
        if remembered is None:
            own = self.words.get(f"{field}={text}") or self.words.get(text)
            if own is None and text in self.seats:
                own = self.name(text)
            remembered = own or self.catalog_names.get(text) or same(text)
            if len(self._label_cache) < MOST_CACHED:
                self._label_cache[field, text] = remembered
        return remembered

    @cached_property
    def sentence_cache(self) -> dict[Any, tuple[Text, Text]]:
        """A cache of sentences. It maps an action or fact with its message to the message and the
        filled sentence (`domain/titles/kit/telling.py`)."""
        return {}

    @cached_property
    def _label_cache(self) -> dict[tuple[str, str], Text]:
        return {}


def _options_json(options: Any) -> bytes:
    """Options as JSON bytes, for the digest. An option that was added later (`option(since=…)`) is
    left out while it has its default, so that older games keep their digests and fingerprints."""
    later = {
        field.name: field.default
        for field in fields(options)
        if any("since" in (meta.extra or {}) for meta in getattr(field.type, "__metadata__", ()))
    }
    plain: dict[str, Any] = msgspec.to_builtins(options)
    written = {
        name: value for name, value in plain.items() if name not in later or value != later[name]
    }
    return msgspec.json.encode(written)


# -- options ---------------------------------------------------------------------------------------


def option(
    asks: Text, choices: Mapping[str, Text] = _NONE, *, since: str | int = "", **bounds: Any
) -> Meta:
    """Metadata of an option: `Annotated[bool, option(Text("…"))]`. `asks`: what the option decides;
    `choices`: the labels of its values, in order; `since`: the version that added the option, if it
    was added later (`Setting.digest`); `bounds`: as for `msgspec.Meta`."""
    extra = (
        {"asks": asks}
        | ({"choices": choices} if choices else {})
        | ({"since": since} if since else {})
    )
    return Meta(description=asks.en, extra=extra, **bounds)


def option_label(entry: inspect.Field) -> Text:
    return _extra(entry).get("asks") or same(entry.name)


def choice_labels(entry: inspect.Field) -> Mapping[str, Text]:
    listed: Mapping[str, Text] = _extra(entry).get("choices", _NONE)
    return listed


def _extra(entry: inspect.Field) -> Mapping[str, Any]:
    return (entry.type.extra or {}) if isinstance(entry.type, inspect.Metadata) else {}
