"""Engines `tables` and `heats`: tables of three and more, round by round.

Sizes first (`sizes.py`). `tables` begins with a snake from the standing and with the standing cut
into tables, `heats` with the snake alone; then swaps by lot and all swaps of two until none betters
(`swaps.py`). Entrants who are level and not seeded stand in an order by lot.
"""

from collections.abc import Sequence

from domain.tournament.pairing.position import Position
from domain.tournament.pairing.sizes import seated_sizes
from domain.tournament.pairing.swaps import Search
from domain.tournament.pairing.table_costs import Seating, TableCosts
from domain.tournament.seeds import Draws
from domain.tournament.values import Bye, Cost, Note, Pairing, Question, Table


def pair(question: Question) -> Pairing:
    """Tables of the best sizes at the least cost that was found. Raises `CannotPair` where too few
    are present for one table."""
    position, draws = Position(question), Draws(question.seed)
    order, waiting = seated(position, draws)
    sizes, _ = seated_sizes(len(order), position.stage)
    costs = TableCosts(position, position.stage.weights.table)
    beginnings = [shuffled(snake(order, sizes), draws), shuffled(blocks(order, sizes), draws)]
    return searched(costs, beginnings, draws, waiting)


def weigh(question: Question, pairing: Pairing) -> Pairing:
    """The pairing, made by hand or by an engine, with what it costs and why."""
    position = Position(question)
    return with_costs(TableCosts(position, position.stage.weights.table), pairing)


def pair_heats(question: Question) -> Pairing:
    """Tables of like strength: a snake from the order of seeds or of those who qualified, changed
    only where somebody is to be kept apart or has met."""
    position, draws = Position(question), Draws(question.seed)
    order, waiting = seated(position, draws)
    sizes, _ = seated_sizes(len(order), position.stage)
    rows = snake(order, sizes)
    return searched(_heats(position, rows), [rows], draws, waiting)


def weigh_heats(question: Question, pairing: Pairing) -> Pairing:
    seating = [list(table.entrants) for table in pairing.tables]
    return with_costs(heats_costs(Position(question), seating), pairing)


def heats_costs(position: Position, seating: Seating) -> TableCosts:
    """What heats seated like this cost: against the snake of those who sit."""
    sitting = {number for entrants in seating for number in entrants}
    order = [n for n in _strength(position, Draws(position.question.seed)) if n in sitting]
    return _heats(position, snake(order, [len(entrants) for entrants in seating]))


def _heats(position: Position, rows: Seating) -> TableCosts:
    pots = {number: row for entrants in rows for row, number in enumerate(entrants)}
    parts = [name for name in position.stage.weights.table if name != "spread"]
    at = parts.index("soft") + 1 if "soft" in parts else 0
    return TableCosts(position, [*parts[:at], "pot", *parts[at:]], pots=pots)


def _strength(position: Position, draws: Draws) -> list[int]:
    """Everybody present, the strongest first: by points, then by rank among those who qualified,
    then by seeds, then by lot."""
    qualified = {number: at for at, number in enumerate(position.question.field.qualified)}

    def key(number: int) -> tuple[int, int, tuple[bool | int, ...]]:
        return (
            -position.scores[number],
            qualified.get(number, len(qualified)),
            position.seeding(number)[:-1],
        )

    return sorted(draws.shuffled(sorted(position.order)), key=key)


def seated(position: Position, draws: Draws) -> tuple[list[int], list[int]]:
    """Who sits, the strongest first, and who waits where no sizes fit: the last of the standing of
    those who have had the least."""
    order = _strength(position, draws)
    _, count = seated_sizes(len(order), position.stage)
    last = sorted(range(len(order)), key=lambda at: (position.had(order[at]), -at))[:count]
    return [n for at, n in enumerate(order) if at not in last], [order[at] for at in sorted(last)]


