"""On whom a game's dice rest, and whether its seals open: computed by the auditor's own code."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from api.proof.schemas import Choosable, PartAt, Resting, SealedAt
from api.web.access.answers import Hand
from domain.game.aggregate.game import Game, seat_name
from domain.game.record.records import FIRST
from domain.game.store.repository import GameFile, leaf_of
from domain.kernel.text import Text, joined
from domain.proof.bundle.hidden import Hidden
from domain.proof.bundle.story import Story
from domain.proof.chance.choices import choices
from domain.proof.chance.contributions import PartTold
from domain.proof.chance.rolls import Rolls
from domain.proof.errors import Refused, Unproven
from domain.proof.verify.wording import sealed

HandOf = Callable[[str], Hand]
"""Who an actor of the game's records is."""


def told(file: GameFile, head: Game, hand_of: HandOf) -> tuple[Resting, SealedAt | None]:
    """What the records tell of a game's dice, and of its seals if it has any, up to its record `seq`. Once it is closed, every
    sealed roll is drawn again from the seed that was shown."""
    opened, history = head.opened, head.history
    taken = 0

    def leaf(seq: int) -> bytes:
        if not FIRST <= seq <= taken:
            raise Unproven(f"there is no record {seq} before it", f"il n'y a pas d'écriture {seq} avant elle")
        return leaf_of(file, seq)

    story = Story(head.id, leaf)
    failed: Refused | None = None
    for taken in range(FIRST, head.seq + 1):
        try:
            story.take(taken, history.topics[taken - 1], history.states[taken - 1].decode("utf-8", "replace"))
        except Refused as e:
            failed = Refused(e.said.en, e.said.fr, e.record or taken)
            break
    rolls = story.rolls
    made = rolls.contributions if rolls else None
    by_seats, by_service = (made.by_seats, made.by_service) if made else ((), ())
    by_operator = made.by_operator if made else ()
    alone = rolls.alone if rolls else 0
    parts = tuple(part_told(head, part, hand_of) for part in made.told) if made else ()
    if failed is not None:
        text = Text(
            "Record {record} does not hold: {said}.",
            record=failed.record,
            said=failed.said,
        )
    else:
        text = _said(head, by_seats, alone)
        if parts:
            text = joined((text, *(part.text for part in parts)), " ")
    verified = None if opened.chance != "sealed" or not (head.closed or failed) else failed is None
    seals = _sealed(story.hidden, head.closed, text if failed else None) if story.hidden and story.hidden.played else None
    open_ways = tuple(_choosable(rolls, closed=head.closed)) if rolls and failed is None else ()
    resting = Resting(opened.chance, verified, text, opened.commitment, by_seats, by_service, alone, by_operator, parts, open_ways)
    return resting, seals


def _choosable(rolls: Rolls, *, closed: bool) -> Iterator[Choosable]:
    for said, seq in choices(rolls, closed=closed):
        en, fr = (f"{words[:1].upper()}{words[1:]}." for words in (said.en, said.fr))
        yield Choosable(seq or None, Text(en, fr))


def part_told(head: Game, part: PartTold, hand_of: HandOf) -> PartAt:
    """One seat's part, by the keys and links that are known here."""
    bound, shown = hand_of(part.bound.actor), hand_of(part.shown.actor) if part.shown else None
    name = seat_name(head, part.seat)
    how = _with(head, bound, part.seat)
    if part.service:
        text = Text(
            "For {name} the service stood in, at a request entered {how}.",
            name=name,
            how=how,
        )
    elif shown == bound:
        text = Text("The part of {name} was bound and shown {how}.", name=name, how=how)
    else:
        never = Text("never shown") if head.closed else Text("is still to be shown")
        by = Text("shown {what}", what=_with(head, shown, part.seat)) if shown else never
        text = Text("The part of {name} was bound {how}, and {by}.", name=name, how=how, by=by)
    return PartAt(part.seat, "service" if part.service else "seat", bound, shown, text)


def _with(head: Game, hand: Hand, seat: str) -> Text:
    """The words for the key or link that something was entered with."""
    if hand.role == "operator":
        return Text("with the operator's key")
    if hand.role == "organiser":
        return Text("with an organiser's key")
    if hand.role == "arbiter":
        return Text("with a link of the arbiter's")
    if hand.seats == (seat,):
        return Text("with its own link")
    if hand.seats:
        names = [seat_name(head, one, inside=True) for one in hand.seats]
        return Text("with the link of {names}", names=joined(names))
    return Text("with a key or link that is not known here")


def _sealed(hidden: Hidden, closed: bool, failed: Text | None) -> SealedAt:
    said = sealed(hidden, closed)
    text = Text("{said}.", said=Text(said.en, said.fr).capital())
    return SealedAt(hidden.count, hidden.unopened, tuple(hidden.unsealed), failed or text)


def _said(head: Game, by_seats: tuple[str, ...], alone: int) -> Text:
    if head.opened.chance == "table":
        return Text(
            "The dice are the table's: they rest on whoever typed them in and on those who signed.",
        )
    if head.opened.chance == "duplicate":
        return Text(
            "The dice are those of a deal that all games of the round share: the tournament's seed proves them once it is closed.",
        )
    names = [seat_name(head, seat, inside=True) for seat in by_seats]
    rest = Text("the service alone")
    if names:
        rest = Text("the service and {names} together", names=joined(names))
    text = Text("The sealed dice rest on {rest}.", rest=rest)
    if alone and names:
        text = Text(
            "{text} The first {alone}, before the contributions, rest on the service alone.",
            text=text,
            alone=alone,
        )
    closing = Text("The seed is shown when the game is closed.")
    if head.closed:
        closing = Text("Each was drawn again from the seed.")
    return Text("{text} {closing}", text=text, closing=closing)
