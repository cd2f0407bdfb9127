"""Tie-breaks by the opponents' points: Buchholz with its cuts, Sonneborn–Berger, the opponents'
mean.

Unplayed rounds follow FIDE's handbook, C.07 article 16, in force since 2026. Rounds at the end that
an opponent chose to miss count as draws for the opponent's score. For an entrant's own unplayed
round there is a virtual opponent with the entrant's points, but at most the points of a draw in
every round or, after a forfeit, those of the scheduled opponent. If the stage scores no draws, only
a forfeit limits these points (in editions 1 to 3 of the tournament rules also a half-point bye in
every round). A cut strikes out unplayed rounds that the entrant chose before all others.

A round robin has no virtual opponents, since its pairings are known before it begins. A forfeit
counts against the scheduled opponent, like a game. A bye adds only its own points to an opponent's
score, and none if it was chosen at the end. In edition 1 of the tournament rules unplayed rounds of
a round robin are treated like those of a Swiss.
"""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from domain.tournament.standings.outings import Outing, Outings
from domain.tournament.standings.points import Measure, leaf
from domain.tournament.standings.tree import Term, What, add, total
from domain.tournament.values import Field, Scoring, amount, spelt


class Part(Struct, frozen=True):
    """What one opponent adds to an entrant's tie-breaks: the opponent's `score` (a term), and how
    much the entrant `gained` against them, such as 1/2. `opponent`: the number (0: virtual)."""

    outing: Outing
    score: Term
    gained: Fraction
    opponent: int = 0

    @property
    def voluntary(self) -> bool:
        """Whether this is a virtual opponent of a round that the entrant chose not to play."""
        return not self.opponent and self.outing.voluntary


