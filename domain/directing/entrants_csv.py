"""Entrants from a CSV file: one line each under a first line with the columns' names.

    name;club;rating;seed_rank;group;contact

Columns come in any order, only `name` has to be there. The separator is a comma, a semicolon or a tab, whichever the first line
has.
"""

from __future__ import annotations

import csv
import io

from domain.directing.entering import MOST_ENTRANTS, Entry
from domain.errors import DamagedFile

COLUMNS = ("name", "club", "rating", "seed_rank", "group", "contact")
NUMBERS = ("rating", "seed_rank")
FORMULA = "=+-@\t\r"
"""What a cell begins with that a table program would compute."""


def entries_of(data: bytes) -> list[Entry]:
    """The entrants of a file, in its order; raises `DamagedFile` naming the line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = data[: e.start].count(b"\n") + 1
        raise _damaged(line, "it is not written in UTF-8: save the file as UTF-8.",
                       "elle n'est pas en UTF-8 : enregistrez le fichier en UTF-8.") from None  # fmt: skip
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    if not rows or not any(cell.strip() for cell in rows[0]):
        raise _damaged(1, "the file is empty.", "le fichier est vide.")
    columns = [cell.strip().lower() for cell in rows[0]]
    _check_columns(columns)
    filled = [(n, row) for n, row in enumerate(rows[1:], start=2) if any(cell.strip() for cell in row)]
    if not filled:
        raise _damaged(2, "nobody is in the file.", "personne n'est dans le fichier.")
    if len(filled) > MOST_ENTRANTS:
        raise _damaged(filled[MOST_ENTRANTS][0], f"a tournament has at most {MOST_ENTRANTS} entrants.",
                       f"un tournoi compte au plus {MOST_ENTRANTS} participants.")  # fmt: skip
    return [_entry(n, columns, row) for n, row in filled]


def _check_columns(columns: list[str]) -> None:
    listed = ", ".join(COLUMNS)
    for column in columns:
        if column not in COLUMNS:
            raise _damaged(1, f"there is no column {column[:40]!r}: there are {listed}.",
                           f"il n'y a pas de colonne {column[:40]!r} : il y a {listed}.")  # fmt: skip
    if len(set(columns)) < len(columns):
        raise _damaged(1, "a column is there twice.", "une colonne y est deux fois.")
    if "name" not in columns:
        raise _damaged(1, "there is no column name.", "il n'y a pas de colonne name.")


def _entry(line: int, columns: list[str], row: list[str]) -> Entry:
    if len(row) > len(columns):
        raise _damaged(line, f"it has {len(row)} cells, and there are {len(columns)} columns.",
                       f"elle a {len(row)} cases, et il y a {len(columns)} colonnes.")  # fmt: skip
    cells = dict(zip(columns, (cell.strip() for cell in row), strict=False))
    if not cells.get("name"):
        raise _damaged(line, "the name is missing.", "le nom manque.")
    for column in ("name", "club", "group"):
        if cells.get(column, "")[:1] in tuple(FORMULA):
            raise _damaged(line, f"the {column} begins like a formula: {cells[column][:20]!r}.",
                           f"la colonne {column} commence comme une formule : {cells[column][:20]!r}.")  # fmt: skip
    rating, seed_rank = (_number(line, column, cells.get(column, "")) for column in NUMBERS)
    return Entry(
        name=cells["name"],
        club=cells.get("club", ""),
        group=cells.get("group", ""),
        contact=cells.get("contact", ""),
        rating=rating,
        seed_rank=seed_rank,
    )


def _number(line: int, column: str, cell: str) -> int:
    if not cell:
        return 0
    if not (cell.isascii() and cell.isdigit() and len(cell) <= 5):
        raise _damaged(line, f"the {column} is no number of at most five digits: {cell[:20]!r}.",
                       f"la colonne {column} n'est pas un nombre d'au plus cinq chiffres : {cell[:20]!r}.")  # fmt: skip
    return int(cell)


def _damaged(line: int, en: str, fr: str) -> DamagedFile:
    return DamagedFile(line, max(0, line - 2), en, fr)
