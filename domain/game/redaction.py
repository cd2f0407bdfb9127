"""Redaction: which records an audience may be given as they are stored, to the byte. A tombstone takes the place of the others.

The stored bytes say more than what is read aloud from them. A record is given whole where nothing in it tells the audience what it
may not know by now, or lets it be found out by trying:

- action, facts and rolls, and what a branch grew on: all of it has to be visible to the audience (`domain/game/visibility.py`);
- the fingerprint is a digest of the whole board: it is given where everything on the line to that board is visible, so that the
  reader could have worked it out;
- a verdict on an action that was let stand, and a patch of the board, speak of the board as the arbiter sees it: they are given
  where the board has nothing that the audience does not see;
- the request's digest covers the words that came with it, and an action that a ruling let stand: it is given where it is bound to
  the words' salt (`domain/record/commitments.py`), or there were none and what the record is about can be read;
- salt, actor and idempotency key are random or the sender's own, and say nothing of anything else: the salt of one record protects
  that record alone, and a key answers to its actor alone.

A tombstone's digest is that of the stored bytes, whose salt nobody outside knows. The seed of sealed dice stands in no record but
the last one, which opens every roll, and all that was drawn, to everybody.
"""

from __future__ import annotations

from msgspec import Raw

from domain.game.correction import corrected
from domain.game.game import Game
from domain.game.visibility import Sight
from domain.record.commitments import SALTED, commitments
from domain.record.records import FIRST, ActionTaken, GameOpened, Record, RulingGiven
from domain.record.remedies import Correct
from domain.record.stored import Filed
from domain.rules.ruleset import ARBITER, Audience, Board
from domain.rules.titles.codec import decode_action, decode_facts


class Redaction:
    """A game as an audience may be given it; `game` is as it stands, which says what may be known by now."""

    def __init__(self, game: Game, audience: Audience) -> None:
        self._game, self._audience = game, audience
        self._rules, self._sight = game.rules, Sight(game, audience)
        self._shown: list[bool] = []
        for seq in range(FIRST, game.seq + 1):
            self._shown.append(self._tells_nothing(game.history.filed(seq)))
        self._lines = {0: self._shown[0]}
        history = game.history
        for seq in range(FIRST + 1, game.seq + 1):
            if history.tips[seq - 1] == seq:
                self._lines[seq] = self._shown[seq - 1] and self._lines[history.before[seq - 1]]

    def whole(self, seq: int) -> bool:
        """Whether the audience may be given record `seq` as it is stored."""
        if not self._shown[seq - 1]:
            return False
        body = self._game.history.filed(seq).body
        return not getattr(body, "board", "") or self._lines[self._game.history.tips[seq - 1]]

    def _tells_nothing(self, filed: Filed) -> bool:
        """Whether a record tells the audience nothing that it may not know, its fingerprint aside."""
        body = filed.body
        if body.request and not body.request.startswith(SALTED):
            about: int = getattr(body, "about", 0)
            if commitments(body) or (about and not self._shown[about - 1]):
                return False
        if isinstance(body, ActionTaken):
            return (
                self._sees(filed.seq, body.seat, body.facts)
                and self._sight.sees(body.seat, decode_action(self._rules, body.action), filed.seq)
                and (body.verdict is None or not self._secret(self._board_at(filed.seq - 1)))
            )
        if isinstance(body, RulingGiven) and isinstance(body.remedy, Correct):
            boards = self._board_at(filed.seq - 1), self._board_at(filed.seq)
            patched = body.remedy.patch is not None
            return self._sees(filed.seq, "", body.remedy.facts) and not (patched and any(map(self._secret, boards)))
        return self._opening(body) if isinstance(body, GameOpened) else True

    def _opening(self, body: Record) -> bool:
        """The same for an opening record, with the line that a branch grew on."""
        assert isinstance(body, GameOpened)
        if not self._sees(FIRST, "", body.facts):
            return False
        rules, board = self._rules, self._rules.blank(self._game.setting)
        board = corrected(rules, board, body.facts, None)
        for step in body.grown:
            before, board = board, corrected(rules, board, step.facts, step.patch)
            if not self._sees(FIRST, step.seat, step.facts):
                return False
            if step.patch is not None and (self._secret(before) or self._secret(board)):
                return False
        return True

    def _sees(self, seq: int, seat: str, facts: Raw) -> bool:
        return all(self._sight.sees(seat, fact, seq) for fact in decode_facts(self._rules, facts))

    def _board_at(self, seq: int) -> Board:
        history = self._game.history
        return history.board(history.tips[seq - 1])

    def _secret(self, board: Board) -> bool:
        """Whether a board has anything that the audience does not see."""
        rules = self._rules
        return rules.hides(board) or rules.view(board, self._audience) != rules.view(board, ARBITER)
