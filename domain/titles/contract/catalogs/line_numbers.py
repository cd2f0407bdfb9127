"""Line numbers in a JSON file: the line of every value, and the fields that an object has twice."""

import json
import re

from msgspec import Struct

from domain.kernel.faults import pointer_step

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class ValueLines(Struct, frozen=True):
    """The line numbers of a JSON file's values. `lines` maps each JSON pointer to the line (from 1)
    on which its value begins; `twice` lists the pointers that occur more than once."""

    lines: dict[str, int]
    twice: tuple[str, ...]

    def line(self, pointer: str) -> int:
        """The line on which the value of a JSON pointer begins; if the file has no such value, the
        line of its nearest parent."""
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines[pointer]


class _Container:
    __slots__ = ("item", "pointer")

    def __init__(self, pointer: str, item: int | None) -> None:
        self.pointer = pointer
        self.item = item


def value_lines(data: bytes) -> ValueLines:
    text = data.decode()
    lines: dict[str, int] = {}
    twice: list[str] = []
    stack: list[_Container] = []
    line, counted, key, naming = 1, 0, "", False
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word == ":":
            naming = False
        elif word == ",":
            naming = stack[-1].item is None
            if stack[-1].item is not None:
                stack[-1].item += 1
        elif word in "}]":
            stack.pop()
        elif naming:
            key = json.loads(word)
        else:
            line += text.count("\n", counted, token.start())
            counted = token.start()
            pointer = _pointer(stack[-1], key) if stack else ""
            if pointer in lines:
                twice.append(pointer)
            lines[pointer] = line
            if word in "{[":
                stack.append(_Container(pointer, 0 if word == "[" else None))
                naming = word == "{"
    return ValueLines(lines, tuple(dict.fromkeys(twice)))


def _pointer(around: _Container, key: str) -> str:
    return around.pointer + (pointer_step(key) if around.item is None else f"/{around.item}")
