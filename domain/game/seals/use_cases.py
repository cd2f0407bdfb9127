"""The use case of seals."""

from domain.game.aggregate.game import Game
from domain.game.application import ClerkApplication
from domain.game.commands import Answer, Order
from domain.game.record.records import GameRecord, ValueSealed
from domain.game.seals.conditions import HEX, need_sealable
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Unit


class Seals(ClerkApplication):
    def seal(self, order: Order, seat: str, slot: str, seal: str, by: str = "") -> Answer:
        """Record a seat's seal on a value that it will reveal. `slot` is the choice as
        `sealed_choice` names it; `seal` is in hex. `by` is the role of a person who does this for
        the seat."""
        if HEX.fullmatch(seal) is None:
            raise BadRequest("/seal", Text("A seal is a SHA-256 in hex: 64 digits, small letters."))

        def record(game: Game, unit: Unit) -> GameRecord:
            need_sealable(game, seat, slot)
            return ValueSealed(**unit.stamp, seat=seat, slot=slot, seal=seal, by=by)

        return self.write(order, record)
