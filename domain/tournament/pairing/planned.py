"""Engine `planned`: all rounds searched before the first, so that in small fields nobody need meet
twice.

The seats of round 1, drawn by lot, are the places of a plan (`schedules.py`). Later rounds read
from round 1 who holds which place. Who came later takes the place of somebody who is gone, in the
order of their numbers. Where the number of those present has changed, the plan's tables are filled
up or closed and swapped until none betters, and the cost says what that does to the rounds to come.
Scores are no part of the cost: a plan does not know them.

From edition 3 of the tournament rules on, whenever others sit than in the round before, the rest of
the plan is changed by swaps until nobody meets again, or the search has looked enough
(`schedules.bettered`). It follows from the rounds before the change and who sits since, so that
later rounds go on with it. A note says how many meetings again the rest of the plan has.
"""

from collections import Counter
from itertools import combinations, permutations

from msgspec.structs import replace

from domain.tournament.berger import Plan
from domain.tournament.pairing.position import Position
from domain.tournament.pairing.schedules import bettered, plan
from domain.tournament.pairing.sizes import seated_sizes
from domain.tournament.pairing.table_costs import Seating, TableCosts
from domain.tournament.pairing.tables import searched, seated, with_costs
from domain.tournament.seeds import Draws
from domain.tournament.values import Bye, Note, Pairing, Question, RoundHistory, Table


def pair(question: Question) -> Pairing:
    """The round of the plan. Raises `CannotPair` where too few are present for one table."""
    position, draws = Position(question), Draws(question.seed)
    order, waiting = seated(position, draws)
    sizes, _ = seated_sizes(len(order), position.stage)
    if position.opening is None:
        return _opening(position, list(draws.shuffled(sorted(order))), sizes, waiting)
    if position.edition > 2:
        course = _course(position, frozenset(order), sizes)
        begin = [list(table) for table in course[0]]
        return _noted(
            position, course, searched(_to_come(position, course), [begin], draws, waiting)
        )
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
    """The pairing, made by hand or by an engine, with what it costs, also in the rounds of the plan
    to come."""
    position = Position(question)
    if position.opening is None:
        sizes = tuple(len(table.entrants) for table in pairing.tables)
        places = dict(enumerate(number for table in pairing.tables for number in table.entrants))
        return with_costs(_costs(position, _plan(position, sizes), places, 0), pairing)
    if position.edition > 2:
        tables = tuple(table.entrants for table in pairing.tables)
        there = frozenset(number for table in tables for number in table)
        sizes, waiting = seated_sizes(len(there), position.stage)
        course = () if waiting else _course(position, there, sizes)
        course = (tables, *course[1:])
        return _noted(position, course, with_costs(_to_come(position, course), pairing))
    planned, holders = _held(
        position, [number for table in pairing.tables for number in table.entrants]
    )
    return with_costs(
        _costs(position, planned, holders, question.round - position.opening.round), pairing
    )


def _plan(position: Position, sizes: tuple[int, ...]) -> Plan:
    first = position.opening.round if position.opening else position.question.round
    rounds = max(position.begin + position.stage.rounds, position.question.round + 1) - first
    return plan(sizes, rounds, designs=position.edition > 2)


def _course(position: Position, there: frozenset[int], sizes: tuple[int, ...]) -> Plan:
    """The rest of the plan by its entrants, from the round that is paired on."""
    opening = position.opening
    assert opening is not None
    now, at = position.question.round, opening.round
    sitting = {history.round: _seated(history) for history in position.earlier} | {now: there}
    holders = dict(enumerate(number for table in opening.tables for number in table.entrants))
    course: Plan = tuple(
        tuple(tuple(holders[place] for place in table) for table in round)
        for round in _plan(position, tuple(len(table.entrants) for table in opening.tables))
    )
    for round in range(at + 1, now + 1):
        if sitting[round] != sitting[round - 1]:
            ours = sizes if round == now else seated_sizes(len(sitting[round]), position.stage)[0]
            rest = _with_others(course[round - at :], sitting[round], ours)
            before = Position(replace(position.question, round=round)).met
            course, at = (
                bettered(rest, tuple((a, b, n) for (a, b), n in sorted(before.items()))),
                round,
            )
    return course[now - at :]


def _seated(history: RoundHistory) -> frozenset[int]:
    return frozenset(number for table in history.tables for number in table.entrants)


def _with_others(course: Plan, there: frozenset[int], sizes: tuple[int, ...]) -> Plan:
    """The rounds of a plan with those who came in the places of those who are gone, by numbers, and
    all tables at the sizes that there are now."""
    planned = {number for table in course[0] for number in table}
    came = sorted(there - planned)
    instead = dict(zip(sorted(planned - there), came, strict=False))
    more = came[len(instead) :]
    rounds = []
    for round in course:
        seats = [
            [number for held in table if (number := instead.get(held, held)) in there]
            for table in round
        ]
        rounds.append(tuple(map(tuple, _fitted(seats, list(more), sizes))))
    return tuple(rounds)


def _to_come(position: Position, course: Plan) -> TableCosts:
    """Costs of the first round of a course, with what would be repeated in those after it."""
    later = Counter(
        two for round in course[1:] for table in round for two in combinations(sorted(table), 2)
    )
    return _with_later(position, later)


def _noted(position: Position, course: Plan, pairing: Pairing) -> Pairing:
    """The pairing with how many meetings again the plan has from here on, this round included."""
    rounds = (tuple(table.entrants for table in pairing.tables), *course[1:])
    meetings = Counter(
        two for round in rounds for table in round for two in combinations(sorted(table), 2)
    )
    again = sum(n if position.met[two] else n - 1 for two, n in meetings.items())
    note = Note(0, "repeats", again)
    return replace(pairing, explanation=(note, *pairing.explanation))


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
    pairing = with_costs(_costs(position, planned, holders, 0), Pairing(tables, byes))
    if position.edition < 3:
        return pairing
    course = tuple(
        tuple(tuple(holders[place] for place in table) for table in round) for round in planned
    )
    return _noted(position, course, pairing)


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
    return _with_later(position, later)


def _with_later(position: Position, later: Counter[tuple[int, int]]) -> TableCosts:
    """What is planned to come is weighed after what has been; from edition 3 on with it, so that no
    swap betters a round at the cost of the plan."""
    parts = [name for name in position.stage.weights.table if name != "spread"]
    behind = parts.index("met") + 1 if "met" in parts else len(parts)
    if position.edition > 2:
        before = [name for name in parts[:behind] if name != "met"]
        return TableCosts(position, [*before, "again", *parts[behind:]], later=later)
    return TableCosts(position, [*parts[:behind], "later", *parts[behind:]], later=later)


def _fitted(seats: Seating, more: list[int], sizes: tuple[int, ...]) -> Seating:
    """The plan's tables at the sizes that there are now: the fullest keep theirs, and who is left
    over sits where there is room."""
    tables = (
        sorted(seats, key=lambda table: -len(table))
        if [len(t) for t in seats] != list(sizes)
        else seats
    )
    seated_now = [list(table[:size]) for table, size in zip(tables, sizes, strict=False)]
    seated_now += [[] for _ in range(len(sizes) - len(seated_now))]
    over = [number for table, size in zip(tables, sizes, strict=False) for number in table[size:]]
    over += [number for table in tables[len(sizes) :] for number in table] + more
    for table, size in zip(seated_now, sizes, strict=True):
        while len(table) < size:
            table.append(over.pop(0))
    return seated_now
