"""Conditions of sitting down and leaving."""

from domain.game.aggregate.game import Game, Stay, need_seat, seated
from domain.game.refusals import NoSuchSeat, SeatIsEmpty, SeatIsTaken
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text


def need_empty(game: Game, seat: str) -> None:
    _need_place(game, seat)
    there = seated(game).get(seat)
    if there is not None:
        raise SeatIsTaken(game.setting.name(seat), there.since)


def sitting(game: Game, seat: str) -> Stay:
    """The stay of the person in a seat. Raises a refusal if the seat is empty."""
    _need_place(game, seat)
    there = seated(game).get(seat)
    if there is None:
        raise SeatIsEmpty(game.setting.name(seat))
    return there


def _need_place(game: Game, seat: str) -> None:
    places = tuple(s.id for s in game.setting.seat_specs if s.role == "player")
    if seat not in places:
        raise NoSuchSeat(seat, places, there=seat in game.setting.seats)


def need_player(game: Game, seat: str) -> None:
    need_seat(game, seat)
    spec = next(spec for spec in game.setting.seat_specs if spec.id == seat)
    if spec.role != "player":
        raise BadRequest(
            "/seat",
            Text("{name} is nobody's seat: only players sign.", name=spec.name),
        )
