"""The kinds of records of a tournament: how each changes it, what it is about, how a replay asks
for it again and who reads it.

An `asks` takes the use cases (`domain/tournament/directing/asked_again.py`), the order, the record,
and the one before it that is of the same write. They are found when it is called: a row imports no
use case.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.commands import Order
from domain.kernel.kinds import Kind, Kinds, Readers, Reference, Subjects, Unasked
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text
from domain.tournament import records as r
from domain.tournament.aggregate import subjects as s
from domain.tournament.aggregate.tournament import (
    BeaconAt,
    ClockAt,
    GivenUp,
    Named,
    NotedAt,
    PartAt,
    ProtestAt,
    ResultAt,
    RoundAt,
    TableAt,
    Tournament,
)
from domain.tournament.aggregate.wishes import Apart, Entry, OpeningOf
from domain.tournament.values import EDITION, Bye, Entrant, Penalty, Rules

WORDS = "…"
"""What stands for a name, a reason or other words that a record commits to."""


def fold_tournament(
    records: Iterable[StoredRecord], start: Tournament | None = None
) -> Tournament | None:
    """A tournament from its records, or from those after `start`; none if there are none. Raises
    `DamagedRecord`."""
    rows = list(records)
    tournament = TOURNAMENT_KINDS.fold(rows, start)
    noted = tuple(
        NotedAt(row.seq, body)
        for row in rows
        if isinstance(body := row.body, r.TournamentRecord)
        and (body.departures or isinstance(body, r.ResultCorrected))
    )
    if tournament is None or not noted:
        return tournament
    return replace(tournament, noted=(*tournament.noted, *noted))


def _begun(row: StoredRecord) -> Tournament:
    body = row.body_as(r.TournamentOpened)
    return Tournament(row.game, row.seq, body.at, body, read_rules(body.rules, body.edition), {})


def read_rules(raw: msgspec.Raw, edition: int = EDITION) -> Rules:
    """Stored rules. By editions 1 to 3 of the tournament rules the results of who leaves count,
    whatever they say."""
    try:
        rules = msgspec.json.decode(raw, type=Rules)
    except msgspec.DecodeError as e:
        raise DamagedRecord(f"its rules cannot be read: {e}") from None
    if edition > 3:
        return rules
    return Rules(tuple(replace(stage, withdrawals="count") for stage in rules.stages))


# -- entrants --------------------------------------------------------------------------------------


def _added(t: Tournament, seq: int, body: r.EntrantAdded) -> Tournament:
    if body.number != len(t.entrants) + 1:
        raise KeyError(f"entrant {body.number}")
    entrant = Entrant(
        number=body.number,
        club=body.club,
        seed_rank=body.seed_rank,
        since=body.since,
        rating=body.rating,
        group=body.group,
        team=body.team,
    )
    named = {**t.named, body.number: Named(body.player, body.name, body.at, body.text)}
    return replace(t, entrants=(*t.entrants, entrant), named=named)


def _amended(t: Tournament, seq: int, body: r.EntrantAmended) -> Tournament:
    known = t.named[body.number]
    name = Named(known.player, body.name, body.at) if body.name else known
    changed = {
        name: getattr(body, name) for name in ("club", "seed_rank", "rating", "group", "team")
    }
    after = _entrant(t, body.number, **changed)
    return replace(
        after, named={**t.named, body.number: replace(name, text=body.text or known.text)}
    )


def _entrant(t: Tournament, number: int, **changed: Any) -> Tournament:
    if t.entrant(number) is None:
        raise KeyError(f"entrant {number}")
    at = number - 1
    return replace(
        t, entrants=(*t.entrants[:at], replace(t.entrants[at], **changed), *t.entrants[at + 1 :])
    )


def _noted(t: Tournament, seq: int, body: r.PresenceNoted) -> Tournament:
    here, gone = t.present.get(body.round, frozenset()), t.absent.get(body.round, frozenset())
    named = frozenset(body.entrants)
    here, gone = (here | named, gone - named) if body.present else (here - named, gone | named)
    often = {
        **t.times_noted,
        **{
            (body.round, number): t.times_noted.get((body.round, number), 0) + 1
            for number in body.entrants
        },
    }
    there = t.checked_in.get(body.round)
    if (
        there is not None and t.opened.edition > 1
    ):  # edition 1 of the tournament rules left out who came after the check-in
        late = set(there) | named if body.present else set(there) - named
        t = replace(t, checked_in={**t.checked_in, body.round: tuple(sorted(late))})
    return replace(
        t,
        present={**t.present, body.round: here},
        absent={**t.absent, body.round: gone},
        times_noted=often,
    )


def _bye_asked(t: Tournament, seq: int, body: r.ByeAsked) -> Tournament:
    byes = {
        place: bye for place, bye in t.requested_byes.items() if place != (body.round, body.entrant)
    }
    if body.kind != "none":
        byes[body.round, body.entrant] = Bye(body.entrant, body.kind)
    return replace(t, requested_byes=byes)


def _separated(t: Tournament, seq: int, body: r.SeparationSet) -> Tournament:
    others = tuple(
        separation
        for separation in t.separations
        if (separation.a, separation.b, separation.club) != (body.a, body.b, body.club)
    )
    return replace(t, separations=others if body.lifted else (*others, body))


def _bound(t: Tournament, seq: int, body: r.PartBound) -> Tournament:
    return replace(t, parts={**t.parts, body.entrant: PartAt(body.commitment, body.by)})


def _shown(t: Tournament, seq: int, body: r.PartShown) -> Tournament:
    return replace(
        t, parts={**t.parts, body.entrant: replace(t.parts[body.entrant], value=body.value)}
    )


def _beacon_named(t: Tournament, seq: int, body: r.BeaconNamed) -> Tournament:
    return replace(t, beacons=(*t.beacons, BeaconAt(seq, body.chain, body.beacon)))


def _beacon_shown(t: Tournament, seq: int, body: r.BeaconShown) -> Tournament:
    bytes.fromhex(body.signature)
    return replace(t, beacons=(*t.beacons[:-1], replace(t.beacons[-1], signature=body.signature)))


def _drawn(t: Tournament) -> Tournament:
    """After a draw: what it was drawn with is settled, and no round of a beacon is waited for."""
    over = tuple(replace(named, over=True) for named in t.beacons)
    return replace(t, beacons=over, settled=bool(t.drawn_with))


# -- rounds ----------------------------------------------------------------------------------------


def _paired(t: Tournament, seq: int, body: r.RoundPaired) -> Tournament:
    if not 0 < body.round <= t.rules.rounds:
        raise KeyError(f"round {body.round}")
    tables = tuple(TableAt(table) for table in body.pairing.tables)
    parts, withheld = t.shown_parts, t.hidden_parts
    at = RoundAt(
        body.stage,
        body.round,
        seq,
        tables,
        body.pairing.byes,
        body.present,
        parts=parts,
        withheld=withheld,
        beacons=t.beacons,
    )
    attempts = {**t.attempts, ("pair", body.stage, body.round): body.attempt}
    return replace(_drawn(t), rounds=(*t.rounds, at), attempts=attempts, showing=False)


def _round(t: Tournament, number: int, change: Callable[[RoundAt], RoundAt]) -> Tournament:
    if t.round(number) is None:
        raise KeyError(f"round {number}")
    return replace(t, rounds=tuple(change(at) if at.round == number else at for at in t.rounds))


def _table(
    t: Tournament, round: int, number: int, change: Callable[[TableAt], TableAt]
) -> Tournament:
    def changed(at: RoundAt) -> RoundAt:
        if at.table(number) is None:
            raise KeyError(f"table {number}")
        return replace(
            at,
            tables=tuple(change(table) if table.number == number else table for table in at.tables),
        )

    return _round(t, round, changed)


def _withdrawn(t: Tournament, seq: int, body: r.RoundWithdrawn) -> Tournament:
    gone = tuple(
        GivenUp(at.round, at.paired, seq)
        for at in t.rounds
        if at.round == body.round and at.published
    )
    return replace(
        t,
        rounds=tuple(at for at in t.rounds if at.round != body.round),
        given_up=(*t.given_up, *gone),
    )


def _changed(t: Tournament, seq: int, body: r.TableChanged) -> Tournament:
    def change(at: RoundAt) -> RoundAt:
        tables = {table.number: table for table in at.tables} | {
            table.number: TableAt(table) for table in body.tables
        }
        return replace(
            at, tables=tuple(tables[number] for number in sorted(tables)), byes=body.byes
        )

    return _round(t, body.round, change)


# -- results ---------------------------------------------------------------------------------------


def _slip(t: Tournament, seq: int, body: r.SlipFiled) -> Tournament:
    def change(table: TableAt) -> TableAt:
        filed = {**table.slips_filed, body.entrant: table.slips_filed.get(body.entrant, 0) + 1}
        return replace(table, slips={**table.slips, body.entrant: (seq, body)}, slips_filed=filed)

    return _table(t, body.round, body.result.table, change)


def _taken(t: Tournament, seq: int, body: r.ResultTaken) -> Tournament:
    return _table(
        t, body.round, body.result.table, lambda table: replace(table, result=ResultAt(seq, body))
    )


def _corrected(t: Tournament, seq: int, body: r.ResultCorrected) -> Tournament:
    def change(table: TableAt) -> TableAt:
        if table.result is None:
            raise KeyError(f"no result at table {table.number}")
        if body.effect == "report":
            return replace(table, result=replace(table.result, shown=body.result))
        return replace(table, result=ResultAt(seq, body))

    return _heard(_table(t, body.round, body.result.table, change), seq, body)


def _heard(t: Tournament, seq: int, body: r.RoundClosed | r.ResultCorrected) -> Tournament:
    """A round after a record that may have the digest of its standings: from then on protests are
    heard."""
    return _round(
        t,
        body.round,
        lambda at: (
            replace(at, proven=seq, closed_at=body.at, protest_minutes=body.minutes)
            if body.standings
            else at
        ),
    )


def _reopened(t: Tournament, seq: int, body: r.TableReopened) -> Tournament:
    if t.opened.edition > 3:
        t = _round(t, body.round, lambda at: replace(at, closed=0, proven=0, closed_at=None))
    return _table(
        t,
        body.round,
        body.table,
        lambda table: replace(table, result=None, slips={}, slips_filed={}),
    )


def _decided(t: Tournament, seq: int, body: r.ProtestDecided) -> Tournament:
    if not any(protest.seq == body.protest for protest in t.protests):
        raise KeyError(f"protest {body.protest}")
    return replace(
        t,
        protests=tuple(
            replace(protest, decided=seq, decision=body) if protest.seq == body.protest else protest
            for protest in t.protests
        ),
    )


def _closed_round(t: Tournament, seq: int, body: r.RoundClosed) -> Tournament:
    return _round(_heard(t, seq, body), body.round, lambda at: replace(at, closed=seq))


def _lots(t: Tournament, seq: int, body: r.LotsDrawn) -> Tournament:
    attempts = {**t.attempts, ("lots", body.stage, body.round): body.attempt}
    return replace(_drawn(t), lots=body.lots, attempts=attempts)


# -- what records are about, and how each is asked for again ----------------------------------------


def _about_round(body: Any) -> Subjects:
    return frozenset({s.ROUNDS, s.of_round(body.round)})


def _about_seats(body: Any) -> Subjects:
    return frozenset({s.ROUNDS, s.of_round(body.round), s.of_seats(body.round)})


def _about_result(body: Any) -> Subjects:
    table = body.table if isinstance(body, r.TableReopened) else body.result.table
    return frozenset({s.RESULTS, s.of_result(body.round, table)})


def _about_entrant(body: Any) -> Subjects:
    return frozenset({s.ENTRANTS, s.of_entrant(body.number)})


def _ask_opened(on: Any, order: Order, body: r.TournamentOpened) -> object:
    wish = OpeningOf(
        title=words_of(body.text),
        rules=read_rules(body.rules),
        ruleset=body.ruleset,
        catalog=body.catalog,
        options=body.options,
        chance=body.chance,
        undo=body.undo,
        seals=body.seals,
        tags=body.tags,
        public=body.public,
        edition=body.edition,
        derivation=body.derivation,
    )
    return on.whole.open(wish, body.actor, body.key, body.request, body.client_at)


def _entry(body: r.EntrantAdded | r.EntrantAmended) -> Entry:
    return Entry(
        name=words_of(body.name),
        club=body.club,
        seed_rank=body.seed_rank,
        rating=body.rating,
        group=body.group,
        contact=words_of(body.text),
        player=body.player if isinstance(body, r.EntrantAdded) else "",
        team=body.team,
    )


def _ask_paired(
    on: Any, order: Order, body: r.RoundPaired, said: r.StageAdvanced | None = None
) -> object:
    if body.by == "engine":
        return on.rounds.pair(order, body.round)
    tables = [table.entrants for table in body.pairing.tables]
    return on.rounds.pair(order, body.round, tables, _allocated(body.pairing.byes))


def _allocated(byes: Any) -> list[int]:
    return [bye.entrant for bye in byes if bye.kind == "pairing"]


def _ask_changed(on: Any, order: Order, body: r.TableChanged) -> object:
    tables = {table.number: table.entrants for table in body.tables}
    return on.rounds.change(order, body.round, tables, _allocated(body.byes))


def _ask_taken(
    on: Any, order: Order, body: r.ResultTaken, slip: r.SlipFiled | None = None
) -> object:
    if slip is not None:
        return on.results.file_slip(order, slip.round, slip.entrant, slip.result)
    if body.source == "slips":
        raise Unasked(Text("no slip is filed with it that the others agree with"))
    return on.results.take(
        order, body.round, body.result.table, None if body.source == "game" else body.result
    )


def _ask_corrected(
    on: Any, order: Order, body: r.ResultCorrected, gone: r.RoundWithdrawn | None = None
) -> object:
    result = None if body.source == "game" else body.result
    agreed = gone is not None and gone.agreed
    return on.results.correct(
        order, body.round, body.result.table, body.effect, result, agreed=agreed
    )


def words_of(commitment: str) -> str:
    return WORDS if commitment else ""


def _kind(record: type[r.TournamentRecord], **row: Any) -> Kind:
    return Kind(record=record, **{"reads": EVERYBODY, **row})


EVERYBODY = Readers("whoever may watch the tournament")
PUBLISHED = Readers("whoever may watch the tournament, once the round is published")
DIRECTOR = Readers("the director")
ENTRIES = Readers(DIRECTOR.words)
"""The director; everybody is told what such a record departs from."""

RESULTS = Reference((r.ResultTaken, r.ResultCorrected))

TOURNAMENT_KINDS = Kinds(
    "a tournament",
    _begun,
    _kind(r.TournamentOpened, asks=_ask_opened),
    _kind(
        r.EntrantAdded,
        fold=_added,
        about=_about_entrant,
        asks=lambda on, order, body: on.entering.add(order, (_entry(body),)),
        reads=ENTRIES,
    ),
    _kind(
        r.EntrantAmended,
        fold=_amended,
        about=_about_entrant,
        asks=lambda on, order, body: on.entering.amend(order, body.number, _entry(body)),
        reads=ENTRIES,
    ),
    _kind(
        r.EntrantWithdrawn,
        fold=lambda t, _, body: _entrant(t, body.number, status="withdrawn"),
        about=_about_entrant,
        asks=lambda on, order, body: on.entering.withdraw(
            order, body.number, words_of(body.reason)
        ),
    ),
    _kind(
        r.EntrantReinstated,
        fold=lambda t, _, body: _entrant(t, body.number, status="in"),
        about=_about_entrant,
        asks=lambda on, order, body: on.entering.reinstate(
            order, body.number, words_of(body.reason)
        ),
    ),
    _kind(
        r.EntrantExpelled,
        fold=lambda t, _, body: _entrant(t, body.number, status="expelled"),
        about=_about_entrant,
        asks=lambda on, order, body: on.entering.expel(order, body.number),
    ),
    _kind(
        r.PresenceNoted,
        fold=_noted,
        about=lambda body: frozenset(
            {s.PRESENCE, *(s.of_presence(body.round, number) for number in body.entrants)}
        ),
        asks=lambda on, order, body: on.entering.note(
            order, body.round, body.entrants, present=body.present
        ),
    ),
    _kind(
        r.CheckInClosed,
        fold=lambda t, _, body: replace(
            t, checked_in={**t.checked_in, body.round: body.present}, showing=True
        ),
        about=lambda body: frozenset({s.PRESENCE, s.of_check_in(body.round)}),
        asks=lambda on, order, body: on.entering.close_check_in(order, body.round, body.present),
    ),
    _kind(
        r.PartBound,
        fold=_bound,
        about=lambda body: frozenset({s.of_part(body.entrant)}),
        asks=lambda on, order, body: on.parts.bind(order, body.entrant, body.commitment, body.by),
    ),
    _kind(
        r.PartShown,
        fold=_shown,
        about=lambda body: frozenset({s.of_part(body.entrant)}),
        asks=lambda on, order, body: on.parts.show(order, body.entrant, body.value, body.by),
    ),
    _kind(
        r.BeaconNamed,
        fold=_beacon_named,
        about=lambda body: frozenset({s.BEACON}),
        asks=lambda on, order, body: on.parts.name_beacon(order, body.beacon, body.chain),
    ),
    _kind(
        r.BeaconShown,
        fold=_beacon_shown,
        about=lambda body: frozenset({s.BEACON}),
        asks=lambda on, order, body: on.parts.show_beacon(order, body.signature),
    ),
    _kind(
        r.ByeAsked,
        fold=_bye_asked,
        about=lambda body: frozenset({s.PRESENCE, s.of_presence(body.round, body.entrant)}),
        asks=lambda on, order, body: on.entering.ask_bye(
            order, body.entrant, body.round, body.kind, words_of(body.reason)
        ),
    ),
    _kind(
        r.SeparationSet,
        fold=_separated,
        about=lambda body: frozenset({s.SEPARATIONS}),
        asks=lambda on, order, body: on.entering.separate(
            order,
            Apart(body.a, body.b, body.club, body.hard, body.since, body.lifted),
            words_of(body.reason),
        ),
    ),
    _kind(
        r.RoundPaired,
        part="pairings",
        fold=_paired,
        about=_about_seats,
        asks=_ask_paired,
        reads=PUBLISHED,
    ),
    _kind(
        r.RoundPublished,
        fold=lambda t, seq, body: _round(t, body.round, lambda at: replace(at, published=seq)),
        about=_about_round,
        asks=lambda on, order, body: on.rounds.publish(order, body.round),
    ),
    _kind(
        r.RoundWithdrawn,
        before=r.ResultCorrected,
        fold=_withdrawn,
        about=_about_seats,
        asks=lambda on, order, body: on.rounds.withdraw(order, body.round, agreed=body.agreed),
        reads=PUBLISHED,
    ),
    _kind(r.TableChanged, fold=_changed, about=_about_seats, asks=_ask_changed, reads=PUBLISHED),
    _kind(
        r.GameLinked,
        fold=lambda t, _, body: _table(
            t, body.round, body.table, lambda table: replace(table, linked=body)
        ),
        about=lambda body: frozenset({s.of_games(body.round)}),
        asks=lambda on, order, body: on.rounds.open_games(order, body.round, (body.table,)),
        reads=PUBLISHED,
    ),
    _kind(
        r.SlipFiled,
        before=r.ResultTaken,
        fold=_slip,
        about=lambda body: frozenset(
            {s.of_slips(body.round, body.result.table), s.of_slip(body.round, body.entrant)}
        ),
        asks=lambda on, order, body: on.results.file_slip(
            order, body.round, body.entrant, body.result
        ),
        reads=DIRECTOR,
    ),
    _kind(
        r.ResultTaken,
        part="results",
        fold=_taken,
        about=_about_result,
        asks=_ask_taken,
        reads=PUBLISHED,
    ),
    _kind(
        r.ResultCorrected,
        part="results",
        references={"record": RESULTS},
        fold=_corrected,
        about=_about_result,
        asks=_ask_corrected,
        reads=PUBLISHED,
    ),
    _kind(
        r.TableReopened,
        references={"record": RESULTS},
        fold=_reopened,
        about=_about_result,
        asks=lambda on, order, body: on.results.reopen(order, body.round, body.table),
        reads=PUBLISHED,
    ),
    _kind(
        r.PenaltyGiven,
        fold=lambda t, seq, body: replace(
            t, penalties={**t.penalties, seq: Penalty(body.entrant, body.points, body.round)}
        ),
        about=lambda body: frozenset({s.PENALTIES, s.of_entrant(body.entrant)}),
        asks=lambda on, order, body: on.results.penalise(
            order, body.entrant, body.points, words_of(body.reason)
        ),
    ),
    _kind(
        r.PenaltyLifted,
        references={"penalty": Reference((r.PenaltyGiven,))},
        fold=lambda t, _, body: replace(t, lifted=t.lifted | {body.penalty}),
        about=lambda body: frozenset({s.PENALTIES}),
        asks=lambda on, order, body: on.results.lift(order, body.penalty, words_of(body.reason)),
    ),
    _kind(
        r.RulesAmended,
        fold=lambda t, seq, body: replace(
            t, rules=read_rules(body.rules, t.opened.edition), amended=seq
        ),
        asks=lambda on, order, body: on.whole.amend(order, read_rules(body.rules)),
    ),
    _kind(
        r.ClockSet,
        fold=lambda t, _, body: replace(
            t, clock=ClockAt(body.round, body.seconds, body.running, body.at)
        ),
        about=lambda body: frozenset({s.CLOCK}),
        asks=lambda on, order, body: on.rounds.set_clock(
            order, body.round, body.seconds, running=body.running
        ),
    ),
    _kind(
        r.LotsDrawn,
        part="lots",
        fold=_lots,
        about=lambda body: frozenset({s.LOTS}),
        asks=lambda on, order, body: on.rounds.draw_lots(order),
    ),
    _kind(
        r.ProtestFiled,
        fold=lambda t, seq, body: replace(t, protests=(*t.protests, ProtestAt(seq, body.at, body))),
        about=lambda body: frozenset({s.of_protest(0)}),
        asks=lambda on, order, body: on.results.protest(
            order, body.entrant, body.round, body.table, words_of(body.text)
        ),
        reads=DIRECTOR,
    ),
    _kind(
        r.ProtestDecided,
        references={"protest": Reference((r.ProtestFiled,))},
        fold=_decided,
        about=lambda body: frozenset({s.of_protest(body.protest)}),
        asks=lambda on, order, body: on.results.decide(
            order, body.protest, words_of(body.text), upheld=body.upheld
        ),
        reads=DIRECTOR,
    ),
    _kind(
        r.RoundClosed,
        part="standings",
        fold=_closed_round,
        about=_about_round,
        asks=lambda on, order, body: on.rounds.close(order, body.round, body.minutes),
        reads=PUBLISHED,
    ),
    _kind(
        r.StageAdvanced,
        before=r.RoundPaired,
        fold=lambda t, _, body: replace(t, advanced=(*t.advanced, body)),
        about=lambda body: frozenset({s.ENTRANTS, s.ROUNDS}),
        asks=lambda on, order, body: on.rounds.advance(order, body.declined),
    ),
    _kind(
        r.TournamentClosed,
        part="standings",
        fold=lambda t, _, body: replace(t, closing=body),
        about=lambda body: frozenset(),
        asks=lambda on, order, body: on.whole.close(order),
    ),
)
