"""Seals: hidden values that nobody can read, the service included, before everybody who chooses is
bound.

In a game with seals a seat seals an action that chooses something in secret, keeps the action and a
salt, and reveals them once all who choose with it are bound. What is revealed must open the seal,
so nobody chooses with knowledge of another's choice.

**The slot** names the choice, unique in the game: the title's name for it (`bid 3.1`) and the
record after which the board asks for it, `bid 3.1 after 57`. While that record is in force it is
the same choice, whatever is taken back or corrected since, and its seals bind: an action that was
revealed and taken back can only be revealed again. If that record goes out of force, the next
choice is another slot with its own seals. A seat seals once a slot; if it could replace a seal, a
seat that knew the others' choices could choose again.

**The value** is the action's JSON as recorded: all fields in the order of the title's schema,
nothing left out, no spaces, UTF-8. `GET /legal` writes actions and examples like this.
"""

import re
from typing import Any

from msgspec import Struct

from domain.game.aggregate.game import Game, need_not_adjudicated, need_seat, seat_name
from domain.game.record.records import FIRST, ActionTaken, SealOpened
from domain.game.refusals import SealRefused
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.proof.chance.seals import check_seal
from domain.proof.errors import Refused
from domain.titles.codec import decode_action, encode_action
from domain.titles.contract.ruleset import Action, Verdict, illegal, kebab

HEX = re.compile(r"[0-9a-f]{64}")

UNSEALED = illegal(
    "unsealed", "Sealed values", Text("It was entered without the seal that this game asks for."),
)  # fmt: skip
"""The verdict on a secret action that only an arbiter can let stand: its seat was not bound to it,
or could not reveal what it was bound to."""

_BROKEN = illegal(
    "broken-seal", "Sealed values", Text("What was shown is not what its seat was bound to there."),
)  # fmt: skip


class BoundSeat(Struct, frozen=True):
    """A seat that has sealed its choice: the record of the seal, the seal in hex, and the first
    action that opened it (`opened`; 0: none)."""

    seat: str
    record: int
    seal: str
    opened: int


