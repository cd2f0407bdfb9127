"""The kinds of records about the random values that entrants contribute to draws (their parts),
and about rounds of a public beacon."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.kernel.text import NO_WORDS, Text
from domain.proof.chance.contributions import OPERATOR
from domain.tournament import records as r
from domain.tournament.aggregate import subjects as s
from domain.tournament.aggregate.kinds import (
    TOURNAMENT_KINDS,
    Telling,
    after_parts,
    is_by_director,
    kind,
)
from domain.tournament.aggregate.tournament import BeaconAt, PartAt, Tournament


def _bound(t: Tournament, seq: int, body: r.PartBound) -> Tournament:
    part = PartAt(body.commitment, body.by, by_service=body.actor == OPERATOR, actor=body.actor)
    return replace(t, parts={**t.parts, body.entrant: part})


def _shown(t: Tournament, seq: int, body: r.PartShown) -> Tournament:
    bound = t.parts[body.entrant]
    by_service = bound.by_service or body.actor == OPERATOR
    part = replace(bound, value=body.value, by_service=by_service)
    return replace(t, parts={**t.parts, body.entrant: part})


def _beacon_named(t: Tournament, seq: int, body: r.BeaconNamed) -> Tournament:
    return replace(t, beacons=(*t.beacons, BeaconAt(seq, body.chain, body.beacon)))


def _beacon_shown(t: Tournament, seq: int, body: r.BeaconShown) -> Tournament:
    bytes.fromhex(body.signature)
    return replace(t, beacons=(*t.beacons[:-1], replace(t.beacons[-1], signature=body.signature)))


def _another_hand(t: Tournament, body: r.PartBound | r.PartShown) -> bool:
    """Whether somebody other than the entrant entered the commitment to a part, or its value: the
    desk, or a key that is the desk's, or entered another entrant's part, or did not enter this
    commitment."""
    return (
        body.by == "desk"
        or is_by_director(t, body)
        or _not_bound_by(t, body)
        or any(n != body.entrant and part.actor == body.actor for n, part in t.parts.items())
    )


def _not_bound_by(t: Tournament, body: r.PartBound | r.PartShown) -> bool:
    """Whether another key than this record's entered the commitment to the part."""
    bound = t.parts.get(body.entrant)
    return bound is not None and bound.actor != body.actor


def _whose(
    own: Text, by_key: Text, by_other: Text, at_desk: Text, unbound: Text = NO_WORDS
) -> Callable[[Telling, r.PartBound | r.PartShown], Text]:
    """Make a function that chooses the sentence on a part by who entered it: `own`, the entrant;
    `at_desk`, the desk; `by_key`, the desk's key in the entrant's name; `by_other`, the key of
    another entrant's part; `unbound`, another key than the one of the commitment."""
    return lambda on, body: (
        at_desk
        if body.by == "desk"
        else by_key
        if is_by_director(on.t, body)
        else unbound
        if _not_bound_by(on.t, body)
        else by_other
        if _another_hand(on.t, body)
        else own
    )


TOURNAMENT_KINDS.add(
    kind(
        r.PartBound,
        says=_whose(
            Text("{who} binds a part of what is drawn."),
            Text("The desk's key binds a part of what is drawn for {who}."),
            Text("The key of another's part binds a part of what is drawn for {who}, too."),
            Text("The desk binds a part of what is drawn for {who}."),
        ),
        by_hand=_another_hand,
        departs=after_parts,
        fold=_bound,
        about=lambda body: frozenset({s.of_part(body.entrant)}),
        asks=lambda on, order, body: on.parts.bind(order, body.entrant, body.commitment, body.by),
    ),
    kind(
        r.PartShown,
        says=_whose(
            Text("{who} shows a part of what is drawn."),
            Text("The desk's key shows the part of {who}."),
            Text("The key of another's part shows the part of {who}, too."),
            Text("The desk shows the part of {who}."),
            Text("Another key than the one that bound it shows the part of {who}."),
        ),
        by_hand=_another_hand,
        fold=_shown,
        about=lambda body: frozenset({s.of_part(body.entrant)}),
        asks=lambda on, order, body: on.parts.show(order, body.entrant, body.value, body.by),
    ),
    kind(
        r.BeaconNamed,
        says=Text("The next draw waits for round {beacon} of the public beacon."),
        by_hand=True,
        fold=_beacon_named,
        about=lambda body: frozenset({s.BEACON}),
        asks=lambda on, order, body: on.parts.name_beacon(order, body.beacon, body.chain),
    ),
    kind(
        r.BeaconShown,
        says=Text("Round {beacon} of the public beacon is shown."),
        by_hand=False,
        fold=_beacon_shown,
        about=lambda body: frozenset({s.BEACON}),
        asks=lambda on, order, body: on.parts.show_beacon(order, body.signature),
    ),
)