def snake(order: Sequence[int], sizes: Sequence[int]) -> Seating:
    """The strongest of each table, from the first to the last; then the next, from the last to the
    first; and so on."""
    seating: Seating = [[] for _ in sizes]
    rest = list(reversed(order))
    for row in range(max(sizes, default=0)):
        across = range(len(sizes)) if row % 2 == 0 else range(len(sizes) - 1, -1, -1)
        for table in across:
            if len(seating[table]) < sizes[table] and rest:
                seating[table].append(rest.pop())
    return seating


def blocks(order: Sequence[int], sizes: Sequence[int]) -> Seating:
    """The standing cut into tables: the leaders at table 1."""
    seating, begin = [], 0
    for size in sizes:
        seating.append(list(order[begin : begin + size]))
        begin += size
    return seating


def shuffled(seating: Seating, draws: Draws) -> Seating:
    """The same tables with their seats by lot."""
    return [list(draws.shuffled(entrants)) for entrants in seating]


def searched(
    costs: TableCosts, beginnings: Sequence[Seating], draws: Draws, waiting: Sequence[int]
) -> Pairing:
    """The best seating found from some beginnings, with its reasons; those who wait have a bye."""
    search = Search(costs, beginnings[0])
    search.best_of(beginnings, draws)
    tables = tuple(Table(at, tuple(entrants)) for at, entrants in enumerate(search.seating, 1))
    return with_costs(
        costs,
        Pairing(tables, (*costs.position.question.byes, *(Bye(number) for number in waiting))),
    )


def with_costs(costs: TableCosts, pairing: Pairing) -> Pairing:
    """The pairing with its cost, part by part, and its notes: what each table costs, and the best
    swap with another one."""
    seating = [list(table.entrants) for table in pairing.tables]
    cost = tuple(
        Cost(name, value) for name, value in zip(costs.parts, costs.totals(seating), strict=True)
    )
    notes = [note for table in pairing.tables for note in _of_table(costs, table)]
    notes += [
        Note(0, "second-bye", costs.position.byes[bye.entrant], (bye.entrant,))
        for bye in pairing.byes
        if bye.kind == "pairing"
    ]
    if sum(map(len, seating)) == len({number for entrants in seating for number in entrants}):
        notes += _alternatives(costs, seating)
    return Pairing(
        pairing.tables, pairing.byes, cost, tuple(sorted(notes, key=lambda note: note.table))
    )


def _of_table(costs: TableCosts, table: Table) -> list[Note]:
    """What a table costs: pairs by name, the rest as a whole. Seats and places are left out: they
    stand as sums in the cost."""
    notes = []
    for name in costs.parts:
        if name == "spread":
            if value := costs.spread(table.entrants):
                notes.append(Note(table.number, name, value, table.entrants))
        elif name not in {"seat", "place"}:
            two = [(a, b) for i, a in enumerate(table.entrants) for b in table.entrants[i + 1 :]]
            notes += [
                Note(table.number, name, value, (a, b))
                for a, b in two
                if (value := costs.pair(name, a, b))
            ]
    return notes


def _alternatives(costs: TableCosts, seating: Seating) -> list[Note]:
    """For each table the swap with another one that would have cost the least, and the first part
    that speaks against it."""
    if len(seating) < 2:
        return []
    search = Search(costs, seating)
    best: dict[int, tuple[int, tuple[int, int, int, int]]] = {}
    for at in search.pairs_of_seats():
        if at[0] != at[2]:
            change = search.change(*at)
            for table in (at[0], at[2]):
                if table not in best or change < best[table][0]:
                    best[table] = (change, at)
    notes = []
    for table, (_, (t, i, u, j)) in sorted(best.items()):
        here, there = list(seating[t]), list(seating[u])
        here[i], there[j] = there[j], here[i]
        swapped = (seating[t][i], seating[u][j])
        part, now, then = "lots", 0, 0
        for name in costs.parts:
            now = costs.table(name, t + 1, seating[t]) + costs.table(name, u + 1, seating[u])
            then = costs.table(name, t + 1, here) + costs.table(name, u + 1, there)
            if now != then:
                part = name
                break
        notes.append(Note(table + 1, part, now, swapped, then, (tuple(here), tuple(there))))
    return notes
