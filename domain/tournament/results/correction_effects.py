"""The effects of a correction: the standings of each round since, as they were and with the
corrected result, and each later round's pairing as the engine made it and as it would make it now.

All other things are as they were at the time: rounds, penalties, rules, and the seeds of
pairings.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.refusals import Refusal
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.tournament import records as r
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.aggregate.tournament import ResultAt, RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.pairing.engines import engine
from domain.tournament.refusals import TournamentRefused
from domain.tournament.rounds.seating import question_of
from domain.tournament.standings.ranking import Standings, standings
from domain.tournament.values import CannotPair, Pairing, Table, TableResult


class Moved(Struct, frozen=True):
    """An entrant whose rank differs between two standings: the ranks in both."""

    entrant: int
    before: int
    after: int


def with_result(t: Tournament, body: r.ResultCorrected) -> Tournament:
    """The tournament with the corrected result in place of the table's result."""

    def table(seated: TableAt) -> TableAt:
        return (
            replace(seated, result=ResultAt(body.record, body))
            if seated.number == body.result.table
            else seated
        )

    def round(round: RoundAt) -> RoundAt:
        return (
            replace(round, tables=tuple(map(table, round.tables)))
            if round.round == body.round
            else round
        )

    return replace(t, rounds=tuple(map(round, t.rounds)))


def moved(before: Standings, after: Standings) -> tuple[Moved, ...]:
    """The entrants who are in both standings and have different ranks, in the order of `after`."""
    then = {row.entrant: row.rank for row in before.rows}
    now = {row.entrant: row.rank for row in after.rows}
    return tuple(
        Moved(entrant, then[entrant], rank)
        for entrant, rank in now.items()
        if then.get(entrant, rank) != rank
    )


TOLD = 20  # changes of ranks that are told one by one, those of the table first


def rank_sentences(t: Tournament, body: r.ResultCorrected) -> tuple[Text, ...]:
    if body.effect == "report":
        return (Text("Standings and pairings stay as they are."),)
    at_table = {entry.entrant for entry in body.result.entries}
    changes = sorted(
        moved(standings(t.field), standings(with_result(t, body).field)),
        key=lambda change: change.entrant not in at_table,
    )
    sentences = [
        Text(
            "{entrant} goes from rank {before} to rank {after}.",
            entrant=Text("Entrant {number}", number=change.entrant),
            before=change.before,
            after=change.after,
        )
        for change in changes[:TOLD]
    ]
    if more := len(changes) - len(sentences):
        sentences.append(Text("{n:more entrant changes|more entrants change} rank.", n=more))
    return tuple(sentences) or (Text("No rank changes."),)


MOST_PAIRED = 200
"""The most entrants of a round that is paired again; more would keep the reader of a page
waiting."""

MOST_ROUNDS = 12
"""The most rounds paired again for one correction, the first ones after it."""

MOST_CACHED = 32
"""How many answers are cached, the last used ones. They follow from records that never change."""


class Ranked(Struct, frozen=True):
    """The standings after a round, with the old result (`then`) and with the corrected one (`now`),
    and the entrants whose ranks differ. `record`: the seq of the record that closed the round (0:
    it was not closed, and these are the standings just before the correction)."""

    round: int
    record: int
    then: Standings
    now: Standings
    moved: tuple[Moved, ...]


class PairedOn(Struct, frozen=True):
    """A later round that was paired, by record `record`, with the result before its correction.
    `then`: the tables of its engine's pairing that the engine would not make with the corrected
    result; `now`: those it would make instead. `paired_again` is false, and both are empty, if that
    was not computed: the engine is not here or finds no pairing, or the round is too large or not
    among the first `MOST_ROUNDS`."""

    round: int
    record: int
    then: tuple[Table, ...] = ()
    now: tuple[Table, ...] = ()
    paired_again: bool = True


class CorrectionEffects(Struct, frozen=True):
    """The effects of the correction in record `record`: the result before it, and the standings and
    pairings that depended on that result."""

    record: int
    before: TableResult
    ranked: tuple[Ranked, ...]
    paired: tuple[PairedOn, ...]


