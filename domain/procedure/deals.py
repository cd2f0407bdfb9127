"""Games that share a deal: how far each has come in it, and whether its rolls are those of the deal, which a tournament shows once
it is closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from domain.game.game import Game
from domain.kernel.stored import Filed
from domain.record.records import FIRST, ActionTaken, GameOpened
from domain.record.tournament_records import PartShown, RoundPaired, TournamentClosed, TournamentOpened
from domain.rules.chance import Roll, deal_commitment, dealt_picks
from domain.tournament.seeds import derived

Rows = Sequence[tuple[str, bytes]]
"""Records by their topics and bytes, from the first."""


def used_of_deal(game: Game) -> Counter[str]:
    """How many values of each kind have come in a game, taken back or not: none comes twice."""
    used: Counter[str] = Counter()
    for roll in rolls_of(game):
        if not roll.of:
            used[roll.kind] += len(roll.picks)
    return used


def wrong_rolls(rolls: Iterable[Roll], deal: bytes) -> tuple[int, ...]:
    """The numbers of those of a game's rolls, given in their order, that are not the deal's. Rolls that repeat another are no new
    ones."""
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
    """Every roll of a game, in its order."""
    counts = game.history.rolls
    for seq in range(1, game.seq + 1):
        if counts[seq - 1] != (counts[seq - 2] if seq > 1 else 0):
            body: Any = game.history.filed(seq).body
            yield from body.rolls


def undealt(game: str, rows: Rows, tournament: str, event: Rows) -> tuple[int, ...] | None:
    """The numbers of a game's rolls that are not those of the deal of its round; none if the tournament's records show no deal that
    the game's opening commits to. Raises `DamagedRecord`."""
    opened = Filed(game, FIRST, *rows[0]).body
    if not isinstance(opened, GameOpened) or opened.chance != "duplicate" or opened.tournament != tournament:
        return None
    deal = _deal(opened, tournament, event)
    if deal is None:
        return None
    bodies = (Filed(game, seq, topic, state).body for seq, (topic, state) in enumerate(rows, start=FIRST))
    return wrong_rolls((roll for body in bodies if isinstance(body, GameOpened | ActionTaken) for roll in body.rolls), deal)


def _deal(opened: GameOpened, tournament: str, event: Rows) -> bytes | None:
    """The deal of one of the attempts at a game's round that the opening commits to."""
    bodies = [Filed(tournament, seq, topic, state).body for seq, (topic, state) in enumerate(event, start=FIRST)]
    seed = next((body.seed for body in bodies if isinstance(body, TournamentClosed)), "")
    by_parts = any(isinstance(body, TournamentOpened) and body.derivation > 1 for body in bodies)
    shown: dict[int, str] = {}
    for body in bodies if seed else ():
        if isinstance(body, PartShown):
            shown[body.entrant] = body.value
        if isinstance(body, RoundPaired) and body.round == opened.round:
            parts = sorted(shown.items()) if by_parts else None
            found = derived(bytes.fromhex(seed), tournament, body.stage + 1, body.round, body.attempt, "", "deal", parts)
            deal = bytes.fromhex(found)
            if deal_commitment(deal) == opened.commitment:
                return deal
    return None