class SealedChoice(Struct, frozen=True):
    """A secret choice at a position: its slot, the seats that have yet to reveal (`owing`), the
    seats that have sealed (`bound`), and the record since which the board asks for it."""

    slot: str
    owing: tuple[str, ...]
    bound: dict[str, BoundSeat]
    since: int

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats that have yet to seal their choice."""
        return tuple(seat for seat in self.owing if seat not in self.bound)

    @property
    def shown(self) -> bool:
        """Whether a seat has revealed its choice."""
        return any(bound.opened for bound in self.bound.values())


def sealed_choice(game: Game) -> SealedChoice | None:
    """The secret choice that the position asks for, or None. Always None in a game without
    seals."""
    if not game.opened.seals or game.closed:
        return None
    slot = game.rules.slot(game.board)
    if slot is None:
        return None
    began, history = _choice_began_at(game, slot.name), game.history
    name = f"{slot.name} after {began}"
    bound: dict[str, BoundSeat] = {}
    for seq in reversed(history.sealed):
        if seq < began:
            break
        body: Any = history.cached_body(seq) if seq <= game.seq else None
        if body is not None and body.slot == name:
            opened = history.opened_at.get(seq, 0)
            bound[body.seat] = BoundSeat(
                body.seat, seq, body.seal, opened if opened <= game.seq else 0
            )
    return SealedChoice(
        name, slot.seats, {seat: bound[seat] for seat in game.setting.seats if seat in bound}, began
    )


def _choice_began_at(game: Game, name: str) -> int:
    """The record since which the board has asked for a choice without interruption."""
    history = game.history
    tip = history.tips[game.seq - 1]
    while tip:
        before = history.before[tip - 1]
        slot = game.rules.slot(history.board(before))
        if slot is None or slot.name != name:
            return tip
        tip = before
    return FIRST


def need_sealable(game: Game, seat: str, slot: str) -> None:
    """Raise a refusal unless the seat may seal a value for the slot now."""
    need_seat(game, seat)
    need_not_adjudicated(game)
    if not game.opened.seals:
        raise SealRefused(
            Text("This game is played without seals: enter the action as it is."),
        )
    now, name = sealed_choice(game), seat_name(game, seat)
    if now is None:
        raise SealRefused(Text("Nothing is being chosen in secret now."))
    if seat in now.bound:
        n = now.bound[seat].record
        raise SealRefused(
            Text("{name} is bound already, by record {n}: a seal is not replaced.", name=name, n=n),
        )
    if seat not in now.owing:
        raise SealRefused(Text("{name} has nothing to seal now.", name=name))
    if slot != now.slot:
        raise SealRefused(
            Text(
                "What is being sealed is {slot}, this seal says {named}: seal the choice anew for "
                "{slot}.",
                slot=now.slot,
                named=slot,
            ),
        )
    if now.shown:
        raise SealRefused(
            Text(
                "Others have shown what they sealed: nobody can be bound any more. The arbiter "
                "can enter the action by a ruling."
            ),
        )


def is_secret(game: Game, action: Action) -> bool:
    seals = game.opened.seals
    return bool(seals) and kebab(type(action).__name__) in seals


def need_all_bound(game: Game) -> None:
    """Raise `SealRefused` while some seat that chooses has not sealed. Until then nobody may send a
    hidden value to the service, not even to try it out."""
    now = sealed_choice(game)
    if now is not None and now.missing:
        raise SealRefused(
            Text(
                "In this game hidden values are sealed: nothing is tried out before all are "
                "bound, or the service would know it."
            ),
        )


def seal_opened_by(game: Game, seat: str, action: Action, salt: str) -> SealOpened | None:
    """The data by which a legal action opens its seal; None if the action hides nothing. `salt`:
    the salt of the seal, in hex. Raises `SealRefused` unless the seat sealed this action for this
    slot and all seats that choose have sealed; `BadRequest` for a malformed salt."""
    if not is_secret(game, action):
        if salt:
            raise BadRequest(
                "/salt", Text("Nothing of this action was sealed: leave the salt out.")
            )
        return None
    now, name = sealed_choice(game), seat_name(game, seat)
    own = now.bound.get(seat) if now else None
    if now is None or own is None:
        raise SealRefused(
            Text(
                "In this game hidden values are sealed: {name} has to seal the action first, and "
                "enters "
                "it with its salt once all are bound. What was sent now, the service has seen: "
                "choose "
                "anew if that matters.",
                name=name,
            ),
        )
    if now.missing:
        other = seat_name(game, now.missing[0])
        raise SealRefused(
            Text(
                "{other} has not sealed yet: wait until all are bound, and show what was sealed "
                "then.",
                other=other,
            ),
        )
    if HEX.fullmatch(salt) is None:
        raise BadRequest(
            "/salt",
            Text(
                "Show the salt of the seal of record {record} with the action: 32 bytes in hex, "
                "with small letters.",
                record=own.record,
            ),
        )
    if not _opens_seal(game, own.seal, now.slot, seat, salt, bytes(encode_action(action))):
        spelt, n = bytes(encode_action(action)).decode(), own.record
        raise SealRefused(
            Text(
                "This does not open what {name} sealed in record {n}: show the very action and "
                "its salt. "
                "What is sealed is the action spelt like {spelt}. If it is lost, the arbiter can "
                "enter "
                "the action by a ruling.",
                name=name,
                n=n,
                spelt=spelt,
            ),
        )
    return SealOpened(own.record, salt)


def wrong_seal_verdict(game: Game, body: ActionTaken) -> Verdict | None:
    """The verdict on a recorded action whose seal is wrong, or None if it is right. `game` is the
    position before it."""
    if not is_secret(game, decode_action(game.rules, body.action)):
        return None if body.opens is None else _BROKEN
    if body.opens is None:
        return UNSEALED
    now = sealed_choice(game)
    own = now.bound.get(body.seat) if now else None
    if now is None or own is None or own.record != body.opens.record or now.missing:
        return _BROKEN
    return (
        None
        if _opens_seal(game, own.seal, now.slot, body.seat, body.opens.salt, bytes(body.action))
        else _BROKEN
    )


def _opens_seal(game: Game, seal: str, slot: str, seat: str, salt: str, value: bytes) -> bool:
    try:
        check_seal(bytes.fromhex(seal), game.id, slot, seat, bytes.fromhex(salt), value)
    except (Refused, ValueError):
        return False
    return True
