"""Visibility: which actions and facts an audience may read, and which records it may receive as
stored.

A title says what is hidden at a position and revealed later (`Ruleset.visible`). It knows the
board, not the record. By the board alone, an action that was taken back would be revealed together
with its replacement. Only its seat and the arbiter saw the action that was taken back, so it stays
hidden until the game is closed.
"""

from functools import cached_property

from msgspec import Raw

from domain.game.aggregate.game import Game
from domain.game.record.kinds import kind_of
from domain.game.record.records import FIRST
from domain.kernel.commitments import SALTED, text_commitments
from domain.kernel.stored import StoredRecord
from domain.titles.codec import decode_facts
from domain.titles.contract.ruleset import ARBITER, Action, Audience, Board, Fact


class Sight:
    """Decides which actions and facts of a game an audience may read. `board` is the position on
    which it decides; by default the game's."""

    def __init__(self, game: Game, audience: Audience, board: Board | None = None) -> None:
        self._game, self._audience = game, audience
        self._now = game.board if board is None else board

    def can_read(self, seat: str, item: Action | Fact, seq: int = 0) -> bool:
        """Whether the audience may read an action or fact entered by `seat` in record `seq` (0: not
        recorded yet)."""
        visible = self._game.rules.visible
        if not visible(self._now, self._audience, seat, item):
            return False
        if (
            seq <= FIRST
            or self._game.closed
            or visible(self.blank_board, self._audience, seat, item)
        ):
            return True  # of all others it is known that they are hidden before they come to light
        return seq in self._in_force

    @cached_property
    def _in_force(self) -> frozenset[int]:
        history = self._game.history
        return frozenset(history.chain(history.tips[self._game.seq - 1]))

    @cached_property
    def blank_board(self) -> Board:
        board: Board = self._game.rules.blank(self._game.setting)
        return board


class Redaction:
    """Decides which records of a game an audience may receive exactly as stored. A tombstone
    replaces each of the others. `game` is at its newest record.

    Stored bytes say more than pages show. An audience receives a record whole if it can learn
    nothing from it that it may not know, even by trying out guesses:

    - Its action, facts and rolls, and the steps that a branch begins with, must all be visible
      (`Sight`).
    - A fingerprint is a digest of the whole board, so every step of the chain to that board must be
      visible: the reader could then compute it.
    - A verdict on an action that was let stand, and a patch, show the board as the arbiter sees it,
      so the board must hide nothing from the audience.
    - The request's digest covers words that came with it, and an action that a ruling let stand. So
      it must be bound to the words' salt (`domain/kernel/commitments.py`), or else there must be no
      words and the record that this one is about must be visible.
    - Salt, actor and idempotency key are random or the sender's own. The salt of a record protects
      that record alone, and a key counts for its actor alone.

    A tombstone contains the digest of the stored bytes, whose salt nobody outside knows. The seed
    of sealed dice is only in the last record, which opens every roll and draw to everybody."""

    def __init__(self, game: Game, audience: Audience) -> None:
        self._game, self._audience = game, audience
        self.rules, self.sight = game.rules, Sight(game, audience)
        self._shown: list[bool] = []
        for seq in range(FIRST, game.seq + 1):
            self._shown.append(self._tells_nothing_hidden(game.history.record(seq)))
        self._lines = {0: self._shown[0]}
        history = game.history
        for seq in range(FIRST + 1, game.seq + 1):
            if history.tips[seq - 1] == seq:
                self._lines[seq] = self._shown[seq - 1] and self._lines[history.before[seq - 1]]

    def sends_whole(self, seq: int) -> bool:
        """Whether the audience receives record `seq` exactly as stored."""
        if not self._shown[seq - 1]:
            return False
        body = self._game.history.record(seq).body
        return not getattr(body, "board", "") or self._lines[self._game.history.tips[seq - 1]]

    def _tells_nothing_hidden(self, stored: StoredRecord) -> bool:
        body = stored.body
        if body.request and not body.request.startswith(SALTED):
            about: int = getattr(body, "about", 0)
            if text_commitments(body) or (about and not self._shown[about - 1]):
                return False
        may = kind_of(body).reads.may
        return may is None or may(self, stored.seq, body)

    def sees(self, seq: int, seat: str, facts: Raw) -> bool:
        """Whether the audience may read all these facts of record `seq`, which was entered for
        `seat`."""
        return all(self.sight.can_read(seat, fact, seq) for fact in decode_facts(self.rules, facts))

    def hides_after(self, seq: int) -> bool:
        """Whether the board after record `seq` hides something from the audience."""
        history = self._game.history
        return self.hides(history.board(history.tips[seq - 1]))

    def hides(self, board: Board) -> bool:
        rules = self.rules
        return rules.hides(board) or rules.view(board, self._audience) != rules.view(board, ARBITER)
