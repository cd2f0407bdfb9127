"""Direct encounter: the results of level entrants against each other.

FIDE's handbook, C.07 article 6. If all of a group met, they are ranked by their points against each
other. If not, an entrant who would remain ahead even if all others won their missing games is
ranked first, then perhaps a next one; the rest remain level. Then the key is computed again within
each group that is still level. If not all met and nobody is surely ahead, the key has no value (in
edition 1 of the tournament rules the value 1).
"""

from fractions import Fraction

from domain.tournament.standings.outings import Outings
from domain.tournament.standings.tree import Term, add
from domain.tournament.values import EDITION, spelt


def direct(group: tuple[int, ...], rounds: Outings, edition: int = EDITION) -> dict[int, Term]:
    """A term for each entrant of a level group: the rank in it, from 1, which several may share,
    with the results against the others. The value is "" if the key decides nothing: in a group of
    one, and if too few met."""
    meetings = {number: _meetings(number, set(group), rounds) for number in group}
    ranks: dict[int, int] = {}
    _rank_group(group, 1, meetings, ranks)
    settled = len(set(ranks.values())) > 1 or (
        len(group) > 1 and all(len(met) == len(group) - 1 for met in meetings.values())
    )
    return {
        number: Term(
            "direct",
            str(ranks[number]) if settled or edition == 1 else "",
            "rank",
            number,
            terms=tuple(
                Term(
                    "result",
                    spelt(_mean(encounters)),
                    "mean",
                    other,
                    terms=tuple(term for _, term in encounters),
                )
                for other, encounters in sorted(meetings[number].items())
            ),
        )
        for number in group
    }


Meetings = dict[int, dict[int, list[tuple[Fraction, Term]]]]


def _meetings(
    number: int, group: set[int], rounds: Outings
) -> dict[int, list[tuple[Fraction, Term]]]:
    meetings: dict[int, list[tuple[Fraction, Term]]] = {}
    for outing in rounds[number]:
        for other in outing.opponents:
            if other.entrant in group:
                points = outing.points if len(outing.opponents) == 1 else outing.against(other)
                term = Term("result", spelt(points), "record", number, outing.round, outing.table)
                meetings.setdefault(other.entrant, []).append((points, term))
    return meetings


def _mean(encounters: list[tuple[Fraction, Term]]) -> Fraction:
    return add(points for points, _ in encounters) / len(encounters)


def _rank_group(
    group: tuple[int, ...], first: int, meetings: Meetings, ranks: dict[int, int]
) -> None:
    """Store in `ranks` the ranks of a level group, of which the best is `first`."""
    inside = {
        number: {
            other: _mean(encounters)
            for other, encounters in meetings[number].items()
            if other in group
        }
        for number in group
    }
    made = {number: add(inside[number].values()) for number in group}
    all_met = all(len(inside[n]) == len(group) - 1 for n in group)
    groups = _by_score(group, made) if all_met else _surely_ahead(group, made, inside, meetings)
    if len(groups) == 1:
        ranks.update(dict.fromkeys(group, first))
        return
    for part in groups:
        _rank_group(part, first, meetings, ranks)
        first += len(part)


def _by_score(group: tuple[int, ...], made: dict[int, Fraction]) -> list[tuple[int, ...]]:
    return [
        tuple(n for n in group if made[n] == score)
        for score in sorted(set(made.values()), reverse=True)
    ]


def _surely_ahead(
    group: tuple[int, ...],
    made: dict[int, Fraction],
    inside: dict[int, dict[int, Fraction]],
    meetings: Meetings,
) -> list[tuple[int, ...]]:
    """A level group, split. Each entrant whom nobody behind can reach, even by winning all missing
    games, is a group of one, best first. All others are the last group. `made`: their points
    against each other; `inside`: the same by opponent met."""
    win = max(
        (
            points
            for of in meetings.values()
            for encounters in of.values()
            for points, _ in encounters
        ),
        default=Fraction(1),
    )
    most = {n: made[n] + (len(group) - 1 - len(inside[n])) * max(win, Fraction(1)) for n in group}
    rest = sorted(group, key=lambda n: (-made[n], group.index(n)))
    groups: list[tuple[int, ...]] = []
    while len(rest) > 1 and all(made[rest[0]] > most[other] for other in rest[1:]):
        groups.append((rest.pop(0),))
    return [*groups, tuple(n for n in group if n in rest)]
