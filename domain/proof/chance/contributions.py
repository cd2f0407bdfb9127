"""The parts that seats contribute to a game's dice. Each seat commits to a value before any is
revealed, so that none can choose its own last.

`ContributionCommitted` and `ContributionRevealed` name the seat, and whether the seat made the
value or the service made it for an absent seat. Their actors show whose link or key entered them
(`Actors`). From the last reveal on, the dice follow from the seed and all values. While only some
are revealed, nothing may be rolled: a seat that has not revealed its value could choose between two
rolls.
"""

import hmac
from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment
from domain.proof.errors import Misspelt, Sentence, Unproven
from domain.proof.spelling import shown
from domain.proof.stored import Stored, hex_in, objects_in, text_in

OPERATOR = "operator"
"""The actor of records entered with the operator's own key."""

Kind = Literal["own", "seat", "arbiter", "organiser", "operator", "other", "untold"]


class EnteringHand(NamedTuple):
    """The link or key with which a record about a seat was entered. `kind` says whose it is:

    - `own`: the seat's own link. `seat`: the link of another seat, which `seat` names.
    - `arbiter`: the arbiter's link. `organiser`, `operator`: the organiser's or operator's key.
    - `other`: a link or key that the opening does not name.
    - `untold`: the records do not say whose.

    `actor` is the actor of the record: the id of the link or key, or `operator`."""

    kind: Kind
    actor: str
    seat: str = ""
    """The other seat if `kind` is `seat`, else empty."""

    @property
    def said(self) -> Sentence:
        id, seat = shown(self.actor), shown(self.seat)
        if self.kind == "untold" and self.actor:
            return Sentence(
                f"by {id}, and the records do not tell whose that is",
                f"par {id}, sans que les écritures disent qui",
            )
        en, fr = {
            "own": ("with its own link", "avec son propre lien"),
            "seat": (f"with the link of {seat}", f"avec le lien de {seat}"),
            "arbiter": ("with the arbiter's link", "avec le lien de l'arbitre"),
            "organiser": ("with the organiser's key", "avec la clé de l'organisateur"),
            "operator": ("with the operator's key", "avec la clé de l'opérateur"),
            "other": (
                f"with another key or link ({id})",
                f"avec une autre clé ou un autre lien ({id})",
            ),
            "untold": (
                "and the records do not tell by whom",
                "sans que les écritures disent par qui",
            ),
        }[self.kind]
        return Sentence(en, fr)


class Actors:
    """Finds out whose key or link entered a record, as far as the opening record says.

    Records name their `actor`: the operator's key as `operator`, any other key and every link by an
    id. The opening names the links of players' seats and of the arbiter. Openings of older versions
    do not, so their actors stay unknown. The actor is only the service's word; nothing but a
    signature with a seat's own key proves who made a record.
    """

    def __init__(self, opened: Stored) -> None:
        """`opened` is the opening record. Raises `Misspelt`, and `Unproven` if two seats have one
        link."""
        self._owner = text_in(opened, "owner") or text_in(opened, "actor")
        self._arbiter = text_in(opened, "arbiter")
        self._links: dict[str, str] = {}
        taken = {OPERATOR, self._owner, text_in(opened, "actor")}
        for link, seat in [
            (self._arbiter, ""),
            *((text_in(seat, "link"), text_in(seat, "id")) for seat in objects_in(opened, "seats")),
        ]:
            if link and link in taken:
                raise Unproven(
                    f"the link {shown(link)} is said to be that of two, or a key",
                    f"le lien {shown(link)} serait celui de deux, ou une clé",
                )
            taken.add(link)
            if link and seat:
                self._links[link] = seat

    @property
    def seats(self) -> frozenset[str]:
        """The seats whose links the opening names."""
        return frozenset(self._links.values())

    def of(self, actor: str, seat: str) -> EnteringHand:
        if actor == OPERATOR:
            return EnteringHand("operator", actor)
        if actor and actor == self._owner:
            return EnteringHand("organiser", actor)
        if actor and actor == self._arbiter:
            return EnteringHand("arbiter", actor)
        whose = self._links.get(actor, "")
        if whose:
            return (
                EnteringHand("own", actor) if whose == seat else EnteringHand("seat", actor, whose)
            )
        return EnteringHand("other" if actor and self._links else "untold", actor)


class StatedPart(NamedTuple):
    """A seat's part in the dice, as the records state it. `service`: the service made it. `bound`:
    the hand that entered the commitment; `shown`: the hand that entered the value (None: nobody
    has)."""

    seat: str
    service: bool
    bound: EnteringHand
    shown: EnteringHand | None


