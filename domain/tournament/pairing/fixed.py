"""Engines `berger`, `knock-out` and `solo`: their pairings follow from the entrants, the first
round and the results, and no costs are compared.

An entrant without an opponent has a bye, however many they have had. The cost of a pairing is the
number of its tables that are not as planned.
"""

from collections.abc import Callable, Iterator, Sequence

from domain.kernel.text import Text
from domain.tournament.berger import berger
from domain.tournament.pairing.position import Position, taking_part
from domain.tournament.seeds import Draws
from domain.tournament.values import (
    Bye,
    CannotPair,
    Cost,
    Pairing,
    PairingReason,
    Question,
    RoundHistory,
    Table,
)

Pair = Callable[[Question], Pairing]


def weighed(pair: Pair) -> Callable[[Question, Pairing], Pairing]:
    """The `weigh` of an engine with this `pair`: it adds to a pairing which of its tables are not
    as the engine pairs them. If the engine cannot pair the round, none of them is as planned."""

    def weigh(question: Question, pairing: Pairing) -> Pairing:
        try:
            planned = pair(question).tables
        except CannotPair:
            planned = ()
        return _with_costs(
            pairing, {frozenset(table.entrants): table.entrants for table in planned}
        )

    return weigh


def _with_costs(pairing: Pairing, planned: dict[frozenset[int], tuple[int, ...]]) -> Pairing:
    notes = []
    for table in pairing.tables:
        entrants = set(table.entrants)
        instead = tuple(seats for two, seats in planned.items() if two & entrants)
        other = frozenset(entrants) not in planned
        notes.append(
            PairingReason(
                table.number, "plan", int(other), table.entrants, 0, instead if other else ()
            )
        )
    return Pairing(
        pairing.tables,
        pairing.byes,
        (Cost("plan", sum(note.value for note in notes)),),
        tuple(notes),
    )


def as_planned(tables: Sequence[tuple[int, int]], byes: tuple[Bye, ...]) -> Pairing:
    """The pairing of these tables and byes, made by the engine itself, so that its cost is 0."""
    numbered = tuple(Table(at, two) for at, two in enumerate(tables, 1))
    return _with_costs(
        Pairing(numbered, byes), {frozenset(table.entrants): table.entrants for table in numbered}
    )


# -- everybody against everybody -------------------------------------------------------------------


