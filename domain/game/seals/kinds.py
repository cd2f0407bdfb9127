"""Registers the kind of records for sealed values."""

from typing import Any

from domain.game.aggregate.game import Game, seat_name
from domain.game.aggregate.replayed_record import ReplayedRecord
from domain.game.record import records as r
from domain.game.record.kinds import WATCHERS, GameKind, register_game_kinds
from domain.game.seals.conditions import HEX, need_sealable
from domain.kernel.kinds import RecordDiffers
from domain.kernel.text import Text


def _say_seal(game: Game, body: r.ValueSealed) -> Text:
    who = seat_name(game, body.seat)
    if not body.by:
        return Text("{who} seals a secret choice.", who=who)
    whoever = _STANDING_IN.get(body.by, _STANDING_IN["seat"])
    return Text("{whoever} seals a secret choice for {who}.", whoever=whoever, who=who)


# Who seals for a seat that is not their own, by the role that the record has.
_STANDING_IN = {
    "seat": Text("Another seat"),
    "arbiter": Text("The arbiter"),
    "organiser": Text("The organiser"),
    "operator": Text("The operator"),
}


def _check_sealed(on: ReplayedRecord, body: Any) -> None:
    need_sealable(on.game, body.seat, body.slot)
    if HEX.fullmatch(body.seal) is None:
        raise RecordDiffers(Text("its seal is no SHA-256 in hex"))


register_game_kinds(
    GameKind(
        record=r.ValueSealed,
        reads=WATCHERS,
        says=_say_seal,
        by_hand=lambda game, body: bool(body.by),
        asks=_check_sealed,
        column="sealed",
        grows=True,
    )
)
