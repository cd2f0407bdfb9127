"""What the seats add to a game's sealed dice, so that nobody can know or choose them alone, the service included.

Every player's seat binds itself to a value of its own; once all have, each shows its value; from the last one on the dice rest on
the seed and on all of them. Between the first value shown and the last nothing is rolled: whoever held the last one back could
choose between two rolls. For a seat that is absent the service makes a value up, and the record says so.

The commitment and the key are those of the audit's specification of dice (`domain/ledger/chance/dice.py`).
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from domain.clerk.application import Desk
from domain.clerk.commands import Answer, Order
from domain.errors import BadRequest, ContributionRefused
from domain.game.game import Game, need_seat
from domain.ledger.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment
from domain.record.records import ContributionCommitted, ContributionRevealed, Record
from domain.rules.chance import Contribution

KIND = "contribution"
"""Where the drawer keeps the values that the service made up, by `<game>/<seat>`, until they are shown."""

_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class Part(Struct, frozen=True):
    """One seat's part: its commitment and by whom (`seat` or `service`), and the value once it is shown."""

    seat: str
    commitment: str
    by: str
    value: str = ""


def parts_of(game: Game) -> tuple[Part, ...]:
    """The parts of a game's dice so far, in the order of the seats."""
    found: dict[str, Part] = {}
    for seq in game.trail.parts:
        if seq > game.seq:
            break
        body = game.trail.filed(seq).body
        if isinstance(body, ContributionCommitted):
            found[body.seat] = Part(body.seat, body.commitment, body.by)
        elif isinstance(body, ContributionRevealed) and body.seat in found:
            known = found[body.seat]
            found[body.seat] = Part(known.seat, known.commitment, known.by, body.value)
    return tuple(found[seat] for seat in game.setting.seats if seat in found)


def players(game: Game) -> tuple[str, ...]:
    """The seats that contribute: those that people play."""
    return tuple(spec.id for spec in game.setting.seat_specs if spec.role == "player")


def contributions(game: Game) -> tuple[Contribution, ...]:
    """What the dice rest on beside the seed, for the next roll. Raises `ContributionRefused` while some parts are shown and
    others are not: nothing may be rolled then."""
    if not game.trail.parts:
        return ()
    parts = parts_of(game)
    hidden = [part.seat for part in parts if not part.value]
    if len(hidden) == len(parts):
        return ()
    if hidden:
        name = game.setting.name(hidden[0])
        raise ContributionRefused(
            f"The dice wait for the part of {name.en}: nothing is rolled until it is shown.",
            f"Les dés attendent la part de {name.fr} : rien n'est lancé avant qu'elle ne soit montrée.",
        )
    return tuple((part.seat, bytes.fromhex(part.value)) for part in parts)


