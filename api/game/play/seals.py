"""Sealing on a seat's page: hidden choices, and contributions to the sealed dice. Each seat commits
first, and reveals when all have committed.

A hidden choice is made and sealed in the browser, which sends it to the service only when it is
revealed. Buttons and short forms are templates from which the script (`api/game/static/seals.js`)
makes forms; without the script nothing can be sent.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.game.play.offers import ActionButton, ActionOffers, ShortForm, with_capital
from api.game.request import action_of, role_of_stand_in
from api.game.subject import game_clerk
from api.web.forms.submission import NO_FORM, Sent
from api.web.problems.problem import Problem
from api.web.request.service import caller
from domain.game.aggregate.game import Game
from domain.game.commands import Answer, Order
from domain.game.dice.conditions import parts_of
from domain.game.seals.conditions import sealed_choice
from domain.kernel.refusals import Stale
from domain.kernel.text import Lang

State = Literal["open", "bound", "shown"]

TRIES = 16  # Times that others may be faster.


class ChoosingSeat(Struct, frozen=True):
    """A seat that makes a secret choice, and whether it has sealed (`bound`) and shown it."""

    seat: str
    name: str
    state: State


class SecretChoice(Struct, frozen=True):
    """A secret choice, as a seat's page shows it: all seats that choose, and what the page's seat
    can do.

    - `complete`: all have sealed. `waits`: the other seats that have yet to seal or, once all have,
      to reveal.
    - `choices`, `forms`: what the page's seat may seal now. `record`, `seal`: its seal, and the
      record that contains it (0 and "": none).
    - `may_show`: the page's seat is to reveal its choice now; `again`: it had revealed it before,
      and that was taken back; `late`: it can no longer seal, since others have revealed.
    - `other`: the seat's name if it is not one of the reader's own. The reader then has to confirm
      acting in its place.
    """

    slot: str
    seats: tuple[ChoosingSeat, ...]
    complete: bool
    waits: tuple[str, ...]
    may_seal: bool
    may_show: bool
    again: bool
    late: bool
    other: str
    record: int
    seal: str
    choices: tuple[ActionButton, ...]
    forms: tuple[ShortForm, ...]

    @property
    def waiting(self) -> bool:
        return bool(self.seal) and not self.may_show


def split_offers(game: Game, offered: ActionOffers) -> tuple[ActionOffers, ActionOffers]:
    """The offers of a seat in two parts: those that can be played openly, and those that have to be
    sealed first. The second part has no button for the example of a short form."""
    types = game.opened.seals
    if not types:
        return offered, ActionOffers()

    def secret(offer: ActionButton) -> bool:
        return msgspec.json.decode(offer.action)["type"] in types

    families = tuple(family for family in offered.families if not secret(family.offers[0]))
    hidden = (
        offer for family in offered.families if secret(family.offers[0]) for offer in family.offers
    )
    opened = ActionOffers(
        tuple(offer for offer in offered.singles if not secret(offer)),
        families,
        tuple(f for f in offered.forms if f.type not in types),
        offered.only_ending,
    )
    forms = tuple(form for form in offered.forms if form.type in types)
    known = {form.example for form in forms}
    listed = (*(offer for offer in offered.singles if secret(offer)), *hidden)
    return opened, ActionOffers(
        tuple(choice for choice in listed if choice.action not in known), (), forms
    )


def secret_choice(game: Game, seat: str, lang: Lang, hidden: ActionOffers) -> SecretChoice | None:
    now = sealed_choice(game)
    if now is None or not game.to_act:
        return None
    own = now.bound.get(seat)
    may_seal = seat in now.missing and not now.shown
    seats = tuple(
        ChoosingSeat(
            seat,
            _seat_name(game, seat, lang),
            "open" if seat in now.missing else "bound" if seat in now.owing else "shown",
        )
        for seat in game.setting.seats
        if seat in now.owing or seat in now.bound
    )
    waits = tuple(_seat_name(game, item, lang) for item in now.missing or now.owing if item != seat)
    return SecretChoice(
        slot=now.slot,
        seats=seats,
        complete=not now.missing,
        waits=waits,
        may_seal=may_seal,
        may_show=seat in now.owing and not now.missing,
        again=own is not None and own.opened > 0,
        late=seat in now.missing and now.shown,
        other="" if seat in caller().speaks_for else _seat_name(game, seat, lang),
        record=own.record if own else 0,
        seal=own.seal if own else "",
        choices=hidden.singles if may_seal else (),
        forms=tuple(replace(form, kept=False) for form in hidden.forms) if may_seal else (),
    )


def _seat_name(game: Game, seat: str, lang: Lang) -> str:
    return with_capital(game.setting.name(seat).printed(lang))


# -- what is entered -------------------------------------------------------------------------------


def _seal_choice(game: Game, form: Sent) -> Answer:
    seat, slot, seal = form.seat, form.text("slot"), form.text("seal")
    by = role_of_stand_in(caller(), game, seat, confirmed=_is_confirmed(form))
    return _write_on_newest(
        game, form, lambda order: game_clerk().seal(order, seat, slot, seal, by)
    )


def _is_confirmed(form: Sent) -> bool:
    return form.text("on_behalf") == "1"


def _reveal_choice(game: Game, form: Sent) -> Answer:
    try:
        action = msgspec.json.decode(form.text("action"), type=dict[str, Any])
    except msgspec.DecodeError:
        raise Problem("bad-request", NO_FORM) from None
    role_of_stand_in(caller(), game, form.seat, confirmed=_is_confirmed(form))
    action_shown, salt = action_of(game.rules, action), form.text("salt")
    return _write_on_newest(
        game, form, lambda order: game_clerk().act(order, form.seat, action_shown, (), salt)
    )


def _write_on_newest(game: Game, form: Sent, write: Callable[[Order], Answer]) -> Answer:
    """Write as if the sender had seen the newest record, and try again if another record comes
    first: the entry means the same after any record, and all seats may reveal at once."""
    for _ in range(TRIES):
        try:
            return write(form.order(game.id, game.seq))
        except Stale:
            game = game_clerk().game(game.id)
    return write(form.order(game.id, game.seq))


# The forms that the page's script sends, by the last word of their address.
DEEDS: dict[str, Callable[[Game, Sent], Answer]] = {"seal": _seal_choice, "show": _reveal_choice}


class SeatDicePart(Struct, frozen=True):
    """A seat's part of the sealed dice: its state, whether the service made it up (`stand_in`), and
    what the reader can do for the seat now."""

    seat: str
    name: str
    state: State
    stand_in: bool
    may_bind: bool
    may_show: bool


class DiceParts(Struct, frozen=True):
    """The parts of the sealed dice, by seat. `begun`: one seat has committed; `complete`: the dice
    depend on all parts; `waiting`: nothing can be rolled until all are revealed."""

    seats: tuple[SeatDicePart, ...]
    begun: bool
    waiting: bool
    complete: bool


def dice_parts(game: Game, lang: Lang, own: tuple[str, ...]) -> DiceParts | None:
    """The parts of a game's sealed dice; `own` are the reader's seats. None if the table rolls, the
    game has no player's seat, or it is closed."""
    seats = game.player_seats
    if game.opened.chance != "sealed" or not seats or game.closed:
        return None
    known = {part.seat: part for part in parts_of(game)}
    shown = [seat for seat, part in known.items() if part.value]
    bound = all(seat in known for seat in seats)
    states = tuple(
        SeatDicePart(
            seat,
            _seat_name(game, seat, lang),
            "shown" if seat in shown else "bound" if seat in known else "open",
            seat in known and known[seat].by == "service",
            seat in own and seat not in known and not shown,
            seat in own and bound and known[seat].by == "seat" and seat not in shown,
        )
        for seat in seats
    )
    return DiceParts(
        states, bool(known), 0 < len(shown) < len(seats), bound and len(shown) == len(seats)
    )
