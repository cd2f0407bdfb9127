"""The catalogs that games can be opened with: those of the titles, and those added by
organisers."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.refusals import CatalogDamaged, CatalogRefused, UnknownCatalog
from domain.kernel.commitments import first_unwritable
from domain.kernel.fault_sentences import clause, is_duplicate, not_json
from domain.kernel.faults import MOST, Fault, faults, pointer_step, too_deep
from domain.kernel.key_values import KeyValueStore, kept_as
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.words.remembered import remembered
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import (
    Catalog,
    CatalogError,
    Envelope,
    FileFault,
    Provenance,
    leaves,
    stray_pointers,
)
from domain.titles.contract.catalogs.line_numbers import value_lines

SENT = "catalog-sent"
"""Kind of the requests that added a catalog, in the key-value store by the hash of actor and
idempotency key."""

BY = "catalog-by"
"""Kind of the entries that list who added which catalog, by `<hash of the actor>/<SHA-256 of the
catalog>`."""

MOST_ADDED = 500
"""The most catalogs that one actor can add."""

LEAST = 8
"""The least number of digits of a SHA-256 that may name a catalog, if no other catalog's begins
so."""


class ListedCatalog(Struct, frozen=True):
    """A catalog, its name in its title (None: an organiser added it), and the number of its values
    by provenance."""

    catalog: Catalog
    name: str | None
    provenance: Mapping[Provenance, int]


class PrintedValue(Struct, frozen=True):
    """A printed value: a JSON pointer into the catalog's `values`, the value, and its
    provenance."""

    pointer: str
    value: object
    origin: Provenance


class CatalogRequest(Struct, frozen=True):
    """A stored request that added a catalog: the catalog's SHA-256, and whether the catalog was
    stored `before` it."""

    sha256: str
    before: bool


class Catalogs:
    """The use cases of catalogs, over the key-value store. Nobody changes or deletes a stored
    catalog; if its bytes are damaged, adding it again replaces them."""

    def __init__(self, key_values: KeyValueStore) -> None:
        self._key_values = key_values

    def keep(self, data: bytes, actor: str = "") -> tuple[ListedCatalog, bool]:
        """Store an organiser's catalog, so that games can be opened with its SHA-256. Returns it,
        and whether it was stored before.

        Raises `CatalogRefused` with all faults, and `BadRequest` if the actor has added
        `MOST_ADDED` already.
        """
        faults = catalog_faults(data)
        if faults:
            raise CatalogRefused(faults)
        catalog = _read_catalog(data)
        try:
            stored_catalog(self._key_values, catalog.sha256)
        except CatalogDamaged:
            self._key_values.erase("catalog", catalog.sha256)
            self._key_values.keep("catalog", catalog.sha256, data)
        except UnknownCatalog:
            pass
        try:
            return self.of(catalog.sha256), True
        except UnknownCatalog:
            self._count_added(actor, catalog.sha256)
            self._key_values.keep("catalog", catalog.sha256, data)
            return self.of(catalog.sha256), False

    def _count_added(self, actor: str, sha256: str) -> None:
        own = hashlib.sha256(actor.encode()).hexdigest()
        if sum(1 for _ in self._key_values.keys(BY, f"{own}/")) >= MOST_ADDED:
            text = Text("{most} catalogs were added with this key already.", most=MOST_ADDED)
            raise BadRequest("", text)
        self._key_values.keep(BY, f"{own}/{sha256}", b"")

    def keep_request(self, data: bytes, actor: str, key: str) -> tuple[CatalogRequest, bool]:
        """Store a request to add a catalog under an actor's idempotency key, unless a request is
        stored there already. Returns the request that is now stored there, and whether it was there
        before. Raises `CatalogRefused` for a catalog with faults, and then stores nothing."""
        faults = catalog_faults(data)
        if faults:
            raise CatalogRefused(faults)
        place = hashlib.sha256(f"{actor}\n{key}".encode()).hexdigest()
        if (known := kept_as(CatalogRequest, self._key_values.fetch(SENT, place))) is None:
            digest = hashlib.sha256(data).hexdigest()
            sent = CatalogRequest(digest, self._is_known(digest))
            data = msgspec.json.encode(sent)
            stored = self._key_values.keep(SENT, place, data)
            if stored == data or (known := kept_as(CatalogRequest, stored)) is None:
                return sent, False
        return known, True

    def listed(self, game: str = "") -> Iterator[ListedCatalog]:
        """All catalogs, or those of the title `game`: first the titles' own in order, then the
        others by SHA-256. Damaged ones are skipped."""
        own = dict(_title_catalogs())
        yield from (
            _listed(catalog, name) for catalog, name in own.values() if game in ("", catalog.game)
        )
        for sha256 in self._key_values.keys("catalog"):
            if sha256 not in own:
                with suppress(CatalogDamaged):
                    catalog = stored_catalog(self._key_values, sha256)
                    if game in ("", catalog.game):
                        yield _listed(catalog, None)

    def find(self, name: str) -> ListedCatalog:
        """A catalog by its SHA-256 or the beginning of it, by `title/name`, or by its title alone
        (the title's default). Raises `UnknownCatalog`."""
        own = dict(_title_catalogs())
        title, _, called = name.partition("/")
        for catalog, its_name in own.values():
            if (catalog.game, its_name) == (title, called or "default"):
                return _listed(catalog, its_name)
        if len(name) >= LEAST:
            matching = {
                sha256
                for sha256 in (*own, *self._key_values.keys("catalog", name))
                if sha256.startswith(name)
            }
            if len(matching) == 1:
                return self.of(matching.pop())
        raise UnknownCatalog(name)

    def of(self, sha256: str) -> ListedCatalog:
        """The catalog with this SHA-256. Raises `UnknownCatalog`, `CatalogDamaged`."""
        own = dict(_title_catalogs())
        return (
            _listed(*own[sha256])
            if sha256 in own
            else _listed(stored_catalog(self._key_values, sha256), None)
        )

    def _is_known(self, digest: str) -> bool:
        try:
            self.of(digest)
        except UnknownCatalog:
            return False
        return True


def stored_catalog(key_values: KeyValueStore, sha256: str) -> Catalog:
    """The stored catalog with this SHA-256. Raises `UnknownCatalog`, or `CatalogDamaged` if its
    bytes do not match."""
    data = key_values.fetch("catalog", sha256)
    if data is None:
        raise UnknownCatalog(sha256)
    try:
        catalog = _read_catalog(data)
    except CatalogError:
        raise CatalogDamaged(sha256) from None
    if catalog.sha256 != sha256:
        raise CatalogDamaged(sha256)
    return catalog


def catalog_of_record(key_values: KeyValueStore, sha256: str) -> Catalog:
    """The catalog whose SHA-256 a record names: the stored one, else a title's own. Raises
    `CatalogDamaged` if there is neither."""
    try:
        return stored_catalog(key_values, sha256)
    except (UnknownCatalog, CatalogDamaged):
        own = dict(_title_catalogs())
        if sha256 not in own:
            raise CatalogDamaged(sha256) from None
        return own[sha256][0]


def printed_values(catalog: Catalog) -> Iterator[PrintedValue]:
    """Every printed value of a catalog with its provenance, in file order."""
    return (
        PrintedValue(pointer, value, catalog.origin(pointer))
        for pointer, value in leaves(catalog.values)
    )


def _title_catalogs() -> Iterator[tuple[str, tuple[Catalog, str]]]:
    for id in registry.ids():
        for name, catalog in registry.ruleset(id).catalogs().items():
            yield catalog.sha256, (catalog, name)


@remembered(64, longest=50_000)
def _read_catalog(data: bytes) -> Catalog:
    return Catalog(data)


@lru_cache(maxsize=64)
def _listed(catalog: Catalog, name: str | None) -> ListedCatalog:
    return ListedCatalog(catalog, name, catalog.provenance_counts())


LONGEST_KEY, LONGEST_EDITION, LONGEST_TEXT = 100, 200, 2_000
"""The most characters in the name of a value, in the edition, and in any other text; pages and
records repeat them."""

LARGEST = 10**15
"""Numbers of a catalog stay below this, so that every JSON parser represents them exactly."""


def catalog_faults(data: bytes) -> tuple[FileFault, ...]:
    """All faults of a catalog file, with their lines: of its envelope, of the types of its values,
    and of the provenance of missing values. If the types fit, also values that the title finds
    contradictory or missing."""
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        return (FileFault("", *not_json(data, e)),)
    if too_deep(plain):
        return (FileFault("", *not_json(data, RecursionError())),)
    all_faults = [*_type_faults(plain, Envelope)]
    if isinstance(plain, dict):
        texts = {name: plain.get(name) for name in ("game", "edition", "values")}
        all_faults += islice(_text_faults(texts), MOST)
        all_faults += islice(_value_faults(plain), MOST)
    places = value_lines(data)
    all_faults += [Fault(pointer, is_duplicate()) for pointer in islice(places.twice, MOST)]
    named = [
        FileFault(fault.pointer, places.line(fault.pointer), fault.text)
        for fault in dict.fromkeys(all_faults)
    ]
    return tuple(sorted(named, key=lambda fault: fault.line)[:MOST])


def _value_faults(plain: dict[str, Any]) -> Iterator[Fault]:
    values, provenance, game = plain.get("values"), plain.get("provenance"), plain.get("game")
    if isinstance(values, dict) and isinstance(provenance, dict):
        yield from (
            Fault("/provenance" + pointer_step(stray.pointer), stray.text)
            for stray in stray_pointers(provenance, values)
        )
    if not isinstance(values, dict) or not isinstance(game, str):
        return
    try:
        rules = registry.ruleset(game)
    except registry.UnknownRuleset:
        there = ", ".join(registry.ids())
        yield Fault(
            "/game", Text("there is no title {game}: there are {there}", game=game, there=there)
        )
        return
    all_faults = [*_type_faults(values, rules.values_type), *islice(_number_faults(values), MOST)]
    if not all_faults:
        all_faults = list(rules.check_values(msgspec.convert(values, rules.values_type)))
    yield from (Fault("/values" + fault.pointer, fault.text) for fault in all_faults)


def _text_faults(value: Any, at: str = "") -> Iterator[Fault]:
    """The names and texts in plain data that are too long to be shown or have invisible characters.
    `at` is the JSON pointer to the data."""
    if isinstance(value, dict):
        for key, inner in value.items():
            place = at + pointer_step(key)
            if len(key) > LONGEST_KEY:
                yield Fault(
                    place[: 2 * LONGEST_KEY],
                    Text("has a name of more than {most} characters", most=LONGEST_KEY),
                )
                continue
            yield from _unseen_faults(key, place)
            yield from _text_faults(inner, place)
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from _text_faults(inner, f"{at}/{n}")
    elif isinstance(value, str):
        most = LONGEST_EDITION if at == "/edition" else LONGEST_TEXT
        if len(value) > most:
            yield Fault(at, Text("is longer than {most} characters", most=most))
        yield from _unseen_faults(value, at)


def _unseen_faults(text: str, at: str) -> Iterator[Fault]:
    code = first_unwritable(text)
    if code:
        yield Fault(
            at,
            Text(
                "has the character {code}, which cannot be seen and changes how words look",
                code=code,
            ),
        )


def _number_faults(values: dict[str, Any]) -> Iterator[Fault]:
    for pointer, value in leaves(values):
        if isinstance(value, int | float) and abs(value) >= LARGEST:
            yield Fault(pointer, Text("is too large a number"))


def _type_faults(data: Any, kind: Any) -> Iterator[Fault]:
    """The faults of data against a type. A field that the type does not have is a fault, too."""
    return (Fault(item.pointer, clause(item.text)) for item in faults(data, kind, closed=True))