class Contributing:
    """The use cases. Every method raises the `Refusal`s of `domain/errors.py` and `domain/errors.py`."""

    def __init__(self, clerk: Desk) -> None:
        self._clerk = clerk

    def commit(self, order: Order, seat: str, commitment: str) -> Answer:
        """Bind a seat to its part: `commitment` is the SHA-256, in hex, of the specification."""
        if len(commitment) != 64 or _HEX.fullmatch(commitment) is None:
            raise BadRequest(
                "/commitment",
                "A commitment is a SHA-256 in hex: 64 digits, small letters.",
                "Un engagement est un SHA-256 en hexadécimal : 64 chiffres, en minuscules.",
            )

        def record(game: Game) -> Record:
            may_commit(game, seat)
            return ContributionCommitted(**self._clerk.stamp(order), seat=seat, commitment=commitment)

        return self._clerk.write(order, record)

    def stand_in(self, order: Order, seat: str) -> Answer:
        """Let the service make up the part of a seat that is absent; it is shown as soon as all others are."""

        def record(game: Game) -> tuple[Record, ...]:
            may_commit(game, seat)
            value = self._clerk.drawer.keep(KIND, f"{game.id}/{seat}", secrets.token_bytes(32))
            commitment = contribution_commitment(game.id, seat, value).hex()
            stamp = self._clerk.stamp(order)
            made = ContributionCommitted(**stamp, seat=seat, commitment=commitment, by="service")
            there = (*parts_of(game), Part(seat, commitment, "service"))
            if len(there) < len(players(game)) or any(part.by == "seat" for part in there):
                return (made,)
            first = ContributionCommitted(at=stamp["at"], actor=order.actor, seat=seat, commitment=commitment, by="service")
            return (first, *self._own(game, there, order, stamp["at"], keyed=True))

        return self._clerk.write(order, record)

    def reveal(self, order: Order, seat: str, value: str) -> Answer:
        """Show a seat's part, in hex; with the last of them the service shows those it made up."""
        if _HEX.fullmatch(value) is None or not LEAST_CONTRIBUTION <= len(value) // 2 <= MOST_CONTRIBUTION:
            raise BadRequest(
                "/value",
                f"A part has {LEAST_CONTRIBUTION} to {MOST_CONTRIBUTION} bytes, in hex with small letters.",
                f"Une part compte de {LEAST_CONTRIBUTION} à {MOST_CONTRIBUTION} octets, en hexadécimal minuscule.",
            )

        def record(game: Game) -> tuple[Record, ...]:
            parts = may_reveal(game, seat, bytes.fromhex(value))
            stamp = self._clerk.stamp(order)
            waiting = [part for part in parts if not part.value and part.by == "seat" and part.seat != seat]
            own = () if waiting else tuple(self._own(game, parts, order, stamp["at"], keyed=False))
            return (*own, ContributionRevealed(**stamp, seat=seat, value=value))

        return self._clerk.write(order, record)

    def _own(self, game: Game, parts: tuple[Part, ...], order: Order, at: datetime, *, keyed: bool) -> Iterator[Record]:
        """The service's parts, shown; the last of them carries the order's key where nothing else does."""
        made = [part.seat for part in parts if part.by == "service" and not part.value]
        for seat in made:
            value = self._clerk.drawer.fetch(KIND, f"{game.id}/{seat}")
            if value is None:
                raise ContributionRefused(
                    "The part that the service made up is not here: the game was imported. Close it and open another.",
                    "La part faite par le service n'est pas ici : la partie a été importée. Fermez-la et ouvrez-en une autre.",
                )
            stamp = self._clerk.stamp(order) if keyed and seat == made[-1] else {"at": at, "actor": order.actor}
            yield ContributionRevealed(**stamp, seat=seat, value=value.hex(), by="service")


def may_commit(game: Game, seat: str) -> None:
    """Raise a refusal unless a seat may bind its part now."""
    need_seat(game, seat)
    if game.opened.chance != "sealed":
        raise ContributionRefused(
            "This game's dice are the table's: nothing is added to them.",
            "Les dés de cette partie sont ceux de la table : rien ne s'y ajoute.",
        )
    name = game.setting.name(seat)
    if seat not in players(game):
        raise ContributionRefused(
            f"{name.en} is nobody's seat: only players' seats contribute.",
            f"{name.fr} n'est le siège de personne : seuls les joueurs contribuent.",
        )
    parts = parts_of(game)
    if any(part.seat == seat for part in parts):
        raise ContributionRefused(f"{name.en} has bound its part already.", f"{name.fr} a déjà engagé sa part.")
    if any(part.value for part in parts):
        raise ContributionRefused(
            "Parts were shown already: nothing can be added any more.",
            "Des parts ont déjà été montrées : rien ne peut plus être ajouté.",
        )


def may_reveal(game: Game, seat: str, value: bytes) -> tuple[Part, ...]:
    """Raise a refusal unless a seat may show this as its part now; answers all parts as they are."""
    need_seat(game, seat)
    parts, name = parts_of(game), game.setting.name(seat)
    own = next((part for part in parts if part.seat == seat), None)
    if own is None or own.by == "service":
        raise ContributionRefused(f"{name.en} has bound no part of its own.", f"{name.fr} n'a engagé aucune part.")
    if own.value:
        raise ContributionRefused(f"{name.en} has shown its part already.", f"{name.fr} a déjà montré sa part.")
    missing = [other for other in players(game) if other not in {part.seat for part in parts}]
    if missing:
        other = game.setting.name(missing[0])
        raise ContributionRefused(
            f"{other.en} has not bound its part yet: wait, or let the service stand in.",
            f"{other.fr} n'a pas encore engagé sa part : attendez, ou laissez le service suppléer.",
        )
    if not hmac.compare_digest(contribution_commitment(game.id, seat, value).hex(), own.commitment):
        raise ContributionRefused(
            f"This is not the value that {name.en} bound itself to.", f"Ce n'est pas la valeur à laquelle {name.fr} s'est engagé."
        )
    return parts
