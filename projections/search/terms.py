"""Terms of the search: the sets of ids in which a game is found."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from domain.game.game import Game
from domain.game.seating import all_stays
from domain.record.records import GameOpened, ListingChanged
from domain.rules.text import Text

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=1024)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in the order they stand, without case or accents: `Défense d'York` gives defense, d, york."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(dict.fromkeys(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))))


@lru_cache(maxsize=4096)
def _in_words(texts: tuple[str, ...]) -> frozenset[str]:
    """The names of the sets of words that texts are found in; mostly the same texts of the same game again."""
    return frozenset(f"word:{word}" for text in texts for word in words(text))


def sets(game: Game) -> list[str]:
    """The names of all sets a game is found in, sorted."""
    opened, listing = game.opened, game.listing
    return sorted(
        {
            *given(opened),
            *listed(listing),
            *_in_words((*texts_of(game.id, opened, game.rules.about.title), *listing.tags)),
            f"status:{game.status}",
            *(f"player:{stay.player}" for stay in all_stays(game.history, game.seq)),
            *(["irregular"] if game.irregularities else []),
            *(["claim:open"] if game.proceedings.open_claims else []),
        }
    )


def given(opened: GameOpened) -> frozenset[str]:
    """The names of those sets that follow from the opening record and never change, but for the words."""
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
    """The names of those sets that follow from how a game is listed."""
    return frozenset({*(f"tag:{tag.casefold()}" for tag in listing.tags), *(["public"] if listing.public else [])})


def is_given(name: str) -> bool:
    """Whether a set is one of those that follow from the opening record, or from how the game is listed since."""
    kind, _, named = name.partition(":")
    return kind in (_GIVEN if named else _ALONE)


_GIVEN, _ALONE = ("ruleset", "seats", "owner", "tag", "branch-of", "tournament"), ("public", "branch", "official")


def texts_of(id: str, opened: GameOpened, title: Text) -> tuple[str, ...]:
    """The texts in whose words a game is found, beside its tags."""
    return id, opened.campaign, opened.ruleset, title.en, title.fr
