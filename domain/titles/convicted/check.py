"""What a catalog must not contradict: everything wrong with it, all at once.

The rule text fixes some of it (levels 0 to 5, 12 actions shared out, wood alone at the start, what
belongs to stages 5, 11 and 14); the rest keeps a catalog consistent with itself, so that no game
runs into a number that is missing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.titles.contract.catalogs.faults import Fault
from domain.titles.convicted.board import Named
from domain.titles.convicted.field import (
    BUILDINGS,
    RESOURCES,
    SECTIONS,
    SIDES,
    STAGES,
    TAKES,
    TOP_LEVEL,
)
from domain.titles.convicted.values import Fortification, Values
from domain.titles.kit import Faults

LISTS = ("troops", "engines", "foes", "technologies", "spells", "blessings", "peoples", "buildings")
WRONG = Faults("""
id = {id} is used twice, or is no id of at most 40 letters without a slash
levels = {wanted} levels are needed, from the barrier (0) to {top}; there are {count}
reach = every section reaches the assault zone before it
barrier = the barrier costs nothing and carries no siege engine
walls = from walls one shoots into the assault zone only, at every level
garrison = {id} is not among the troops
players = one number each for 1, 2, 3 and 4 players is needed; there are {count}
room = the barriers hold {room} units at most: one of them cannot take more
defenders = there are only {count} defender tokens
resources = there are only {count} resource markers
actions = {count} actions a turn want as many markers
lists = one list each for 1, 2, 3 and 4 players is needed
shares = {players} shares adding up to {total} are needed, not {share}
buildings = parts of the city are missing: {missing}
tokens = there are fewer building tokens than parts of the city
no-level = level {level} does not exist
keep = the keep stands from the start
library = the library has no such level
opens = {key} is opened twice, or is nothing that a technology can open
unopened = no technology opens {resource}: only wood is there from the start
wood = wood is there from the start and cannot wait for a technology
cards = there are {count} technology cards
peoples = {count} enemy cards are needed, one for each side
people = {id} is not among the peoples
nobody = the people {id} has no unit
unarmed = a defenders' engine has fire power and something to stand on
nothing = a siege engine has endurance, fire power or both
rite = the {house} has no level {level}
rites = {count} spells and blessings want as many markers
stages = {wanted} stages are needed, there are {count}
stage = {kind} belongs to stage {stage} and to no other, not to {taken}
untaken = no stage takes {kind}
campaign = {scenarios} scenarios of {turns} turns do not fill {total}
sheets = {count} scenarios want as many save sheets
""")  # fmt: skip


def check_values(values: Values) -> tuple[Fault, ...]:
    checks = (
        _names,
        _fortifications,
        _start,
        _sharing,
        _buildings,
        _technologies,
        _units,
        _rites,
        _stages,
        _campaign,
    )
    return tuple(fault for check in checks for fault in check(values))


def _names(v: Values) -> Iterator[Fault]:
    seen: set[str] = set(RESOURCES)
    for name in LISTS:
        things: Sequence[Named] = getattr(v, name)
        for at, thing in enumerate(things):
            if thing.id in seen or "/" in thing.id or len(thing.id) > 40 or not thing.id:
                yield WRONG.at(f"/{name}/{at}/id", "id", id=repr(thing.id))
            seen.add(thing.id)


def _fortifications(v: Values) -> Iterator[Fault]:
    for pointer, levels in (("/walls", v.walls), ("/towers", v.towers)):
        if len(levels) == TOP_LEVEL + 1:
            yield from _levels(pointer, levels)
        else:
            yield WRONG.at(
                pointer, "levels", wanted=TOP_LEVEL + 1, top=TOP_LEVEL, count=len(levels)
            )


def _levels(pointer: str, levels: Sequence[Fortification]) -> Iterator[Fault]:
    for at, level in enumerate(levels):
        if "assault" not in level.reach:
            yield WRONG.at(f"{pointer}/{at}/reach", "reach")
    if levels[0].engines or levels[0].cost.total:
        yield WRONG.at(f"{pointer}/0", "barrier")
    if pointer == "/walls" and any("deployment" in level.reach for level in levels):
        yield WRONG.at(pointer, "walls")


def _start(v: Values) -> Iterator[Fault]:
    start, most = v.start, max(v.start.garrison_per_section, default=0)
    if start.garrison not in {t.id for t in v.troops}:
        yield WRONG.at("/start/garrison", "garrison", id=repr(start.garrison))
    for name, numbers in (
        ("garrison_per_section", start.garrison_per_section),
        ("wood", start.wood),
    ):
        if len(numbers) != 4:
            yield WRONG.at(f"/start/{name}", "players", count=len(numbers))
    room = min((level.capacity for level in (*v.walls[:1], *v.towers[:1])), default=0)
    if most > room:
        yield WRONG.at("/start/garrison_per_section", "room", room=room)
    if most * len(SECTIONS) > v.limits.defenders:
        yield WRONG.at("/start/garrison_per_section", "defenders", count=v.limits.defenders)
    if max(start.wood, default=0) > v.limits.resources:
        yield WRONG.at("/start/wood", "resources", count=v.limits.resources)


def _sharing(v: Values) -> Iterator[Fault]:
    sharing = v.sharing
    if v.limits.actions != sharing.actions:
        yield WRONG.at("/limits/actions", "actions", count=sharing.actions)
    for name, shares, total in (
        ("markers", sharing.markers, sharing.actions),
        ("sections", sharing.sections, len(SECTIONS)),
    ):
        if len(shares) != 4:
            yield WRONG.at(f"/sharing/{name}", "lists")
        for players, share in enumerate(shares, start=1):
            if len(share) != players or sum(share) != total or (name == "sections" and 0 in share):
                yield WRONG.at(
                    f"/sharing/{name}/{players - 1}",
                    "shares",
                    players=players,
                    total=total,
                    share=list(share),
                )


def _buildings(v: Values) -> Iterator[Fault]:
    known = {b.id: len(b.levels) for b in v.buildings}
    missing = [b for b in BUILDINGS if b not in known]
    if missing:
        yield WRONG.at("/buildings", "buildings", missing=", ".join(missing))
    if sum(1 for levels in known.values() if levels) > v.limits.buildings:
        yield WRONG.at("/limits/buildings", "tokens")
    for building, level in v.start.buildings.items():
        if level > known.get(building, 0):
            yield WRONG.at(f"/start/buildings/{building}", "no-level", level=level)
    if not v.start.buildings.get("keep"):
        yield WRONG.at("/start/buildings", "keep")
    if v.works.research_level > known.get("library", 0):
        yield WRONG.at("/works/research_level", "library")


def _technologies(v: Values) -> Iterator[Fault]:
    opens = Counter(key for t in v.technologies for key in t.opens)
    levels = {f"{b.id}-{n}" for b in v.buildings for n in range(1, len(b.levels) + 1)}
    levels |= {f"{kind}-{n}" for kind in ("wall", "tower") for n in range(1, TOP_LEVEL + 1)}
    things = {*RESOURCES, *(t.id for t in v.troops), *(e.id for e in v.engines), "moat"} | levels
    for at, technology in enumerate(v.technologies):
        for key in technology.opens:
            if key not in things or opens[key] > 1:
                yield WRONG.at(f"/technologies/{at}/opens", "opens", key=repr(key))
    yield from (
        WRONG.at("/technologies", "unopened", resource=resource)
        for resource in RESOURCES[1:]
        if resource not in opens
    )
    if "wood" in opens:
        yield WRONG.at("/technologies", "wood")
    if len(v.technologies) != v.limits.technologies:
        yield WRONG.at("/limits/technologies", "cards", count=len(v.technologies))


def _units(v: Values) -> Iterator[Fault]:
    peoples = {p.id for p in v.peoples}
    if len(peoples) < len(SIDES):
        yield WRONG.at("/peoples", "peoples", count=len(SIDES))
    for at, foe in enumerate(v.foes):
        if foe.people not in peoples:
            yield WRONG.at(f"/foes/{at}/people", "people", id=repr(foe.people))
    for people in sorted(peoples - {foe.people for foe in v.foes}):
        yield WRONG.at("/foes", "nobody", id=repr(people))
    for at, engine in enumerate(v.engines):
        if "defenders" in engine.sides and not (engine.stands and engine.fire):
            yield WRONG.at(f"/engines/{at}", "unarmed")
        if engine.fire is None and engine.endurance is None:
            yield WRONG.at(f"/engines/{at}", "nothing")


def _rites(v: Values) -> Iterator[Fault]:
    levels: dict[str, int] = {b.id: len(b.levels) for b in v.buildings}
    for pointer, rites, house in (
        ("/spells", v.spells, "mage-tower"),
        ("/blessings", v.blessings, "chapel"),
    ):
        for at, rite in enumerate(rites):
            if rite.level > levels.get(house, 0):
                yield WRONG.at(f"{pointer}/{at}/level", "rite", house=house, level=rite.level)
    if len(v.spells) + len(v.blessings) != v.limits.rites:
        yield WRONG.at("/limits/rites", "rites", count=len(v.spells) + len(v.blessings))


def _stages(v: Values) -> Iterator[Fault]:
    if len(v.stages) != STAGES:
        yield WRONG.at("/stages", "stages", wanted=STAGES, count=len(v.stages))
        return
    taken: dict[str, list[int]] = {
        kind: [n for n, stage in enumerate(v.stages, start=1) if kind in stage.takes]
        for kind in TAKES
    }
    for kind, stage in (("advance", 5), ("oracle", 11), ("desertion", 14)):
        if taken[kind] != [stage]:
            yield WRONG.at("/stages", "stage", kind=kind, stage=stage, taken=taken[kind])
    yield from (
        WRONG.at("/stages", "untaken", kind=kind) for kind, stages in taken.items() if not stages
    )


def _campaign(v: Values) -> Iterator[Fault]:
    campaign = v.campaign
    if campaign.turns_per_scenario * campaign.scenarios < campaign.turns:
        sizes = {
            "scenarios": campaign.scenarios,
            "turns": campaign.turns_per_scenario,
            "total": campaign.turns,
        }
        yield WRONG.at("/campaign", "campaign", **sizes)
    if v.limits.sheets < campaign.scenarios:
        yield WRONG.at("/limits/sheets", "sheets", count=campaign.scenarios)
