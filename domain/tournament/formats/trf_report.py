"""Writes TRF: FIDE's tournament report file of 2026 (TRF26), or that of 2016 if asked for, for
tournaments with two at a table.

001                      number, name, rating, points as played, rank, and for each round opponent,
                         colour and result
012 022 032 042 052 102  title, city, federation, days, arbiter
142 152 162 192 212      rounds, first player of round 1, points, the pairing system, order of keys
                         (TRF26)
250 260 299              acceleration, kept apart, penalties and what an unplayed round is worth
                         (TRF26)
XXR XXC XXS XXP          rounds, first colour, points, kept apart, as JaVaFo reads them (TRF16)
BBW … BBU                points, as bbpPairings reads them
###                      comments: the engine, departures, corrections; `### greffe` what TRF has no
                         record for

The head, players' lines and pairs kept apart are written by `trf_writing.py`, as for the Dutch
engine.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from domain.kernel.text import Text
from domain.titles.contract.csv_file import on_one_line
from domain.tournament.formats.common import Event, FormatRefused, one_decimal, refuse
from domain.tournament.formats.starting_ranks import by_starting_rank
from domain.tournament.formats.trf_records import (
    BERGER,
    DOUBLE_BERGER,
    DUTCH,
    MARK,
    NOT_IN_299,
    Extras,
)
from domain.tournament.formats.trf_writing import (
    KEYS,
    _apart,
    _first_white,
    _head,
    _player,
    no_game_of_two,
)
from domain.tournament.standings.outings import free_of, outings, table_points
from domain.tournament.standings.points import scores
from domain.tournament.standings.ranking import standings
from domain.tournament.values import (
    Amount,
    Entry,
    Field,
    RoundHistory,
    Scoring,
    Stage,
    amount,
)

USUAL = Scoring()

STANDINGS_ALONE = 999
"""The round of a penalty in a record 299. It means that the penalty counts in standings and in no
opponent's score, as Greffe's penalties do. The comment `greffe penalties` has the true round."""


def written(
    event: Event,
    field: Field,
    *,
    year: int = 2026,
    comments: Iterable[str] = (),
    first: str = "",
    corrected: tuple[int, ...] = (),
) -> str:
    """The text of the tournament as TRF26 or, unless `year` is 2026, as TRF16. `first`: the drawn
    colour (W or B) of the first board, used if round 1 does not show it; `corrected`: the rounds
    that were paired before an earlier result was corrected. Raises `FormatRefused` if TRF has no
    place for it: tables of other than two, points of other things than wins, draws and losses, or
    more than one decimal."""
    _need_tables_of_two(field)
    named = (
        replace(entrant, name=entrant.name or f"Entrant {entrant.number}")
        for entrant in field.entrants
    )
    field = by_starting_rank(replace(field, entrants=tuple(named)))
    scoring = _scoring(field)
    lines = [
        *_head(event, field),
        *(_trf26(field, scoring, first) if year == 2026 else _trf16(field, scoring, first)),
    ]
    lines += [
        f"### {on_one_line(comment)}" for comment in (*_extras(field, year, corrected), *comments)
    ]
    rank = {row.entrant: row.rank for row in standings(field).rows}
    points = scores(replace(field, penalties=()), outings(field))
    for entrant in sorted(field.entrants, key=lambda entrant: entrant.number):
        if not _fits(points[entrant.number]):
            raise _no_place(points[entrant.number])
        lines.append(_player(entrant, field, points[entrant.number], rank[entrant.number]))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _need_tables_of_two(field: Field) -> None:
    for history in field.rounds:
        for table in history.tables:
            if len(table.entrants) != 2:
                raise no_game_of_two(history, table)


def common_scoring(field: Field) -> Scoring:
    """The points of a win, a draw, a loss and each kind of unplayed round, times the factor of
    their stage. Raises `FormatRefused` unless they are equal in all rounds."""
    used = sorted({history.stage for history in field.rounds}) or [0]
    every = {_duel_scoring(field.rules.stages[at]) for at in used}
    if len(every) != 1:
        raise refuse(0, Text("The stages score differently: TRF has one scoring for all rounds."))
    return every.pop()


def _scoring(field: Field) -> Scoring:
    """The common scoring. In an odd round robin the free round is written as an allocated bye, so
    that bye is worth nothing."""
    scoring = common_scoring(field)
    free = any(free_of(field, history) for history in field.rounds)
    return replace(scoring, bye="0") if free else scoring


def _duel_scoring(stage: Stage) -> Scoring:
    """The points of a stage for each result of a duel, times its factor. Raises `FormatRefused` if
    TRF cannot state them."""
    scoring = stage.scoring
    if scoring.points not in ("duel", "places") or scoring.best:
        raise refuse(
            0,
            Text(
                "The points are not those of wins, draws and losses of all rounds: TRF has no "
                "others."
            ),
        )
    won = table_points((Entry(1, 1), Entry(2, 2)), scoring)
    values = {
        "win": won[1],
        "loss": won[2],
        "draw": table_points((Entry(1, 1), Entry(2, 1)), scoring)[1],
        "bye": amount(scoring.bye),
        "half": amount(scoring.half),
        "zero": amount(scoring.zero),
        "forfeit": amount(scoring.forfeit),
    }
    factored = {name: value * amount(stage.factor) for name, value in values.items()}
    for value in factored.values():
        if not _fits(value) or value < 0:
            raise _no_place(value)
    return replace(USUAL, **{name: str(value) for name, value in factored.items()})


def _no_place(value: Fraction) -> FormatRefused:
    return refuse(
        0,
        Text(
            "{points} points have no place in TRF: it has one decimal, from 0 to 99.9.",
            points=str(value),
        ),
    )


def _fits(value: Fraction) -> bool:
    """Whether a number can be written exactly in four columns with one decimal."""
    return 10 % value.denominator == 0 and -10 < value < 100


# -- the tournament --------------------------------------------------------------------------------


def _trf26(field: Field, scoring: Scoring, first: str) -> Iterator[str]:
    stage = field.rules.stages[-1]
    yield f"142 {field.rules.rounds}"
    if white := _first_white(field) or first:
        yield f"152 {white}"
    if code := _system(field):
        yield f"192 {code}"
    if named := [KEYS[key] for key in stage.keys if key in KEYS]:
        yield f"212 {','.join(named)}"
    yield from _bbp(scoring)
    yield from pairing_records(field)
    for sign, value, usual in (
        ("+", scoring.forfeit, scoring.win),
        ("H", scoring.half, scoring.draw),
    ):
        if value != usual:
            yield _assigned(sign, amount(value))
    for penalty in field.penalties:
        if _fits(-amount(penalty.points)):
            yield _assigned(" ", -amount(penalty.points), STANDINGS_ALONE, penalty.entrant)
        else:
            yield f"### {NOT_IN_299} {penalty.entrant} loses {penalty.points}"


def pairing_records(field: Field) -> Iterator[str]:
    """The lines of records 162 (points), 250 (acceleration) and 260 (pairs kept apart). Raises
    `FormatRefused`."""
    scoring = _scoring(field)
    signs = (
        ("W", scoring.win),
        ("D", scoring.draw),
        ("L", scoring.loss),
        ("A", scoring.zero),
        ("P", scoring.bye),
    )
    yield "162  " + "".join(
        f"{sign}{_points(value):>4}    "
        for sign, value in signs
        if sign != "A" or value != USUAL.zero  # bbpPairings does not read it
    )
    for bonus in field.accelerations:
        yield (
            f"250      {_points(bonus.points):>4} {bonus.since:>3} {bonus.until:>3} "
            f"{bonus.first:>4} {bonus.last:>4}"
        )
    for since, until, a, b in _apart(field):
        yield f"260 {since:>3} {until:>3} {a:>4} {b:>4}"


def _assigned(sign: str, points: Fraction, round: int = 0, entrant: int = 0) -> str:
    """A line of record 299. With a `sign`: the points of that result in all rounds. Without: points
    added to those of one entrant in one round."""
    return f"299 {sign}  {'':4}  {one_decimal(points):>4}  {round:03} {entrant or '':>4}"


def _points(text: Amount) -> str:
    return one_decimal(amount(text))


def _system(field: Field) -> str:
    stage = field.rules.stages[0]
    if len(field.rules.stages) > 1:
        return ""
    if stage.engine == "fide-dutch":
        return DUTCH
    return (
        {1: BERGER, 2: DOUBLE_BERGER}.get(stage.meetings, "")
        if stage.format == "round-robin"
        else ""
    )


def _bbp(scoring: Scoring) -> Iterator[str]:
    """The lines BBW … BBU, from which bbpPairings reads points instead of record 162. There are
    none if the points are the usual ones."""
    signs = (("W", "win"), ("D", "draw"), ("L", "loss"), ("Z", "zero"), ("F", "zero"), ("U", "bye"))
    if any(getattr(scoring, name) != getattr(USUAL, name) for _, name in signs):
        yield from (f"BB{sign} {_points(getattr(scoring, name)):>4}" for sign, name in signs)


def _trf16(field: Field, scoring: Scoring, first: str) -> Iterator[str]:
    yield f"XXR {field.rules.rounds}"
    if white := _first_white(field) or first:
        yield f"XXC {'white1' if white == 'W' else 'black1'}"
    if scoring != USUAL:
        values = {
            "W": scoring.win,
            "D": scoring.draw,
            "WL": scoring.loss,
            "BL": scoring.loss,
            "ZPB": scoring.zero,
            "FL": scoring.zero,
            "HPB": scoring.half,
            "PAB": scoring.bye,
            "FW": scoring.forfeit,
        }
        yield "XXS " + " ".join(f"{code}={_points(value)}" for code, value in values.items())
    yield from _bbp(scoring)
    yield from (f"XXP {a} {b}" for since, _, a, b in _apart(field) if since <= 1)


# -- what TRF has no record for --------------------------------------------------------------------


def _extras(field: Field, year: int, corrected: tuple[int, ...]) -> Iterator[str]:
    """The comments with data for which TRF has no record (`Extras`): for each, a word and JSON."""
    numbers = sorted(entrant.number for entrant in field.entrants)
    knocked = [
        history
        for history in field.rounds
        if field.rules.stages[history.stage].format == "knock-out"
    ]
    extras = Extras(
        rules=field.rules,
        lots=field.lots,
        qualified=field.qualified,
        penalties=field.penalties,
        tables={history.round: _order(history) for history in knocked},
        ranks=tuple(_ranks(field, history.round, numbers) for history in field.rounds[:-1]),
        corrected=corrected,
        apart=tuple(pair for pair in _apart(field) if year != 2026 and pair[0] > 1),
        edition=field.edition,
        left=tuple(entrant.number for entrant in field.entrants if entrant.status != "in"),
        scores={
            history.round: scores
            for history in field.rounds
            if (scores := _victory_points(history))
        },
    )
    for word, value in msgspec.to_builtins(extras).items():
        yield (
            f"{MARK} {word} "
            f"{msgspec.json.encode(_without_defaults(value) if word == 'rules' else value).decode()}"
        )


def _without_defaults(
    rules: dict[str, list[dict[str, object]]],
) -> dict[str, list[dict[str, object]]]:
    """Rules, as JSON values, in which each stage has only the fields that differ from their
    defaults."""
    usual = msgspec.to_builtins(Stage())
    return {
        "stages": [
            {name: value for name, value in stage.items() if value != usual[name]}
            for stage in rules["stages"]
        ]
    }


def _order(history: RoundHistory) -> tuple[tuple[int, ...], ...]:
    """The tables of a round in the order of its pairing, then its pairing-allocated byes."""
    return (
        *(table.entrants for table in history.tables),
        *((bye.entrant,) for bye in history.byes if bye.kind == "pairing"),
    )


def _victory_points(history: RoundHistory) -> tuple[tuple[int, int | str], ...]:
    entries = [entry for result in history.results for entry in result.entries]
    scored = ((entry.entrant, entry.score) for entry in entries if entry.score is not None)
    return tuple(sorted(scored, key=lambda score: score[0]))


def _ranks(field: Field, round: int, numbers: list[int]) -> tuple[int, ...]:
    rank = {row.entrant: row.rank for row in standings(field, through=round).rows}
    return tuple(rank[number] for number in numbers)
