"""The hidden values of a game. A seat seals an action before it reveals it, and the revealed action
must open the seal of that seat and slot.

The opening record lists the types of actions that are sealed. A seat seals once for each slot, and
no seat seals after an action of the slot was revealed, since it could then choose last. An action
without its seal is allowed only if a ruling in the very next record lets it stand; the report names
it.
"""

from typing import NamedTuple

from domain.proof.chance.seals import SALT_SIZE, check_seal
from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import shown
from domain.proof.stored import (
    Stored,
    hex_in,
    list_in,
    number_in,
    object_in,
    objects_in,
    spelling_in,
    text_in,
)

MOST_SLOT = 128

MOST_SEALED = 1 << 16
"""The most values of a game that are sealed or should have been."""


class _SealedValue(NamedTuple):
    seat: str
    slot: str
    seal: bytes


class HiddenValues:
    def __init__(self, game: str, opened: Stored) -> None:
        types = list_in(opened, "seals")
        if not all(isinstance(name, str) for name in types):
            raise Misspelt(
                "its field seals is not what a record has there",
                "son champ seals n'est pas ce qu'une écriture y met",
            )
        self._game, self._types = game, frozenset(types)
        self._seats = frozenset(text_in(seat, "id") for seat in objects_in(opened, "seats"))
        self._sealed: dict[int, _SealedValue] = {}
        self._places: set[tuple[str, str]] = set()
        self._shown: set[str] = set()
        self._opened: set[int] = set()
        self.unsealed: list[int] = []
        """Actions that an arbiter entered without a seal."""
        self.pending = 0
        """The one of them that the next record has to let stand, or 0."""

    @property
    def in_use(self) -> bool:
        """Whether the game uses seals."""
        return bool(self._types)

    @property
    def count(self) -> int:
        return len(self._sealed)

    @property
    def unopened(self) -> tuple[int, ...]:
        return tuple(sorted(self._sealed.keys() - self._opened))

    def take(self, seq: int, topic: str, stored: Stored, text: str) -> None:
        if self.pending:
            self._need_ruling(topic, stored)
        if len(self._sealed) + len(self.unsealed) > MOST_SEALED:
            raise Misspelt(
                "there are more hidden values than an audit follows",
                "il y a plus de valeurs cachées qu'un audit n'en suit",
            )
        if topic == "ValueSealed":
            self._take_seal(seq, stored)
        elif topic == "ActionTaken":
            self._take_action(seq, stored, text)

    def _need_ruling(self, topic: str, stored: Stored) -> None:
        seq, self.pending = self.pending, 0
        stands = topic == "RulingGiven" and object_in(stored, "remedy").get("type") == "stands"
        if not stands or number_in(stored, "about") != seq:
            raise Unproven(
                "it takes an action that has to be sealed, without a seal or a ruling that lets "
                "it stand",
                "elle prend une action qui doit être scellée, sans sceau ni décision qui la "
                "maintienne",
                seq,
            )

    def _take_seal(self, seq: int, stored: Stored) -> None:
        seat, slot, seal = (
            text_in(stored, "seat"),
            text_in(stored, "slot"),
            hex_in(stored, "seal", 32),
        )
        if not self.in_use:
            raise Unproven(
                "it seals a value in a game without seals",
                "elle scelle une valeur dans une partie sans sceaux",
            )
        if seat not in self._seats:
            raise Unproven(
                f"{shown(seat)} seals but is no seat",
                f"{shown(seat)} scelle mais n'est pas un siège",
            )
        if not 0 < len(slot) <= MOST_SLOT or not slot.isprintable():
            raise Misspelt("it does not say what is sealed", "elle ne dit pas ce qui est scellé")
        if (seat, slot) in self._places:
            raise Unproven(
                f"{shown(seat)} seals twice for {slot}",
                f"{shown(seat)} scelle deux fois pour {slot}",
            )
        if slot in self._shown:
            raise Unproven(
                f"{shown(seat)} seals for {slot} after another has shown what it sealed",
                f"{shown(seat)} scelle pour {slot} après qu'un autre a montré ce qu'il avait "
                f"scellé",
            )
        self._places.add((seat, slot))
        self._sealed[seq] = _SealedValue(seat, slot, seal)

    def _take_action(self, seq: int, stored: Stored, text: str) -> None:
        opens, secret = (
            object_in(stored, "opens"),
            text_in(object_in(stored, "action"), "type") in self._types,
        )
        if not opens:
            if secret:
                self.pending = seq
                self.unsealed.append(seq)
            return
        if not secret:
            raise Unproven(
                "it opens a seal for what is not sealed",
                "elle ouvre un sceau pour ce qui ne se scelle pas",
            )
        record, salt, seat = (
            number_in(opens, "record"),
            hex_in(opens, "salt", SALT_SIZE),
            text_in(stored, "seat"),
        )
        sealed = self._sealed.get(record)
        if sealed is None:
            raise Unproven(
                f"record {record} before it is no seal",
                f"l'écriture {record} avant elle n'est pas un sceau",
            )
        if sealed.seat != seat:
            raise Unproven(
                f"{shown(seat)} opens the seal of {shown(sealed.seat)}",
                f"{shown(seat)} ouvre le sceau de {shown(sealed.seat)}",
            )
        check_seal(
            sealed.seal, self._game, sealed.slot, seat, salt, spelling_in(text, "action").encode()
        )
        self._opened.add(record)
        self._shown.add(sealed.slot)
