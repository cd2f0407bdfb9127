"""The fold of a tournament: how each kind of record changes it."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.record.records import Record
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.tournament import records as r
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
from domain.tournament.values import Bye, Entrant, Penalty, Rules


def fold_tournament(
    filed: Iterable[StoredRecord], start: Tournament | None = None
) -> Tournament | None:
    """A tournament from its records, or from those after `start`; none if there are none. Raises
    `DamagedRecord`."""
    tournament = start
    keys = (
        dict(start.keys) if start is not None else {}
    )  # one for all of them: each record of a long stream would copy it
    noted = list(start.noted) if start is not None else []
    for record in filed:
        tournament = _begun(record) if tournament is None else _after(tournament, record)
        body = record.body
        if body.key:
            keys[body.actor, body.key] = record.seq
        if isinstance(body, r.TournamentRecord) and (
            body.departures or isinstance(body, r.ResultCorrected)
        ):
            noted.append(NotedAt(record.seq, body))
    return replace(tournament, keys=keys, noted=tuple(noted)) if tournament is not None else None


def _begun(record: StoredRecord) -> Tournament:
    body = record.body
    if not isinstance(body, r.TournamentOpened):
        raise DamagedRecord(
            f"a tournament begins with its opening, not with {record.topic}",
            record.game,
            record.seq,
        )
    return Tournament(record.game, record.seq, body.at, body, read_rules(body.rules), {})


def read_rules(raw: msgspec.Raw) -> Rules:
    try:
        return msgspec.json.decode(raw, type=Rules)
    except msgspec.DecodeError as e:
        raise DamagedRecord(f"its rules cannot be read: {e}") from None


def _after(tournament: Tournament, record: StoredRecord) -> Tournament:
    """A tournament after one more record; but for its keys and what is noted of it. Raises
    `DamagedRecord` for one that does not follow."""
    body = record.body
    take = _TAKES.get(type(body))
    if take is None or record.seq != tournament.seq + 1:
        raise DamagedRecord(f"{record.topic} does not follow here", record.game, record.seq)
    try:
        after = take(tournament, record.seq, body)
    except (KeyError, IndexError, ValueError) as e:
        raise DamagedRecord(
            f"it does not follow from the records before it ({e})", record.game, record.seq
        ) from None
    return replace(after, seq=record.seq, at=body.at)


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

    return _table(t, body.round, body.result.table, change)


def _reopened(t: Tournament, seq: int, body: r.TableReopened) -> Tournament:
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
    return _round(
        t,
        body.round,
        lambda at: replace(at, closed=seq, closed_at=body.at, protest_minutes=body.minutes),
    )


def _lots(t: Tournament, seq: int, body: r.LotsDrawn) -> Tournament:
    attempts = {**t.attempts, ("lots", body.stage, body.round): body.attempt}
    return replace(_drawn(t), lots=body.lots, attempts=attempts)


Take = Callable[[Tournament, int, Any], Tournament]

_TAKES: dict[type[Record], Take] = {
    r.EntrantAdded: _added,
    r.EntrantAmended: _amended,
    r.EntrantWithdrawn: lambda t, _, body: _entrant(t, body.number, status="withdrawn"),
    r.EntrantReinstated: lambda t, _, body: _entrant(t, body.number, status="in"),
    r.EntrantExpelled: lambda t, _, body: _entrant(t, body.number, status="expelled"),
    r.PresenceNoted: _noted,
    r.CheckInClosed: lambda t, _, body: replace(
        t, checked_in={**t.checked_in, body.round: body.present}, showing=True
    ),
    r.PartBound: _bound,
    r.PartShown: _shown,
    r.BeaconNamed: _beacon_named,
    r.BeaconShown: _beacon_shown,
    r.ByeAsked: _bye_asked,
    r.SeparationSet: _separated,
    r.RoundPaired: _paired,
    r.RoundPublished: lambda t, seq, body: _round(
        t, body.round, lambda at: replace(at, published=seq)
    ),
    r.RoundWithdrawn: _withdrawn,
    r.TableChanged: _changed,
    r.GameLinked: lambda t, _, body: _table(
        t, body.round, body.table, lambda table: replace(table, linked=body)
    ),
    r.SlipFiled: _slip,
    r.ResultTaken: _taken,
    r.ResultCorrected: _corrected,
    r.TableReopened: _reopened,
    r.PenaltyGiven: lambda t, seq, body: replace(
        t, penalties={**t.penalties, seq: Penalty(body.entrant, body.points, body.round)}
    ),
    r.PenaltyLifted: lambda t, _, body: replace(t, lifted=t.lifted | {body.penalty}),
    r.RulesAmended: lambda t, seq, body: replace(t, rules=read_rules(body.rules), amended=seq),
    r.ClockSet: lambda t, _, body: replace(
        t, clock=ClockAt(body.round, body.seconds, body.running, body.at)
    ),
    r.LotsDrawn: _lots,
    r.ProtestFiled: lambda t, seq, body: replace(
        t, protests=(*t.protests, ProtestAt(seq, body.at, body))
    ),
    r.ProtestDecided: _decided,
    r.RoundClosed: _closed_round,
    r.StageAdvanced: lambda t, _, body: replace(t, advanced=(*t.advanced, body)),
    r.TournamentClosed: lambda t, _, body: replace(t, closing=body),
}
