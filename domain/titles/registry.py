"""The registry of titles: a line for each version.

A title's module is imported when its rules are first asked for. Installed packages can add titles:
a package lists them as entry points in the group `greffe.titles`, `id = module:NAME` for version 1
and `id@version = module:NAME` for later ones."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from domain.kernel.text import Text
from domain.kernel.words import catalogs
from domain.titles.contract.ruleset import AnyRuleset
from domain.titles.prepared_types import prepare

GROUP = "greffe.titles"


def _installed() -> Iterator[tuple[tuple[str, int], str]]:
    """The titles of other packages: ((id, version), `module:NAME`). Entry points whose version is
    not a number are skipped."""
    for entry in entry_points(group=GROUP):
        id, _, version = entry.name.partition("@")
        if version.isdecimal() or not version:
            yield (id, int(version or 1)), entry.value


_HOUSE: dict[tuple[str, int], str] = {
    ("northgard-training", 1): "domain.titles.northgard:RULES_1",
    ("northgard-training", 2): "domain.titles.northgard:RULES",
    ("fief-tactics", 1): "domain.titles.fief:RULES_1",
    ("fief-tactics", 2): "domain.titles.fief:RULES",
    ("raiders-solo", 1): "domain.titles.raiders:RULES_1",
    ("raiders-solo", 2): "domain.titles.raiders:RULES",
    ("tears-solo", 1): "domain.titles.tears:RULES_1",
    ("tears-solo", 2): "domain.titles.tears:RULES",
    ("convicted", 1): "domain.titles.convicted:RULES_1",
    ("convicted", 2): "domain.titles.convicted:RULES_2",
    ("convicted", 3): "domain.titles.convicted:RULES",
    ("morris", 1): "domain.titles.morris:RULES",
    ("score-sheet", 1): "domain.titles.score_sheet:RULES_1",
    ("score-sheet", 2): "domain.titles.score_sheet:RULES_2",
    ("score-sheet", 3): "domain.titles.score_sheet:RULES_3",
    ("score-sheet", 4): "domain.titles.score_sheet:RULES",
}

_OTHERS = {key: place for key, place in _installed() if key[0] not in {id for id, _ in _HOUSE}}
"""The titles of other packages. A package cannot replace a title of the house."""

_TITLES = {**_HOUSE, **_OTHERS}


class UnknownRuleset(LookupError):
    """There is no title with this id, or it does not have this version."""

    def __init__(self, id: str, version: int | None) -> None:
        super().__init__(f"{id} version {version}" if version is not None else id)
        self.id, self.version = id, version
        self.text = Text(
            "The rules of {id}, version {version}, are not here.", id=id, version=version or 1
        )


def ids() -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for id, _ in _TITLES))


def latest(id: str) -> int:
    """The newest version of a title, which new games get. Raises `UnknownRuleset`."""
    versions = [v for i, v in _TITLES if i == id]
    if not versions:
        raise UnknownRuleset(id, None)
    return max(versions)


def installed_files() -> Iterator[Path]:
    """The code and data files of titles of other packages. Results computed with them have to be
    computed again when they change."""
    for name in sorted({place.partition(":")[0].partition(".")[0] for place in _OTHERS.values()}):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            folder = Path(spec.origin).parent
            files = (
                folder.rglob("*") if spec.submodule_search_locations else iter([Path(spec.origin)])
            )
            yield from sorted(path for path in files if path.suffix in {".py", ".json"})


@cache
def ruleset(id: str, version: int | None = None) -> AnyRuleset:
    """The rules of a title, by default in the newest version. Raises `UnknownRuleset`."""
    if version is None:
        version = latest(id)
    place = _TITLES.get((id, version))
    if place is None:
        raise UnknownRuleset(id, version)
    module, name = place.split(":")
    there = import_module(module)
    rules: AnyRuleset = getattr(there, name)
    if (id, version) not in _HOUSE:
        catalogs.add_package(Path(str(there.__file__)).parent)
    prepare(module)
    return rules
