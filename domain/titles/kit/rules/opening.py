"""How a game is opened."""

import json
import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.catalogs.faults import Fault
from domain.titles.contract.chance import Chance
from domain.titles.contract.ruleset import (
    BadOpening,
    SeatSpec,
)
from domain.titles.kit import fields
from domain.titles.kit.moves import Course
from domain.titles.kit.rules.declarations import B, S, TitleDeclarations


class Opening(TitleDeclarations[S, B]):
    @cached_property
    def _catalogs(self) -> Mapping[str, Catalog]:
        kinds = type(self).__mro__[: type(self).__mro__.index(Opening)]
        files: list[Path] = next(filter(None, map(_catalogs_beside, kinds)), [])
        if not files:
            empty = {
                "game": self.id,
                "edition": self.about.edition.en,
                "provenance": {"": "text"},
                "values": {},
            }
            return {"default": Catalog(json.dumps(empty).encode())}
        names = (
            file.name.removeprefix("catalog").removesuffix(".json").lstrip(".") or "default"
            for file in files
        )
        return {name: Catalog(file.read_bytes()) for name, file in zip(names, files, strict=True)}

    def catalogs(self) -> Mapping[str, Catalog]:
        """`catalog.json` of the title's folder, and each `catalog.NAME.json`; one without values
        where there is none. Versions that are made from a title elsewhere have its catalogs."""
        return self._catalogs

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """What the rules of the values' fields find wrong, and what `conflicts` finds between
        them."""
        return (*fields.faults(values), *self.conflicts(values))

    def conflicts(self, values: Any, /) -> tuple[Fault, ...]:
        """What a catalog contradicts although each value keeps its rules; by default nothing."""
        return ()

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The first of the title's players, as many as sit down, with the seats that the rules
        play."""
        numbers = self.about.seats
        count = numbers[0] if players is None else players
        if count not in numbers:
            named = {"name": self.about.title, "some": ", ".join(map(str, numbers)), "count": count}
            raise BadOpening("/players", self.wrong_number.filled(named))
        numbered = (
            SeatSpec(f"p{n}", "player", Text("Player {n}", n=n)) for n in range(1, count + 1)
        )
        sitting = [spec for spec in self.players if spec.role == "player"][:count]
        return tuple(
            spec for spec in self.players if spec.role != "player" or spec in sitting
        ) or tuple(numbered)

    def setup(self, board: B, chance: Chance) -> tuple[Any, ...]:
        course = Course(board, chance)
        self.begin(course)
        return course.facts

    def begin(self, course: Course) -> None:
        """Tell the facts that set the game up; by default there are none."""


def _catalogs_beside(kind: type) -> list[Path]:
    """The catalogs in the folder of a title's package; a title in a module of its own has none."""
    module = sys.modules[kind.__module__]
    if module.__file__ is None or not module.__spec__ or not module.__spec__.parent:
        return []
    return sorted(Path(module.__file__).parent.glob("catalog*.json"))
