"""Engines `tables` and `heats`: tables of three and more, round by round.

First the sizes are chosen (`sizes.py`). Then a search by swaps (`swaps.py`) improves a first
seating. Both engines start from a snake. The engine `tables` also tries a second start, in which
the best sit at table 1, the next at table 2, and so on. Entrants who are level and have no seeds
are put in an order by lot.
"""

from collections.abc import Sequence

from domain.tournament.pairing.position import Position
from domain.tournament.pairing.sizes import seated_sizes
from domain.tournament.pairing.swaps import Search
from domain.tournament.pairing.table_costs import Seating, TableCosts
from domain.tournament.seeds import Draws
from domain.tournament.values import Bye, Cost, Pairing, PairingReason, Question, Table


def pair(question: Question) -> Pairing:
    """Pair tables of the best sizes, at the least cost that a search finds. Raises `CannotPair` if
    too few are present for one table."""
    position, draws = Position(question), Draws(question.seed)
    order, waiting = seated(position, draws)
    sizes, _ = seated_sizes(len(order), position.stage)
    costs = TableCosts(position, position.stage.weights.table)
    beginnings = [shuffled(snake(order, sizes), draws), shuffled(blocks(order, sizes), draws)]
    return searched(costs, beginnings, draws, waiting)


def weigh(question: Question, pairing: Pairing) -> Pairing:
    """A pairing, made by hand or by an engine, with its cost and the reasons added."""
    position = Position(question)
    return with_costs(TableCosts(position, position.stage.weights.table), pairing)


def pair_heats(question: Question) -> Pairing:
    """Pair tables of like strength: a snake from the order of seeds or of those who qualified,
    changed by swaps if some are to be kept apart or have met."""
    position, draws = Position(question), Draws(question.seed)
    order, waiting = seated(position, draws)
    sizes, _ = seated_sizes(len(order), position.stage)
    rows = snake(order, sizes)
    return searched(_pot_costs(position, rows), [rows], draws, waiting)


def weigh_heats(question: Question, pairing: Pairing) -> Pairing:
    seating = [list(table.entrants) for table in pairing.tables]
    return with_costs(heats_costs(Position(question), seating), pairing)


def heats_costs(position: Position, seating: Seating) -> TableCosts:
    """The costs for heats with these entrants at tables of these sizes: `pot` compares with the
    snake of these entrants."""
    sitting = {number for entrants in seating for number in entrants}
    order = [n for n in _strength(position, Draws(position.question.seed)) if n in sitting]
    return _pot_costs(position, snake(order, [len(entrants) for entrants in seating]))


def _pot_costs(position: Position, rows: Seating) -> TableCosts:
    pots = {number: row for entrants in rows for row, number in enumerate(entrants)}
    parts = [name for name in position.stage.weights.table if name != "spread"]
    at = parts.index("soft") + 1 if "soft" in parts else 0
    return TableCosts(position, [*parts[:at], "pot", *parts[at:]], pots=pots)


def _strength(position: Position, draws: Draws) -> list[int]:
    """The entrants present, the strongest first: by points, then by rank among those who qualified,
    then by seed, then by lot."""
    qualified = {number: at for at, number in enumerate(position.question.field.qualified)}

    def key(number: int) -> tuple[int, int, tuple[bool | int, ...]]:
        return (
            -position.scores[number],
            qualified.get(number, len(qualified)),
            position.seeding(number)[:-1],
        )

    return sorted(draws.shuffled(sorted(position.order)), key=key)


def seated(position: Position, draws: Draws) -> tuple[list[int], list[int]]:
    """The entrants who sit, the strongest first, and those who wait because no sizes fit: the
    weakest of those with the lowest `bye_rank`."""
    order = _strength(position, draws)
    _, count = seated_sizes(len(order), position.stage)
    last = sorted(range(len(order)), key=lambda at: (position.bye_rank(order[at]), -at))[:count]
    return [n for at, n in enumerate(order) if at not in last], [order[at] for at in sorted(last)]


