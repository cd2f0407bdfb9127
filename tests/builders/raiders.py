"""Positions for tests: set both sides, act, and see the result. Uses no store."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import Action, Verdict
from domain.titles.raiders import RULES, facts as f
from domain.titles.raiders.board import AUTOMA, PLAYER, Board, Space
from domain.titles.raiders.values import Gain, Scheme
from tests.builders.rules import Rules

EXAMPLE = "S12"
"""The scheme card printed in the rule text: right outpost, 3 armour, 4 provisions, 5 points, or 1
armour and 2 provisions."""

SET_ASIDE = ("S11", "S15")

_rules = Rules(RULES)
edited, facts, after = _rules.catalog, _rules.facts, _rules.after


def fresh(catalog: Catalog | None = None, **options: Any) -> Board:
    return _rules.blank(catalog, options=options)


def act(board: Board, action: Action, *values: Sequence[Value]) -> Board:
    return _rules.act(board, PLAYER, action, *values)


def refused(board: Board, action: Action, seat: str = PLAYER) -> Verdict:
    return _rules.refused(board, seat, action)


def table(
    stage: str = "place",
    player: Mapping[str, Any] | None = None,
    automa: Mapping[str, Any] | None = None,
    spaces: Mapping[str, Mapping[str, int]] | None = None,
    village: Mapping[str, str] | None = None,
    catalog: Catalog | None = None,
    options: Mapping[str, Any] | None = None,
    **board_fields: Any,
) -> Board:
    """A position in the middle of a game. Every raid space has one livestock (and one in a fortress
    a Valkyrie, so that the game does not end), unless `spaces` gives its pieces. O01 to O03 are
    face up."""
    board = fresh(catalog, **(options or {}))
    laid: dict[str, Mapping[str, int]] = {space: {"livestock": 1} for space in board.spaces}
    laid["fortress-left-1"] = {"livestock": 1, "valkyries": 1}
    laid |= spaces or {}
    board = after(board, tuple(f.PlunderLaid(space, **pieces) for space, pieces in laid.items()))
    board = after(
        board,
        tuple(f.OfferingRevealed(tile, slot) for slot, tile in enumerate(("O01", "O02", "O03"))),
    )
    if board.setting.options.schemes == "catalog":
        board = RULES.evolve(board, f.SchemesSetAside(SET_ASIDE))
    return replace(
        board,
        stage=stage,
        player=replace(board.player, **(player or {})),
        automa=replace(board.automa, **(automa or {})),
        village=dict(village) if village is not None else board.village,
        **board_fields,
    )


def at_building(
    building: str, colour: str = "black", player: Mapping[str, Any] | None = None, **fields: Any
) -> Board:
    """A position in which the player may use a building: he has just placed a worker there. If
    `player` gives him a `worker`, he has instead just taken that one from there."""
    return table(
        "use",
        player={"worker": "", **(player or {})},
        using=building,
        colour=colour,
        actions=fields.pop("actions", 1),
        **fields,
    )


def space(board: Board, id: str) -> Space:
    return board.spaces[id]


def reveal(board: Board, card: str | Scheme = EXAMPLE, *values: Sequence[Value]) -> Board:
    """The board after the opponent revealed this card, given by its id in the catalog or, as the
    table enters it, by its content."""
    from domain.titles.raiders.actions import Reveal

    if isinstance(card, Scheme):
        return after(board, facts(board, AUTOMA, Reveal(card), *values))
    drawn = [] if len(board.pile or board.discard) == 1 else [[card]]
    return after(board, facts(board, AUTOMA, Reveal(), *drawn, *values))


def scheme(**fields: Any) -> Scheme:
    card: dict[str, Any] = {
        "site": "outpost-right",
        "armour": 3,
        "provisions": 4,
        "points": 5,
        "order": (1, 2),
        "blocks": "mill",
    }
    return Scheme(**{**card, "prepare": Gain(1, 2), **fields})


def catalog_with_card(blocks: str = "mill", **prepare: int) -> Catalog:
    def edit(values: dict[str, Any]) -> None:
        values["schemes"][EXAMPLE]["blocks"] = blocks
        if prepare:
            values["schemes"][EXAMPLE]["prepare"] = prepare

    return edited(edit)
