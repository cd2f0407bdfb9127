"""What people call a game: what was typed for what is played; else its sheet's name, else its
title's. Games are counted together that have one name and are kept on one sheet."""

import hashlib
from functools import lru_cache

from domain.game.record.records import GameOpened, ListingChanged
from domain.kernel.text import Text, same
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import AnyRuleset

SHEET = "score-sheet"


def typed_name(opened: GameOpened, listing: GameOpened | ListingChanged) -> str:
    """What was typed for what a game plays, as it is listed now; nothing if nothing was. Before
    there was a field for it, a score sheet kept it as the only tag."""
    typed = opened.name if listing.name is None else listing.name
    if typed is not None:
        return typed
    by_hand = opened.ruleset == SHEET and not opened.tournament
    return opened.tags[0] if by_hand and len(opened.tags) == 1 else ""


def name_of(typed: str, rules: AnyRuleset, catalog: Catalog) -> Text:
    """The name of a game; what was typed is the same in every language."""
    return same(typed) if typed else rules.game_of(catalog)


def sheet_of(opened: GameOpened) -> str:
    """The digest of the sheet that a game is kept on; empty for a title that has its own rules."""
    return opened.catalog if opened.ruleset == SHEET else ""


@lru_cache(maxsize=4096)
def group_of(ruleset: str, sheet: str, name: Text) -> str:
    """The id of the games of one title that have one name, in whatever case and spacing, and one
    sheet: 12 letters in hex."""
    names = (" ".join(each.casefold().split()) for each in (name.en, name.fr))
    return hashlib.sha256("\n".join((ruleset, sheet, *names)).encode()).hexdigest()[:12]
