"""Boards as JSON documents that an arbiter can patch, and stored corrections applied to boards.

A stored board leaves defaults out. A document for patching has every field, so that a pointer can
name each. A JSON Patch (RFC 6902) turns it into another document, which must decode as a board of
the title. A patch may not change the setting: catalog, options and seats are those of the
opening.
"""

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct

from domain.game.record.records import Patch
from domain.kernel.text import Text, TextError, brief
from domain.titles.codec import decode_facts
from domain.titles.contract.ruleset import AnyRuleset, Board, decode_board
from domain.titles.contract.setting import Setting
from domain.titles.contract.whole import with_all_fields

MOST = 200
"""Operations in one patch."""

LARGEST = 1_000_000
"""The approximate size in bytes, in memory, above which a document is not copied: a hundred times
that of any board. Each `copy` can double a document, so a few operations could fill the memory."""
VALUE = 64
"""Approximate bytes of a value in memory, without its letters."""

LONGEST_REASON = 160
"""The most letters quoted of why an operation cannot be applied."""

UNREADABLE = (ValueError, TypeError, OverflowError, RecursionError)
"""The exceptions that decoding and encoding raise for data that is no board or no JSON."""

TOO_LARGE = Text("The patch makes more than any board holds.")
MEMBERS = ("op", "path", "from", "value")
Document = dict[str, Any]


class BadPatch(TextError):
    """A patch that cannot be applied, or whose result is no board of the title. `pointer` locates
    the fault within the patch."""

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer


def board_document(board: Board) -> Document:
    """A board as plain JSON data with every field, defaults included. The setting is represented by
    its digest."""
    plain: Document = with_all_fields(board, {Setting: _setting_digest})
    return plain


def _setting_digest(setting: Setting) -> str:
    return setting.digest


def patched_board(rules: AnyRuleset, board: Board, patch: Sequence[Any]) -> tuple[Board, Patch]:
    """Apply a JSON Patch to a board. Returns the new board and the patch to store, with only the
    four members that RFC 6902 defines. Raises `BadPatch`."""
    if len(patch) > MOST:
        raise BadPatch("", Text("A patch has at most {most} operations.", most=MOST))
    plain = [
        {name: operation[name] for name in MEMBERS if name in operation}
        if isinstance(operation, dict)
        else operation
        for operation in patch
    ]
    for n, operation in enumerate(plain):
        _need_setting_untouched(n, operation)
    made = _apply_patch(board_document(board), plain, LARGEST)
    if not _is_smaller(made, LARGEST):
        raise BadPatch("", TOO_LARGE)
    try:
        after = _board_from(rules, board, made)
    except UNREADABLE as e:
        raise BadPatch("", Text("The patched board is none of this title: {e}.", e=e)) from None
    stray = brief(_pointer_to_stray(made, after))
    if stray:
        raise BadPatch("", Text("A board of this title has no {stray}.", stray=stray))
    return after, tuple(plain)


def _need_setting_untouched(n: int, operation: Any) -> None:
    for name in ("path", "from"):
        place = operation.get(name, "/") if isinstance(operation, dict) else "/"
        if place == "" or (isinstance(place, str) and place.split("/")[1:2] == ["setting"]):
            raise BadPatch(
                f"/{n}/{name}",
                Text(
                    "A patch may not touch the setting: catalog, options and seats are those the "
                    "game was opened with."
                ),
            )


def _apply_patch(made: Document, patch: Sequence[Any], largest: int | None = None) -> Document:
    """Apply a patch to a document, which changes in place, and return the document. The patch's
    values are copied first, since later operations may change them. Raises `BadPatch`, also for a
    `copy` operation on a document larger than `largest` bytes."""
    import jsonpatch  # needed by few games, and slow to import

    try:
        copied = msgspec.json.decode(msgspec.json.encode(patch))
    except UNREADABLE as e:
        raise BadPatch("", Text("The patch cannot be written as JSON: {e}.", e=e)) from None
    for n, operation in enumerate(copied):
        if (
            largest
            and isinstance(operation, dict)
            and operation.get("op") == "copy"
            and not _is_smaller(made, largest)
        ):
            raise BadPatch(f"/{n}", TOO_LARGE)
        try:
            made = jsonpatch.apply_patch(made, [operation], in_place=True)
        except (
            jsonpatch.JsonPatchException,
            jsonpatch.JsonPointerException,
            LookupError,
            *UNREADABLE,
        ) as e:
            why = shorten(
                str(e).partition(" in {")[0], LONGEST_REASON, placeholder=" …"
            )  # it may quote the whole board
            raise BadPatch(
                f"/{n}",
                Text(
                    "Operation {n} of the patch cannot be applied to this board: {why}.",
                    n=n + 1,
                    why=why,
                ),
            ) from None
    return made


