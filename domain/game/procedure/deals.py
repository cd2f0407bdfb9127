"""Games that share a deal: how far each has come in it, and whether its rolls are those of the
deal, which a tournament shows once it is closed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from domain.game.aggregate.game import Game
from domain.titles.contract.chance import Roll, dealt_picks


def used_of_deal(game: Game) -> Counter[str]:
    """How many values of each kind have come in a game, taken back or not: none comes twice."""
    used: Counter[str] = Counter()
    for roll in rolls_of(game):
        if not roll.of:
            used[roll.kind] += len(roll.picks)
    return used


def wrong_rolls(rolls: Iterable[Roll], deal: bytes) -> tuple[int, ...]:
    """The numbers of those of a game's rolls, given in their order, that are not the deal's. Rolls
    that repeat another are no new ones."""
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
            body: Any = game.history.filed(seq).body
            yield from body.rolls