def snake(order: Sequence[int], sizes: Sequence[int]) -> Seating:
    """Seat entrants in a snake: one at each table, from the first table to the last, then one at
    each from the last to the first, and so on."""
    seating: Seating = [[] for _ in sizes]
    rest = list(reversed(order))
    for row in range(max(sizes, default=0)):
        across = range(len(sizes)) if row % 2 == 0 else range(len(sizes) - 1, -1, -1)
        for table in across:
            if len(seating[table]) < sizes[table] and rest:
                seating[table].append(rest.pop())
    return seating


def blocks(order: Sequence[int], sizes: Sequence[int]) -> Seating:
    """Seat entrants in blocks: the first of the order at table 1, the next at table 2, and so
    on."""
    seating, begin = [], 0
    for size in sizes:
        seating.append(list(order[begin : begin + size]))
        begin += size
    return seating


def shuffled(seating: Seating, draws: Draws) -> Seating:
    """The same tables, with the seats of each in an order by lot."""
    return [list(draws.shuffled(entrants)) for entrants in seating]


def searched(
    costs: TableCosts, beginnings: Sequence[Seating], draws: Draws, waiting: Sequence[int]
) -> Pairing:
    """The best pairing that a search from these `beginnings` finds, with its cost and reasons;
    those who wait have a bye."""
    search = Search(costs, beginnings[0])
    search.best_of(beginnings, draws)
    tables = tuple(Table(at, tuple(entrants)) for at, entrants in enumerate(search.seating, 1))
    return with_costs(
        costs,
        Pairing(tables, (*costs.position.question.byes, *(Bye(number) for number in waiting))),
    )


def with_costs(costs: TableCosts, pairing: Pairing) -> Pairing:
    """The pairing with its cost, part by part, and its reasons: what each table costs, and the best
    alternative for it."""
    seating = [list(table.entrants) for table in pairing.tables]
    cost = tuple(
        Cost(name, value) for name, value in zip(costs.parts, costs.totals(seating), strict=True)
    )
    notes = [note for table in pairing.tables for note in _table_reasons(costs, table)]
    notes += [
        PairingReason(0, "second-bye", costs.position.byes[bye.entrant], (bye.entrant,))
        for bye in pairing.byes
        if bye.kind == "pairing"
    ]
    if sum(map(len, seating)) == len({number for entrants in seating for number in entrants}):
        notes += _alternatives(costs, seating)
    return Pairing(
        pairing.tables, pairing.byes, cost, tuple(sorted(notes, key=lambda note: note.table))
    )


def _table_reasons(costs: TableCosts, table: Table) -> list[PairingReason]:
    """The reasons that say what a table costs: for parts about pairs one for each pair, for
    `spread` one. Seats and places are left out, since the cost has their sums."""
    notes = []
    for name in costs.parts:
        if name == "spread":
            if value := costs.spread(table.entrants):
                notes.append(PairingReason(table.number, name, value, table.entrants))
        elif name not in {"seat", "place"}:
            two = [(a, b) for i, a in enumerate(table.entrants) for b in table.entrants[i + 1 :]]
            notes += [
                PairingReason(table.number, name, value, (a, b))
                for a, b in two
                if (value := costs.pair_value(name, a, b))
            ]
    return notes


def _alternatives(costs: TableCosts, seating: Seating) -> list[PairingReason]:
    """A reason for each table: the swap of two entrants with another table that would have cost the
    least, and the first part of the cost that it changes."""
    if len(seating) < 2:
        return []
    search = Search(costs, seating)
    best: dict[int, tuple[int, tuple[int, int, int, int]]] = {}
    for at in search.pairs_of_seats():
        if at[0] != at[2]:
            change = search.cost_change(*at)
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
            now = costs.table_value(name, t + 1, seating[t]) + costs.table_value(
                name, u + 1, seating[u]
            )
            then = costs.table_value(name, t + 1, here) + costs.table_value(name, u + 1, there)
            if now != then:
                part = name
                break
        notes.append(
            PairingReason(table + 1, part, now, swapped, then, (tuple(here), tuple(there)))
        )
    return notes