class Contributions:
    def __init__(
        self, game: str, players: tuple[str, ...], hands: Actors, *, sealed: bool = True
    ) -> None:
        """`players` are the seats that people play, in the opening's order. If one of them
        contributes, all of them must, and no other seat may. Dice that are not `sealed` take no
        parts."""
        self._game, self._players, self._hands, self._sealed = game, players, hands, sealed
        self._committed: dict[str, bytes] = {}
        self._revealed: dict[str, bytes] = {}
        self._bound_by: dict[str, tuple[str, EnteringHand]] = {}
        self._shown_by: dict[str, EnteringHand] = {}

    @property
    def values(self) -> tuple[tuple[str, bytes], ...]:
        """The values from which, with the seed, the dice follow, in seat order. Empty before the
        last reveal."""
        return tuple(
            (seat, self._revealed[seat])
            for seat in self._players
            if self.complete and seat in self._revealed
        )

    @property
    def by_seats(self) -> tuple[str, ...]:
        """The seats that made their own parts, without those whose commitment the operator's key
        entered. Empty before the last reveal."""
        return tuple(
            seat for seat in self._own_part_seats if self._bound_by[seat][1].kind != OPERATOR
        )

    @property
    def by_operator(self) -> tuple[str, ...]:
        """The seats that made their own parts, but whose commitment the operator's key entered. Empty
        before the last reveal."""
        return tuple(
            seat for seat in self._own_part_seats if self._bound_by[seat][1].kind == OPERATOR
        )

    @property
    def by_service(self) -> tuple[str, ...]:
        return tuple(seat for seat, _ in self.values if self._bound_by[seat][0] == "service")

    @property
    def stated(self) -> tuple[StatedPart, ...]:
        """The parts that were committed to, in seat order: who made each and who entered it."""
        there = [(seat, *self._bound_by[seat]) for seat in self._players if seat in self._committed]
        return tuple(
            StatedPart(seat, by == "service", hand, self._shown_by.get(seat))
            for seat, by, hand in there
        )

    @property
    def hidden(self) -> tuple[str, ...]:
        return tuple(
            seat for seat in self._players if seat in self._committed and seat not in self._revealed
        )

    @property
    def complete(self) -> bool:
        """Whether there are parts and all of them are revealed."""
        return bool(self._committed) and len(self._revealed) == len(self._committed)

    def commit_part(self, stored: Stored) -> None:
        (seat, by), commitment = self._seat_and_maker(stored), hex_in(stored, "commitment", 32)
        if seat in self._committed:
            raise Unproven(f"{shown(seat)} contributes twice", f"{shown(seat)} contribue deux fois")
        self._committed[seat] = commitment
        self._bound_by[seat] = by, self._hands.of(text_in(stored, "actor"), seat)

    def reveal_part(self, stored: Stored) -> None:
        (seat, by), value = self._seat_and_maker(stored), hex_in(stored, "value")
        missing = [s for s in self._players if s not in self._committed]
        if seat not in self._committed or seat in self._revealed:
            raise Unproven(
                f"{shown(seat)} reveals a contribution that it did not commit to, or had revealed",
                f"{shown(seat)} révèle une contribution sans s'y être engagé, ou deux fois",
            )
        if by != self._bound_by[seat][0]:
            raise Unproven(
                f"the part of {shown(seat)} was bound by {_BY[self._bound_by[seat][0]].en} and is "
                f"shown by {_BY[by].en}",
                f"la part de {shown(seat)} a été engagée par {_BY[self._bound_by[seat][0]].fr} et "
                f"montrée par {_BY[by].fr}",
            )
        if missing:
            raise Unproven(
                f"{shown(seat)} reveals before {shown(missing[0])} has committed",
                f"{shown(seat)} révèle avant que {shown(missing[0])} ne s'engage",
            )
        if not LEAST_CONTRIBUTION <= len(value) <= MOST_CONTRIBUTION:
            raise Unproven(
                f"the contribution of {shown(seat)} has {len(value)} bytes, not "
                f"{LEAST_CONTRIBUTION} to {MOST_CONTRIBUTION}",
                f"la contribution de {shown(seat)} a {len(value)} octets, pas de "
                f"{LEAST_CONTRIBUTION} à {MOST_CONTRIBUTION}",
            )
        if not hmac.compare_digest(
            contribution_commitment(self._game, seat, value), self._committed[seat]
        ):
            raise Unproven(
                f"what {shown(seat)} reveals is not what it committed to",
                f"ce que {shown(seat)} révèle n'est pas son engagement",
            )
        self._revealed[seat] = value
        self._shown_by[seat] = self._hands.of(text_in(stored, "actor"), seat)

    def need_none_pending(self) -> None:
        """Raise `Unproven` while some parts are revealed and others are not: nothing may be rolled
        then."""
        if self._revealed and not self.complete:
            seat = shown(next(seat for seat in self._committed if seat not in self._revealed))
            raise Unproven(
                f"dice are rolled after others have revealed and before {seat} does",
                f"des dés sont lancés après que d'autres ont révélé et avant que {seat} ne le "
                f"fasse",
            )

    def _seat_and_maker(self, stored: Stored) -> tuple[str, str]:
        seat, by = text_in(stored, "seat"), text_in(stored, "by") or "seat"
        if not self._sealed:
            raise Unproven(
                f"{shown(seat)} contributes, but the dice are the table's: nothing is added to "
                f"them",
                f"{shown(seat)} contribue, mais les dés sont ceux de la table : rien ne s'y ajoute",
            )
        if seat not in self._players:
            raise Unproven(
                f"{shown(seat)} contributes but is no player's seat",
                f"{shown(seat)} contribue mais n'est le siège d'aucun joueur",
            )
        if by not in ("seat", "service"):
            raise Misspelt(
                f"a contribution is made by the seat or by the service, not by {shown(by)}",
                f"une contribution vient du siège ou du service, pas de {shown(by)}",
            )
        return seat, by

    @property
    def _own_part_seats(self) -> Iterator[str]:
        return (seat for seat, _ in self.values if self._bound_by[seat][0] == "seat")


_BY = {"seat": Sentence("the seat", "le siège"), "service": Sentence("the service", "le service")}
