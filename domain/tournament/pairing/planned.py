"""Engine `planned`: all rounds searched before the first, so that in small fields nobody need meet
twice.

The seats of round 1, drawn by lot, are the places of a plan (`schedules.py`). Later rounds read
from round 1 who holds which place. Who came later takes the place of somebody who is gone, in the
order of their numbers. Where the number of those present has changed, the plan's tables are filled
up or closed and swapped until none betters, and the cost says what that does to the rounds to come.
Scores are no part of the cost: a plan does not know them.
"""

from collections import Counter
from itertools import combinations, permutations

from domain.tournament.berger import Plan
from domain.tournament.pairing.position import Position
from domain.tournament.pairing.schedules import plan
from domain.tournament.pairing.sizes import seated_sizes
from domain.tournament.pairing.table_costs import Seating, TableCosts
from domain.tournament.pairing.tables import searched, seated, told
from domain.tournament.seeds import Draws
from domain.tournament.values import Bye, Pairing, Question, Table


def pair(question: Question) -> Pairing:
    """The round of the plan. Raises `CannotPair` where too few are present for one table."""
    position, draws = Position(question), Draws(question.seed)
    order, waiting = seated(position, draws)
    sizes, _ = seated_sizes(len(order), position.stage)
    if position.opening is None:
        return _opening(position, list(draws.shuffled(sorted(order))), sizes, waiting)
    planned, holders = _held(position, order)
    at = question.round - position.opening.round
    there = set(order)
    seats = [
        [holders[place] for place in table if holders.get(place) in there] for table in planned[at]
    ]
    placed = {number for table in seats for number in table}
    begin = _fitted(seats, [number for number in sorted(order) if number not in placed], sizes)
    return searched(_costs(position, planned, holders, at), [begin], draws, waiting)


def weigh(question: Question, pairing: Pairing) -> Pairing:
    """The same pairing with what it costs, also in the rounds of the plan to come, whoever made
    it."""
    position = Position(question)
    if position.opening is None:
        sizes = tuple(len(table.entrants) for table in pairing.tables)
        places = dict(enumerate(number for table in pairing.tables for number in table.entrants))
        return told(_costs(position, _plan(position, sizes), places, 0), pairing)
    planned, holders = _held(
        position, [number for table in pairing.tables for number in table.entrants]
    )
    return told(
        _costs(position, planned, holders, question.round - position.opening.round), pairing
    )


def _plan(position: Position, sizes: tuple[int, ...]) -> Plan:
    first = position.opening.round if position.opening else position.question.round
    rounds = max(position.begin + position.stage.rounds, position.question.round + 1) - first
    return plan(sizes, rounds)


def _opening(
    position: Position, drawn: list[int], sizes: tuple[int, ...], waiting: list[int]
) -> Pairing:
    """Round 1: places by lot, changed by swaps only where some are to be kept apart, in any
    round."""
    planned = _plan(position, sizes)
    _keep_apart(position, planned, drawn)
    holders = dict(enumerate(drawn))
    tables = tuple(
        Table(at, tuple(holders[place] for place in table))
        for at, table in enumerate(planned[0], 1)
    )
    byes = (*position.question.byes, *(Bye(number) for number in waiting))
    return told(_costs(position, planned, holders, 0), Pairing(tables, byes))


def _keep_apart(position: Position, planned: Plan, drawn: list[int]) -> None:
    """Swap places until no swap leaves fewer hard, then fewer soft separations broken over all
    rounds."""
    weights = {"": 0, "soft": 1, "hard": 1 + len(planned) * len(drawn) ** 2}
    apart = {
        a: [(b, w) for b in drawn if a != b and (w := weights[position.apart(a, b)])] for a in drawn
    }
    together = Counter(
        two for round in planned for table in round for two in permutations(table, 2)
    )
    place = {number: at for at, number in enumerate(drawn)}

    def broken(*numbers: int) -> int:
        return sum(weight * together[place[a], place[b]] for a in numbers for b, weight in apart[a])

    better = any(apart.values())
    while better:
        better = False
        for a, b in combinations(drawn, 2):
            if apart[a] or apart[b]:
                now = broken(a, b)
                place[a], place[b] = place[b], place[a]
                if broken(a, b) < now:
                    better = True
                else:
                    place[a], place[b] = place[b], place[a]
    drawn.sort(key=place.__getitem__)


def _held(position: Position, present: list[int]) -> tuple[Plan, dict[int, int]]:
    opening = position.opening
    assert opening is not None
    sizes = tuple(len(table.entrants) for table in opening.tables)
    holders = dict(enumerate(number for table in opening.tables for number in table.entrants))
    came = sorted(set(present) - set(holders.values()))
    free = sorted(
        (place for place, number in holders.items() if number not in present),
        key=holders.__getitem__,
    )
    holders.update(zip(free, came, strict=False))
    return _plan(position, sizes), holders


def _costs(position: Position, planned: Plan, holders: dict[int, int], at: int) -> TableCosts:
    """Costs of a round of the plan, with what would be repeated in the rounds after it."""
    later: Counter[tuple[int, int]] = Counter()
    for round in planned[at + 1 :]:
        for table in round:
            there = sorted(holders[place] for place in table if place in holders)
            later.update(combinations(there, 2))
    parts = [name for name in position.stage.weights.table if name != "spread"]
    behind = parts.index("met") + 1 if "met" in parts else len(parts)
    return TableCosts(position, [*parts[:behind], "later", *parts[behind:]], later=later)


def _fitted(seats: Seating, more: list[int], sizes: tuple[int, ...]) -> Seating:
    """The plan's tables at the sizes that there are now: the fullest keep theirs, and who is left
    over sits where there is room."""
    tables = (
        sorted(seats, key=lambda table: -len(table))
        if [len(t) for t in seats] != list(sizes)
        else seats
    )
    found = [list(table[:size]) for table, size in zip(tables, sizes, strict=False)]
    found += [[] for _ in range(len(sizes) - len(found))]
    over = [number for table, size in zip(tables, sizes, strict=False) for number in table[size:]]
    over += [number for table in tables[len(sizes) :] for number in table] + more
    for table, size in zip(found, sizes, strict=True):
        while len(table) < size:
            table.append(over.pop(0))
    return found
