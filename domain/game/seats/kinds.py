"""Registers the kinds of records for taking a seat, leaving it and signing."""

from typing import Any

from domain.game.aggregate.game import Game, all_stays
from domain.game.aggregate.replayed_record import ReplayedRecord
from domain.game.record import records as r
from domain.game.record.kinds import WATCHERS, GameKind, register_game_kinds
from domain.game.seats.conditions import need_empty, need_signing_seat, stay_in
from domain.kernel.kinds import RecordDiffers
from domain.kernel.text import Text, replaceable_name


def is_only_numbered(name: str) -> bool:
    """Whether the English name of a seat or side says no more than numbers, such as `Player 1 &
    Player 3`."""
    return all(one.removeprefix("Player ").isdecimal() for one in name.split(" & "))


def _say_sitting_down(game: Game, body: r.SeatTaken) -> Text:
    who, name = replaceable_name(body.seat, Text("Somebody")), game.setting.own_name(body.seat)
    number = 1 + [spec.id for spec in game.setting.seat_specs].index(body.seat)
    if is_only_numbered(name.en):
        return Text("{who} takes seat {number}.", who=who, number=number)
    return Text("{who} takes seat {number}, {seat}.", who=who, number=number, seat=name)


def _is_another_player(game: Game, body: r.SeatTaken) -> bool:
    """Whether the first player who ever sat in the seat is another than the one who takes it."""
    first = next(stay for stay in all_stays(game.history) if stay.seat == body.seat)
    return first.player != body.player


def _check_signed(on: ReplayedRecord, body: Any) -> None:
    need_signing_seat(on.game, body.seat)
    if not r.FIRST <= body.about <= on.game.seq:
        raise RecordDiffers(
            Text("it signs record {about}, which is not before it", about=body.about),
        )


register_game_kinds(
    GameKind(
        record=r.SeatTaken,
        reads=WATCHERS,
        says=_say_sitting_down,
        by_hand=_is_another_player,
        asks=lambda on, body: need_empty(on.game, body.seat),
        column="seatings",
        grows=True,
    ),
    GameKind(
        record=r.SeatLeft,
        reads=WATCHERS,
        says=Text("{who}'s seat is empty again."),
        asks=lambda on, body: on.need_same("player", stay_in(on.game, body.seat).player),
        column="seatings",
    ),
    GameKind(
        record=r.PositionSigned,
        reads=WATCHERS,
        says=Text("{who} signs record {about}."),
        asks=_check_signed,
    ),
)
