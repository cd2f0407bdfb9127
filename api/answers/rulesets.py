"""What the service says of its titles, made from the titles themselves."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, inspect

from api.answers.games import Digest
from api.request.responses import Page
from domain import games
from domain.games import AnyRuleset
from domain.rules.catalog import Catalog, Provenance
from domain.rules.codec import action_union
from domain.rules.concordance import Concordance, concordance
from domain.rules.ruleset import Reading
from domain.rules.text import Text


class TitleLine(Struct, frozen=True):
    """A title in the list of titles; `players` are the numbers that can sit down."""

    id: str
    version: int
    title: Text
    edition: str
    rules: str
    players: tuple[int, ...]
    href: str


class Titles(Struct, frozen=True):
    """All titles."""

    rulesets: tuple[TitleLine, ...]


class Option(Struct, frozen=True):
    """A decision the table takes when it opens a game: what it is about, its values if they can be listed, and its default."""

    name: str
    text: Text
    values: tuple[Any, ...] | None
    default: Any


class CatalogAt(Struct, frozen=True):
    """The printed numbers of a title. `provenance` counts where they come from, `sources` says it by JSON pointer into `values`."""

    name: str
    edition: str
    sha256: Digest
    provenance: dict[Provenance, int]
    sources: dict[str, Provenance]
    values: dict[str, Any]
    href: Annotated[str, Meta(description="The catalog's file, byte for byte.")]


class TitleAt(Struct, frozen=True):
    """A title: what it is, what can be decided at its opening, done in it, and how it ends."""

    id: str
    version: int
    title: Text
    edition: str
    rules: Annotated[str, Meta(description="The publisher's rules that are followed.")]
    players: tuple[int, ...]
    options: tuple[Option, ...]
    actions: Annotated[dict[str, Any], Meta(description="JSON Schema of all actions, told apart by `type`.")]
    catalogs: tuple[CatalogAt, ...]
    readings: tuple[Reading, ...]
    endings: tuple[str, ...]
    concordance: Annotated[
        Concordance | None, Meta(description="Where each sentence of the rule text has gone; it cites headings and quotes nothing.")
    ]


@cache
def titles() -> Page:
    """`GET /rulesets`."""
    return Page.of(Titles(tuple(_line(games.ruleset(id)) for id in games.ids())))


@cache
def title(id: str) -> Page:
    """`GET /rulesets/{id}`; raises `UnknownRuleset`."""
    rules = games.ruleset(id)
    about = rules.about
    return Page.of(
        TitleAt(
            rules.id,
            rules.version,
            about.title,
            about.edition,
            about.rules,
            about.seats,
            tuple(_option(entry) for entry in inspect.type_info(rules.options_type).fields),  # type: ignore[attr-defined]
            msgspec.json.schema(action_union(rules)),
            tuple(_catalog(rules, name, catalog) for name, catalog in rules.catalogs().items()),
            about.readings,
            about.endings,
            concordance(rules),
        )
    )


def _line(rules: AnyRuleset) -> TitleLine:
    about = rules.about
    href = f"/api/v1/rulesets/{rules.id}"
    return TitleLine(rules.id, rules.version, about.title, about.edition, about.rules, about.seats, href)


def _option(entry: inspect.Field) -> Option:
    kind: Any = entry.type
    text = Text(entry.name, entry.name)
    if isinstance(kind, inspect.Metadata):
        described = (kind.extra_json_schema or {}).get("description", entry.name)
        text, kind = Text(described, (kind.extra or {}).get("fr", described)), kind.type
    values: tuple[Any, ...] | None = None
    if isinstance(kind, inspect.LiteralType):
        values = tuple(kind.values)
    elif isinstance(kind, inspect.BoolType):
        values = (False, True)
    return Option(entry.encode_name, text, values, msgspec.to_builtins(_default(entry)))


def _default(entry: inspect.Field) -> Any:
    return entry.default if entry.default_factory is msgspec.NODEFAULT else entry.default_factory()


def _catalog(rules: AnyRuleset, name: str, catalog: Catalog) -> CatalogAt:
    href = f"/api/v1/rulesets/{rules.id}/catalogs/{name}"
    sources = dict(catalog.provenance)
    return CatalogAt(name, catalog.edition, catalog.sha256, catalog.counts(), sources, catalog.values, href)
