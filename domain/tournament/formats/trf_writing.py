"""Writes TRF for the Dutch engine: FIDE's tournament report file of 2026 (TRF26), for tournaments
with two at a table. `trf_report.py` writes the reports for people.

001  number, name, rating, points, rank, and for each round opponent, colour and result
012 022 032 042 052 102  title, city, federation, days, arbiter
142 152 162 212 260      rounds, first player of round 1, points, order of keys, kept apart
###                      a comment: keys without a name in TRF
"""

from fractions import Fraction
from itertools import combinations

from domain.kernel.text import Text
from domain.titles.contract.csv_file import on_one_line
from domain.tournament.formats.common import Event, FormatRefused, one_decimal, refuse
from domain.tournament.standings.outings import free_of, outings
from domain.tournament.standings.points import scores
from domain.tournament.standings.ranking import standings
from domain.tournament.values import (
    Entrant,
    Field,
    Key,
    RoundHistory,
    Scoring,
    Table,
    TableResult,
    amount,
)

KEYS: dict[Key, str] = {
    "points": "PTS",
    "buchholz": "BH",
    "buchholz-cut-1": "BH/C1",
    "buchholz-median": "BH/M1",
    "sonneborn-berger": "SB",
    "direct": "DE",
    "wins": "WON",
    "wins-second": "BWG",
}

BYES = {"pairing": "U", "half": "H", "zero": "Z"}


def no_game_of_two(history: RoundHistory, table: Table) -> FormatRefused:
    """Make the error for a table without two entrants, for the caller to raise."""
    return refuse(
        0,
        Text(
            "Table {number} of round {round} has {count} entrants: TRF has games of two.",
            number=table.number,
            round=history.round,
            count=len(table.entrants),
        ),
    )


def written(event: Event, field: Field, *, first: str = "") -> str:
    """The text of the tournament as TRF26. `first`: the drawn colour (W or B) of the first board,
    used if round 1 does not show it. Raises `FormatRefused` for tables of more than two."""
    for history in field.rounds:
        for table in history.tables:
            if len(table.entrants) > 2:
                raise no_game_of_two(history, table)
    rank = {row.entrant: row.rank for row in standings(field).rows}
    points = scores(field, outings(field))
    lines = [
        *_head(event, field),
        *_trf26(field, first),
        *(
            _player(entrant, field, points[entrant.number], rank[entrant.number])
            for entrant in sorted(field.entrants, key=lambda entrant: entrant.number)
        ),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(event: Event, field: Field) -> list[str]:
    rated = sum(entrant.rating > 0 for entrant in field.entrants)
    values = [
        ("012", event.title),
        ("022", event.city),
        ("032", event.federation[:3]),
        ("042", f"{event.begins:%Y/%m/%d}" if event.begins else ""),
        ("052", f"{event.ends:%Y/%m/%d}" if event.ends else ""),
        ("062", str(len(field.entrants))),
        ("072", str(rated)),
        ("092", _type(field)),
        ("102", event.director),
    ]
    return [f"{code} {on_one_line(value)}" for code, value in values if value]


def _type(field: Field) -> str:
    names = {"swiss": "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}
    return names.get(field.rules.stages[0].format, f"Individual: {field.rules.stages[0].format}")


def _trf26(field: Field, first: str) -> list[str]:
    stage = field.rules.stages[-1]
    lines = [f"142 {field.rules.rounds}"]
    if white := _first_white(field) or first:
        lines.append(f"152 {white}")
    if stage.scoring.points == "duel":
        lines.append(
            "162 "
            + "".join(
                f" {sign} {one_decimal(amount(value)):>3}   "
                for sign, value in _signs(stage.scoring)
            )
        )
    named = [KEYS[key] for key in stage.keys if key in KEYS]
    if named:
        lines.append(f"212 {','.join(named)}")
    unnamed = [key for key in stage.keys if key not in KEYS]
    if unnamed:
        lines.append(f"### keys without a name in TRF: {', '.join(unnamed)}")
    lines += [f"260 {first:>3} {last:>3} {a:>4} {b:>4}" for first, last, a, b in _apart(field)]
    return lines


def _signs(scoring: Scoring) -> tuple[tuple[str, str], ...]:
    return (
        ("W", scoring.win),
        ("D", scoring.draw),
        ("L", scoring.loss),
        ("A", scoring.zero),
        ("P", scoring.bye),
    )


def _first_white(field: Field) -> str:
    """The colour (W or B) that was drawn: the colour in round 1 of the lowest number that sat at a
    table. Empty if nobody sat at one."""
    games = (
        [table.entrants for table in field.rounds[0].tables if len(table.entrants) == 2]
        if field.rounds
        else []
    )
    lowest = min((min(game) for game in games), default=0)
    return next(("W" if game[0] == lowest else "B" for game in games if lowest in game), "")


def _apart(field: Field) -> list[tuple[int, int, int, int]]:
    """The pairs that must never meet: (first round, last round, lower number, higher number)."""
    apart = []
    for separation in field.separations:
        if separation.hard:
            club = sorted(
                entrant.number
                for entrant in field.entrants
                if separation.club and entrant.club == separation.club
            )
            two = (min(separation.a, separation.b), max(separation.a, separation.b))
            pairs = combinations(club, 2) if separation.club else [two]
            apart += [(separation.since, field.rules.rounds, a, b) for a, b in pairs]
    return apart


def _player(entrant: Entrant, field: Field, points: Fraction, rank: int) -> str:
    cells = [_cell(entrant.number, at, free_of(field, at)) for at in field.rounds]
    rating = str(entrant.rating) if entrant.rating else ""
    name = on_one_line(entrant.name) or f"Entrant {entrant.number}"
    head = (
        f"001 {entrant.number:>4}      {name[:33]:<33} {rating:>4} {'':<3} {'':>11} {'':>10} "
        f"{one_decimal(points):>4} {rank:>4}"
    )
    return head + "".join(cells)


def _cell(number: int, history: RoundHistory, free: int) -> str:
    """The cell of an entrant's line for one round: opponent, colour and sign. `free`: the entrant
    whom a round robin gives no opponent in this round (0: none). Only their bye is then written as
    allocated, and other allocated byes as byes for the full point."""
    bye = next((bye for bye in history.byes if bye.entrant == number), None)
    if bye:
        full = free and free != number and bye.kind == "pairing"
        return f"  0000 - {'F' if full else BYES[bye.kind]}"
    table = next((table for table in history.tables if number in table.entrants), None)
    if table is None or len(table.entrants) != 2:
        return " " * 10
    colour = "w" if table.entrants[0] == number else "b"
    opponent = next(other for other in table.entrants if other != number)
    return f"  {opponent:>4} {colour} {_sign(number, table, history.result(table.number))}"


def _sign(number: int, table: Table, result: TableResult | None) -> str:
    """The sign of an entrant's result at a table: `1`, `=` or `0`, `+` or `-` at a forfeit, blank
    without a result."""
    if result is None or result.kind == "adjourned":
        return " "
    here = {entry.entrant: entry.place for entry in result.entries if not entry.absent}
    if result.kind == "double-forfeit" or number not in here:
        return "-"
    if len(here) < len(table.entrants):
        return "+"
    other = next(place for entrant, place in here.items() if entrant != number)
    return "=" if here[number] == other else "1" if here[number] < other else "0"
