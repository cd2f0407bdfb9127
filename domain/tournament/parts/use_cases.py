"""The use cases of entrants' parts of the chance: pairings, lots and deals depend on them as well
as on the seed that the service committed to.

Each entrant commits to a part before a check-in is closed, and reveals it afterwards. From then on
everything drawn depends on it. All parts were committed before, so the last to reveal can only
choose between two pairings, by revealing or not. After the first draw with parts none can be added.

Alternatively the next draw waits for a round of a public beacon, named before it exists, which
nobody can choose. Only one round can be named for each draw, so nobody can name others until a draw
pleases them.
"""

import hmac

from domain.game.commands import Order
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.proof.chance.beacon import CHAINS, QUICKNET, SIGNATURE_SIZE, is_signed
from domain.proof.chance.dice import contribution_commitment
from domain.proof.errors import Misspelt
from domain.proof.spelling import read_hex
from domain.tournament import records as r
from domain.tournament.aggregate import subjects
from domain.tournament.aggregate.conditions import need_commitment, need_open
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.directing.direction import (
    Rows,
    TournamentAnswer,
    TournamentWriter,
    WriteContext,
)
from domain.tournament.entrants.conditions import need_entrant
from domain.tournament.parts.conditions import (
    need_bindable,
    need_nothing_drawn,
    need_parts_possible,
    read_part,
)
from domain.tournament.refusals import TournamentRefused, need


class Parts:
    def __init__(self, store: TournamentWriter) -> None:
        self._store = store

    def bind(
        self, order: Order, entrant: int, commitment: str, by: r.PartBy = "entrant"
    ) -> TournamentAnswer:
        """Record an entrant's commitment to a part."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_entrant(t, entrant, "/entrant")
            need_bindable(t, entrant)
            need_commitment(commitment)
            return Rows(
                (r.PartBound(**context.last, entrant=entrant, commitment=commitment, by=by),)
            )

        return self._store.write(order, make, about=frozenset({subjects.of_part(entrant)}))

    def show(
        self, order: Order, entrant: int, value: str, by: r.PartBy = "entrant"
    ) -> TournamentAnswer:
        """Reveal an entrant's part, in hex, which must be the one they committed to."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_entrant(t, entrant, "/entrant")
            part = t.parts.get(entrant)
            if part is None or part.value or part.by != by:
                raise TournamentRefused(
                    Text(
                        "Entrant {entrant} has no part that is still to be shown from here.",
                        entrant=entrant,
                    ),
                    "/entrant",
                )
            need_nothing_drawn(t)
            need(
                t.showing,
                Text("Parts are shown between the end of a check-in and the pairing of its round."),
            )
            need(
                hmac.compare_digest(
                    contribution_commitment(t.id, str(entrant), read_part(value)).hex(),
                    part.commitment,
                ),
                Text("This is not the part that entrant {entrant} bound.", entrant=entrant),
                "/value",
            )
            return Rows((r.PartShown(**context.last, entrant=entrant, value=value, by=by),))

        return self._store.write(order, make, about=frozenset({subjects.of_part(entrant)}))

    def name_beacon(self, order: Order, beacon: int, chain: str = QUICKNET) -> TournamentAnswer:
        """Record that the next draw waits for a round of a public beacon that is still to come.
        Raises `TournamentRefused` if a round is named already."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_parts_possible(t)
            if t.beacons and not t.beacons[-1].over:
                raise TournamentRefused(
                    Text(
                        "Round {beacon} of the beacon is named already: another one is named after "
                        "the next draw.",
                        beacon=t.beacons[-1].beacon,
                    ),
                    "/beacon",
                )
            body = r.BeaconNamed(**context.last, chain=chain, beacon=beacon)
            need(chain in CHAINS, Text("This beacon is not known here."), "/chain")
            need(
                CHAINS[chain].is_to_come(beacon, int(body.at.timestamp())),
                Text(
                    "Round {beacon} of the beacon exists already, or will never: name one to come.",
                    beacon=beacon,
                ),
                "/beacon",
            )
            return Rows((body,))

        return self._store.write(order, make, about=_OF_BEACONS)

    def show_beacon(self, order: Order, signature: str) -> TournamentAnswer:
        """Record the signature (hex) that the beacon published for the awaited round. Raises
        `TournamentRefused` if no round is awaited, or it is not the beacon's signature."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            if t.awaited is None:
                raise TournamentRefused(Text("No round of a beacon is waited for: name one first."))
            named = t.awaited
            try:
                signed = read_hex(signature, SIGNATURE_SIZE)
            except Misspelt:
                raise BadRequest(
                    "/signature",
                    Text("A round's signature has 96 hexadecimal digits in lower case."),
                ) from None
            need(
                is_signed(CHAINS[named.chain], named.beacon, signed),
                Text("This is not what the beacon signed in round {beacon}.", beacon=named.beacon),
                "/signature",
            )
            body = r.BeaconShown(**context.last, beacon=named.beacon, signature=signature)
            need(
                not CHAINS[named.chain].is_to_come(named.beacon, int(body.at.timestamp())),
                Text(
                    "Round {beacon} of the beacon does not exist yet, by the service's clock: "
                    "wait for it, or set the clock right.",
                    beacon=named.beacon,
                ),
                "/signature",
            )
            return Rows((body,))

        return self._store.write(order, make, about=_OF_BEACONS)


_OF_BEACONS = frozenset({subjects.BEACON, subjects.ROUNDS, subjects.LOTS})
