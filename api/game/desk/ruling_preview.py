"""A ruling that is tried out: what came of the form, the dice it would roll, and what tells it from another one."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from api.game.desk.labels import comparing
from api.game.desk.preview import Shown, shown
from api.game.desk.ruling_form import ACTION, FACTS, MOVING, action_entered, facts_entered, foreseen, read
from api.game.forms.dice import Rolled
from api.game.forms.dice import asked as dice_asked
from api.game.forms.dice import entered as dice_entered
from api.game.request import audience_of
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, attempt, digest, need_open
from api.web.pages.pages import lang
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.refusals import ValuesNeeded
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import ARBITER

Values = tuple[tuple[Value, ...], ...]


class Dice(Struct, frozen=True):
    """What has to be rolled, or supposed where the dice are sealed, after the values `known` so far."""

    asks: tuple[Rolled, ...]
    known: Values


class Found(Struct, frozen=True):
    """What came of a form that was sent: why it was refused, or what it would come to, or the dice that are missing for that."""

    trouble: Trouble | None = None
    shown: Shown | None = None
    dice: Dice | None = None
    altered: bool = False

    @property
    def ready(self) -> bool:
        """Whether what is shown can be recorded as it is."""
        return self.shown is not None or (self.dice is not None and not self.trouble)


def foresee(clerk: Clerk, head: Game, form: Given) -> Found:
    """What a form would come to."""
    try:
        return _tried(clerk, head, form)
    except ValuesNeeded as needed:
        known = _supposed(form)
        return Found(dice=Dice(dice_asked(needed.asks, needed.given, head.setting, lang()), known[: needed.given]))


def _tried(clerk: Clerk, head: Game, form: Given) -> Found:
    needed: list[ValuesNeeded] = []

    def look() -> Shown | None:
        need_open(head)
        asked = read(head, form)
        audience = audience_of(head, ARBITER if asked.remedy in MOVING else "")
        try:
            after = foreseen(clerk, head, asked, audience, _supposed(form))
        except ValuesNeeded as e:
            needed.append(e)
            return None
        return shown(clerk, head, after, audience, lang(), comparing())

    found = attempt(look)
    if needed:
        raise needed[0]
    return Found(trouble=found) if isinstance(found, Trouble) else Found(shown=found)


def _supposed(form: Given) -> Values:
    """The dice that were entered, or supposed where they are sealed."""
    try:
        return tuple(map(tuple, dice_entered(form)))
    except (ValueError, msgspec.DecodeError):
        raise BadRequest("/values", Text("These are no dice.")) from None


def recorded_values(head: Game, form: Given) -> Values:
    """The dice that are recorded: those of the table; sealed ones are rolled when it is recorded."""
    return _supposed(form) if head.opened.chance == "table" else ()


_BUILT = (f"{ACTION}.", *(f"{prefix}." for prefix, _ in FACTS.values()), "v.", "given", "add_", "place", "op")
"""Fields of which something is made before it is compared, and those that only help to fill the form in."""


def content_digest(head: Game, form: Given) -> str:
    """What tells this ruling from another one."""
    facts = [facts_entered(head, form, remedy) for remedy in FACTS]
    values = attempt(lambda: _supposed(form))
    return digest(form, (action_entered(head, form), facts, () if isinstance(values, Trouble) else values), _BUILT)


def known_values(found: Found, form: Given) -> str:
    """The dice known so far, as the form carries them."""
    supposed = found.dice.known if found.dice else attempt(lambda: _supposed(form))
    return msgspec.json.encode(supposed).decode() if supposed and not isinstance(supposed, Trouble) else ""
