"""The clerk: the use cases of play, undo, remarks and seals, one method each, over the event store;
those of seats, rulings, branches, consent and contributions are beside them in their chapters
(`domain/game/*/use_cases.py`), each over a clerk.

A write names the seq it was made against (`Order.seq`) and an idempotency key; it is judged on that
position, becomes one stored record, and is answered with it. Asked again with the same key, the
clerk answers with the first record and writes nothing. Every method raises the `Refusal`s of
`domain/kernel/refusals.py`, and then nothing was recorded.
"""

from domain.game.notes.use_cases import Notes
from domain.game.play.use_cases import Play
from domain.game.seals.use_cases import Seals
from domain.game.undo.use_cases import Undo


class Clerk(Play, Undo, Notes, Seals):
    name = "greffe"
