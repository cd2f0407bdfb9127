"""Seals: hidden values that not even the service can read before everybody who chooses is bound.

In a game with seals a seat seals an action in which something is chosen in secret, keeps action and salt to itself, and shows them
once all who choose with it are bound. What is shown has to open the seal: nobody chooses with another's choice before them.

**The slot** is what is being chosen, in words unique in the game: the title's own (`bid 3.1`) and the record after which the
board asks for it, `bid 3.1 after 57`. As long as that record is in force it is the same choice, whatever is taken back or
corrected since, and its seals bind: an action that was shown and taken back can only be shown again. If that record goes out of
force, what comes in its place is another slot, with seals of its own. A seat seals once a slot: if a seal could be replaced, a
seat that knew the others' choices could choose again.

**The value** is the action's JSON as the record has it: all fields in the order of the title's schema, nothing left out, no spaces,
UTF-8. `GET /legal` spells actions and examples like this.
"""

from __future__ import annotations

from domain.game.aggregate.game import Game
from domain.game.clerk.application import ClerkApplication
from domain.game.clerk.commands import Answer, Order
from domain.game.procedure.seals import _HEX, may_seal
from domain.game.record.records import Record, ValueSealed
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Unit

# -- sealing -------------------------------------------------------------------------------------------------------------------


class Seals:
    def __init__(self, clerk: ClerkApplication) -> None:
        self._clerk = clerk

    def seal(self, order: Order, seat: str, slot: str, seal: str, by: str = "") -> Answer:
        """Bind a seat to what it will show: `slot` as `sealing` names it, and the seal in hex; `by` is the role of somebody else
        who does it for the seat."""
        if _HEX.fullmatch(seal) is None:
            raise BadRequest(
                "/seal",
                Text("A seal is a SHA-256 in hex: 64 digits, small letters."),
            )

        def record(game: Game, unit: Unit) -> Record:
            may_seal(game, seat, slot)
            return ValueSealed(**unit.stamp, seat=seat, slot=slot, seal=seal, by=by)

        return self._clerk.write(order, record)


# -- showing -------------------------------------------------------------------------------------------------------------------
