"""Visibility: which actions and facts of a game an audience may read, and which records it may be
given as they are stored.

A title says what is hidden at a position and comes to light at a later one (`Ruleset.visible`). It
knows the board, not the record: by it alone, what was taken back would be shown with what was
chosen in its place. But nobody saw that except its own seat and the arbiter, so it stays hidden
until the game is closed.
"""

from functools import cached_property

from msgspec import Raw

from domain.game.aggregate.game import Game
from domain.game.record.kinds import kind_of
from domain.game.record.records import FIRST
from domain.kernel.commitments import SALTED, commitments
from domain.kernel.stored import StoredRecord
from domain.titles.codec import decode_facts
from domain.titles.contract.ruleset import ARBITER, Action, Audience, Board, Fact


class Sight:
    """An audience looking at a game; `board` is the position that says what may be known by now:
    the game's, unless it is given."""

    def __init__(self, game: Game, audience: Audience, board: Board | None = None) -> None:
        self._game, self._audience = game, audience
        self._now = game.board if board is None else board

    def can_read(self, seat: str, item: Action | Fact, seq: int = 0) -> bool:
        """Whether the audience may read an action or fact entered by `seat` that stands in record
        `seq` (0: in none yet)."""
        visible = self._game.rules.visible
        if not visible(self._now, self._audience, seat, item):
            return False
        if seq <= FIRST or self._game.closed or visible(self.blank, self._audience, seat, item):
            return True  # of all others it is known that they are hidden before they come to light
        return seq in self._in_force

    @cached_property
    def _in_force(self) -> frozenset[int]:
        history = self._game.history
        return frozenset(history.line(history.tips[self._game.seq - 1]))

    @cached_property
    def blank(self) -> Board:
        board: Board = self._game.rules.blank(self._game.setting)
        return board


class Redaction:
    """Which records of a game an audience may be given as they are stored, to the byte: a tombstone
    takes the place of the others. `game` is as it stands, which says what may be known by now.

    The stored bytes say more than what pages read from them. A record is given whole where nothing
    in it tells the audience what it may not know by now, or lets it be found by trying:

    - action, facts and rolls, and what a branch grew on: all of it has to be visible to the
    audience (`Sight`);
    - the fingerprint is a digest of the whole board: it is given where everything on the line to
    that board is visible, so that
      the reader could have computed it;
    - a verdict on an action that was let stand, and a patch of the board, speak of the board as the
    arbiter sees it: they are
      given where the board has nothing that the audience does not see;
    - the request's digest covers the words that came with it, and an action that a ruling let
    stand: it is given where it is
      bound to the words' salt (`domain/kernel/commitments.py`), or there were none and what the
      record is about can be read;
    - salt, actor and idempotency key are random or the sender's own, and tell nothing else: the
    salt of one record protects that
      record alone, and a key counts for its actor alone.

    A tombstone's digest is that of the stored bytes, whose salt nobody outside knows. The seed of
    sealed dice is in no record but the last one, which opens every roll, and all that was drawn, to
    everybody.
    """

    def __init__(self, game: Game, audience: Audience) -> None:
        self._game, self._audience = game, audience
        self.rules, self.sight = game.rules, Sight(game, audience)
        self._shown: list[bool] = []
        for seq in range(FIRST, game.seq + 1):
            self._shown.append(self._tells_nothing(game.history.filed(seq)))
        self._lines = {0: self._shown[0]}
        history = game.history
        for seq in range(FIRST + 1, game.seq + 1):
            if history.tips[seq - 1] == seq:
                self._lines[seq] = self._shown[seq - 1] and self._lines[history.before[seq - 1]]

    def whole(self, seq: int) -> bool:
        if not self._shown[seq - 1]:
            return False
        body = self._game.history.filed(seq).body
        return not getattr(body, "board", "") or self._lines[self._game.history.tips[seq - 1]]

    def _tells_nothing(self, filed: StoredRecord) -> bool:
        body = filed.body
        if body.request and not body.request.startswith(SALTED):
            about: int = getattr(body, "about", 0)
            if commitments(body) or (about and not self._shown[about - 1]):
                return False
        may = kind_of(body).reads.may
        return may is None or may(self, filed.seq, body)

    def sees(self, seq: int, seat: str, facts: Raw) -> bool:
        """Whether the audience may read all of the facts that record `seq` has for a seat."""
        return all(self.sight.can_read(seat, fact, seq) for fact in decode_facts(self.rules, facts))

    def keeps_back(self, seq: int) -> bool:
        """Whether the board after record `seq` has what the audience does not see."""
        history = self._game.history
        return self.hides(history.board(history.tips[seq - 1]))

    def hides(self, board: Board) -> bool:
        rules = self.rules
        return rules.hides(board) or rules.view(board, self._audience) != rules.view(board, ARBITER)
