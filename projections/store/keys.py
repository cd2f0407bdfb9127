"""Redis keys: where each value lies.

    greffe:live                   the epoch that readers use
    greffe:building               the epoch that is being built, if one is
    greffe:<epoch>:log            hash: `position` in the notification log up to which everything is in, `tip` (a digest of the
                                  record there) and `build`
    greffe:<epoch>:game:<id>      hash: `seq` the views stand at, `order` (the notification id of that record), `summary`,
                                  `score`, `board:<audience>`…, the counts, and the sets the game is `found` in.
                                  What readers are shown is sealed (`projections/store/encryption.py`): summary, score, boards,
                                  `alike` (whose board is the public's, and stands there alone),
                                  `counted` (the counts), `sets` (what it is found in) and, of one that is over, `tally`
                                  (what it adds to the numbers of many)
    greffe:<epoch>:closed:<id>    hash: of a game that is closed `seq`, `score`, `board:<audience>`… and `alike`, which stand here
                                  until nobody has read them for a day (`CLOSED_FOR`); who asks then has them written again
    greffe:<epoch>:found:<what>   sets of ids: `status:open`, `ruleset:fief-tactics`, `tag:winter`, `seats:2`, `word:north`…
    greffe:<epoch>:words          every word in use, sorted: how the beginning of a word is found
    greffe:<epoch>:order          ids by notification id, `:opened` and `:updated` ids by time in microseconds
    greffe:<epoch>:mend           games of which a view did not verify or is asked for again: the follower writes them anew
    greffe:<epoch>:counts         the counts of all games

An epoch is one complete set of views. Building it anew happens in another epoch, beside the one that is read, and ends with
one switch. Its name is random; everything under it is a function of the records.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

ROOT = "greffe:"
LIVE = ROOT + "live"
BUILDING = ROOT + "building"

COUNTS = ("records", "actions", "retractions", "rolls")
"""What is counted, in the order the writing script takes it."""

PUBLIC_BOARD = "board:public"
"""The field with the board that everybody may see."""

SUMMARY = "summary"
"""The field with the summary."""

NOT_SHOWN = "not-shown"
"""The set of games whose record cannot be folded or shown, by this program at least."""

CLOSED_FOR = 86_400
"""Seconds without a reader after which the boards and the score of a closed game leave Redis."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def prefix(epoch: str) -> str:
    """What every key of an epoch begins with."""
    return f"{ROOT}{epoch}:"


def log_key(epoch: str) -> str:
    """Where an epoch's position is."""
    return prefix(epoch) + "log"


def game_key(epoch: str, game: str) -> str:
    """Where a game's views are."""
    return f"{prefix(epoch)}game:{game}"


def closed_key(epoch: str, game: str) -> str:
    """Where the boards and the score of a closed game are while they are read."""
    return f"{prefix(epoch)}closed:{game}"


def mend_key(epoch: str) -> str:
    """Where games are named that have to be written anew."""
    return prefix(epoch) + "mend"


def micros(at: datetime) -> int:
    """A moment as a score of a sorted set: exact there, unlike seconds with a fraction."""
    return (at - _EPOCH) // _MICROSECOND
