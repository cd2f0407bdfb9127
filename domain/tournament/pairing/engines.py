"""The pairing engines by name and version. An engine is never changed: what pairs otherwise is a higher version beside it.

| id | pairs |
|---|---|
| `duels` | two players, Swiss: maximum-weight matching by score groups |
| `tables` | tables of three and more, Swiss: the least cost by swaps |
| `heats` | tables of like strength: a snake |
| `planned` | tables of any size, all rounds planned before the first |
| `berger` | round robin |
| `knock-out` | seeds, byes, third place |
| `solo` | everybody alone, at the same deal |
| `fide-dutch` | two players, FIDE's Dutch system, by gacrux (the extra `pairing`), whose version is part of the source |

`source` is what `sha256sum` says of the list that `sha256sum` makes of an engine's files, as for a title's package.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from msgspec import Struct

from domain.rules.text import Text
from domain.tournament.pairing import duels, dutch, fixed, planned, tables
from domain.tournament.values import CannotPair, Engine, Pairing, Question, Stage

ROOM = Path(__file__).parent.parent
SHARED = ("pairing/position.py", "seeds.py", "standings/outings.py", "standings/points.py")
"""What every engine reads a position with."""


def _source(*files: str, also: str = "") -> str:
    lines = (f"{hashlib.sha256((ROOM / name).read_bytes()).hexdigest()}  ./{name}\n" for name in sorted({*files, *SHARED}))
    return hashlib.sha256(("".join(lines) + also).encode()).hexdigest()


TABLES = ("pairing/tables.py", "pairing/sizes.py", "pairing/swaps.py", "pairing/table_costs.py")
DUTCH = ("pairing/dutch.py", "formats/trf_writing.py", "formats/common.py")
FIXED = ("pairing/fixed.py", "pairing/schedules.py")


@cache
def engines() -> tuple[Engine, ...]:
    """Every engine in every version."""
    return (
        Engine("duels", 1, _source("pairing/duels.py", "pairing/matching.py"), duels.pair, duels.weigh),
        Engine("tables", 1, _source(*TABLES), tables.pair, tables.weigh),
        Engine("heats", 1, _source(*TABLES), tables.pair_heats, tables.weigh_heats),
        Engine("planned", 1, _source("pairing/planned.py", "pairing/schedules.py", *TABLES), planned.pair, planned.weigh),
        Engine("berger", 1, _source(*FIXED), fixed.round_robin, fixed.weighed(fixed.round_robin)),
        Engine("knock-out", 1, _source(*FIXED), fixed.knock_out, fixed.weighed(fixed.knock_out)),
        Engine("fide-dutch", 1, _source(*DUTCH, also=dutch.package_version()), dutch.pair, fixed.weighed(dutch.pair)),
        Engine("solo", 1, _source(*FIXED), fixed.solo, fixed.weighed(fixed.solo)),
    )


DEFAULTS = {
    "swiss": "tables",
    "planned": "planned",
    "round-robin": "berger",
    "knock-out": "knock-out",
    "heats": "heats",
    "challenge": "solo",
}
"""The engine of a stage that names none; but `duels` where a Swiss stage has tables of two."""


def engine(id: str, version: int = 0) -> Engine:
    """An engine in one version, by default the newest. Raises `CannotPair` where there is none."""
    found = [one for one in engines() if one.id == id and version in (0, one.version)]
    if not found:
        listed = ", ".join(sorted({one.id for one in engines()}))
        raise CannotPair(
            Text(
                "There is no pairing engine {id}{version}: there are {listed}.",
                id=id,
                version=Text(" in version {version}", version=version) if version else "",
                listed=listed,
            ),
        )
    return max(found, key=lambda one: one.version)


def engine_of(stage: Stage) -> Engine:
    """The engine that pairs a stage: the one it names, or its format's."""
    default = "duels" if stage.format == "swiss" and stage.duel else DEFAULTS[stage.format]
    return engine(stage.engine or default)


class Compared(Struct, frozen=True):
    """A pairing made by hand beside the engine's own: both with what they cost, and the first part on which they differ, with what
    each costs there ("" where they cost alike). A hand may do better on a part that stands later in the rules."""

    hand: Pairing
    engine: Pairing
    part: str = ""
    by_hand: int = 0
    by_engine: int = 0


def compared(question: Question, one: Engine, hand: Pairing) -> Compared:
    """What a pairing made by hand costs, and what the engine would have done. Raises `CannotPair` where the engine cannot."""
    mine, own = one.weigh(question, hand), one.pair(question)
    for cost, other in zip(mine.cost, own.cost, strict=True):
        if cost.value != other.value:
            return Compared(mine, own, cost.part, cost.value, other.value)
    return Compared(mine, own)
