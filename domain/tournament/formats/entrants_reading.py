"""Reads entrants from a file: CSV in any usual encoding and separator, or the players of a report
file (TRF)."""

import csv
import re
from collections.abc import Iterator
from io import StringIO

from domain.game.names import name_words
from domain.kernel.text import NO_WORDS, Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.titles.contract.csv_file import on_one_line, without_formula_guard
from domain.tournament.formats import trf_reading
from domain.tournament.formats.common import FormatRefused, fault, refuse
from domain.tournament.formats.text_reading import text_of
from domain.tournament.values import Entrant

MOST_ROWS = 10_000
MOST_COLUMNS = 200
LONGEST = 200

HEADINGS = {
    "name": (
        "name|nom|joueur|joueuse|player|player name|full name|fullname|participant|entrant|"
        "teilnehmer|spieler|nom prenom|nom et prenom|name vorname|nom complet|"
        "last name|lastname|surname|family name|nachname|familienname|nom de famille"
    ),
    "first name": "first name|firstname|given name|forename|prenom|vorname",
    "club": "club|club city|club ville|club name|verein|verein ort|association",
    "rating": "classement|wertungszahl|rtgi|rtgn|irtg|nrtg",
    "number": "number|numero|n|no|nr|snr|sno|start no|startnummer",
    "seed": "seed|tete de serie|setzplatz",
    "group": "group|groupe|gruppe",
    "team": "team|team size|equipe",
    "table": "own table|fixed table|fixed board|table fixe|table attitree|fester tisch|festes brett",
}
"""The columns that are read, by their headings in words without case, accents and signs."""

COLUMNS = {heading: column for column, all_ in HEADINGS.items() for heading in all_.split("|")}

RATINGS = frozenset({"rating", "elo", "rtg", "dwz", "twz"})
"""Words that make any heading one of ratings."""

NUMBER = re.compile(r"(\d{1,6})", re.ASCII)
RATING = re.compile(r"(\d{1,6})([.,]0+| ?[EFN]| ?- ?\d{1,3})?", re.ASCII)
"""A rating: a whole number, perhaps with its origin (France) or index (Germany)."""

WHOLE = ("rating", "number", "seed", "team", "table")
SEPARATORS = ";,\t|"
TOLD = re.compile(r"sep=(.?)[^\S\n]*(?:\n|\Z)", re.IGNORECASE)
"""A first line, such as `sep=;`, that some spreadsheets write to name the separator."""

PLAIN = re.compile(r"[^,;\t|]+(, [^,;\t|\d]+)?")
"""A row without headings that is a name: `Ann Last`, or `Last, Ann`."""

Row = tuple[int, list[str]]
"""The line on which a row begins, and its cells."""


