"""The contract that every title keeps.

A title is a `Ruleset`: pure functions over frozen values.

    judge(board, seat, action)          -> Verdict            never raises, says which rule
    decide(board, seat, action, chance) -> tuple[Fact, ...]   the consequences, chance included;
                                                              only for legal actions
    evolve(board, fact)                 -> Board              total, cheap, no rules: a fact is
                                                              never judged again

An action is what a seat chooses; it is judged once, when it is entered, and what came of it is
stored as facts. Boards are rebuilt from facts alone. So a rules fix never changes a stored game: it
gets a new `version` of the ruleset, and `evolve` keeps understanding every fact that was ever
stored (facts only grow; a new field has a default).

Everything a board needs that does not change during a game (printed numbers, options, who sits
where) is its `Setting`, which travels inside the board as one value and is written as its digest.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.text import Text, joined
from domain.titles.contract.about import About, Outcome, Ranking, Reading, ScoreLine, SeatSpec
from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.catalogs.faults import Fault, fault, faults
from domain.titles.contract.catalogs.messages import clause
from domain.titles.contract.resolution import Resolution, decode_board, encode_board
from domain.titles.contract.rules.campaigns import Campaigns
from domain.titles.contract.rules.metadata import A, B, F, S
from domain.titles.contract.setting import BadOpening, Setting
from domain.titles.contract.types import (
    ARBITER,
    PUBLIC,
    TALL,
    Action,
    Audience,
    Board,
    Fact,
    Role,
    Slot,
    kebab,
)
from domain.titles.contract.verdict import LEGAL, Choice, Field, Legal, Template, Verdict, illegal

__all__ = [
    "ARBITER",
    "LEGAL",
    "PUBLIC",
    "About",
    "Action",
    "Audience",
    "BadOpening",
    "Board",
    "Choice",
    "Fact",
    "Field",
    "Legal",
    "Outcome",
    "Ranking",
    "Reading",
    "Resolution",
    "Role",
    "Ruleset",
    "ScoreLine",
    "SeatSpec",
    "Setting",
    "Slot",
    "Template",
    "Verdict",
    "decode_board",
    "encode_board",
    "illegal",
    "kebab",
    "open_setting",
]
"""Everything a title needs of the contract; it stands in the small files beside this one and is
imported from here."""


class Ruleset(Campaigns[S, B, A, F]):
    """One title's rules. All methods are pure; boards, actions and facts are frozen values. They stand
    in chapters, each in a file of `rules/`, which add to one another."""

    def __init_subclass__(cls) -> None:
        """A title that draws a picture of its own has the tall one, unless it says more: it does
        not inherit another's shapes."""
        super().__init_subclass__()
        if "picture" in cls.__dict__ and "shapes" not in cls.__dict__:
            cls.shapes = (TALL,)


def open_setting(
    rules: Ruleset[Any, Any, Any, Any],
    catalog: Catalog,
    options: Mapping[str, Any],
    players: int | None,
) -> Setting:
    """The setting for a new game; raises `BadOpening` or `CatalogError` saying what does not
    fit."""
    if catalog.game != rules.id:
        text = Text("this catalog is for {game}, not for {id}", game=catalog.game, id=rules.id)
        raise CatalogError((fault("/game", text),))
    values = catalog.typed(rules.values_type)
    contradictions = rules.check_values(values)
    if contradictions:
        raise CatalogError(contradictions)
    try:
        chosen = msgspec.convert(options, rules.options_type)
    except msgspec.ValidationError:
        raise _refused(*faults(options, rules.options_type, "/options")) from None
    number = rules.usual_players(values) if players is None else players
    setting = rules.setting_type(catalog, values, chosen, rules.seats(number, chosen))
    setting.version = rules.version
    rules.check_setting(setting)
    return setting


def _refused(*faults: Fault) -> BadOpening:
    """Options that do not fit: all that is wrong with them, each by its name, at the first of
    them."""
    options = [(fault.pointer.removeprefix("/options/"), clause(fault.text)) for fault in faults]
    sentences = joined(
        (Text("{name}: {text}", name=name, text=text) for name, text in options), Text("; ")
    )
    return BadOpening(faults[0].pointer, Text("Option refused: {told}.", told=sentences))


AnyRuleset = Ruleset[Any, Any, Any, Any]
