"""What a reader can ask the index of games, and what comes back: a query, the terms of the search
(the sets of ids in which a game is found), and the conditions of a query, each as a few commands to
Redis."""

import re
import unicodedata
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from domain.game.aggregate.game import Game, all_stays
from domain.game.record.records import GameOpened, ListingChanged
from domain.kernel.text import Text
from projections.store.keys import micros, prefix
from projections.store.pages import ListPage

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=1024)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in the order they stand, without case or accents: `Défense d'York` gives
    defense, d, york."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(
        dict.fromkeys(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c))))
    )


@lru_cache(maxsize=4096)
def _in_words(texts: tuple[str, ...]) -> frozenset[str]:
    """The names of the sets of words that texts are found in; mostly the same texts of the same
    game again."""
    return frozenset(f"word:{word}" for text in texts for word in words(text))


def sets(game: Game) -> list[str]:
    """The names of all sets a game is found in, sorted."""
    opened, listing = game.opened, game.listing
    return sorted(
        {
            *opening_sets(opened),
            *listed(listing),
            *_in_words(
                (*texts_of(game.id, opened, game.rules.about.title, game.name), *listing.tags)
            ),
            f"status:{game.status}",
            f"group:{game.group}",
            *(f"player:{stay.player}" for stay in all_stays(game.history, game.seq)),
            *(["irregular"] if game.irregularities else []),
            *(["claim:open"] if game.proceedings.open_claims else []),
        }
    )


def opening_sets(opened: GameOpened) -> frozenset[str]:
    """The names of those sets that follow from the opening record and never change, but for the
    words."""
    lineage = opened.lineage
    return frozenset(
        {
            f"ruleset:{opened.ruleset}",
            f"seats:{len(opened.seats)}",
            f"owner:{opened.administered_by}",
            *([f"tournament:{opened.tournament}"] if opened.tournament else []),
            *([f"branch-of:{lineage.game}", "branch"] if lineage else ["official"]),
        }
    )


def listed(listing: GameOpened | ListingChanged) -> frozenset[str]:
    return frozenset(
        {
            *(f"tag:{tag.casefold()}" for tag in listing.tags),
            *(["public"] if listing.public else []),
        }
    )


def scopes(game: Game) -> tuple[str, ...]:
    """The sums that a game is counted in, named as its sets: those of all games that were played, of
    its owner's, and of public ones."""
    if game.opened.lineage:
        return ()
    scopes = "official", f"owner:{game.opened.administered_by}"
    return (*scopes, "public") if game.listing.public else scopes


def is_of_opening(name: str) -> bool:
    """Whether a set is one of those that follow from the opening record, or from how the game is
    listed since."""
    kind, _, named = name.partition(":")
    return kind in (_NAMED if named else _ALONE)


_NAMED, _ALONE = (
    ("ruleset", "seats", "owner", "tag", "branch-of", "tournament"),
    ("public", "branch", "official"),
)


def texts_of(id: str, opened: GameOpened, title: Text, name: Text) -> tuple[str, ...]:
    return id, opened.campaign, opened.ruleset, title.en, title.fr, name.en, name.fr


MOST = 200


class Query(Struct, frozen=True, kw_only=True):
    """Which games to list; everything that is given has to hold.

    `ruleset` and `status` are taken literally, `tags` whole but without case, `seats` is the number
    of seats at the table, automas included. The times are half-open: from the first on, before the
    second. `words` are looked for in the ids of game and campaign, in title (in both languages),
    ruleset and tags, without case and accents; a word of three letters or more also finds the words
    that begin with it. `called` is somebody who sat there, by an id or a name, of which `players`
    are made before the search. `players` are ids of persons of whom one sat there at any time;
    `owner` is the key that a game belongs to. `public` asks for those that anybody may watch,
    `irregular` and `open_claim` for games that are so now, `branch_of` for those that grew from a
    game, `tournament` for those played in one, `group` for those of one name and one sheet.
    `branches` says whether branches are listed beside the games that were played.

    Pages go from the game updated last to the one untouched longest. `after` is the cursor that the
    page before ended with.
    """

    ruleset: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    seats: int | None = None
    opened_from: datetime | None = None
    opened_before: datetime | None = None
    updated_from: datetime | None = None
    updated_before: datetime | None = None
    words: str = ""
    players: tuple[str, ...] | None = None
    called: str = ""
    owner: str = ""
    public: bool = False
    irregular: bool = False
    open_claim: bool = False
    branch_of: str = ""
    tournament: str = ""
    group: str = ""
    branches: Literal["no", "only", "all"] = "no"
    after: str = ""
    limit: int = 50

    def scope(self) -> str:
        """The sums (`scopes`) over what the query finds, but for title and group; none where it
        asks for more."""
        scope = f"owner:{self.owner}" if self.owner else "public" if self.public else "official"
        asked = {
            name: getattr(self, name) for name in ("ruleset", "group", "owner", "after", "limit")
        }
        return scope if self == Query(**asked, public=scope == "public") else ""

    def groups(self) -> list[tuple[str, ...]]:
        """The sets that a game has to be in (`projections/search/query.py`), as alternatives: one
        of each."""
        names = [f"tag:{tag.casefold()}" for tag in self.tags]
        names += [f"ruleset:{self.ruleset}"] if self.ruleset else []
        names += [f"status:{self.status}"] if self.status else []
        names += [f"seats:{self.seats}"] if self.seats is not None else []
        names += [f"owner:{self.owner}"] if self.owner else []
        names += ["public"] if self.public else []
        names += ["irregular"] if self.irregular else []
        names += ["claim:open"] if self.open_claim else []
        names += [f"branch-of:{self.branch_of}"] if self.branch_of else []
        names += [f"tournament:{self.tournament}"] if self.tournament else []
        names += [f"group:{self.group}"] if self.group else []
        names += {"no": ["official"], "only": ["branch"], "all": []}[self.branches]
        players = (
            [] if self.players is None else [tuple(f"player:{player}" for player in self.players)]
        )
        return [*((name,) for name in names), *players]


