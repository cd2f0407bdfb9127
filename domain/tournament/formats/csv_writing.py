"""Writes CSV: entrants, pairings, results, standings and their terms. Cells are escaped so that no
spreadsheet takes one for a formula."""

from collections.abc import Iterator

from domain.kernel.text import Lang, Text
from domain.titles.contract.csv_file import Cell, Separator, csv_file
from domain.tournament.standings.ranking import Standings
from domain.tournament.standings.tree import Term
from domain.tournament.values import Field, exact

NUMBER, NAME, CLUB = Text("number"), Text("name"), Text("club")
ROUND, TABLE, SEAT = Text("round"), Text("table"), Text("seat")
PLACE, SCORE, KIND = Text("place"), Text("score"), Text("kind")
RATING, GROUP, SEED, TEAM = Text("rating"), Text("group"), Text("seed"), Text("team")
RANK, SHARED, PARTED = Text("rank"), Text.pgettext("column", "shared"), Text("parted by")
KEY, DEPTH, WHAT = Text.pgettext("column", "key"), Text("depth"), Text("what")
HOW, VALUE, STRUCK, ABOUT = Text("how"), Text("value"), Text("struck"), Text("about")


def entrants(field: Field, lang: Lang = "en", separator: Separator = ",") -> str:
    rows: list[list[Cell]] = [
        [
            entrant.number,
            entrant.name,
            entrant.club,
            entrant.rating or "",
            entrant.seed_rank or "",
            entrant.group,
            entrant.team or "",
            entrant.table or "",
            entrant.status,
        ]
        for entrant in field.entrants
    ]
    return csv_file(
        (NUMBER, NAME, CLUB, RATING, SEED, GROUP, TEAM, Text("own table"), Text("status")),
        rows,
        lang,
        separator,
    )


def pairings(field: Field, round: int, lang: Lang = "en", separator: Separator = ",") -> str:
    names = _names(field)
    rows: list[list[Cell]] = []
    for history in (history for history in field.rounds if history.round == round):
        for table in sorted(history.tables, key=lambda table: table.number):
            rows += [
                [round, table.number, seat, n, names.get(n, ""), ""]
                for seat, n in enumerate(table.entrants, 1)
            ]
        rows += [
            [round, "", "", bye.entrant, names.get(bye.entrant, ""), bye.kind]
            for bye in history.byes
        ]
    return csv_file(
        (ROUND, TABLE, SEAT, NUMBER, NAME, Text.pgettext("column", "bye")), rows, lang, separator
    )


def results(field: Field, lang: Lang = "en", separator: Separator = ",") -> str:
    names = _names(field)
    rows: list[list[Cell]] = [
        [
            history.round,
            result.table,
            entry.entrant,
            names.get(entry.entrant, ""),
            "" if entry.absent else entry.place,
            "" if entry.score is None else entry.score_number,
            "absent" if entry.absent else result.kind,
        ]
        for history in field.rounds
        for result in history.results
        for entry in result.entries
    ]
    return csv_file((ROUND, TABLE, NUMBER, NAME, PLACE, SCORE, KIND), rows, lang, separator)


LONGEST = 4_000
"""The most characters of a fraction that is written in full; a longer one is of no use in a
spreadsheet."""


def standings(field: Field, table: Standings, lang: Lang = "en", separator: Separator = ",") -> str:
    names = _names(field)
    rows: list[list[Cell]] = [
        [
            row.rank,
            int(row.shared),
            row.entrant,
            names.get(row.entrant, ""),
            *(exact(value) if value else "" for value in row.values),
            row.parted,
        ]
        for row in table.rows
    ]
    keys = tuple(Text(key, key) for key in table.keys)
    return csv_file((RANK, SHARED, NUMBER, NAME, *keys, PARTED), rows, lang, separator)


def terms(table: Standings, lang: Lang = "en", separator: Separator = ",") -> str:
    """A CSV with the trees of all values of the standings: a row for each term, below its parent,
    with its depth."""
    rows: list[list[Cell]] = []
    for row, trees in zip(table.rows, table.trees, strict=True):
        for key, tree in zip(table.keys, trees, strict=True):
            for depth, term in _walk(tree, 0):
                number = term.number
                whole = 0 < len(term.value) <= LONGEST
                rows.append(
                    [
                        row.entrant,
                        key,
                        depth,
                        term.what,
                        term.how,
                        term.entrant or "",
                        term.round or "",
                        term.table or "",
                        int(term.struck),
                        number if term.value else "",
                        number.numerator if whole else "",
                        number.denominator if whole else "",
                    ]
                )
    fraction = (Text("numerator"), Text("denominator"))
    return csv_file(
        (NUMBER, KEY, DEPTH, WHAT, HOW, ABOUT, ROUND, TABLE, STRUCK, VALUE, *fraction),
        rows,
        lang,
        separator,
    )


def _walk(term: Term, depth: int) -> Iterator[tuple[int, Term]]:
    yield depth, term
    for inner in term.terms:
        yield from _walk(inner, depth + 1)


def _names(field: Field) -> dict[int, str]:
    return {entrant.number: entrant.name for entrant in field.entrants}
