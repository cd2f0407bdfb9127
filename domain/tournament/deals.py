"""Compares the rolls of a game with the deal of its round, in a duplicate challenge."""

from collections.abc import Sequence

from domain.game.dice.conditions import wrong_rolls
from domain.game.record.records import FIRST, ActionTaken, GameOpened
from domain.kernel.stored import StoredRecord
from domain.proof.chance.beacon import seed_words
from domain.titles.contract.chance import deal_commitment
from domain.tournament.records import (
    BeaconShown,
    PartShown,
    RoundPaired,
    TournamentClosed,
    TournamentOpened,
)
from domain.tournament.seeds import derived

Rows = Sequence[tuple[str, bytes]]


def undealt(game: str, rows: Rows, tournament: str, event: Rows) -> tuple[int, ...] | None:
    """The numbers of those rolls of a game that the deal of its round does not give. `rows`,
    `event`: the topics and stored bytes of the game's and the tournament's records. None if the
    game has no deal of this tournament, the tournament's seed is not revealed, or no deal derived
    from it is the one that the game commits to. Raises `DamagedRecord`."""
    opened = StoredRecord(game, FIRST, *rows[0]).body
    if (
        not isinstance(opened, GameOpened)
        or opened.chance != "duplicate"
        or opened.tournament != tournament
    ):
        return None
    deal = _deal(opened, tournament, event)
    if deal is None:
        return None
    bodies = (
        StoredRecord(game, seq, topic, state).body
        for seq, (topic, state) in enumerate(rows, start=FIRST)
    )
    return wrong_rolls(
        (
            roll
            for body in bodies
            if isinstance(body, GameOpened | ActionTaken)
            for roll in body.rolls
        ),
        deal,
    )


def _deal(opened: GameOpened, tournament: str, rows: Rows) -> bytes | None:
    """The deal of a game, derived from the tournament's records (`rows`) and its revealed seed.
    None if the seed is not revealed, or no pairing gives the deal that the game committed to."""
    bodies = [
        StoredRecord(tournament, seq, topic, state).body
        for seq, (topic, state) in enumerate(rows, start=FIRST)
    ]
    seed = next((body.seed for body in bodies if isinstance(body, TournamentClosed)), "")
    by_parts = any(isinstance(body, TournamentOpened) and body.derivation > 1 for body in bodies)
    shown: dict[int | str, str] = {}
    beacons: list[tuple[str, str]] = []
    for body in bodies if seed else ():
        if isinstance(body, PartShown):
            shown[body.entrant] = body.value
        if isinstance(body, BeaconShown):
            beacons.append(seed_words(body.beacon, bytes.fromhex(body.signature)))
        if isinstance(body, RoundPaired) and body.round == opened.round:
            parts = (*sorted(shown.items()), *beacons) if by_parts else None
            drawn = derived(
                bytes.fromhex(seed),
                tournament,
                stage=body.stage + 1,
                round=body.round,
                attempt=body.attempt,
                basis="",
                use="deal",
                parts=parts,
            )
            deal = bytes.fromhex(drawn)
            if deal_commitment(deal) == opened.commitment:
                return deal
    return None
