"""The clerk: the use cases of play, undo, remarks and seals, one method each, over the event store.
Those of seats, rulings, branches, consent and contributions are in their chapters
(`domain/game/*/use_cases.py`), each over a clerk.

A write names the seq it was made on (`Order.seq`) and an idempotency key. It is judged on that
position, stored as one record and answered with it; sent again with the same key, it gets the first
record and writes nothing. Methods raise the `Refusal`s of `domain/kernel/refusals.py`; a refused
write has recorded nothing.
"""

from domain.game.notes.use_cases import Notes
from domain.game.play.use_cases import Play
from domain.game.seals.use_cases import Seals
from domain.game.undo.use_cases import Undo


class Clerk(Play, Undo, Notes, Seals):
    name = "greffe"