class Strength:
    """Computes the tie-breaks of all entrants by their opponents' points. The score of each entrant
    as an opponent is computed once."""

    def __init__(self, field: Field, outings: Outings) -> None:
        self._field = field
        self._worth = {number: self._adjusted(number, mine) for number, mine in outings.items()}
        self._own = {
            number: self._sum_of_rounds("points", mine, self._points)
            for number, mine in outings.items()
        }
        self._parts = {number: self._parts_of(number, mine) for number, mine in outings.items()}

    def buchholz(self, number: int, *, low: int = 0, high: int = 0) -> Term:
        """The sum of the opponents' scores, without the `low` lowest and the `high` highest."""
        what: What = (
            "buchholz" if not low and not high else "buchholz-median" if high else "buchholz-cut-1"
        )
        parts = self._parts[number]
        struck = _cut(
            [(part.score.number, part.voluntary, n) for n, part in enumerate(parts)], low, high
        )
        return total(
            what, (replace(part.score, struck=n in struck) for n, part in enumerate(parts)), number
        )

    def sonneborn_berger(self, number: int) -> Term:
        """The sum of the opponents' scores, each times what the entrant gained against that
        opponent."""
        terms = (
            Term(
                what="round",
                value=spelt(part.score.number * part.gained),
                how="product",
                entrant=part.opponent,
                round=part.outing.round,
                table=part.outing.table,
                terms=(part.score, leaf(part.outing, part.gained)),
            )
            for part in self._parts[number]
        )
        return total("sonneborn-berger", terms, number)

    def mean(self, number: int) -> Term:
        """The mean of the opponents' scores, which is fair also if tables differ in size."""
        terms = tuple(part.score for part in self._parts[number])
        mean = add(term.number for term in terms) / len(terms) if terms else Fraction(0)
        return Term("opponents", spelt(mean), "mean", number, terms=terms)

    def _scoring(self, outing: Outing) -> Scoring:
        return self._field.rules.stages[outing.stage].scoring

    def _round_robin(self, outing: Outing) -> bool:
        return (
            self._field.edition > 1
            and self._field.rules.stages[outing.stage].format == "round-robin"
        )

    def _factor(self, outing: Outing) -> Fraction:
        return amount(self._field.rules.stages[outing.stage].factor)

    def _points(self, outing: Outing) -> Fraction:
        factor = self._factor(outing)
        return outing.points if factor == 1 else outing.points * factor

    def _draw(self, outing: Outing) -> Fraction:
        """The points of a draw in the stage of a round or, if it scores no draws, those of a
        half-point bye; times the factor of the stage."""
        scoring = self._scoring(outing)
        factor, draw = (
            self._factor(outing),
            amount(scoring.draw if scoring.points == "duel" else scoring.half),
        )
        return draw if factor == 1 else draw * factor

    def _adjusted(self, number: int, mine: tuple[Outing, ...]) -> Term:
        """The score of an entrant as an opponent: their own points, but rounds at the end that they
        chose to miss count as draws (in a round robin as nothing)."""
        last = max((n for n, outing in enumerate(mine) if not outing.voluntary), default=-1)
        terms = []
        for n, outing in enumerate(mine):
            drawn = n > last and not outing.table
            if drawn and self._round_robin(outing):
                terms.append(leaf(outing, Fraction(0)))
                continue
            terms.append(
                Term("draw", str(self._draw(outing)), round=outing.round, entrant=number)
                if drawn
                else leaf(outing, self._points(outing))
            )
        return total("opponent", terms, number)

    def _parts_of(self, number: int, mine: tuple[Outing, ...]) -> tuple[Part, ...]:
        parts: list[Part] = []
        for outing in mine:
            duel = self._scoring(outing).points == "duel"
            if outing.played:
                for other in outing.opponents:
                    gained = (
                        outing.points
                        if duel and len(outing.opponents) == 1
                        else outing.against(other)
                    )
                    worth = self._worth.get(other.entrant) or Term(
                        "opponent", "0", "sum", other.entrant
                    )
                    parts.append(Part(outing, worth, gained, other.entrant))
                continue
            if self._round_robin(outing):
                parts += [
                    Part(outing, self._worth[other], outing.points, other)
                    for other in outing.absentees
                    if other in self._worth
                ]
                continue
            score = self._virtual_score(outing, mine)
            gained = (
                outing.points
                if duel
                else Fraction(1 if not outing.voluntary else 0)
                if outing.bye != "half"
                else Fraction(1, 2)
            )
            stage = self._field.rules.stages[outing.stage]
            parts += [Part(outing, score, gained)] * (
                1 if stage.duel else max(1, stage.preferred - 1)
            )
        return tuple(parts)

    def _virtual_score(self, outing: Outing, mine: tuple[Outing, ...]) -> Term:
        """The score of the virtual opponent of an unplayed round."""
        limits = [self._worth[other] for other in outing.absentees if other in self._worth]
        if not limits and (self._field.edition < 4 or self._scoring(outing).points == "duel"):
            limits = [self._sum_of_rounds("draw", mine, self._draw)]
        terms = (self._own[outing.entrant], *limits)
        return Term(
            "virtual",
            spelt(min(term.number for term in terms)),
            "least",
            outing.entrant,
            outing.round,
            outing.table,
            terms=terms,
        )

    def _sum_of_rounds(self, what: What, mine: tuple[Outing, ...], measure: Measure) -> Term:
        return total(
            what, [leaf(outing, measure(outing)) for outing in mine], mine[0].entrant if mine else 0
        )


def _cut(parts: list[tuple[Fraction, bool, int]], low: int, high: int) -> set[int]:
    """The indices of the parts that are struck out: the `low` lowest, but voluntary ones before all
    others, then the `high` highest. `parts`: for each its score, whether it is voluntary, and its
    index."""
    struck: set[int] = set()
    for _ in range(min(low, len(parts))):
        struck.add(
            min(
                (part for part in parts if part[2] not in struck),
                key=lambda part: (not part[1], part[0], part[2]),
            )[2]
        )
    for _ in range(min(high, len(parts) - len(struck))):
        struck.add(
            max(
                (part for part in parts if part[2] not in struck),
                key=lambda part: (part[0], -part[2]),
            )[2]
        )
    return struck
