"""When seats may contribute their parts to sealed dice, and how much of a shared deal a game has
drawn. Whether the rolls follow the deal can be checked once the tournament is closed."""

import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from domain.game.aggregate.game import Game, need_seat
from domain.game.record.records import ContributionCommitted, ContributionRevealed
from domain.game.refusals import ContributionRefused
from domain.kernel.text import Text
from domain.proof.chance.dice import contribution_commitment
from domain.titles.contract.chance import Contribution, Roll, dealt_picks


class Part(Struct, frozen=True):
    """A seat's part in the dice: its commitment, who made it (`by`), and its value in hex once
    revealed."""

    seat: str
    commitment: str
    by: Literal["seat", "service"]
    value: str = ""


def parts_of(game: Game) -> tuple[Part, ...]:
    """The parts of a game's dice so far, in seat order."""
    parts: dict[str, Part] = {}
    for seq in game.history.parts:
        if seq > game.seq:
            break
        body = game.history.record(seq).body
        if isinstance(body, ContributionCommitted):
            parts[body.seat] = Part(body.seat, body.commitment, body.by)
        elif isinstance(body, ContributionRevealed) and body.seat in parts:
            known = parts[body.seat]
            parts[body.seat] = Part(known.seat, known.commitment, known.by, body.value)
    return tuple(parts[seat] for seat in game.setting.seats if seat in parts)


def contributions(game: Game) -> tuple[Contribution, ...]:
    """The revealed parts from which the next rolls follow, together with the seed; empty before the
    first reveal. Raises `ContributionRefused` while only some are revealed, since nothing may be
    rolled then."""
    if not game.history.parts:
        return ()
    parts = parts_of(game)
    hidden = [part.seat for part in parts if not part.value]
    if len(hidden) == len(parts):
        return ()
    if hidden:
        name = game.setting.name(hidden[0])
        raise ContributionRefused(
            Text(
                "The dice wait for the part of {name}: nothing is rolled until it is shown.",
                name=name,
            ),
        )
    return tuple((part.seat, bytes.fromhex(part.value)) for part in parts)


def need_committable(game: Game, seat: str) -> None:
    """Raise `ContributionRefused` unless the seat may commit to its part now."""
    need_seat(game, seat)
    if game.opened.chance != "sealed":
        raise ContributionRefused(
            Text("This game's dice are the table's: nothing is added to them."),
        )
    name = game.setting.name(seat)
    if seat not in game.player_seats:
        raise ContributionRefused(
            Text("{name} is nobody's seat: only players' seats contribute.", name=name),
        )
    parts = parts_of(game)
    if any(part.seat == seat for part in parts):
        raise ContributionRefused(Text("{name} has bound its part already.", name=name))
    if any(part.value for part in parts):
        raise ContributionRefused(
            Text("Parts were shown already: nothing can be added any more."),
        )


def need_revealable(game: Game, seat: str, value: bytes) -> tuple[Part, ...]:
    """Raise `ContributionRefused` unless the seat may reveal this value as its part now. Returns
    the parts of all seats."""
    need_seat(game, seat)
    parts, name = parts_of(game), game.setting.name(seat)
    own = next((part for part in parts if part.seat == seat), None)
    if own is None or own.by == "service":
        raise ContributionRefused(Text("{name} has bound no part of its own.", name=name))
    if own.value:
        raise ContributionRefused(Text("{name} has shown its part already.", name=name))
    missing = [other for other in game.player_seats if other not in {part.seat for part in parts}]
    if missing:
        other = game.setting.name(missing[0])
        raise ContributionRefused(
            Text(
                "{other} has not bound its part yet: wait, or let the service stand in.",
                other=other,
            ),
        )
    if not hmac.compare_digest(contribution_commitment(game.id, seat, value).hex(), own.commitment):
        raise ContributionRefused(
            Text("This is not the value that {name} bound itself to.", name=name)
        )
    return parts


def drawn_from_deal(game: Game) -> Counter[str]:
    """The number of values that a game has drawn from its deal, by kind of roll. Values of rolls
    that were taken back count, since none is drawn twice."""
    used: Counter[str] = Counter()
    for roll in rolls_of(game):
        if not roll.of:
            used[roll.kind] += len(roll.picks)
    return used


def wrong_rolls(rolls: Iterable[Roll], deal: bytes) -> tuple[int, ...]:
    """The numbers of the rolls that differ from the deal. `rolls` are all rolls of a game, in
    order. Repetitions of standing rolls draw nothing from it."""
    used: Counter[str] = Counter()
    wrong = []
    for roll in rolls:
        if roll.of:
            continue
        if dealt_picks(deal, roll.kind, used[roll.kind], roll.spec) != roll.picks:
            wrong.append(roll.number)
        used[roll.kind] += len(roll.picks)
    return tuple(wrong)


def rolls_of(game: Game) -> Iterator[Roll]:
    counts = game.history.rolls
    for seq in range(1, game.seq + 1):
        if counts[seq - 1] != (counts[seq - 2] if seq > 1 else 0):
            body: Any = game.history.record(seq).body
            yield from body.rolls
