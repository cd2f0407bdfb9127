"""Preparing types for threads: every struct is looked into once, before threads read or write it.

msgspec looks into a struct's types at the first read or write. If two threads do so at the same
moment, the interpreter crashes (0.22). So a program with threads prepares all types first, and a
title's when it is loaded.
"""

from collections.abc import Iterator
from threading import Lock

import msgspec
from msgspec import Struct

_lock = Lock()
prepared: set[type[Struct]] = set()


def prepare(*prefixes: str) -> None:
    """Prepare the structs of all loaded modules whose names begin with one of these prefixes. Other
    threads wait until it is done."""
    with _lock:
        for kind in _below(Struct):
            if kind not in prepared and kind.__module__.startswith(prefixes):
                msgspec.json.Decoder(kind)
                prepared.add(kind)


def _below(kind: type[Struct]) -> Iterator[type[Struct]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _below(subclass)