Page = ListPage[bytes]
"""Summaries as JSON."""


SHORTEST = 3
"""Letters from which on a word also finds the words that begin with it."""

BEGINNINGS = 100
"""Words that may begin with it: where there are more, only the word itself is looked for."""


class AnyOf:
    def __init__(self, keys: list[str]) -> None:
        self.keys = keys

    def size(self, redis: Any) -> int:
        if not self.keys:
            return 0
        with redis.pipeline(transaction=False) as pipe:
            for key in self.keys:
                pipe.scard(key)
            return sum(pipe.execute())

    def members(self, redis: Any) -> list[bytes]:
        return list(redis.sunion(self.keys)) if self.keys else []

    def test(self, redis: Any, ids: list[bytes]) -> list[bool]:
        if not self.keys:
            return [False] * len(ids)
        with redis.pipeline(transaction=False) as pipe:
            for key in self.keys:
                pipe.smismember(key, ids)
            return [any(column) for column in zip(*pipe.execute(), strict=True)]


class Between:
    """A time of the game lies from `low` on and before `high`."""

    def __init__(self, key: str, low: datetime | None, high: datetime | None) -> None:
        self.key = key
        self.low = float("-inf") if low is None else micros(low)
        self.high = float("inf") if high is None else micros(high)

    def size(self, redis: Any) -> int:
        return int(redis.zcount(self.key, self.low, f"({self.high}"))

    def members(self, redis: Any) -> list[bytes]:
        return list(redis.zrange(self.key, self.low, f"({self.high}", byscore=True))

    def test(self, redis: Any, ids: list[bytes]) -> list[bool]:
        return [
            score is not None and self.low <= score < self.high
            for score in redis.zmscore(self.key, ids)
        ]


Criterion = AnyOf | Between
"""What a game has to fulfil: how many do at most (`size`), all that do (`members`), and which of
some do (`test`)."""


def criteria(redis: Any, epoch: str, query: Query) -> list[Criterion]:
    start = prefix(epoch)
    groups = query.groups()
    if ("official",) in groups and not redis.scard(start + "found:branch"):
        groups.remove(("official",))  # every game is: no need to look
    all_criteria: list[Criterion] = [
        AnyOf([f"{start}found:{name}" for name in names]) for names in groups
    ]
    for word in words(query.words):
        all_criteria += [
            AnyOf([f"{start}found:word:{w}" for w in _completed(redis, start + "words", word)])
        ]
    if query.opened_from or query.opened_before:
        all_criteria.append(Between(start + "opened", query.opened_from, query.opened_before))
    if query.updated_from or query.updated_before:
        all_criteria.append(Between(start + "updated", query.updated_from, query.updated_before))
    return all_criteria


def _completed(redis: Any, key: str, word: str) -> list[str]:
    """The word itself, and the words in use that begin with it."""
    if len(word) < SHORTEST:
        return [word]
    longer = redis.zrange(
        key, f"[{word}", f"[{word}\U0010ffff", bylex=True, offset=0, num=BEGINNINGS + 1
    )
    return sorted({word, *(w.decode() for w in longer)}) if len(longer) <= BEGINNINGS else [word]
