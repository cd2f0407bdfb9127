"""Answers about titles and catalogs as structs, and the functions that make the answers about
catalogs."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.game.store.catalogs import ListedCatalog, printed_values
from domain.kernel.text import Text, same
from domain.titles import registry
from domain.titles.concordance import Concordance
from domain.titles.contract.catalogs.catalog import Provenance
from domain.titles.contract.ruleset import Reading
from projections.boards.positions import Digest


class TitleHead(Struct, frozen=True):
    """The fields that all answers about a title have; `players` are the possible numbers of
    players."""

    id: str
    version: int
    title: Text
    edition: str
    rules: Annotated[str, Meta(description="The publisher's rules that are followed.")]
    players: tuple[int, ...]


class TitleLine(TitleHead, frozen=True):
    """A title in the list of titles; `href` is the address of the whole answer about it."""

    href: str


class Titles(Struct, frozen=True):
    """All titles."""

    rulesets: tuple[TitleLine, ...]


class Option(Struct, frozen=True):
    """An option that the table chooses when it opens a game: what it is about, its values (null:
    they cannot be listed), and its default."""

    name: str
    text: Text
    values: tuple[Any, ...] | None
    default: Any


class CatalogAt(Struct, frozen=True):
    """A catalog with the printed numbers of a title. `provenance` has the number of values by
    origin, `sources` the origin by JSON pointer into `values`."""

    name: str
    edition: str
    sha256: Digest
    provenance: dict[Provenance, int]
    sources: dict[str, Provenance]
    values: dict[str, Any]
    href: Annotated[str, Meta(description="The catalog's file, byte for byte.")]


class TitleAt(TitleHead, frozen=True):
    """A title: what it is, the options at its opening, the actions in it, and how it ends."""

    options: tuple[Option, ...]
    actions: Annotated[
        dict[str, Any], Meta(description="JSON Schema of all actions, told apart by `type`.")
    ]
    catalogs: tuple[CatalogAt, ...]
    readings: tuple[Reading, ...]
    endings: tuple[str, ...]
    concordance: Annotated[
        Concordance | None,
        Meta(
            description="Where each sentence of the rule text has gone; it cites headings and "
            "quotes nothing."
        ),
    ]


class CatalogLine(Struct, frozen=True):
    """A catalog in a list. `name` is its name in the title with which it comes (null: somebody
    added it); `provenance` has the number of values by origin, `placeholders` the number of those
    that are guesses."""

    sha256: Digest
    ruleset: str
    title: Text
    edition: str
    name: str | None
    provenance: Mapping[Provenance, int]
    placeholders: int
    href: Annotated[str, Meta(description="The catalog's file, byte for byte.")]


class CatalogPage(Struct, frozen=True):
    """Catalogs: first those that come with the titles, then the others by SHA-256. `next` is the
    value of `after` for the next page, or null."""

    catalogs: tuple[CatalogLine, ...]
    next: str | None
    total: int


class LeafAt(Struct, frozen=True):
    """One printed value: a JSON pointer into `values`, and where it comes from."""

    pointer: str
    value: Any
    origin: Provenance


class Origins(Struct, frozen=True):
    """Every printed value of a catalog with where it comes from, in the order of its file."""

    sha256: Digest
    ruleset: str
    edition: str
    provenance: Mapping[Provenance, int]
    values: tuple[LeafAt, ...]


def catalog_line(listed: ListedCatalog) -> CatalogLine:
    catalog = listed.catalog
    return CatalogLine(
        sha256=catalog.sha256,
        ruleset=catalog.game,
        title=registry.ruleset(catalog.game).about.title
        if catalog.game in registry.ids()
        else same(catalog.game),
        edition=catalog.edition,
        name=listed.name,
        provenance=listed.provenance,
        placeholders=listed.provenance["placeholder"],
        href=f"/api/v1/catalogs/{catalog.sha256}",
    )


def origins_of(listed: ListedCatalog, origin: str = "") -> Origins:
    catalog = listed.catalog
    values = tuple(
        LeafAt(o.pointer, o.value, o.origin)
        for o in printed_values(catalog)
        if origin in ("", o.origin)
    )
    return Origins(catalog.sha256, catalog.game, catalog.edition, listed.provenance, values)


CATALOGS: tuple[type[Struct], ...] = (CatalogLine, CatalogPage, Origins)
