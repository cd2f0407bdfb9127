"""Queries of the index of games: the conditions, the names of the sets that a game is in, and the
conditions of a query as a few Redis commands each."""

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
    """The different words of a text in order, without case and accents: `Défense d'York` gives
    defense, d, york."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(
        dict.fromkeys(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c))))
    )


@lru_cache(maxsize=4096)
def _word_sets(texts: tuple[str, ...]) -> frozenset[str]:
    """The names of the sets for the words of some texts; cached, since a game's texts rarely
    change."""
    return frozenset(f"word:{word}" for text in texts for word in words(text))


def set_names(game: Game) -> list[str]:
    """The names of all sets that a game is in, sorted."""
    opened, listing = game.opened, game.listing
    return sorted(
        {
            *opening_sets(opened),
            *listing_sets(listing),
            *_word_sets(
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
    """The names of the sets that follow from a game's opening record and never change. Word sets
    are not among them."""
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


def listing_sets(listing: GameOpened | ListingChanged) -> frozenset[str]:
    """The names of the sets that follow from a game's current listing."""
    return frozenset(
        {
            *(f"tag:{tag.casefold()}" for tag in listing.tags),
            *(["public"] if listing.public else []),
        }
    )


def scopes(game: Game) -> tuple[str, ...]:
    """The names of the sums in which a game is counted: over all games, over its owner's, and, if
    it is public, over public ones. Empty for branches."""
    if game.opened.lineage:
        return ()
    scopes = "official", f"owner:{game.opened.administered_by}"
    return (*scopes, "public") if game.listing.public else scopes


def is_decided_by_opening(name: str) -> bool:
    """Whether the opening record or the listing decides if a game is in a set with this name."""
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
    """Conditions for games to list; a game must meet all that are given.

    - `ruleset`, `status`: exact. `tags`: whole tags, without case. `seats`: the number of seats at
      the table, automas included. Time ranges include their start and exclude their end.
    - `words`: found in the ids of game and campaign, in title (both languages), ruleset and tags,
      without case and accents; a word of three letters or more also matches longer words.
    - `called`: somebody who sat there, by id or name. `players`: ids of persons, one of whom sat
      there at any time; they are found from `called` before the search. `owner`: the key that a
      game belongs to.
    - `public`: anybody may watch. `irregular`, `open_claim`: currently so. `branch_of`: grown from
      this game. `tournament`: played in this one. `group`: of one name and sheet. `branches`: list
      branches, too, or only them.

    Pages list the most recently updated games first. `after` is the cursor at the end of the
    previous page.
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
        """The name of the sums (`scopes`) over the games that this query finds, whatever its title
        and group. Empty if it has other conditions, since there are no sums for those."""
        scope = f"owner:{self.owner}" if self.owner else "public" if self.public else "official"
        asked = {
            name: getattr(self, name) for name in ("ruleset", "group", "owner", "after", "limit")
        }
        return scope if self == Query(**asked, public=scope == "public") else ""

    def groups(self) -> list[tuple[str, ...]]:
        """Names of sets in groups. A game is found if it is in at least one set of every group."""
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
"""A page of games; each item is a game's `Summary` as JSON."""


SHORTEST = 3
"""The least number of letters of a word that also matches longer words."""

BEGINNINGS = 100
"""The most longer words that a word can match; if there are more, it matches only itself."""


class AnyOf:
    """The condition that a game is in at least one of some sets. `keys`: the Redis keys of these
    sets."""

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
    """The condition that a time of a game is at least `low` and below `high`. `key`: the Redis key
    of the sorted set with that time."""

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
"""A condition on games. `size`: the most games that can meet it; `members`: all that do; `test`:
for each of some games, whether it does."""


def criteria(redis: Any, epoch: str, query: Query) -> list[Criterion]:
    """The conditions of a query in an epoch, except where its page begins."""
    start = prefix(epoch)
    groups = query.groups()
    if ("official",) in groups and not redis.scard(start + "found:branch"):
        groups.remove(("official",))  # every game is: no need to look
    all_criteria: list[Criterion] = [
        AnyOf([f"{start}found:{name}" for name in names]) for names in groups
    ]
    for word in words(query.words):
        all_criteria += [
            AnyOf(
                [
                    f"{start}found:word:{w}"
                    for w in _words_beginning_with(redis, start + "words", word)
                ]
            )
        ]
    if query.opened_from or query.opened_before:
        all_criteria.append(Between(start + "opened", query.opened_from, query.opened_before))
    if query.updated_from or query.updated_before:
        all_criteria.append(Between(start + "updated", query.updated_from, query.updated_before))
    return all_criteria


def _words_beginning_with(redis: Any, key: str, word: str) -> list[str]:
    """A word, and the words in use that begin with it; the word alone if it is short or there are
    too many."""
    if len(word) < SHORTEST:
        return [word]
    longer = redis.zrange(
        key, f"[{word}", f"[{word}\U0010ffff", bylex=True, offset=0, num=BEGINNINGS + 1
    )
    return sorted({word, *(w.decode() for w in longer)}) if len(longer) <= BEGINNINGS else [word]
