"""Sheets that tables draw up themselves, and games begun on them."""

from typing import Any

import msgspec

from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import TableChance
from domain.titles.contract.ruleset import open_setting
from domain.titles.contract.types import Action
from domain.titles.score_sheet import RULES
from domain.titles.score_sheet.actions import End, Enter
from domain.titles.score_sheet.board import Board


def named(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": id.title(), "fr": id.title()}, **more}


def catalog(**sheet: Any) -> Catalog:
    data = {
        "game": "score-sheet",
        "edition": "Our own",
        "provenance": {"": "text"},
        "values": {"categories": [named("points")], **sheet},
    }
    return Catalog(msgspec.json.encode(data))


def begun(players: int | None = None, **sheet: Any) -> Board:
    return RULES.blank(open_setting(RULES, catalog(**sheet), {}, players))


def done(board: Board, seat: str, action: Action, *rolled: Any) -> Board:
    verdict = RULES.judge(board, seat, action)
    assert verdict.legal, verdict.text.en
    return RULES.resolve(board, seat, action, TableChance([list(rolled)] if rolled else []))[1]


def filled(board: Board, **columns: Any) -> Board:
    category = board.setting.values.categories[0].id
    for seat, value in columns.items():
        board = done(board, seat, Enter(category, value, seat))
    return board


def refused(board: Board, seat: str, action: Action) -> tuple[str, str, str]:
    """The code, the rule and the English sentence of a refusal. Fails if the action is legal."""
    verdict = RULES.judge(board, seat, action)
    assert not verdict.legal
    return verdict.code, verdict.rule, verdict.text.en


def ended(board: Board, **placings: int) -> Board:
    return done(board, RULES.to_act(board)[0], End(placings))
