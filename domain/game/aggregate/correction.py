"""Boards as JSON documents that an arbiter can patch, and corrections as the fold applies them.

A board is stored with its defaults left out; a document for patching has every field, so that each
can be named by a pointer. A JSON Patch (RFC 6902) against it gives another document, which is read
as a board of the title, or refused. No patch may touch the setting: catalog, options and seats are
those the game was opened with.
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
from domain.titles.contract.whole import whole

MOST = 200
"""Operations in one patch."""

LARGEST = 1_000_000
"""Bytes of a patched document in memory, about: a hundred times what is on any board. A `copy` can
double a document, so none is carried out in a larger one: a few short operations would fill the
memory."""
VALUE = 64
"""Bytes that a value takes besides its letters, about."""

LONGEST_REASON = 160
"""Letters of what is said of an operation that cannot be applied."""

UNREADABLE = (ValueError, TypeError, OverflowError, RecursionError)
"""What reading and writing raise for data that is no board, or no JSON."""

TOO_LARGE = Text("The patch makes more than any board holds.")
MEMBERS = ("op", "path", "from", "value")
Document = dict[str, Any]


class BadPatch(TextError):
    """A patch that cannot be applied, or whose result is no board of the title; `pointer` names the
    place in the patch."""

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer


def document(board: Board) -> Document:
    """A board as plain JSON data with every field, also those that have their default; the setting
    is its digest."""
    plain: Document = whole(board, {Setting: _digest})
    return plain


def _digest(setting: Setting) -> str:
    return setting.digest


def patched(rules: AnyRuleset, board: Board, patch: Sequence[Any]) -> tuple[Board, Patch]:
    """The board that a JSON Patch makes of another, and the patch as it is stored: the four members
    that RFC 6902 knows, and nothing that came beside them. Raises `BadPatch`."""
    if len(patch) > MOST:
        raise BadPatch("", Text("A patch has at most {most} operations.", most=MOST))
    plain = [
        {name: operation[name] for name in MEMBERS if name in operation}
        if isinstance(operation, dict)
        else operation
        for operation in patch
    ]
    for n, operation in enumerate(plain):
        _leave_setting(n, operation)
    made = _applied(document(board), plain, LARGEST)
    if not _smaller(made, LARGEST):
        raise BadPatch("", TOO_LARGE)
    try:
        after = _read(rules, board, made)
    except UNREADABLE as e:
        raise BadPatch("", Text("The patched board is none of this title: {e}.", e=e)) from None
    stray = brief(_stray(made, after))
    if stray:
        raise BadPatch("", Text("A board of this title has no {stray}.", stray=stray))
    return after, tuple(plain)


def _leave_setting(n: int, operation: Any) -> None:
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


def _applied(made: Document, patch: Sequence[Any], largest: int | None = None) -> Document:
    """A document once a patch is applied. Its values are copied, because they are put into the
    document as they are and a later operation may change them there. Nothing is copied within a
    document of more than `largest` bytes, if that is given."""
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
            and not _smaller(made, largest)
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


def _smaller(value: Any, most: int) -> bool:
    """Whether plain data takes fewer than so many bytes, about; looks no further than that."""
    size, left = 0, [value]
    while left and size < most:
        branch = left.pop()
        size += VALUE + (len(branch) if isinstance(branch, str) else 0)
        if isinstance(branch, dict):
            left += branch.keys()
        if isinstance(branch, dict | list):
            left += branch.values() if isinstance(branch, dict) else branch
    return size < most


def _read(rules: AnyRuleset, board: Board, made: Document) -> Board:
    return decode_board(rules.board_type, msgspec.json.encode(made), board.setting)  # type: ignore[attr-defined]  # every board has one


def _stray(made: Any, value: Any, path: str = "") -> str:
    """The pointer to something in a document that is not on the board read from it, because no
    field has its name; or none."""
    if isinstance(value, Struct) and isinstance(made, dict):
        fields = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
        unknown = set(made) - set(fields) - {value.__struct_config__.tag_field}
        if unknown:
            return f"{path}/{min(unknown)}"
        stray = (
            _stray(made[name], getattr(value, field), f"{path}/{name}")
            for name, field in fields.items()
            if name in made
        )
    elif isinstance(value, Mapping) and isinstance(made, dict):
        stray = (_stray(made.get(str(key)), item, f"{path}/{key}") for key, item in value.items())
    elif isinstance(value, tuple) and isinstance(made, list):
        stray = (
            _stray(here, there, f"{path}/{n}")
            for n, (here, there) in enumerate(zip(made, value, strict=False))
        )
    else:
        return ""
    return next(filter(None, stray), "")


def corrected(rules: AnyRuleset, board: Board, facts: Raw | bytes, patch: Patch | None) -> Board:
    """The board after declared facts, or after a patch; what the fold does with a stored
    correction. It was found sound when it was given (`domain/game/aggregate/sanity.py`) and is not
    judged again."""
    if patch is not None:
        return _read(rules, board, _applied(document(board), patch))
    for fact in decode_facts(rules, facts):
        board = rules.evolve(board, fact)
    return board


class Change(Struct, frozen=True, omit_defaults=True):
    """One place that differs: a JSON pointer, whether it was added, removed or replaced, and the
    values. A value that is `null` is there; one that does not exist is left out."""

    path: str
    op: str
    before: Any = UNSET
    after: Any = UNSET


def changes(before: Any, after: Any, path: str = "") -> list[Change]:
    """Every place where two pieces of plain JSON data differ, in the order of the pointers' first
    occurrence.

    Lists of equal length are compared element by element; lists of different length are replaced
    whole, because in a board a longer list is another list, not the old one with a tail.
    """
    if type(before) is type(after):
        if isinstance(before, dict):
            return _in_dict(before, after, path)
        if isinstance(before, list) and len(before) == len(after):
            return [
                c
                for i, (b, a) in enumerate(zip(before, after, strict=True))
                for c in changes(b, a, f"{path}/{i}")
            ]
    return [] if before == after else [Change(path, "replace", before, after)]


def _in_dict(before: dict[str, Any], after: dict[str, Any], path: str) -> list[Change]:
    differences: list[Change] = []
    for key in dict.fromkeys([*before, *after]):
        place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            differences.append(Change(place, "remove", before=before[key]))
        elif key not in before:
            differences.append(Change(place, "add", after=after[key]))
        else:
            differences += changes(before[key], after[key], place)
    return differences
