"""Facts about a title that the laws cannot find out: `laws.json`, beside its recorded games."""

from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.text import Lang
from tests.records.play import home

FILE = "laws.json"
STEP = "step 10 of domain/titles/TUTORIAL.md says what stands in it"


class Sample(Struct, frozen=True, array_like=True):
    """A position to draw: a recorded game, the number of actions taken, and the language of the
    words."""

    game: str
    after: int
    lang: Lang


class Operation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An operation of a JSON Patch. `add` is added to the number at `path`."""

    path: str
    op: Literal["add", "remove", "replace"] = "replace"
    value: int | None = None
    add: int = 0


class Laws(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `laws.json`. `pictures` are samples by the names of their files; the first is
    drawn in each shape. `no_place` are actions that may name nothing in the picture: steps of the
    turn, dice, cards in a hand. `foretells` is the least number of kinds of actions of which the
    title forecasts the result, dice aside. `points_decide`: points decide who wins. `facts`, and
    the patch `sound`, can be true in the middle of a game; the patch `losing` adds or loses pieces.
    `options` are those under which otherwise missing actions occur."""

    pictures: dict[str, Sample]
    no_place: frozenset[str]
    foretells: int
    points_decide: bool
    facts: tuple[dict[str, Any], ...]
    sound: tuple[Operation, ...]
    losing: tuple[Operation, ...]
    options: dict[str, Any] = {}


def file_of(title: str) -> Path:
    return home(title) / FILE


def read(title: str) -> Laws:
    return msgspec.json.decode(file_of(title).read_bytes(), type=Laws)


def laws(title: str) -> Laws:
    """The laws of a title. Skips the test if the title has no `laws.json` yet."""
    if not file_of(title).is_file():
        pytest.skip(f"{title} has no {FILE}: {STEP}")
    return read(title)


def sound_facts(title: str) -> tuple[dict[str, Any], ...]:
    """Facts that an arbiter could declare in the middle of a game."""
    return laws(title).facts or _none(title, "facts")


def sound_patch(title: str, board: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """A patch that an arbiter could give in the middle of a game. `board` is the document of its
    board."""
    return _patch(laws(title).sound, board) or _none(title, "sound")


def losing_patch(title: str, board: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    return _patch(laws(title).losing, board) or _none(title, "losing")


def _none(title: str, key: str) -> Any:
    pytest.skip(f"{title} says in its {FILE} that it has no “{key}”")


def _patch(operations: tuple[Operation, ...], board: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    return tuple(_operation(operation, board) for operation in operations)


def _operation(operation: Operation, board: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = {"op": operation.op, "path": operation.path}
    if operation.op == "remove":
        return plain
    if operation.value is not None:
        return {**plain, "value": operation.value}
    value: Any = board
    for key in operation.path.strip("/").split("/"):
        value = value[int(key) if isinstance(value, list) else key]
    return {**plain, "value": value + operation.add}
