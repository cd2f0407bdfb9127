"""The rows of a tournament's records and of computed standings. All functions are pure.

A fraction is given as two whole numbers. No row contains a person's words: no name, no club, no
title.
"""

from collections.abc import Iterator, Mapping

import msgspec

from domain.kernel.kinds import row_of
from domain.kernel.stored import StoredRecord
from domain.proof.log.entries import RecordEntry
from domain.proof.spelling import base64_of
from domain.tournament import records as r
from domain.tournament.standings.ranking import Standings
from domain.tournament.standings.tree import Term
from domain.tournament.values import Amount, exact
from projections.tables.schema import Cell, Row

LARGEST = 2**63 - 1


def event_row(
    stored: StoredRecord, entry: RecordEntry, index: int | None, entered_by: str, *, shown: bool
) -> Row:
    """The row of a record in the table `events`. `entry`: its log entry; `index`: its log position
    (None: not logged). `entered_by`: the role of the actor. Unless `shown`, the row has nothing of
    the record's content."""
    body = stored.body_as(r.TournamentRecord)
    sentence: tuple[Cell, ...] = (None, None, None, None, None)
    if shown:
        result = getattr(body, "result", None)
        sentence = (
            getattr(body, "round", 0) or None,
            getattr(body, "table", 0) or (result.table if result is not None else None),
            getattr(body, "game", "") or None,
            _record_named_by(body),
            as_json([(departure.code, departure.level) for departure in body.departures])
            if body.departures
            else None,
        )
    return (
        stored.stream,
        stored.seq,
        stored.topic,
        int(body.at.timestamp() * 1000),
        entered_by,
        *sentence,
        index,
        base64_of(entry.leaf),
    )


def _record_named_by(body: r.TournamentRecord) -> int | None:
    """The seq of the record that another record refers to, or None."""
    return next((getattr(body, field) for field in row_of(body).references), None)


def standing_rows(
    tournament: str,
    seq: int,
    standings: Standings,
    players: Mapping[int, str],
    *,
    final: bool,
    reproduced: bool,
    stands: bool,
) -> Iterator[Row]:
    """The rows of standings in the table `standings`, best first. `seq`: the record with these
    standings. `players`: the entrants' player ids by number. `final`: they are those at the
    tournament's end. `reproduced`: computed again, they are equal to the recorded ones. `stands`:
    they are in force."""
    for row in standings.rows:
        values = dict(zip(standings.keys, row.values, strict=True))
        yield (
            tournament,
            seq,
            standings.stage + 1,
            standings.round or None,
            final,
            row.entrant,
            players[row.entrant] or None,
            row.rank,
            row.shared,
            row.parted or None,
            *numerator_and_denominator(values.get("points", "")),
            as_json(values),
            reproduced,
            stands,
        )


def term_rows(tournament: str, seq: int, standings: Standings) -> Iterator[Row]:
    """The rows of standings in the table `tiebreak_terms`: for each entrant and tie-break key, the
    terms of the computation, each before its parts."""
    for row, trees in zip(standings.rows, standings.trees, strict=True):
        for key, tree in zip(standings.keys, trees, strict=True):
            for n, (parent, term) in enumerate(_terms(tree), 1):
                yield (
                    tournament,
                    seq,
                    row.entrant,
                    key,
                    n,
                    parent or None,
                    term.what,
                    term.how,
                    *numerator_and_denominator(term.value),
                    term.struck,
                    term.round or None,
                    term.table or None,
                    term.entrant if term.entrant not in (0, row.entrant) else None,
                )


def numerator_and_denominator(value: Amount) -> tuple[int | None, int | None]:
    """Numerator and denominator of a value; both None if there is no value, or one is too large for
    64 bits."""
    number = exact(value)
    fits = value and max(abs(number.numerator), number.denominator) <= LARGEST
    return (number.numerator, number.denominator) if fits else (None, None)


def _terms(tree: Term) -> Iterator[tuple[int, Term]]:
    """All terms of a computation in order, each with the number of its parent (0: none), counting
    from 1."""
    waiting, n = [(0, tree)], 0
    while waiting:
        parent, term = waiting.pop()
        n += 1
        yield parent, term
        waiting += ((n, inner) for inner in reversed(term.terms))


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
