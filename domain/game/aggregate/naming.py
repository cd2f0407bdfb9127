"""The name of a game: the one that somebody typed, else the sheet's, else the title's. Statistics
count games of one name and one sheet together."""

import hashlib
from functools import lru_cache

from domain.game.record.records import GameOpened, ListingChanged
from domain.kernel.text import Text, same
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import AnyRuleset

SHEET = "score-sheet"


def typed_name(opened: GameOpened, listing: GameOpened | ListingChanged) -> str:
    """The name that somebody typed for a game, as currently listed; empty if nobody did. `listing`
    is the record that lists the game. In records from before the field `name`, the only tag of a
    score sheet is its name."""
    typed = opened.name if listing.name is None else listing.name
    if typed is not None:
        return typed
    by_hand = opened.ruleset == SHEET and not opened.tournament
    return opened.tags[0] if by_hand and len(opened.tags) == 1 else ""


def name_of(typed: str, rules: AnyRuleset, catalog: Catalog) -> Text:
    """The name of a game. A typed name is the same in every language."""
    return same(typed) if typed else rules.game_name(catalog)


def sheet_digest_of(opened: GameOpened) -> str:
    """The digest of the sheet that a game is kept on; empty for titles with rules of their own."""
    return opened.catalog if opened.ruleset == SHEET else ""


@lru_cache(maxsize=4096)
def group_of(ruleset: str, sheet: str, name: Text) -> str:
    """The id (12 hex digits) of the group of games of one title, one sheet and one name, compared
    without case and spacing."""
    names = (" ".join(each.casefold().split()) for each in (name.en, name.fr))
    return hashlib.sha256("\n".join((ruleset, sheet, *names)).encode()).hexdigest()[:12]
