"""The use cases of seats: taking a seat and leaving it.

A player's id is random and says nothing about the person; used in another game, it is the same
person. The name is stored where it can be erased, and the record commits to it.
"""

from domain.game.aggregate.game import PLAYER, Game
from domain.game.application import ClerkApplication
from domain.game.commands import Answer, Order
from domain.game.names import Names, checked_name, keep_name
from domain.game.record.records import GameRecord, SeatLeft, SeatTaken
from domain.game.refusals import UnknownPlayer
from domain.game.seats.conditions import need_empty, stay_in
from domain.kernel.ids import random_id
from domain.kernel.writer import Unit

LETTERS = 12
"""Letters of a player's id after `p-`: 60 random bits."""


def new_player() -> str:
    return "p-" + random_id(LETTERS)


class Seats:
    def __init__(self, clerk: ClerkApplication) -> None:
        self._clerk = clerk
        self._names = Names(clerk.key_values)

    def take(self, order: Order, seat: str, name: str = "", player: str = "") -> Answer:
        """Record that a person takes an empty player's seat.

        Without `player` it is a new person with a new id. A known player keeps their last name
        unless `name` gives another; a new one may have no name.
        """
        checked = checked_name(name)

        def record(game: Game, unit: Unit) -> GameRecord:
            need_empty(game, seat)
            who = player or new_player()
            known = self._name_of(player)  # refuses a player that nobody is
            commitment = keep_name(unit, who, checked or known)
            self._names.enter_stream(who, PLAYER, game.id)
            if player and self._names.is_erased(
                player
            ):  # asked once the name is kept, so that erasing at the same time finds it
                raise UnknownPlayer(player, erased=True)
            return SeatTaken(**unit.stamp, seat=seat, player=who, name=commitment)

        return self._clerk.write(order, record)

    def leave(self, order: Order, seat: str) -> Answer:
        """Record that a person leaves a seat. Actions entered for the seat stay."""

        def record(game: Game, unit: Unit) -> GameRecord:
            return SeatLeft(**unit.stamp, seat=seat, player=stay_in(game, seat).player)

        return self._clerk.write(order, record)

    # -- inside ------------------------------------------------------------------------------------

    def _name_of(self, player: str) -> str:
        """The last name a player gave, or an empty string. Raises `UnknownPlayer`."""
        if not player:
            return ""
        if not self._names.streams(player, PLAYER):
            raise UnknownPlayer(player)
        return next(reversed(self._names.of(player)), "")
