"""The standings of a season, as pure functions of the final standings of its events.

Every value is a tree whose leaves are events. In a leaf, `round` is the event's number in the
season, and `table` the number that the person has as an entrant of the event.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from domain.season.records import SeasonRules
from domain.tournament.aggregate.tournament import Tournament, exported
from domain.tournament.standings.points import scores
from domain.tournament.standings.ranking import (
    Standings,
    outings_by_team_size,
    parted_by,
    standings,
)
from domain.tournament.standings.tree import Term, What, add, total
from domain.tournament.values import Amount, Key, amount, exact, spelt


class Finish(Struct, frozen=True):
    """How an entrant ended in an event: the rank (`place`, from 1), how many entrants share it
    (`level`: 1 for one alone), how many took part (`field`), and the points that the event itself
    gave (`own`). `player`: the player id of the entrant."""

    entrant: int
    player: str
    place: int
    level: int
    field: int
    own: Amount


def finishes(t: Tournament) -> tuple[Finish, ...]:
    """How an event ended for each entrant who sat at a table in it, by its exported results, which
    include all corrections. Teams of a challenge are ranked among teams of their size."""
    return tuple(_finishes(t))


def _finishes(t: Tournament) -> Iterator[Finish]:
    field = replace(t.field, rounds=tuple(map(exported, t.rounds)))
    own = scores(field, outings_by_team_size(field))
    sat = {n for round in field.rounds for table in round.tables for n in table.entrants}
    rows = [row for row in standings(field).rows if row.entrant in sat]
    for _, class_ in groupby(sorted(rows, key=lambda row: row.team), lambda row: row.team):
        members, place = list(class_), 1
        for _, group in groupby(members, lambda row: row.rank):
            level = list(group)
            for row in level:
                player, points = t.named[row.entrant].player, spelt(own[row.entrant])
                yield Finish(
                    entrant=row.entrant,
                    player=player,
                    place=place,
                    level=len(level),
                    field=len(members),
                    own=points,
                )
            place += len(level)


def worth(rules: SeasonRules, finish: Finish) -> Fraction:
    """The season's points for an entrant's finish in an event. For a shared rank: the mean of the
    points of all ranks that are shared, or the points of the highest of them, as the rules say."""
    if rules.points == "points":
        return exact(finish.own)
    shared = finish.level if rules.shared == "mean" else 1
    places = range(finish.place, finish.place + shared)
    return add(_points_of_place(rules, place, finish.field) for place in places) / shared


def _points_of_place(rules: SeasonRules, place: int, field: int) -> Fraction:
    if rules.points == "places":
        return amount(rules.places[place - 1]) if place <= len(rules.places) else Fraction(0)
    left = field - place + 1
    return Fraction(left, field if rules.points == "share" else 1)


def most_counted(rules: SeasonRules, held: int) -> int:
    """How many events at most count for each person after `held` events: at least one."""
    return rules.best or max(1, held - rules.drops)


Results = Mapping[int, Finish]
"""How a person ended in each event that they took part in, by the event's number."""


def season_standings(
    rules: SeasonRules, held: Sequence[int], people: Mapping[int, Results]
) -> Standings:
    """The standings of people after events. `held`: the numbers of the events, oldest first;
    `people`: the results of each person, by the person's number. Uses no clock, no chance and no
    float."""
    terms = {person: _terms(rules, held, person, results) for person, results in people.items()}
    rows, trees = parted_by(
        rules.keys,
        [(tuple(sorted(people)), "")] if people else [],
        lambda key, group: {person: terms[person][key] for person in group},
        {},
    )
    keys = cast(tuple[Key, ...], rules.keys)  # a season has two keys that a tournament lacks
    return Standings(0, len(held), keys, rows, trees)


def _terms(
    rules: SeasonRules, held: Sequence[int], person: int, results: Results
) -> dict[str, Term]:
    def leaf(event: int, value: Fraction) -> Term:
        return Term("event", spelt(value), "record", person, event, results[event].entrant)

    def best(what: What, most: int) -> Term:
        """The sum of the `most` best events' points; the other events are struck out."""
        first = sorted(leaves, key=lambda term: (-term.number, term.round))[:most]
        return total(what, (replace(term, struck=term not in first) for term in leaves), person)

    leaves = [leaf(event, worth(rules, results[event])) for event in held if event in results]
    won = [
        leaf(n, Fraction(results[n].place == results[n].level == 1)) for n in held if n in results
    ]
    return {
        "points": best("points", most_counted(rules, len(held))),
        "wins": total("wins", won, person),
        "best": best("best", 1),
        "last": total("last", [term for term in leaves if term.round in held[-1:]], person),
    }
