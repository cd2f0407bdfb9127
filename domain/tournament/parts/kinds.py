"""Entrants' parts of what is drawn, and rounds of a public beacon."""

from msgspec.structs import replace

from domain.tournament import records as r
from domain.tournament.aggregate import subjects as s
from domain.tournament.aggregate.kinds import TOURNAMENT_KINDS, kind
from domain.tournament.aggregate.tournament import BeaconAt, PartAt, Tournament


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


TOURNAMENT_KINDS.add(
    kind(
        r.PartBound,
        fold=_bound,
        about=lambda body: frozenset({s.of_part(body.entrant)}),
        asks=lambda on, order, body: on.parts.bind(order, body.entrant, body.commitment, body.by),
    ),
    kind(
        r.PartShown,
        fold=_shown,
        about=lambda body: frozenset({s.of_part(body.entrant)}),
        asks=lambda on, order, body: on.parts.show(order, body.entrant, body.value, body.by),
    ),
    kind(
        r.BeaconNamed,
        fold=_beacon_named,
        about=lambda body: frozenset({s.BEACON}),
        asks=lambda on, order, body: on.parts.name_beacon(order, body.beacon, body.chain),
    ),
    kind(
        r.BeaconShown,
        fold=_beacon_shown,
        about=lambda body: frozenset({s.BEACON}),
        asks=lambda on, order, body: on.parts.show_beacon(order, body.signature),
    ),
)
