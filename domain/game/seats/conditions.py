"""Conditions of sitting down and leaving."""

from domain.game.aggregate.game import Game, Stay, current_stays, need_seat
from domain.game.refusals import NoSuchSeat, SeatIsEmpty, SeatIsTaken
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text


def need_empty(game: Game, seat: str) -> None:
    _need_players_seat(game, seat)
    there = current_stays(game).get(seat)
    if there is not None:
        raise SeatIsTaken(game.setting.name(seat), there.since)


def stay_in(game: Game, seat: str) -> Stay:
    """The stay of the person in a seat. Raises `SeatIsEmpty` if there is none."""
    _need_players_seat(game, seat)
    there = current_stays(game).get(seat)
    if there is None:
        raise SeatIsEmpty(game.setting.name(seat))
    return there


def _need_players_seat(game: Game, seat: str) -> None:
    if seat not in game.player_seats:
        raise NoSuchSeat(seat, game.player_seats, there=seat in game.setting.seats)


def need_signing_seat(game: Game, seat: str) -> None:
    need_seat(game, seat)
    if seat not in game.player_seats:
        raise BadRequest(
            "/seat",
            Text("{name} is nobody's seat: only players sign.", name=game.setting.own_name(seat)),
        )
