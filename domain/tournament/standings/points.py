"""The points of entrants: the sum over all rounds, or the best rounds of a stage, times the stage's
factor, less penalties."""

from collections.abc import Callable
from fractions import Fraction
from itertools import groupby

from domain.tournament.standings.outings import Outing, Outings, counting
from domain.tournament.standings.tree import Term, What, add, total
from domain.tournament.values import Field, amount, spelt

Measure = Callable[[Outing], Fraction]
"""What one round adds to a value."""


def scores(field: Field, rounds: Outings, through: int | None = None) -> dict[int, Fraction]:
    """Every entrant's points after round `through` (None: the last), without a tree of terms.
    `rounds` has their outings until then."""
    last = (
        through
        if through is not None
        else max((history.round for history in field.rounds), default=0)
    )
    points = {}
    for number, mine in counting(rounds).items():
        sum_ = Fraction(0)
        for stage, group in groupby(mine, key=lambda outing: outing.stage):
            descending = sorted((outing.points for outing in group), reverse=True)
            best = field.rules.stages[stage].scoring.best
            sum_ += add(descending[: best or None]) * amount(field.rules.stages[stage].factor)
        points[number] = sum_
    for penalty in field.penalties:
        if penalty.entrant not in points:
            continue
        mine = rounds[penalty.entrant]
        if penalty.round <= (
            last if field.edition > 1 else max((outing.round for outing in mine), default=0)
        ):
            points[penalty.entrant] -= amount(penalty.points)
    return points


def points_tree(field: Field, number: int, mine: tuple[Outing, ...], through: int) -> Term:
    """An entrant's points after round `through` as a term, whose tree has rounds, stages and
    penalties. `mine`: the entrant's outings until then."""
    terms: list[Term] = []
    for stage, group in groupby(mine, key=lambda outing: outing.stage):
        rules = field.rules.stages[stage]
        terms += _stage_terms(list(group), rules.scoring.best, amount(rules.factor), number)
    for penalty in field.penalties:
        if penalty.entrant == number and penalty.round <= through:
            terms.append(
                Term("penalty", str(-amount(penalty.points)), "record", number, penalty.round)
            )
    return total("points", terms, number)


def _stage_terms(outings: list[Outing], best: int, factor: Fraction, number: int) -> list[Term]:
    """A term for each of an entrant's rounds in a stage. Rounds that do not count, or are not among
    the `best` ones, are struck. If the stage has a factor, one term: their sum times the factor."""
    counting = set(
        sorted(
            (at for at, outing in enumerate(outings) if not outing.struck),
            key=lambda at: (-outings[at].points, outings[at].round),
        )[: best or None]
    )
    terms = [
        leaf(outing, outing.points, struck=at not in counting) for at, outing in enumerate(outings)
    ]
    if factor == 1:
        return terms
    inner = total("stage", terms, number)
    return [
        Term(
            "stage",
            spelt(inner.number * factor),
            "product",
            number,
            terms=(inner, Term("factor", str(factor))),
        )
    ]


def leaf(outing: Outing, value: Fraction, *, struck: bool = False) -> Term:
    """A term without terms of its own: what an outing adds to a value."""
    what: What = (
        "result"
        if outing.table
        else "absent"
        if outing.bye == "absent"
        else "forfeit"
        if outing.absentees
        else "bye"
    )
    return Term(what, spelt(value), "record", outing.entrant, outing.round, outing.table, struck)


def summed(what: What, number: int, mine: tuple[Outing, ...], measure: Measure) -> Term:
    """The sum of `measure` over the rounds that an entrant played, as a term."""
    return total(what, [leaf(outing, measure(outing)) for outing in mine if outing.played], number)


def won(outing: Outing) -> Fraction:
    """1 for a first place that nobody shares (in a challenge the best score of the round), else
    0."""
    return Fraction(int(outing.place < min((other.place for other in outing.opponents), default=2)))


def won_second(outing: Outing) -> Fraction:
    """1 for a win at a table of two as the second player, else 0."""
    return won(outing) if outing.second else Fraction(0)


def own_score(outing: Outing) -> Fraction:
    """The victory points that the entrant made in the round; 0 if they were not counted."""
    return Fraction(outing.score or 0)


def share(outing: Outing) -> Fraction:
    """The entrant's part of the victory points of the table, from 0 to 1; equal parts if there were
    none."""
    sum_ = own_score(outing) + sum(other.score_number for other in outing.opponents)
    return own_score(outing) / sum_ if sum_ > 0 else Fraction(1, 1 + len(outing.opponents))


def over_the_others(outing: Outing) -> Fraction:
    """How far the entrant's victory points are above the mean of the others' at the table; 0 if
    nobody else played there."""
    if not outing.opponents:
        return Fraction(0)
    return own_score(outing) - add(other.score_number for other in outing.opponents) / len(
        outing.opponents
    )
