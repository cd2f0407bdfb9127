"""What a catalog must not contradict: everything wrong with it, all at once.

The rule text fixes some of it (levels 0 to 5, 12 actions shared out, wood alone at the start, what belongs to stages 5, 11 and
14); the rest keeps a catalog consistent with itself, so that no game runs into a number that is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.catalog import Fault
from domain.games.convicted.board import Named
from domain.games.convicted.field import BUILDINGS, RESOURCES, SECTIONS, SIDES, STAGES, TAKES, TOP_LEVEL
from domain.games.convicted.values import Fortification, Values


def check_values(v: Values) -> tuple[Fault, ...]:
    """All faults of a catalog beyond its types."""
    checks = (_names, _fortifications, _start, _sharing, _buildings, _technologies, _units, _rites, _stages, _campaign)
    return tuple(fault for check in checks for fault in check(v))


def _names(v: Values) -> Iterator[Fault]:
    """Every piece has an id of its own."""
    lists: dict[str, Sequence[Named]] = {
        "/troops": v.troops,
        "/engines": v.engines,
        "/foes": v.foes,
        "/technologies": v.technologies,
        "/spells": v.spells,
        "/blessings": v.blessings,
        "/peoples": v.peoples,
        "/buildings": v.buildings,
    }
    seen: set[str] = set(RESOURCES)
    for pointer, things in lists.items():
        for at, thing in enumerate(things):
            if thing.id in seen or "/" in thing.id or len(thing.id) > 40 or not thing.id:
                yield Fault(f"{pointer}/{at}/id", f"{thing.id!r} is used twice, or is no id of at most 40 letters without a slash")
            seen.add(thing.id)


def _fortifications(v: Values) -> Iterator[Fault]:
    for pointer, levels in (("/walls", v.walls), ("/towers", v.towers)):
        if len(levels) != TOP_LEVEL + 1:
            yield Fault(pointer, f"{TOP_LEVEL + 1} levels are needed, from the barrier (0) to {TOP_LEVEL}; there are {len(levels)}")
            continue
        yield from _levels(pointer, levels)


def _levels(pointer: str, levels: Sequence[Fortification]) -> Iterator[Fault]:
    for at, level in enumerate(levels):
        if "assault" not in level.reach:
            yield Fault(f"{pointer}/{at}/reach", "every section reaches the assault zone before it")
    if levels[0].engines or levels[0].cost.total:
        yield Fault(f"{pointer}/0", "the barrier costs nothing and carries no siege engine")
    if pointer == "/walls" and any("deployment" in level.reach for level in levels):
        yield Fault(pointer, "from walls one shoots into the assault zone only, at every level")


def _start(v: Values) -> Iterator[Fault]:
    troops = {t.id for t in v.troops}
    if v.start.garrison not in troops:
        yield Fault("/start/garrison", f"{v.start.garrison!r} is not among the troops")
    for name, numbers in (("garrison_per_section", v.start.garrison_per_section), ("wood", v.start.wood)):
        if len(numbers) != 4:
            yield Fault(f"/start/{name}", f"one number each for 1, 2, 3 and 4 players is needed; there are {len(numbers)}")
    room = min((level.capacity for level in (*v.walls[:1], *v.towers[:1])), default=0)
    if max(v.start.garrison_per_section, default=0) > room:
        yield Fault("/start/garrison_per_section", f"the barriers hold {room} units at least one of them cannot take more")
    if max(v.start.garrison_per_section, default=0) * len(SECTIONS) > v.limits.defenders:
        yield Fault("/start/garrison_per_section", f"there are only {v.limits.defenders} defender tokens")
    if max(v.start.wood, default=0) > v.limits.resources:
        yield Fault("/start/wood", f"there are only {v.limits.resources} resource markers")


def _sharing(v: Values) -> Iterator[Fault]:
    if v.limits.actions != v.sharing.actions:
        yield Fault("/limits/actions", f"{v.sharing.actions} actions a turn want as many markers")
    for name, shares, total in (
        ("markers", v.sharing.markers, v.sharing.actions),
        ("sections", v.sharing.sections, len(SECTIONS)),
    ):
        if len(shares) != 4:
            yield Fault(f"/sharing/{name}", "one list each for 1, 2, 3 and 4 players is needed")
        for players, share in enumerate(shares, start=1):
            if len(share) != players or sum(share) != total or (name == "sections" and 0 in share):
                yield Fault(
                    f"/sharing/{name}/{players - 1}", f"{players} shares adding up to {total} are needed, not {list(share)}"
                )


def _buildings(v: Values) -> Iterator[Fault]:
    known = {b.id: len(b.levels) for b in v.buildings}
    missing = [b for b in BUILDINGS if b not in known]
    if missing:
        yield Fault("/buildings", f"parts of the city are missing: {', '.join(missing)}")
    if sum(1 for levels in known.values() if levels) > v.limits.buildings:
        yield Fault("/limits/buildings", "there are fewer building tokens than parts of the city")
    for building, level in v.start.buildings.items():
        if level > known.get(building, 0):
            yield Fault(f"/start/buildings/{building}", f"level {level} does not exist")
    if not v.start.buildings.get("keep"):
        yield Fault("/start/buildings", "the keep stands from the start")
    if v.works.research_level > known.get("library", 0):
        yield Fault("/works/research_level", "the library has no such level")


def _technologies(v: Values) -> Iterator[Fault]:
    opens = Counter(key for t in v.technologies for key in t.opens)
    levels = {f"{b.id}-{n}" for b in v.buildings for n in range(1, len(b.levels) + 1)}
    levels |= {f"{kind}-{n}" for kind in ("wall", "tower") for n in range(1, TOP_LEVEL + 1)}
    things = {*RESOURCES, *(t.id for t in v.troops), *(e.id for e in v.engines), "moat"} | levels
    for at, technology in enumerate(v.technologies):
        for key in technology.opens:
            if key not in things or opens[key] > 1:
                yield Fault(f"/technologies/{at}/opens", f"{key!r} is opened twice, or is nothing that a technology can open")
    for resource in RESOURCES[1:]:
        if resource not in opens:
            yield Fault("/technologies", f"no technology opens {resource}: only wood is there from the start")
    if "wood" in opens:
        yield Fault("/technologies", "wood is there from the start and cannot wait for a technology")
    if len(v.technologies) != v.limits.technologies:
        yield Fault("/limits/technologies", f"there are {len(v.technologies)} technology cards")


def _units(v: Values) -> Iterator[Fault]:
    peoples = {p.id for p in v.peoples}
    if len(peoples) < len(SIDES):
        yield Fault("/peoples", f"{len(SIDES)} enemy cards are needed, one for each side")
    for at, foe in enumerate(v.foes):
        if foe.people not in peoples:
            yield Fault(f"/foes/{at}/people", f"{foe.people!r} is not among the peoples")
    for people in sorted(peoples - {foe.people for foe in v.foes}):
        yield Fault("/foes", f"the people {people!r} has no unit")
    for at, engine in enumerate(v.engines):
        if "defenders" in engine.sides and not (engine.stands and engine.fire):
            yield Fault(f"/engines/{at}", "a defenders' engine has fire power and something to stand on")
        if engine.fire is None and engine.endurance is None:
            yield Fault(f"/engines/{at}", "a siege engine has endurance, fire power or both")


def _rites(v: Values) -> Iterator[Fault]:
    levels = {b.id: len(b.levels) for b in v.buildings}
    for pointer, rites, house in (("/spells", v.spells, "mage-tower"), ("/blessings", v.blessings, "chapel")):
        for at, rite in enumerate(rites):
            if rite.level > levels.get(house, 0):  # type: ignore[call-overload]
                yield Fault(f"{pointer}/{at}/level", f"the {house} has no level {rite.level}")
    if len(v.spells) + len(v.blessings) != v.limits.rites:
        yield Fault("/limits/rites", f"{len(v.spells) + len(v.blessings)} spells and blessings want as many markers")


def _stages(v: Values) -> Iterator[Fault]:
    if len(v.stages) != STAGES:
        yield Fault("/stages", f"{STAGES} stages are needed, there are {len(v.stages)}")
        return
    taken = {kind: [n for n, stage in enumerate(v.stages, start=1) if kind in stage.takes] for kind in TAKES}
    for kind, stage in (("advance", 5), ("oracle", 11), ("desertion", 14)):
        if taken[kind] != [stage]:  # type: ignore[index]
            yield Fault("/stages", f"{kind} belongs to stage {stage} and to no other, not to {taken[kind]}")  # type: ignore[index]
    for kind, stages in taken.items():
        if not stages:
            yield Fault("/stages", f"no stage takes {kind}")


def _campaign(v: Values) -> Iterator[Fault]:
    if v.campaign.turns_per_scenario * v.campaign.scenarios < v.campaign.turns:
        yield Fault(
            "/campaign", f"{v.campaign.scenarios} scenarios of {v.campaign.turns_per_scenario} turns do not fill {v.campaign.turns}"
        )
    if v.limits.sheets < v.campaign.scenarios:
        yield Fault("/limits/sheets", f"{v.campaign.scenarios} scenarios want as many save sheets")
