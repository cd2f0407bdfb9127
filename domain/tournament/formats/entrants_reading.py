"""Entrants from a file: CSV as organisers have it, in any usual encoding and separator, or the
players of a report file (TRF)."""

import csv
import re
from collections.abc import Iterator
from io import StringIO

from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.titles.contract.csv_file import FORMULA, GUARD, on_one_line
from domain.tournament.formats import trf_reading
from domain.tournament.formats.common import MOST_BYTES, FormatRefused, fault, refuse
from domain.tournament.values import Entrant

MOST_ROWS = 10_000
LONGEST = 200

COLUMNS = {
    "name": "name",
    "nom": "name",
    "joueur": "name",
    "player": "name",
    "club": "club",
    "rating": "rating",
    "elo": "rating",
    "classement": "rating",
    "number": "number",
    "numéro": "number",
    "numero": "number",
    "n°": "number",
    "seed": "seed",
    "tête de série": "seed",
    "group": "group",
    "groupe": "group",
    "team": "team",
    "team size": "team",
    "équipe": "team",
    "equipe": "team",
}

WHOLE = {"rating", "number", "seed", "team"}


def read_csv(data: bytes) -> tuple[Entrant, ...]:
    """The entrants of a file, in its order; number 0 where it gives none. The first row has
    headings, unless there is one column without any: then every row is a name. Raises
    `FormatRefused` with every fault."""
    if len(data) > MOST_BYTES:
        raise refuse(0, Text("The file is larger than 5 MB."))
    rows = list(_rows(_decoded(data)))
    if not rows:
        raise refuse(0, Text("The file is empty."))
    if len(rows) > MOST_ROWS + 1:
        raise refuse(
            rows[MOST_ROWS + 1][0],
            Text("There are more than {thousands},000 rows.", thousands=MOST_ROWS // 1000),
        )
    headings, rest = _headings(rows)
    faults: list[FileFault] = []
    entrants = [_entrant(line, headings, cells, faults) for line, cells in rest]
    _check_twice(
        [(line, entrant) for (line, _), entrant in zip(rest, entrants, strict=True)], faults
    )
    if faults:
        raise FormatRefused(tuple(faults[:100]))
    return tuple(entrants)


def _decoded(data: bytes) -> str:
    """The text: UTF-8 or UTF-16 by its mark, else UTF-8, else what Windows writes in western
    Europe."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise refuse(
        0,
        Text("The file is in no encoding that is known here: save it as UTF-8."),
    )


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    if "\0" in text:
        raise refuse(0, Text("The file is no text."))
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(
        StringIO(text, newline=""), delimiter=max(";,\t", key=first.count), strict=True
    )
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as e:
        raise refuse(begins, Text("The row cannot be read: {e}.", e=e)) from None


def _headings(rows: list[tuple[int, list[str]]]) -> tuple[list[str], list[tuple[int, list[str]]]]:
    line, first = rows[0]
    headings = [COLUMNS.get(cell.strip().lower().lstrip("\ufeff"), "") for cell in first]
    if "name" in headings:
        return headings, rows[1:]
    if len(first) == 1:
        return ["name"], rows
    raise refuse(
        line,
        Text("No column is headed name: the first row says what the columns are."),
    )


def _entrant(line: int, headings: list[str], cells: list[str], faults: list[FileFault]) -> Entrant:
    values: dict[str, str] = {}
    for name, cell in zip(headings, cells, strict=False):
        if name:
            text = cell.strip()
            text = text[1:] if text.startswith(GUARD) and text[1:].startswith(FORMULA) else text
            values[name] = on_one_line(text)
    name = values.get("name", "")
    if not name:
        faults.append(fault(line, Text("The row has no name.")))
    for text in (name, values.get("club", ""), values.get("group", "")):
        if text.startswith(FORMULA):
            faults.append(fault(line, Text("{text} begins like a formula.", text=text[:40])))
        if len(text) > LONGEST:
            faults.append(
                fault(line, Text("A name of {count} characters is too long.", count=len(text)))
            )
    whole = {column: _whole(line, column, values.get(column, ""), faults) for column in WHOLE}
    return Entrant(
        whole["number"],
        name,
        values.get("club", ""),
        seed_rank=whole["seed"],
        rating=whole["rating"],
        group=values.get("group", ""),
        team=whole["team"],
    )


def _whole(line: int, column: str, text: str, faults: list[FileFault]) -> int:
    if not text:
        return 0
    if text.isascii() and text.isdigit() and len(text) <= 6:
        return int(text)
    faults.append(
        fault(line, Text("{text} is no whole number ({column}).", text=text[:40], column=column))
    )
    return 0


def _check_twice(entrants: list[tuple[int, Entrant]], faults: list[FileFault]) -> None:
    names: dict[tuple[str, str], int] = {}
    numbers: dict[int, int] = {}
    for line, entrant in entrants:
        key = (entrant.name.casefold(), entrant.club.casefold())
        if entrant.name and names.setdefault(key, line) != line:
            at = names[key]
            faults.append(
                fault(
                    line, Text("{name} is there already, on line {at}.", name=entrant.name, at=at)
                )
            )
        if entrant.number and numbers.setdefault(entrant.number, line) != line:
            at = numbers[entrant.number]
            faults.append(
                fault(
                    line,
                    Text(
                        "Number {number} is there already, on line {at}.",
                        number=entrant.number,
                        at=at,
                    ),
                )
            )


_PLAYER = re.compile(rb"(?:\A|[\r\n])(?:\xef\xbb\xbf)?001 [ \d]{3}\d ")


def entrants(data: bytes) -> tuple[Entrant, ...]:
    """The entrants in the order of their numbers where each has one, else in the file's. Of a
    report file, names, ratings and starting ranks are taken; it may hold no round and no teams,
    which would be lost. Raises `FormatRefused`."""
    if not _PLAYER.search(data):
        listed = read_csv(data)
        return (
            tuple(sorted(listed, key=lambda entrant: entrant.number))
            if all(entrant.number for entrant in listed)
            else listed
        )
    file = trf_reading.read(data)
    if any(history.tables or history.byes for history in file.field.rounds):
        raise refuse(
            0,
            Text(
                "The report file has {n:round|rounds} played: entrants are taken from one without.",
                n=len(file.field.rounds),
            ),
        )
    if file.teams:
        raise refuse(0, Text("The report file has teams: entrants are taken from one without."))
    return file.field.entrants
