"""The clerk: the use cases of play, undo, remarks and seals, one method each, over the event store.
The use cases of seats, rulings, branches, consent and contributions are classes in
`domain/game/*/use_cases.py` and write through a clerk.

A write names an idempotency key and the seq of the position it was made on (`Order.seq`). The clerk
judges it on that position, stores it as one record and returns that record. A repeated request with
the same key gets the same record and writes nothing. Methods raise the `Refusal`s of
`domain/kernel/refusals.py`; a refused write has stored no record.
"""

from domain.game.notes.use_cases import Notes
from domain.game.play.use_cases import Play
from domain.game.seals.use_cases import Seals
from domain.game.undo.use_cases import Undo


class Clerk(Play, Undo, Notes, Seals):
    name = "greffe"
