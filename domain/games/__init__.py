"""The registry: one line a title.

A title's module is imported when it is first asked for, so that a service opens with the titles it plays.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from domain.rules.prepared_types import prepare
from domain.rules.ruleset import AnyRuleset

_TITLES: dict[tuple[str, int], str] = {
    ("northgard-training", 1): "domain.games.northgard:RULES",
    ("fief-tactics", 1): "domain.games.fief:RULES_1",
    ("fief-tactics", 2): "domain.games.fief:RULES",
    ("raiders-solo", 1): "domain.games.raiders:RULES_1",
    ("raiders-solo", 2): "domain.games.raiders:RULES",
    ("tears-solo", 1): "domain.games.tears:RULES_1",
    ("tears-solo", 2): "domain.games.tears:RULES",
    ("convicted", 1): "domain.games.convicted:RULES_1",
    ("convicted", 2): "domain.games.convicted:RULES",
}


class UnknownRuleset(LookupError):
    """No title, or no version of it, under this name."""

    def __init__(self, id: str, version: int | None) -> None:
        super().__init__(f"{id} version {version}" if version is not None else id)
        self.id, self.version = id, version


def ids() -> tuple[str, ...]:
    """The ids of all titles, in the order of the registry."""
    return tuple(dict.fromkeys(id for id, _ in _TITLES))


def latest(id: str) -> int:
    """The version that new games of a title get; raises `UnknownRuleset`."""
    versions = [v for i, v in _TITLES if i == id]
    if not versions:
        raise UnknownRuleset(id, None)
    return max(versions)


@cache
def ruleset(id: str, version: int | None = None) -> AnyRuleset:
    """The rules of a title, in the newest version unless one is named; raises `UnknownRuleset`."""
    if version is None:
        version = latest(id)
    place = _TITLES.get((id, version))
    if place is None:
        raise UnknownRuleset(id, version)
    module, name = place.split(":")
    rules: AnyRuleset = getattr(import_module(module), name)
    prepare(module)
    return rules
