"""What a caller may know of the branches of a game: no more than of the positions that they grew from.

A branch has in its opening record everything that led to its position, and the person who grows one gets all of its links. It
also goes on without its parent: what is still hidden there can be uncovered here. So only those may read a branch who may know by
now what was hidden when it left the line; all others see in the list that it exists, and no more.
"""

from __future__ import annotations

from itertools import chain

from api.access.caller import Caller
from api.reading.changed_entries import items_of
from api.reading.reader import Reader
from api.request.service import service
from domain.errors import UnknownGame
from domain.game.game import Game
from domain.game.visibility import Redaction
from domain.record.records import FIRST, RulingGiven
from domain.record.remedies import Correct
from domain.rules.ruleset import ARBITER, PUBLIC, Audience


def may_know(who: Caller, head: Game, seq: int) -> bool:
    """Whether a caller may know all that led to record `seq` of a game that is theirs, as the game stands at `head`."""
    if who.at_least("arbiter"):
        return True
    return any(_knows(head, seq, audience) for audience in (who.seats or (PUBLIC,)))


def grew_in_sight(who: Caller, branch: str, game: str) -> bool:
    """Whether one game grew from another, which is the caller's, at once or by way of further branches, each at a position that the
    caller may know all of."""
    found = service()
    while branch != game:
        try:
            lineage = found.opened(branch).lineage
        except UnknownGame:
            return False
        if lineage is None or not may_know(who, found.clerk.game(lineage.game), lineage.seq):
            return False
        branch = lineage.game
    return True


def _knows(head: Game, seq: int, audience: Audience) -> bool:
    """Whether an audience may read, as the game stands at `head`, everything that led to its record `seq`."""
    reader = Reader(head, audience)
    if not reader.secretive or audience == ARBITER:
        return True
    history, rules = head.history, head.rules
    for at in chain([FIRST], history.line(history.tips[seq - 1])):
        filed = history.filed(at)
        if not all(reader.sees(seat, item, at) for seat, items in items_of(rules, filed) for item in items):
            return False
        if _is_patch(filed.body):  # it says nothing of what it hides, the boards before and after it do
            boards = history.board(history.before[at - 1]), history.board(at)
            if any(rules.hides(board) or not reader.sees_all(board) for board in boards):
                return False
    patched = any(step.patch is not None for step in head.opened.grown)
    return not patched or Redaction(head, audience).whole(FIRST)


def _is_patch(body: object) -> bool:
    """Whether a record corrects the board by a patch."""
    return isinstance(body, RulingGiven) and isinstance(body.remedy, Correct) and body.remedy.patch is not None
