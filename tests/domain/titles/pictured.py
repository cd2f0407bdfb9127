"""Pictures as tests read them: what can be tapped, by its id, and the words in it."""

from typing import Any
from xml.etree import ElementTree as ET

import msgspec

from domain.kernel.text import Lang
from domain.titles import registry
from domain.titles.contract.ruleset import PUBLIC, Board

SVG = "{http://www.w3.org/2000/svg}"
HOOKS = ("data-place", "data-card", "data-piece", "data-seat")


def view(rules: registry.AnyRuleset, board: Board) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(rules.view(board, PUBLIC))
    return plain


def drawn(rules: registry.AnyRuleset, board: Any, lang: Lang = "en", **changes: Any) -> str:
    return rules.picture(board.setting, view(rules, board) | changes, lang)


def groups(picture: str) -> dict[str, ET.Element]:
    elements = [
        (group, group.get(hook))
        for group in ET.fromstring(picture).iter(SVG + "g")
        for hook in HOOKS
    ]
    return {id: group for group, id in elements if id}


def words(group: ET.Element) -> list[str]:
    return [element.text or "" for element in group.iter(SVG + "text")]


def title(group: ET.Element) -> str:
    return group.findtext(SVG + "title") or ""
