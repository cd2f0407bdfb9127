"""Engine `planned`: all rounds are planned before the first, so that in small fields nobody need
meet twice.

A plan (`schedules.py`) knows places 0 … n-1. In round 1 entrants get places by lot; later rounds
read from round 1 who has which place. Entrants who come later take the places of those who have
left, in the order of their numbers. If the number of those present has changed, tables of the plan
are filled up or closed. Then swaps improve the round, as long as the cost falls; the cost includes
what is repeated in later rounds. Scores are no part of the cost.

From edition 3 of the tournament rules on, whenever other entrants sit than in the round before, the
rest of the plan is changed by swaps until nobody meets again, or the search has tried enough
(`schedules.bettered`). The new rest depends only on the rounds before the change and on who sits,
so later rounds compute the same. A reason of the pairing says how many repeated meetings the rest
of the plan contains.
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
from domain.tournament.values import Bye, Pairing, PairingReason, Question, RoundHistory, Table


def pair(question: Question) -> Pairing:
    """Pair a round as planned. Raises `CannotPair` if too few are present for one table."""
    position, draws = Position(question), Draws(question.seed)
    order, waiting = seated(position, draws)
    sizes, _ = seated_sizes(len(order), position.stage)
    if position.stage_first_round is None:
        return _pair_first(position, list(draws.shuffled(sorted(order))), sizes, waiting)
    if position.edition > 2:
        course = _course(position, frozenset(order), sizes)
        begin = [list(table) for table in course[0]]
        return _with_repeats(
            position, course, searched(_course_costs(position, course), [begin], draws, waiting)
        )
    planned, holders = _plan_and_holders(position, order)
    at = question.round - position.stage_first_round.round
    there = set(order)
    seats = [
        [holders[place] for place in table if holders.get(place) in there] for table in planned[at]
    ]
    placed = {number for table in seats for number in table}
    begin = _fitted(seats, [number for number in sorted(order) if number not in placed], sizes)
    return searched(_costs(position, planned, holders, at), [begin], draws, waiting)


def weigh(question: Question, pairing: Pairing) -> Pairing:
    """A pairing, made by hand or by an engine, with its cost and the reasons added. The cost
    includes what it repeats in later rounds of the plan."""
    position = Position(question)
    if position.stage_first_round is None:
        sizes = tuple(len(table.entrants) for table in pairing.tables)
        places = dict(enumerate(number for table in pairing.tables for number in table.entrants))
        return with_costs(_costs(position, _plan(position, sizes), places, 0), pairing)
    if position.edition > 2:
        tables = tuple(table.entrants for table in pairing.tables)
        there = frozenset(number for table in tables for number in table)
        sizes, waiting = seated_sizes(len(there), position.stage)
        course = () if waiting else _course(position, there, sizes)
        course = (tables, *course[1:])
        return _with_repeats(position, course, with_costs(_course_costs(position, course), pairing))
    planned, holders = _plan_and_holders(
        position, [number for table in pairing.tables for number in table.entrants]
    )
    return with_costs(
        _costs(position, planned, holders, question.round - position.stage_first_round.round),
        pairing,
    )


def _plan(position: Position, sizes: tuple[int, ...]) -> Plan:
    first = (
        position.stage_first_round.round if position.stage_first_round else position.question.round
    )
    rounds = max(position.stage_begin + position.stage.rounds, position.question.round + 1) - first
    return plan(sizes, rounds, designs=position.edition > 2)


def _course(position: Position, there: frozenset[int], sizes: tuple[int, ...]) -> Plan:
    """The rest of the plan, in entrants' numbers, beginning with the round to be paired. `there`:
    the entrants who sit in that round; `sizes`: the sizes of its tables."""
    opening = position.stage_first_round
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
    """Rounds of a plan, in entrants' numbers, adapted to the entrants `there`: those who came take
    the places of those who left, and the tables get the new `sizes`."""
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


def _course_costs(position: Position, course: Plan) -> TableCosts:
    """The costs for the first round of `course`, given that the later rounds are played as
    planned."""
    later = Counter(
        two for round in course[1:] for table in round for two in combinations(sorted(table), 2)
    )
    return _with_later(position, later)


def _with_repeats(position: Position, course: Plan, pairing: Pairing) -> Pairing:
    """The pairing with a reason added: how many repeated meetings the plan has from this round
    on."""
    rounds = (tuple(table.entrants for table in pairing.tables), *course[1:])
    meetings = Counter(
        two for round in rounds for table in round for two in combinations(sorted(table), 2)
    )
    again = sum(n if position.met[two] else n - 1 for two, n in meetings.items())
    note = PairingReason(0, "repeats", again)
    return replace(pairing, explanation=(note, *pairing.explanation))


def _pair_first(
    position: Position, drawn: list[int], sizes: tuple[int, ...], waiting: list[int]
) -> Pairing:
    """Pair round 1: entrants have the places of the plan in the order `drawn`, in which some are
    swapped if entrants are to be kept apart in any round. `drawn` is changed; `waiting` have
    byes."""
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
    return _with_repeats(position, course, pairing)


def _keep_apart(position: Position, planned: Plan, drawn: list[int]) -> None:
    """Swap entrants in `drawn` until no swap would break fewer hard, or equally many hard and fewer
    soft separations, over all rounds of the plan."""
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


def _plan_and_holders(position: Position, present: list[int]) -> tuple[Plan, dict[int, int]]:
    """The plan of the stage, and who holds each of its places now: those who were in the first
    round, or who came in place of somebody who is not `present`."""
    opening = position.stage_first_round
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
    """The costs for round `at` (from 0) of the plan, given that the later rounds are played as
    planned. `holders`: the entrant of each place."""
    later: Counter[tuple[int, int]] = Counter()
    for round in planned[at + 1 :]:
        for table in round:
            there = sorted(holders[place] for place in table if place in holders)
            later.update(combinations(there, 2))
    return _with_later(position, later)


def _with_later(position: Position, later: Counter[tuple[int, int]]) -> TableCosts:
    """The costs, given how often each two meet `later` in the plan. Until edition 2 these meetings
    are a part after `met`. From edition 3 on, one part (`again`) adds both, so that no swap
    improves a round and makes the plan worse."""
    parts = [name for name in position.stage.weights.table if name != "spread"]
    behind = parts.index("met") + 1 if "met" in parts else len(parts)
    if position.edition > 2:
        before = [name for name in parts[:behind] if name != "met"]
        return TableCosts(position, [*before, "again", *parts[behind:]], later=later)
    return TableCosts(position, [*parts[:behind], "later", *parts[behind:]], later=later)


def _fitted(seats: Seating, more: list[int], sizes: tuple[int, ...]) -> Seating:
    """The tables `seats`, changed to the new sizes. If the sizes differ, the fullest tables come
    first. Entrants who exceed a table's size, and those in `more`, fill free seats."""
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
