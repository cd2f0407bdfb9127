"""Registers the kinds of records with which seats contribute to sealed dice."""

from typing import Any

from domain.game.aggregate.replayed_record import ReplayedRecord
from domain.game.dice.conditions import need_committable, need_revealable, parts_of
from domain.game.record import records as r
from domain.game.record.kinds import WATCHERS, GameKind, register_game_kinds
from domain.kernel.kinds import RecordDiffers
from domain.kernel.text import Text
from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment


def _check_revealed(on: ReplayedRecord, body: Any) -> None:
    game = on.game
    value = bytes.fromhex(body.value)
    if not LEAST_CONTRIBUTION <= len(value) <= MOST_CONTRIBUTION:
        raise RecordDiffers(Text("its part has {count} bytes", count=len(value)))
    parts = parts_of(game)
    own = next((part for part in parts if part.seat == body.seat), None)
    by_seats = [part.seat for part in parts if part.by == "seat" and not part.value]
    waiting = [part.seat for part in parts if part.by == "service" and not part.value]
    if own is not None and own.by == "service":
        bound = contribution_commitment(game.id, body.seat, value).hex() == own.commitment
        if (
            body.by != "service"
            or own.value
            or not bound
            or len(parts) < len(game.player_seats)
            or len(by_seats) > 1
        ):
            raise RecordDiffers(
                Text(
                    "the service shows a part that it made up, and not when the last seat "
                    "shows its own"
                ),
            )
        return
    need_revealable(game, body.seat, value)
    on.need_same("by", "seat")
    if by_seats == [body.seat] and waiting:
        raise RecordDiffers(
            Text(
                "the last seat shows its part before the service has shown those that it made "
                "up ({waiting})",
                waiting=", ".join(waiting),
            ),
        )


register_game_kinds(
    GameKind(
        record=r.ContributionCommitted,
        reads=WATCHERS,
        says=Text("{who} binds its part of the sealed dice."),
        asks=lambda on, body: need_committable(on.game, body.seat),
        column="parts",
    ),
    GameKind(
        record=r.ContributionRevealed,
        reads=WATCHERS,
        says=Text("{who} shows its part of the sealed dice."),
        asks=_check_revealed,
        column="parts",
    ),
)
