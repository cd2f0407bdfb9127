"""Redis keys: the key of each value that the follower writes.

    greffe:live                   the epoch that readers use
    greffe:building               the epoch that is being built, if one is
    greffe:<epoch>:log            hash: `position` (the notification id up to which all records
                                  are in the views), `tip` (a digest of the record there) and
                                  `build` (the digest of the program)
    greffe:<epoch>:game:<id>      hash: `seq` of the views' position, `order` (the notification id
                                  of that record), `summary`, `score`, `board:<audience>`…, and the
                                  sets the game is `found` in. What readers see is sealed
                                  (`Sealer`): summary, score, boards, `alike` (the boards that equal
                                  the public's and are not stored), `sets` (the sets it is in) and,
                                  of a finished game, `tally` (what it adds to the numbers of many)
    greffe:<epoch>:closed:<id>    hash: of a closed game `seq`, `score`, `board:<audience>`… and
                                  `alike`. They are deleted when nobody has read them for a day
                                  (`CLOSED_FOR`); the next read has them written again
    greffe:<epoch>:found:<what>   sets of ids: `status:open`, `ruleset:fief-tactics`, `tag:winter`,
                                  `seats:2`, `word:north`…
    greffe:<epoch>:words          every word in use, sorted, to find words by their beginning
    greffe:<epoch>:order          ids by notification id, `:opened` and `:updated` ids by time in
                                  microseconds
    greffe:<epoch>:counted        hash: by a game's id what it adds to sums, and to which
    greffe:<epoch>:sums:<scope>:<part>
                                  hashes: what all games of a scope add up to
                                  (`projections/numbers/counters.py`)
    greffe:<epoch>:mend           games whose view was not genuine or has expired: the follower
                                  writes them again

An epoch is one complete set of views. When all views are built again, they are written into a new
epoch, and at the end readers are switched to it at once. An epoch's name is random; everything in
it is a function of the records.

Every value that readers see is sealed with a key that Redis does not have, and bound to its epoch,
game, field (which names a board's audience) and seq. So a value that somebody else wrote, an old
one, another game's, or the arbiter's board under the public's name cannot be opened. The reader
then folds the game from the record, counts the fault, and has the value written again.

The index is not sealed: sets of ids, orders, sums. Somebody who can write to Redis can remove a
game from a list or make a total wrong, but cannot add a game to a list where it does not belong,
since the list of a game's sets is sealed beside its summary.
"""

from datetime import UTC, datetime, timedelta

from domain.kernel.encryption import Cipher, NotSealed

ROOT = "greffe:"
LIVE = ROOT + "live"
BUILDING = ROOT + "building"

PUBLIC_BOARD = "board:public"

SUMMARY = "summary"

NOT_SHOWN = "not-shown"
"""The name of the set of games that this program cannot fold or show."""

CLOSED_FOR = 86_400
"""Seconds without a reader after which the boards and the score of a closed game are deleted from
Redis."""

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
    """A time as the score of a sorted set: microseconds since 1970, which a score represents
    exactly, unlike seconds with a fraction."""
    return (moment - _EPOCH) // _MICROSECOND


__all__ = ["ALIKE", "SETS", "NotSealed", "Sealer"]

ALIKE = "alike"
"""The field that lists the boards whose bytes equal the public's. They are not stored
themselves."""

SETS = "sets"
"""The field with the names of the sets that a game is in."""


class Sealer:
    """Seals the views of one epoch, and opens them."""

    def __init__(self, key: bytes, epoch: str) -> None:
        self.epoch = epoch
        self._cipher = Cipher(key, f"views/1/{epoch}")

    def seal(self, value: bytes, game: str, field: str, seq: int) -> bytes:
        return self._cipher.seal(value, _seal_context(game, field, seq))

    def open(self, value: bytes, game: str, field: str, seq: int) -> bytes:
        """The content of a sealed value. Raises `NotSealed` unless it was sealed in this epoch for
        this field of this game at this seq."""
        return self._cipher.open(value, _seal_context(game, field, seq))


def _seal_context(game: str, field: str, seq: int) -> str:
    """What a sealed value is bound to."""
    return f"{game}\n{field}\n{seq}"


class BadCursor(ValueError):
    """A cursor that is malformed."""


def parse_cursor(after: str) -> float:
    """The notification id below which a page begins; infinite for the first page. Raises
    `BadCursor`."""
    if not after:
        return float("inf")
    if not (
        after.isascii() and after.isdigit() and len(after) < 16
    ):  # what a score of a sorted set holds exactly
        raise BadCursor(after)
    return int(after)
