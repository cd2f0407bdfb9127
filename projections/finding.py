"""What a game can be found by: the sets of ids it is in."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from domain.game import Game
from domain.sittings import all_stays

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=1024)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in the order they stand, without case or accents: `Défense d'York` gives defense, d, york."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(dict.fromkeys(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))))


def sets(game: Game) -> list[str]:
    """The names of all sets a game is found in, sorted."""
    opened, title = game.opened, game.rules.about.title
    return sorted(
        {
            f"ruleset:{opened.ruleset}",
            f"status:{game.status}",
            f"seats:{len(game.setting.seats)}",
            f"owner:{opened.administered_by}",
            *(f"tag:{tag}" for tag in opened.tags),
            *(f"player:{stay.player}" for stay in all_stays(game.trail, game.seq)),
            *(["public"] if opened.public else []),
            *(["irregular"] if game.irregularities else []),
            *(["claim:open"] if game.matters.open_claims else []),
            *([f"branch-of:{opened.lineage.game}", "branch"] if opened.lineage else ["official"]),
            *(
                f"word:{word}"
                for text in (game.id, opened.campaign, opened.ruleset, title.en, title.fr, *opened.tags)
                for word in words(text)
            ),
        }
    )