def read_csv(text: str) -> tuple[list[Entrant], list[FileFault]]:
    """The entrants in a CSV, in its order (number 0 if it gives none), and notes on everything that
    is ignored or changed, each with its line (0: the whole file). The first row has headings; if no
    heading is known, every row is a name, `Ann` or `Last, First`. Raises `FormatRefused` with all
    faults."""
    rows = list(_rows(text))
    if not rows:
        raise refuse(0, Text("The file is empty."))
    if len(rows) > MOST_ROWS + 1:
        raise refuse(
            rows[MOST_ROWS + 1][0],
            Text("There are more than {thousands},000 rows.", thousands=MOST_ROWS // 1000),
        )
    faults: list[FileFault] = []
    notes: list[FileFault] = []
    columns, rest = _columns(rows, notes)
    entrants = [_entrant(line, columns, cells, faults) for line, cells in rest]
    _check_repeats(
        [(line, entrant) for (line, _), entrant in zip(rest, entrants, strict=True)], faults
    )
    if faults:
        raise FormatRefused(tuple(sorted(faults, key=lambda fault: fault.line)[:100]))
    notes += _notes(columns, rest, entrants)
    return entrants, notes


def _notes(
    columns: dict[str, int], rows: list[Row], entrants: list[Entrant]
) -> Iterator[FileFault]:
    """Notes on what is ignored in cells: numbers of entrants that are not 1, 2, 3 …, and signs
    after the number in a rating."""
    at, numbers = columns.get("rating", MOST_COLUMNS), [entrant.number for entrant in entrants]
    if any(numbers) and sorted(numbers) != list(range(1, len(numbers) + 1)):
        ordered = Text("Numbers are not kept: entrants are numbered anew, in the same order.")
        some = Text("Not every row has a number: entrants are numbered in the order of the file.")
        yield fault(0, ordered if all(numbers) else some)
    signs = {
        line: found[2].strip()
        for line, cells in rows
        if at < len(cells) and (found := RATING.fullmatch(without_formula_guard(cells[at].strip())))
        if (found[2] or "").strip(".,0")
    }
    if signs:
        more = ", ".join(sorted(set(signs.values()))[:9])
        yield fault(min(signs), Text("Of ratings the numbers are taken, not: {more}.", more=more))


def _rows(text: str) -> Iterator[Row]:
    told = TOLD.match(text)
    text, before = (text[told.end() :], 1) if told else (text, 0)
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = told[1] if told else max(SEPARATORS, key=first.count)
    if not separator or separator not in SEPARATORS:
        raise refuse(1, Text("Columns are separated by commas, semicolons, tabs or bars."))
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    begins = before + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = before + reader.line_num + 1
    except csv.Error as e:
        raise refuse(begins, Text("The row cannot be read: {e}.", e=e)) from None


def _columns(rows: list[Row], notes: list[FileFault]) -> tuple[dict[str, int], list[Row]]:
    """The index of each column that is read, by its name in `HEADINGS`, and the rows below the
    headings. If several columns have one name, the first that is not empty is read. Adds a note for
    each column that is ignored."""
    (line, first), rest = rows[0], rows[1:]
    if len(first) > MOST_COLUMNS:
        raise refuse(line, Text("There are more than {most} columns.", most=MOST_COLUMNS))
    values = [
        [cells[at].strip() for _, cells in rest if at < len(cells)] for at in range(len(first))
    ]
    known = [_column(heading, below) for heading, below in zip(first, values, strict=True)]
    if not {"name", "first name"} & set(known):
        return {"name": 0}, _names(rows, notes)
    for below, cells in rest:
        if any(cell.strip() for cell in cells[len(first) :]):
            raise refuse(below, Text("The row has more cells than the first one."))
    taken: dict[str, int] = {}
    for at in sorted(range(len(first)), key=lambda at: not any(v.strip("0") for v in values[at])):
        if known[at]:
            taken.setdefault(known[at], at)
    for at, heading in enumerate(first):
        if at not in taken.values() and (heading.strip() or any(values[at])):
            named, other = on_one_line(heading)[:40] or str(at + 1), first[taken.get(known[at], 0)]
            more = Text(": {other} is", other=other[:40]) if known[at] in taken else NO_WORDS
            told = Text("The column {heading} is not taken{more}.", heading=named, more=more)
            notes.append(fault(line, told))
    return taken, rest


def _column(heading: str, below: list[str]) -> str:
    """The name in `HEADINGS` of the column with this heading. Empty if there is none, or if a
    column "team" has names instead of sizes `below`."""
    words = name_words(heading)
    column = COLUMNS.get(" ".join(words), "rating" if RATINGS.intersection(words) else "")
    named = column == "team" and not all(value.isdecimal() for value in below if value)
    return "" if named else column


def _names(rows: list[Row], notes: list[FileFault]) -> list[Row]:
    """The rows of a file without headings, each with its cells joined to one name. Adds a note if a
    name has a comma. Raises `FormatRefused` for a row that is no name."""
    names = [(line, ",".join(cells).strip()) for line, cells in rows]
    for line, name in names:
        if not PLAIN.fullmatch(name):
            raise refuse(
                line, Text("No column is headed name: the first row says what the columns are.")
            )
    if any("," in name for _, name in names):
        notes.append(fault(0, Text("There are no headings: each row is taken as a name.")))
    return [(line, [name]) for line, name in names]


def _entrant(
    line: int, taken: dict[str, int], cells: list[str], faults: list[FileFault]
) -> Entrant:
    values = {
        column: on_one_line(without_formula_guard(cells[at].strip()))
        for column, at in taken.items()
        if at < len(cells)
    }
    name = ", ".join(filter(None, (values.get("name"), values.get("first name"))))
    if not name:
        faults.append(fault(line, Text("The row has no name.")))
    faults += [
        fault(line, Text("A name of {count} characters is too long.", count=len(text)))
        for text in (name, values.get("club", ""), values.get("group", ""))
        if len(text) > LONGEST
    ]
    whole = {column: _whole(line, column, values.get(column, ""), faults) for column in WHOLE}
    return Entrant(
        whole["number"],
        name,
        values.get("club", ""),
        seed_rank=whole["seed"],
        rating=whole["rating"],
        group=values.get("group", ""),
        team=whole["team"],
        table=whole["table"],
    )


def _whole(line: int, column: str, text: str, faults: list[FileFault]) -> int:
    if not text:
        return 0
    if number := (RATING if column == "rating" else NUMBER).fullmatch(text):
        return int(number[1])
    faults.append(
        fault(line, Text("{text} is no whole number ({column}).", text=text[:40], column=column))
    )
    return 0


def _check_repeats(entrants: list[tuple[int, Entrant]], faults: list[FileFault]) -> None:
    seen: dict[tuple[str | int, str], int] = {}
    for line, entrant in entrants:
        numbered = Text("Number {number}", number=entrant.number)
        who = ((entrant.name.casefold(), entrant.club.casefold()), entrant.name)
        for key, what in (who, ((entrant.number, ""), numbered)):
            if key[0] and (at := seen.setdefault(key, line)) != line:
                faults.append(
                    fault(line, Text("{what} is there already, on line {at}.", what=what, at=at))
                )


_PLAYER = re.compile(r"^001 [ \d]{3}\d ", re.MULTILINE | re.ASCII)


def entrants(data: bytes) -> tuple[tuple[Entrant, ...], tuple[FileFault, ...]]:
    """The entrants in the order of their numbers if all have one, else in file order, and notes
    about the file. Of a report file, names, ratings and starting ranks are read. Raises
    `FormatRefused`, also for a report file with rounds or teams, which would be lost."""
    text, notes = text_of(data)
    if not _PLAYER.search(text):
        listed, told = read_csv(text)
        if all(entrant.number for entrant in listed):
            listed.sort(key=lambda entrant: entrant.number)
        return tuple(listed), (*notes, *told)
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
    codes = sorted(code for code in file.first if code.strip() and code != "001")
    left = Text("Names, ratings and numbers are taken, not: {codes}.", codes=", ".join(codes))
    return file.field.entrants, (*file.notes, *((fault(0, left),) if codes else ()))