def round_robin(question: Question) -> Pairing:
    """Pair a round by Berger's tables for all who took part in the stage's first round, in the
    order of their numbers. In every second cycle first and second player change. An entrant without
    an opponent has a bye. Raises `CannotPair` if all have met, or if tables are to be larger than
    two."""
    position = Position(question)
    if not position.stage.duel:
        raise CannotPair(
            Text("A round robin has tables of two: larger tables are planned."),
        )
    excused = {bye.entrant for bye in question.byes}
    everybody = sorted(
        taking_part(position.stage_first_round)
        if position.stage_first_round
        else {*question.present, *excused}
    )
    rounds = berger(len(everybody) + len(everybody) % 2) if len(everybody) > 1 else ()
    at = question.round - position.stage_begin
    if at >= len(rounds) * max(position.stage.meetings, 1):
        raise CannotPair(
            Text(
                "Everybody has met everybody: there is no round {round} of a round robin of "
                "{count}.",
                round=question.round,
                count=len(everybody),
            ),
        )
    holders = dict(enumerate(everybody))
    twos, waiting = [], sorted(set(question.present) - set(everybody))
    for first, second in rounds[at % len(rounds)]:
        two = (holders.get(first, 0), holders.get(second, 0))
        here = [number for number in two if number in question.present]
        if len(here) == 2:
            twos.append(two if at // len(rounds) % 2 == 0 else (two[1], two[0]))
        waiting += here if len(here) == 1 else []
    return as_planned(twos, (*question.byes, *(Bye(number) for number in waiting)))


# -- knock-out -------------------------------------------------------------------------------------

Match = tuple[int, int]
"""Two entrants of the bracket who are to meet; 0 for nobody."""


def bracket(size: int) -> tuple[int, ...]:
    """The seeds 0 … `size`-1 in the order of a bracket, in which neighbours meet. `size` is a power
    of two. Seeds 0 and 1 can only meet in the final."""
    seeds = [0]
    while len(seeds) < size:
        seeds = [seed for better in seeds for seed in (better, 2 * len(seeds) - 1 - better)]
    return tuple(seeds)


def knock_out(question: Question) -> Pairing:
    """Pair the winners of the round before as the bracket sets them. The first round is paired by
    seeds, with byes for the best if the bracket has gaps. In the round of the final the losers of
    the semi-finals play for the third place if the rules want it. Raises `CannotPair` if a match
    has no winner yet, or the knock-out is decided."""
    matches = _matches(Position(question))
    present = set(question.present)
    draws = Draws(question.seed)
    lots = {number: at for at, number in enumerate(draws.shuffled(sorted(present)))}
    here = [[number for number in two if number in present] for two in matches]
    position = Position(question)
    twos = [position.first_player(two[0], two[1], lots) for two in here if len(two) == 2]
    return as_planned(twos, (*question.byes, *(Bye(two[0]) for two in here if len(two) == 1)))


def still_in(question: Question) -> tuple[int, ...]:
    """The entrants present who play in this round of a knock-out: those who have not lost, and
    those who play for the third place. Raises `CannotPair` like `knock_out`."""
    there = {number for two in _matches(Position(question)) for number in two}
    return tuple(number for number in question.present if number in there)


def _matches(position: Position) -> list[Match]:
    """The matches of the round: those of the bracket and, in the round of the final, the match for
    the third place if there is one. Raises `CannotPair` like `knock_out`."""
    matches = list(_first_round(position))
    final = len(matches) == 1
    for history in (
        earlier for earlier in position.earlier if earlier.stage == position.question.stage
    ):
        ahead = [_winner(history, two) for two in matches]
        behind = [_loser(history, two) for two in matches]
        if final:
            raise CannotPair(Text("The knock-out is decided."))
        matches = [(ahead[at], ahead[at + 1]) for at in range(0, len(ahead), 2)]
        final = len(matches) == 1
        if final and position.stage.third_place:
            matches.append((behind[0], behind[1]))
    return matches


def _first_round(position: Position) -> Iterator[Match]:
    """The matches of the first round of the bracket: by seeds or, if that round is paired, as its
    tables and byes are."""
    question, opening = position.question, position.stage_first_round
    everybody = taking_part(opening) if opening else question.present
    best = {number: at for at, number in enumerate(question.field.qualified)}
    seeds = sorted(everybody, key=lambda n: (best.get(n, len(best)), position.seeding(n)))
    if opening:
        waiting = [bye.entrant for bye in opening.byes if bye.kind == "pairing"]
        seeds = [
            number
            for number in seeds
            if number in waiting or any(number in table.entrants for table in opening.tables)
        ]
    count = len(seeds)
    size = 1 << max(count - 1, 1).bit_length() if count > 2 else 2
    slots = bracket(size)
    tables = iter(opening.tables if opening else ())
    byes = iter(waiting if opening else ())
    for a, b in zip(slots[::2], slots[1::2], strict=True):
        if opening is None:
            yield (seeds[a] if a < count else 0, seeds[b] if b < count else 0)
        elif max(a, b) < count:
            table = next(tables, None)
            yield (table.entrants[0], table.entrants[1]) if table else (0, 0)
        else:
            yield (next(byes, 0), 0)


def _winner(history: RoundHistory, two: Match) -> int:
    """The entrant who went on from a match of a round: the winner, or the entrant with a bye; 0 if
    neither came. Raises `CannotPair` if the match has no winner yet."""
    table = next((table for table in history.tables if set(two) == set(table.entrants)), None)
    if table is None:
        return next(
            (bye.entrant for bye in history.byes if bye.entrant in two and bye.kind == "pairing"), 0
        )
    result = history.result(table.number)
    here = [entry for entry in result.entries if not entry.absent] if result else []
    if result and (result.kind == "double-forfeit" or (result.kind == "forfeit" and not here)):
        return 0
    best = [entry.entrant for entry in here if entry.place == min(other.place for other in here)]
    if result is None or result.kind == "adjourned" or len(best) != 1:
        raise CannotPair(
            Text(
                "Table {number} of round {round} has no winner: a knock-out goes on with one.",
                number=table.number,
                round=history.round,
            ),
        )
    return best[0]


def _loser(history: RoundHistory, two: Match) -> int:
    winner = _winner(history, two)
    return next((number for number in two if number != winner), 0) if winner and all(two) else 0


# -- alone -----------------------------------------------------------------------------------------


def solo(question: Question) -> Pairing:
    """Seat each entrant, a person or a team, alone at a table."""
    tables = tuple(Table(at, (number,)) for at, number in enumerate(sorted(question.present), 1))
    return _with_costs(
        Pairing(tables, question.byes),
        {frozenset(table.entrants): table.entrants for table in tables},
    )
