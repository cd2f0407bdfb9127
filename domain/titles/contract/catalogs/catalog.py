"""Catalogs: the printed numbers of a title as data, each with its provenance.

A catalog is one JSON file, addressed by the SHA-256 of its exact bytes, which the opening record
names. An organiser who edits the file makes another catalog and changes no game in progress. The
envelope:

    {"game": "northgard-training", "edition": "…",
     "provenance": {"<json pointer>": "text|published|inferred|placeholder"},
     "values": {…}}

A pointer applies to everything below it unless a longer one says otherwise; the empty pointer
applies to the whole file."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar, get_args

import msgspec
from msgspec import Struct

from domain.kernel.fault_sentences import clause
from domain.kernel.faults import Fault, faults, pointer_step
from domain.kernel.text import Text, TextError, same

T = TypeVar("T")
Provenance = Literal["text", "published", "inferred", "placeholder"]


class CatalogError(TextError):
    """A catalog file that is malformed or does not fit its title. `faults` lists all its faults,
    and `text` describes them."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        lines = [(f.pointer or "/", f.text) for f in faults]
        super().__init__(
            Text(
                "; ".join(f"{at}: {t.en}" for at, t in lines),
                " ; ".join(f"{at} : {t.fr}" for at, t in lines),
            )
        )
        self.faults = faults


class Envelope(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    edition: str
    provenance: dict[str, Provenance]
    values: dict[str, Any]


class Catalog:
    def __init__(self, data: bytes) -> None:
        """Parse the envelope. Raises `CatalogError`."""
        try:
            envelope = msgspec.json.decode(data, type=Envelope)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise CatalogError((Fault("", Text("not a catalog file: {e}", e=e)),)) from None
        self.data = data
        self.sha256 = hashlib.sha256(data).hexdigest()
        self.game = envelope.game
        self.edition = envelope.edition
        self.provenance: Mapping[str, Provenance] = envelope.provenance
        self.values = envelope.values

    def values_as(self, kind: type[T]) -> T:
        """The values as a title's struct. Raises `CatalogError` if they do not fit it."""
        try:
            return msgspec.convert(self.values, kind)
        except msgspec.ValidationError:
            raise CatalogError(
                tuple(
                    Fault(fault.pointer, clause(fault.text)) for fault in faults(self.values, kind)
                )
            ) from None

    def origin(self, pointer: str) -> Provenance:
        """The provenance of the number at a JSON pointer into `values`; `placeholder` if the file
        does not say."""
        while pointer and pointer not in self.provenance:
            pointer = pointer.rpartition("/")[0]
        return self.provenance.get(pointer, "placeholder")

    def provenance_counts(self) -> dict[Provenance, int]:
        """How many of the values have each provenance."""
        counts: dict[Provenance, int] = dict.fromkeys(get_args(Provenance), 0)
        for pointer, _ in leaves(self.values):
            counts[self.origin(pointer)] += 1
        return counts

    def stray_pointers(self) -> tuple[Fault, ...]:
        """Faults for provenance pointers without a value, as after renaming a value."""
        return stray_pointers(self.provenance, self.values)


def stray_pointers(provenance: Iterable[str], values: dict[str, Any]) -> tuple[Fault, ...]:
    """Faults for the pointers in `provenance` that have no value in `values`."""
    known = {""} | {
        p[:i] for p, _ in leaves(values) for i in range(1, len(p) + 1) if p[i:] == "" or p[i] == "/"
    }
    text = Text("gives the origin of a value that is not there")
    return tuple(Fault(p, text) for p in provenance if p not in known)


def leaves(value: object, pointer: str = "") -> Iterator[tuple[str, object]]:
    """Every scalar and empty container within `value`, as (JSON pointer, scalar)."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, pointer + pointer_step(str(key)))
    elif isinstance(value, list) and value:
        for i, inner in enumerate(value):
            yield from leaves(inner, f"{pointer}/{i}")
    else:
        yield pointer, value


class FileFault(Struct, frozen=True):
    """A fault of a file: a JSON pointer, the line on which its value begins, and what is wrong."""

    pointer: str
    line: int
    text: Text


def entry_names(values: Any) -> dict[str, Text]:
    """The names that a catalog's values contain, by id. An entry's id is its field `id`, else its
    key; its name is its field `name`, else the entry itself. A name is a word, or an object with
    `en` and `fr`. Entries without id or name are left out."""
    names: dict[str, Text] = {}
    _collect_names(values, "", names)
    return names


def _collect_names(value: Any, key: str, names: dict[str, Text]) -> None:
    if isinstance(value, dict):
        id, name = value.get("id", key), _name(value.get("name", value))
        if isinstance(id, str) and id and name:
            names.setdefault(id, name)
        for inner, within in value.items():
            if inner != "name":
                _collect_names(within, inner, names)
    elif isinstance(value, list):
        for within in value:
            _collect_names(within, "", names)


def _name(value: Any) -> Text | None:
    if isinstance(value, str):
        return same(value)
    if (
        isinstance(value, dict)
        and isinstance(value.get("en"), str)
        and isinstance(value.get("fr"), str)
    ):
        return Text(value["en"], value["fr"])
    return None