def _is_smaller(value: Any, most: int) -> bool:
    """Whether plain data takes fewer than about `most` bytes in memory. Stops counting at that
    size."""
    size, left = 0, [value]
    while left and size < most:
        branch = left.pop()
        size += VALUE + (len(branch) if isinstance(branch, str) else 0)
        if isinstance(branch, dict):
            left += branch.keys()
        if isinstance(branch, dict | list):
            left += branch.values() if isinstance(branch, dict) else branch
    return size < most


def _board_from(rules: AnyRuleset, board: Board, made: Document) -> Board:
    return decode_board(rules.board_type, msgspec.json.encode(made), board.setting)  # type: ignore[attr-defined]  # every board has one


def _pointer_to_stray(made: Any, value: Any, path: str = "") -> str:
    """The pointer to the first value of the plain document `made` that has no field in `value`, the
    board decoded from it. Empty if every value has one."""
    if isinstance(value, Struct) and isinstance(made, dict):
        fields = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
        unknown = set(made) - set(fields) - {value.__struct_config__.tag_field}
        if unknown:
            return f"{path}/{min(unknown)}"
        stray = (
            _pointer_to_stray(made[name], getattr(value, field), f"{path}/{name}")
            for name, field in fields.items()
            if name in made
        )
    elif isinstance(value, Mapping) and isinstance(made, dict):
        stray = (
            _pointer_to_stray(made.get(str(key)), item, f"{path}/{key}")
            for key, item in value.items()
        )
    elif isinstance(value, tuple) and isinstance(made, list):
        stray = (
            _pointer_to_stray(here, there, f"{path}/{n}")
            for n, (here, there) in enumerate(zip(made, value, strict=False))
        )
    else:
        return ""
    return next(filter(None, stray), "")


def corrected_board(
    rules: AnyRuleset, board: Board, facts: Raw | bytes, patch: Patch | None
) -> Board:
    """The board after a stored correction: declared `facts` or a `patch`. The correction was
    checked when the arbiter gave it (`domain/game/aggregate/sanity.py`) and is not checked
    again."""
    if patch is not None:
        return _board_from(rules, board, _apply_patch(board_document(board), patch))
    for fact in decode_facts(rules, facts):
        board = rules.evolve(board, fact)
    return board


class Change(Struct, frozen=True, omit_defaults=True):
    """A difference between two documents at a JSON pointer (`path`). `op` says whether a value was
    added, removed or replaced. `before` is the old value, left out for an added one; `after` is the
    new value, left out for a removed one."""

    path: str
    op: str
    before: Any = UNSET
    after: Any = UNSET


def document_changes(before: Any, after: Any, path: str = "") -> list[Change]:
    """All differences between two pieces of plain JSON data, in the order of `before`; added keys
    of an object come last.

    Lists of equal length are compared by element. Lists of different length count as one
    replacement.
    """
    if type(before) is type(after):
        if isinstance(before, dict):
            return _changes_in_dict(before, after, path)
        if isinstance(before, list) and len(before) == len(after):
            return [
                c
                for i, (b, a) in enumerate(zip(before, after, strict=True))
                for c in document_changes(b, a, f"{path}/{i}")
            ]
    return [] if before == after else [Change(path, "replace", before, after)]


def _changes_in_dict(before: dict[str, Any], after: dict[str, Any], path: str) -> list[Change]:
    differences: list[Change] = []
    for key in dict.fromkeys([*before, *after]):
        place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            differences.append(Change(place, "remove", before=before[key]))
        elif key not in before:
            differences.append(Change(place, "add", after=after[key]))
        else:
            differences += document_changes(before[key], after[key], place)
    return differences
