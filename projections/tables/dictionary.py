"""The dictionary of the tables: for every column its kind, meaning and unit, an example, and the
version that added it."""

from collections.abc import Iterator

from msgspec import Struct

from domain.kernel.text import Lang, Text
from projections.tables.schema import SCHEMA, Column, Table
from projections.tables.season_tables import ALL_TABLES

_HEAD = Text("| column | kind | meaning | unit | since | example |")
_KEYED = Text("A row is {row}; {key} name it.")


class Dictionary(Struct, frozen=True):
    """All tables and their columns, as data. `schema`: the version of the tables."""

    schema: str
    tables: tuple[Table, ...]


DICTIONARY = Dictionary(SCHEMA, tuple(ALL_TABLES.values()))


def dictionary_lines(lang: Lang) -> Iterator[str]:
    """The dictionary as lines of Markdown in a language."""
    yield f"# {SCHEMA}"
    for table in ALL_TABLES.values():
        key = ", ".join(f"`{name}`" for name in table.key)
        yield from (
            "",
            f"## `{table.name}`",
            "",
            _KEYED.filled({"row": table.row, "key": key}).printed(lang),
            "",
        )
        yield from _columns(table.columns, lang)


def _columns(columns: tuple[Column, ...], lang: Lang) -> Iterator[str]:
    yield from (_HEAD.printed(lang), "|---|---|---|---|---|---|")
    for column in columns:
        example = f"`{column.example}`" if column.example else ""
        yield (
            f"| `{column.name}` | {column.kind} | {column.meaning.printed(lang)} | {column.unit} | "
            f"{column.since} | {example} |"
        )
