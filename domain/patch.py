"""Boards as JSON documents that an arbiter can patch, and corrections as the fold applies them.

A board is stored with its defaults left out; a document for patching has every field, so that each can be named by a pointer.
A JSON Patch (RFC 6902) against it gives another document, which is read as a board of the title, or refused. What no patch may
touch is the setting: catalog, options and seats are those the game was opened with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from domain.games import AnyRuleset
from domain.remedies import Correct
from domain.ruleset import Board, decode_board
from domain.setting import Setting
from domain.titles import decode_facts
from domain.words import Text

MOST = 200
"""Operations in one patch."""

Document = dict[str, Any]


class BadPatch(Exception):
    """A patch that cannot be applied, or whose result is no board of the title; `pointer` names the place in the patch."""

    def __init__(self, pointer: str, en: str, fr: str) -> None:
        super().__init__(en)
        self.pointer = pointer
        self.text = Text(en, fr)


def document(board: Board) -> Document:
    """A board as plain JSON data with every field, also those that have their default; the setting is its digest."""
    plain: Document = _plain(board)
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, Setting):
        return value.digest
    if isinstance(value, Struct):
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag is not None else {}
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {**tag, **{name: _plain(getattr(value, field)) for name, field in names}}
    if isinstance(value, Mapping):
        return {str(msgspec.to_builtins(key)): _plain(one) for key, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(_plain(one) for one in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(one) for one in value]
    return msgspec.to_builtins(value)


def patched(rules: AnyRuleset, board: Board, patch: Sequence[Any]) -> Board:
    """The board that a JSON Patch makes of another; raises `BadPatch`."""
    if len(patch) > MOST:
        raise BadPatch("", f"A patch has at most {MOST} operations.", f"Un correctif a au plus {MOST} opérations.")
    for n, operation in enumerate(patch):
        for name in ("path", "from"):
            place = operation.get(name, "/") if isinstance(operation, dict) else "/"
            if place == "" or (isinstance(place, str) and place.split("/")[1:2] == ["setting"]):
                raise BadPatch(
                    f"/{n}/{name}",
                    "A patch may not touch the setting: catalog, options and seats are those the game was opened with.",
                    "Un correctif ne touche pas au cadre : catalogue, options et sièges restent ceux de l'ouverture.",
                )
    made = _applied(document(board), patch)
    try:
        return decode_board(rules.board_type, msgspec.json.encode(made), board.setting)  # type: ignore[attr-defined]
    except (msgspec.ValidationError, ValueError, TypeError) as e:
        raise BadPatch(
            "", f"The patched board is none of this title: {e}.", f"Le plateau corrigé n'en est pas un de ce titre : {e}."
        ) from None


def _applied(made: Document, patch: Sequence[Any]) -> Document:
    import jsonpatch  # needed by few games, and slow to import

    for n, operation in enumerate(patch):
        try:
            made = jsonpatch.apply_patch(made, [operation], in_place=True)
        except (jsonpatch.JsonPatchException, jsonpatch.JsonPointerException, TypeError, ValueError, KeyError, IndexError) as e:
            raise BadPatch(
                f"/{n}",
                f"Operation {n + 1} of the patch cannot be applied to this board: {e}.",
                f"L'opération {n + 1} du correctif ne s'applique pas à ce plateau : {e}.",
            ) from None
    return made


def corrected(rules: AnyRuleset, board: Board, facts: Raw | bytes, patch: Raw | None) -> Board:
    """The board after declared facts, or after a patch; what the fold does with a stored correction. It was found sound when it
    was given (`domain/soundness.py`) and is not judged again."""
    if patch is not None:
        return patched(rules, board, msgspec.json.decode(patch))
    for fact in decode_facts(rules, facts):
        board = rules.evolve(board, fact)
    return board


def correction(rules: AnyRuleset, board: Board, remedy: Correct) -> Board:
    """The board after a ruling that corrects it."""
    return corrected(rules, board, remedy.facts, remedy.patch)
