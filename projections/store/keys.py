"""Redis keys: where each value lies.

    greffe:live                   the epoch that readers use
    greffe:building               the epoch that is being built, if one is
    greffe:<epoch>:log            hash: `position` in the notification log up to which everything is
                              x and `build`
    greffe:<epoch>:game:<id>      hash: `seq` the views stand at, `order` (the notification id of
                                  that record), `summary`, `score`, `board:<audience>`…, and the
                                  sets the game is `found` in. What readers are shown is sealed
                                  (`Sealer`): summary, score, boards, `alike` (whose board is the
                                  public's, and stands there alone), `sets` (what it is found in)
                                  and, of one that is over, `tally` (what it adds to the numbers
                                  of many)
    greffe:<epoch>:closed:<id>    hash: of a game that is closed `seq`, `score`, `board:<audience>`…
                                  and `alike`, which stand here until nobody has read them for a
                                  day (`CLOSED_FOR`); who asks then has them written again
    greffe:<epoch>:found:<what>   sets of ids: `status:open`, `ruleset:fief-tactics`, `tag:winter`,
                                  `seats:2`, `word:north`…
    greffe:<epoch>:words          every word in use, sorted: how the beginning of a word is found
    greffe:<epoch>:order          ids by notification id, `:opened` and `:updated` ids by time in
                                  microseconds
    greffe:<epoch>:counted        hash: by a game's id what it adds to sums, and to which
    greffe:<epoch>:sums:<scope>:<part>
                                  hashes: what all games of a scope add up to
                                  (`projections/numbers/counters.py`)
    greffe:<epoch>:mend           games of which a view did not verify or is asked for again: the
                                  follower writes them anew

An epoch is one complete set of views. Building it anew happens in another epoch, beside the one
that is read, and ends with one switch. Its name is random; everything under it is a function of the
records.

Every value that readers are shown is sealed with a key that Redis does not hold, and bound to its
epoch, its game, what it is (a board: for whom) and the seq it stands at. So a value that somebody
put there, an old one, another game's, or the arbiter's board under the public's name does not open.
It is then folded from the record, counted, and written anew.

The index is not sealed: sets of ids, orders, sums. Somebody who can write to Redis can leave a game
out of a list or make a total wrong, but cannot add one to a list that it is not found in, since the
sets that a game is in are sealed with its summary.
"""

from datetime import UTC, datetime, timedelta

from domain.kernel.encryption import Cipher, NotSealed

ROOT = "greffe:"
LIVE = ROOT + "live"
BUILDING = ROOT + "building"

PUBLIC_BOARD = "board:public"

SUMMARY = "summary"

NOT_SHOWN = "not-shown"
"""The set of games whose record cannot be folded or shown, by this program at least."""

CLOSED_FOR = 86_400
"""Seconds without a reader after which the boards and the score of a closed game leave Redis."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def prefix(epoch: str) -> str:
    return f"{ROOT}{epoch}:"


def log_key(epoch: str) -> str:
    return prefix(epoch) + "log"


def game_key(epoch: str, game: str) -> str:
    return f"{prefix(epoch)}game:{game}"


def closed_key(epoch: str, game: str) -> str:
    return f"{prefix(epoch)}closed:{game}"


def mend_key(epoch: str) -> str:
    return prefix(epoch) + "mend"


def sums_key(epoch: str, scope: str, part: str) -> str:
    return f"{prefix(epoch)}sums:{scope}:{part}"


def micros(moment: datetime) -> int:
    """A moment as a score of a sorted set: exact there, unlike seconds with a fraction."""
    return (moment - _EPOCH) // _MICROSECOND


__all__ = ["ALIKE", "SETS", "NotSealed", "Sealer"]

ALIKE = "alike"
"""The field with the names of those whose boards are the public's, to the byte, and stand there
alone."""

SETS = "sets"
"""The field with the names of the sets that a game is found in."""


class Sealer:
    def __init__(self, key: bytes, epoch: str) -> None:
        self.epoch = epoch
        self._cipher = Cipher(key, f"views/1/{epoch}")

    def seal(self, value: bytes, game: str, field: str, seq: int) -> bytes:
        return self._cipher.seal(value, _about(game, field, seq))

    def open(self, value: bytes, game: str, field: str, seq: int) -> bytes:
        """The value; raises `NotSealed` unless it is this field's, of this game at this seq, in
        this epoch."""
        return self._cipher.open(value, _about(game, field, seq))


def _about(game: str, field: str, seq: int) -> str:
    return f"{game}\n{field}\n{seq}"


class BadCursor(ValueError):
    """A cursor that no page ended with."""


def cursor(after: str) -> float:
    """The notification id below which a page begins; raises `BadCursor`."""
    if not after:
        return float("inf")
    if not (
        after.isascii() and after.isdigit() and len(after) < 16
    ):  # what a score of a sorted set holds exactly
        raise BadCursor(after)
    return int(after)