def correction_effects(store: TournamentStore, id: str, seq: int) -> CorrectionEffects:
    """Compute what the correction in record `seq` of tournament `id` changed. Answers are cached,
    and computed one at a time, so that readers of pages do not occupy all processors. Raises
    `UnknownTournament`, and `TournamentRefused` for a record that corrects nothing."""
    with _LOCK:
        return _computed(store, id, seq)


_LOCK = Lock()


@lru_cache(maxsize=MOST_CACHED)
def _computed(store: TournamentStore, id: str, seq: int) -> CorrectionEffects:
    rows = store.records_of(id) if store.tournament(id).seq >= seq else []
    body = rows[seq - 1].body if 0 < seq <= len(rows) else None
    if not isinstance(body, r.ResultCorrected):
        raise TournamentRefused(Text("Record {seq} corrects no result.", seq=seq), "/record")
    last = seq - 1 - _written_before_it(rows, seq)
    before = _state(rows[:last])
    round = before.round(body.round)
    table = round.table(body.result.table) if round is not None else None
    if round is None or table is None or table.result is None:
        raise TournamentRefused(Text("Record {seq} corrects no result.", seq=seq), "/record")
    if body.effect == "report":
        return CorrectionEffects(seq, table.result.exported, (), ())
    since = [later for later in before.rounds if later.round > body.round]
    seqs = (
        {later.closed - 1 for later in (round, *since) if later.closed}
        | {later.paired - 1 for later in since}
        | {last}
    )
    states = dict(_states(rows, sorted(seqs)))
    ranked = [
        _ranked(states[later.closed - 1], later, body) for later in (round, *since) if later.closed
    ]
    if before.rounds[-1].closed == 0:
        ranked.append(_ranked(before, before.rounds[-1], body))
    paired = [
        _paired(states[later.paired - 1], rows[later.paired - 1], body, again=n < MOST_ROUNDS)
        for n, later in enumerate(since)
    ]
    return CorrectionEffects(seq, table.result.result, tuple(ranked), tuple(paired))


def _written_before_it(rows: list[StoredRecord], seq: int) -> int:
    """The number of records that were written together with the correction `seq` and come before
    it: 1 if the next round was withdrawn with it, else 0."""
    before, body = rows[seq - 2].body, rows[seq - 1].body
    return int(isinstance(before, r.RoundWithdrawn) and not before.key and before.at == body.at)


def _state(rows: Iterable[StoredRecord], start: Tournament | None = None) -> Tournament:
    state = fold_tournament(rows, start)
    assert state is not None
    return state


def _states(rows: list[StoredRecord], seqs: list[int]) -> Iterator[tuple[int, Tournament]]:
    t: Tournament | None = None
    for first, last in pairwise((0, *seqs)):
        t = _state(rows[first:last], t)
        yield last, t


def _ranked(t: Tournament, round: RoundAt, body: r.ResultCorrected) -> Ranked:
    then, now = (state.standings_after(round.round) for state in (t, with_result(t, body)))
    return Ranked(round.round, round.closed, then, now, moved(then, now))


def _paired(
    t: Tournament, stored: StoredRecord, body: r.ResultCorrected, *, again: bool
) -> PairedOn:
    paired = stored.body_as(r.RoundPaired)
    then = paired.pairing if paired.by == "engine" else paired.engine_pairing
    now = (
        _pair_again(with_result(t, body), paired)
        if again and len(paired.present) <= MOST_PAIRED
        else None
    )
    if then is None or now is None:
        return PairedOn(paired.round, stored.seq, paired_again=False)
    there, here = (
        {frozenset(table.entrants) for table in pairing.tables} for pairing in (then, now)
    )
    return PairedOn(
        paired.round,
        stored.seq,
        tuple(table for table in then.tables if frozenset(table.entrants) not in here),
        tuple(table for table in now.tables if frozenset(table.entrants) not in there),
    )


def _pair_again(t: Tournament, paired: r.RoundPaired) -> Pairing | None:
    """The pairing that the same engine makes from the same seed for the tournament `t`; None if
    this program lacks the engine, or it finds no pairing."""
    try:
        same_engine = engine(paired.engine.id, paired.engine.version)
        return (
            same_engine.pair(question_of(t, paired.round, paired.seed))
            if same_engine.source == paired.engine.source
            else None
        )
    except (CannotPair, Refusal, IndexError):
        return None
