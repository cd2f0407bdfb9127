"""Answers about titles, made from the titles."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from api.answers.games import Digest
from domain.rules.catalogs.catalog import Provenance
from domain.rules.ruleset import Reading
from domain.rules.text import Text
from domain.rules.titles.concordance import Concordance


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
