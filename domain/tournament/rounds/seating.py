"""Conditions on pairings: whom an engine is to pair, who must sit, and the departures of a pairing
from the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import departure
from domain.tournament.aggregate.tournament import RoundAt, Tournament
from domain.tournament.pairing.fixed import still_in
from domain.tournament.pairing.numbering import numbered
from domain.tournament.pairing.position import Position
from domain.tournament.records import Departure
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.rounds.conditions import need_results
from domain.tournament.values import Bye, CannotPair, Pairing, Question, Table, TableResult


def question_of(t: Tournament, round: int, seed: str) -> Question:
    """The question by which an engine pairs a round. `seed`: the derived seed in hex. In a
    knock-out, entrants who have lost are left out. Raises `TournamentRefused` if one of its matches
    has no winner yet."""
    expected = t.expected(round)
    byes = tuple(
        t.requested_byes[round, number]
        for number in expected
        if (round, number) in t.requested_byes
    )
    away = {bye.entrant for bye in byes}
    present = tuple(number for number in expected if number not in away)
    question = Question(t.field, t.rules.stage_of(round), round, present, byes, seed)
    if t.rules.stages[question.stage].format != "knock-out":
        return question
    try:
        return replace(question, present=still_in(question))
    except CannotPair as e:
        raise TournamentRefused(e.text, "/round") from None


def left_out(t: Tournament, round: int) -> tuple[int, ...]:
    """The active entrants who could play a round and do not: they were noted as absent, or not as
    present before its check-in was closed. Includes entrants who were noted as present and had not
    qualified for its stage, but no losers of a knock-out."""
    stage, paired = t.rules.stage_of(round), t.round(round)
    going = (
        {going_on.entrant for going_on in t.advanced[-1].going} if stage and t.advanced else None
    )
    out = {
        entrant.number
        for entrant in t.entrants
        if entrant.status == "in" and entrant.since <= round
    }
    out -= (
        {*paired.present, *(bye.entrant for bye in paired.byes)}
        if paired is not None
        else playing(t, round)
    )
    ours = out if going is None else out & going
    if t.rules.stages[stage].format == "knock-out":
        try:
            ours = set(still_in(Question(t.field, stage, round, tuple(sorted(ours)), (), "")))
        except CannotPair:  # a result is missing: nobody knows yet who goes on
            ours = set()
    return tuple(sorted(ours | out & t.present.get(round, frozenset())))


def playing(t: Tournament, round: int) -> set[int]:
    """The entrants who are to play a round that is not paired yet, or have asked for a bye in it.
    In a knock-out without those who have lost, if that is known."""
    try:
        question = question_of(t, round, "")
    except TournamentRefused:
        return set(t.expected(round))
    return {*question.present, *(bye.entrant for bye in question.byes)}


def undecided(t: Tournament, round: RoundAt) -> tuple[int, ...]:
    """The numbers of the tables of a knock-out round that ended in a draw, if the next round needs
    their winners."""
    stages, following = t.rules.stages, round.round + 1
    if stages[round.stage].format != "knock-out" or following > t.rules.rounds:
        return ()
    if t.rules.stage_of(following) != round.stage:
        return ()
    results = (table.result.result for table in round.tables if table.result is not None)
    return tuple(result.table for result in results if _drawn(result))


def _drawn(result: TableResult) -> bool:
    """Whether several of the entrants who came share the best place of a result."""
    places = [entry.place for entry in result.entries if not entry.absent]
    return bool(places) and places.count(min(places)) > 1


def need_pairable(t: Tournament, round: int) -> tuple[Departure, ...]:
    """Raise `TournamentRefused` unless a round can be paired now. Returns the departures that come
    with pairing it: for tables adjourned in earlier rounds, and for a round that was paired
    before."""
    if t.round(round) is not None:
        raise TournamentRefused(
            Text("Round {round} is paired already: withdraw it to pair it again.", round=round),
            "/round",
        )
    need(
        round == t.next_round <= t.rules.rounds,
        Text(
            "The round to be paired is {next_round} of {last}, not {round}.",
            next_round=t.next_round,
            last=t.rules.rounds,
            round=round,
        ),
        "/round",
    )
    for earlier in t.rounds:
        need_results(earlier)
    stage = t.rules.stage_of(round)
    need(
        not stage or (t.advanced and t.advanced[-1].stage == stage),
        Text(
            "Round {round} belongs to the next stage: say first who goes on into it.",
            round=round,
        ),
        "/round",
    )
    departures = tuple(
        departure("adjourned", paired.round, number)
        for paired in t.rounds
        for number in paired.adjourned
    )
    return (
        (*departures, departure("attempt", round))
        if t.attempts.get(("pair", stage, round), 0) > 0
        else departures
    )


def need_seated(t: Tournament, question: Question, pairing: Pairing) -> None:
    """Raise `TournamentRefused` unless everybody present, and nobody else, has either one seat or
    an allocated bye. Except in round robins and knock-outs, nobody who had a bye or a win by
    forfeit may have another bye while somebody sits who had neither."""
    seated = [number for table in pairing.tables for number in table.entrants]
    byes = [bye.entrant for bye in pairing.byes if bye.kind == "pairing"]
    times = Counter([*seated, *byes])
    for number, often in times.items():
        need(
            often == 1,
            Text("Entrant {number} sits twice, or sits and has a bye.", number=number),
            "/tables",
        )
        need(
            number in question.present,
            Text(
                "Entrant {number} does not play round {round}.",
                number=number,
                round=question.round,
            ),
            "/tables",
        )
    for number in question.present:
        need(
            number in times,
            Text("Entrant {number} is present and has neither a table nor a bye.", number=number),
            "/tables",
        )
    if t.rules.stages[question.stage].format in {"round-robin", "knock-out"}:
        return
    had = Position(question).bye_rank
    fewest = min(map(had, seated), default=0)
    for number in byes:
        need(
            fewest > 0 or not had(number),
            Text(
                "Entrant {number} had a bye or a win by forfeit, and somebody present has had "
                "none.",
                number=number,
            ),
            "/byes",
        )


def by_hand(tables: Sequence[Sequence[int]], byes: Sequence[int], question: Question) -> Pairing:
    """A pairing that somebody made: `tables` with their entrants, in this order, and allocated
    `byes`. Its tables are numbered like an engine's. Raises `TournamentRefused` for an empty
    table."""
    for n, table in enumerate(tables):
        need(table, Text("A table has no entrants."), f"/tables/{n}")
    made = tuple(Table(n, tuple(table)) for n, table in enumerate(tables, start=1))
    pairing = Pairing(made, (*question.byes, *(Bye(number) for number in byes)))
    return numbered(pairing, question.field)


def departures_of(
    t: Tournament, question: Question, made: Pairing, engine_pairing: Pairing | None
) -> Iterator[Departure]:
    """The departures of the pairing `made` from the rules. `engine_pairing`: what the engine paired
    (None: nothing); a rematch that it avoids is a departure to be confirmed. From edition 5 on,
    rematches and second byes that the engine could not avoid are departures, too."""
    round, stage = question.round, t.rules.stages[question.stage]
    met = _met(t, round)
    again = (
        sum(_rematches(table, met) for table in engine_pairing.tables)
        if engine_pairing is not None
        else 0
    )
    mine = sum(_rematches(table, met) for table in made.tables)
    own = {entrant.number: entrant.table for entrant in t.entrants}
    for table in made.tables:
        if not stage.least <= len(table.entrants) <= stage.most:
            yield departure("table-size", round, table.number, table.entrants)
        if mine > again and _rematches(table, met):
            yield departure("rematch", round, table.number, table.entrants)
        for a, b in combinations(table.entrants, 2):
            if kept_apart(t, a, b, round):
                yield departure("separation-broken", round, table.number, (a, b))
        for number in table.entrants:
            if own.get(number, 0) not in (0, table.number):
                yield departure("other-table", round, table.number, (number,))
    if t.opened.edition < 5 or stage.format in {"round-robin", "knock-out"}:
        return
    for table in made.tables:
        if 0 < mine <= again and _rematches(table, met):
            yield departure("met-again", round, table.number, table.entrants)
    had = Position(question).bye_rank
    for bye in made.byes:
        if bye.kind == "pairing" and had(bye.entrant):
            yield departure("second-bye", round, entrants=(bye.entrant,))


def present_departures(t: Tournament, round: RoundAt) -> Iterator[Departure]:
    """The departures of a paired round as it is now, including `by-hand` if it differs from the
    engine's answer. Nothing before edition 5."""
    if t.opened.edition < 5:
        return
    byes = tuple(bye for bye in round.byes if bye.kind != "pairing")
    question = Question(t.field, round.stage, round.round, round.present, byes, "")
    if round.by_hand:
        yield departure("by-hand", round.round)
    yield from departures_of(t, question, round.pairing, round.engine_pairing)


def kept_apart(t: Tournament, a: int, b: int, round: int) -> bool:
    """Whether two must not sit together in a round. Soft separations do not count."""
    clubs = {entrant.number: entrant.club for entrant in t.entrants}
    return any(
        separation.hard
        and separation.since <= round
        and (
            {separation.a, separation.b} == {a, b}
            or (separation.club and separation.club == clubs[a] == clubs[b])
        )
        for separation in t.separations
    )


def _met(t: Tournament, before: int) -> set[tuple[int, int]]:
    """The pairs of entrants who were seated together in a round before `before`."""
    tables = (table for paired in t.rounds if paired.round < before for table in paired.tables)
    return {two for table in tables for two in combinations(sorted(table.entrants), 2)}


def _rematches(table: Table, met: set[tuple[int, int]]) -> int:
    return sum(two in met for two in combinations(sorted(table.entrants), 2))
