"""What a catalog must not contradict: everything wrong with it, all at once.

The rule text fixes some of it (levels 0 to 5, 12 actions shared out, wood alone at the start, what belongs to stages 5, 11 and
14); the rest keeps a catalog consistent with itself, so that no game runs into a number that is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.convicted.board import Named
from domain.games.convicted.field import BUILDINGS, RESOURCES, SECTIONS, SIDES, STAGES, TAKES, TOP_LEVEL
from domain.games.convicted.values import Fortification, Values
from domain.rules.catalogs.faults import Fault, fault


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
                yield fault(
                    f"{pointer}/{at}/id",
                    f"{thing.id!r} is used twice, or is no id of at most 40 letters without a slash",
                    f"{thing.id!r} sert deux fois, ou n'est pas un identifiant d'au plus 40 lettres sans barre oblique",
                )
            seen.add(thing.id)


def _fortifications(v: Values) -> Iterator[Fault]:
    for pointer, levels in (("/walls", v.walls), ("/towers", v.towers)):
        if len(levels) != TOP_LEVEL + 1:
            yield fault(
                pointer,
                f"{TOP_LEVEL + 1} levels are needed, from the barrier (0) to {TOP_LEVEL}; there are {len(levels)}",
                f"il faut {TOP_LEVEL + 1} niveaux, de la Barrière (0) à {TOP_LEVEL} ; il y en a {len(levels)}",
            )
            continue
        yield from _levels(pointer, levels)


def _levels(pointer: str, levels: Sequence[Fortification]) -> Iterator[Fault]:
    for at, level in enumerate(levels):
        if "assault" not in level.reach:
            yield fault(
                f"{pointer}/{at}/reach",
                "every section reaches the assault zone before it",
                "toute section atteint la Zone d'Assaut devant elle",
            )
    if levels[0].engines or levels[0].cost.total:
        yield fault(
            f"{pointer}/0",
            "the barrier costs nothing and carries no siege engine",
            "la Barrière ne coûte rien et ne porte aucun Engin de Siège",
        )
    if pointer == "/walls" and any("deployment" in level.reach for level in levels):
        yield fault(
            pointer,
            "from walls one shoots into the assault zone only, at every level",
            "d'un Mur on ne tire que dans la Zone d'Assaut, à tout niveau",
        )


def _start(v: Values) -> Iterator[Fault]:
    troops = {t.id for t in v.troops}
    if v.start.garrison not in troops:
        yield fault(
            "/start/garrison", f"{v.start.garrison!r} is not among the troops", f"{v.start.garrison!r} n'est pas parmi les troupes"
        )
    for name, numbers in (("garrison_per_section", v.start.garrison_per_section), ("wood", v.start.wood)):
        if len(numbers) != 4:
            yield fault(
                f"/start/{name}",
                f"one number each for 1, 2, 3 and 4 players is needed; there are {len(numbers)}",
                f"il faut un nombre pour 1, 2, 3 et 4 joueurs ; il y en a {len(numbers)}",
            )
    room = min((level.capacity for level in (*v.walls[:1], *v.towers[:1])), default=0)
    if max(v.start.garrison_per_section, default=0) > room:
        yield fault(
            "/start/garrison_per_section",
            f"the barriers hold {room} units at most: one of them cannot take more",
            f"une des Barrières n'a de place que pour {room} unités",
        )
    if max(v.start.garrison_per_section, default=0) * len(SECTIONS) > v.limits.defenders:
        yield fault(
            "/start/garrison_per_section",
            f"there are only {v.limits.defenders} defender tokens",
            f"il n'y a que {v.limits.defenders} pions de défenseurs",
        )
    if max(v.start.wood, default=0) > v.limits.resources:
        yield fault(
            "/start/wood",
            f"there are only {v.limits.resources} resource markers",
            f"il n'y a que {v.limits.resources} marqueurs de ressources",
        )


def _sharing(v: Values) -> Iterator[Fault]:
    if v.limits.actions != v.sharing.actions:
        yield fault(
            "/limits/actions",
            f"{v.sharing.actions} actions a turn want as many markers",
            f"{v.sharing.actions} actions par tour veulent autant de marqueurs",
        )
    for name, shares, total in (
        ("markers", v.sharing.markers, v.sharing.actions),
        ("sections", v.sharing.sections, len(SECTIONS)),
    ):
        if len(shares) != 4:
            yield fault(
                f"/sharing/{name}",
                "one list each for 1, 2, 3 and 4 players is needed",
                "il faut une liste pour 1, 2, 3 et 4 joueurs",
            )
        for players, share in enumerate(shares, start=1):
            if len(share) != players or sum(share) != total or (name == "sections" and 0 in share):
                yield fault(
                    f"/sharing/{name}/{players - 1}",
                    f"{players} shares adding up to {total} are needed, not {list(share)}",
                    f"il faut {players} parts dont la somme est {total}, pas {list(share)}",
                )


def _buildings(v: Values) -> Iterator[Fault]:
    known = {b.id: len(b.levels) for b in v.buildings}
    missing = [b for b in BUILDINGS if b not in known]
    if missing:
        yield fault(
            "/buildings",
            f"parts of the city are missing: {', '.join(missing)}",
            f"des parties de la ville manquent : {', '.join(missing)}",
        )
    if sum(1 for levels in known.values() if levels) > v.limits.buildings:
        yield fault(
            "/limits/buildings",
            "there are fewer building tokens than parts of the city",
            "il y a moins de pions de bâtiments que de parties de la ville",
        )
    for building, level in v.start.buildings.items():
        if level > known.get(building, 0):
            yield fault(f"/start/buildings/{building}", f"level {level} does not exist", f"le niveau {level} n'existe pas")
    if not v.start.buildings.get("keep"):
        yield fault("/start/buildings", "the keep stands from the start", "le Donjon est là dès le départ")
    if v.works.research_level > known.get("library", 0):
        yield fault("/works/research_level", "the library has no such level", "la Bibliothèque n'a pas ce niveau")


def _technologies(v: Values) -> Iterator[Fault]:
    opens = Counter(key for t in v.technologies for key in t.opens)
    levels = {f"{b.id}-{n}" for b in v.buildings for n in range(1, len(b.levels) + 1)}
    levels |= {f"{kind}-{n}" for kind in ("wall", "tower") for n in range(1, TOP_LEVEL + 1)}
    things = {*RESOURCES, *(t.id for t in v.troops), *(e.id for e in v.engines), "moat"} | levels
    for at, technology in enumerate(v.technologies):
        for key in technology.opens:
            if key not in things or opens[key] > 1:
                yield fault(
                    f"/technologies/{at}/opens",
                    f"{key!r} is opened twice, or is nothing that a technology can open",
                    f"{key!r} est ouvert deux fois, ou n'est rien qu'une technologie puisse ouvrir",
                )
    for resource in RESOURCES[1:]:
        if resource not in opens:
            yield fault(
                "/technologies",
                f"no technology opens {resource}: only wood is there from the start",
                f"aucune technologie n'ouvre {resource} : seul le bois est là dès le départ",
            )
    if "wood" in opens:
        yield fault(
            "/technologies",
            "wood is there from the start and cannot wait for a technology",
            "le bois est là dès le départ et ne peut attendre une technologie",
        )
    if len(v.technologies) != v.limits.technologies:
        yield fault(
            "/limits/technologies",
            f"there are {len(v.technologies)} technology cards",
            f"il y a {len(v.technologies)} cartes de technologie",
        )


def _units(v: Values) -> Iterator[Fault]:
    peoples = {p.id for p in v.peoples}
    if len(peoples) < len(SIDES):
        yield fault(
            "/peoples",
            f"{len(SIDES)} enemy cards are needed, one for each side",
            f"il faut {len(SIDES)} cartes d'ennemis, une par côté",
        )
    for at, foe in enumerate(v.foes):
        if foe.people not in peoples:
            yield fault(
                f"/foes/{at}/people", f"{foe.people!r} is not among the peoples", f"{foe.people!r} n'est pas parmi les peuples"
            )
    for people in sorted(peoples - {foe.people for foe in v.foes}):
        yield fault("/foes", f"the people {people!r} has no unit", f"le peuple {people!r} n'a aucune unité")
    for at, engine in enumerate(v.engines):
        if "defenders" in engine.sides and not (engine.stands and engine.fire):
            yield fault(
                f"/engines/{at}",
                "a defenders' engine has fire power and something to stand on",
                "un engin des défenseurs a une Puissance de Feu et un endroit où se tenir",
            )
        if engine.fire is None and engine.endurance is None:
            yield fault(
                f"/engines/{at}",
                "a siege engine has endurance, fire power or both",
                "un Engin de Siège a de l'Endurance, une Puissance de Feu ou les deux",
            )


def _rites(v: Values) -> Iterator[Fault]:
    levels = {b.id: len(b.levels) for b in v.buildings}
    for pointer, rites, house in (("/spells", v.spells, "mage-tower"), ("/blessings", v.blessings, "chapel")):
        for at, rite in enumerate(rites):
            if rite.level > levels.get(house, 0):  # type: ignore[call-overload]
                yield fault(
                    f"{pointer}/{at}/level",
                    f"the {house} has no level {rite.level}",
                    f"le bâtiment {house} n'a pas de niveau {rite.level}",
                )
    if len(v.spells) + len(v.blessings) != v.limits.rites:
        yield fault(
            "/limits/rites",
            f"{len(v.spells) + len(v.blessings)} spells and blessings want as many markers",
            f"{len(v.spells) + len(v.blessings)} sorts et bénédictions veulent autant de marqueurs",
        )


def _stages(v: Values) -> Iterator[Fault]:
    if len(v.stages) != STAGES:
        yield fault(
            "/stages",
            f"{STAGES} stages are needed, there are {len(v.stages)}",
            f"il faut {STAGES} stades, il y en a {len(v.stages)}",
        )
        return
    taken: dict[str, list[int]] = {kind: [n for n, stage in enumerate(v.stages, start=1) if kind in stage.takes] for kind in TAKES}
    for kind, stage in (("advance", 5), ("oracle", 11), ("desertion", 14)):
        if taken[kind] != [stage]:
            yield fault(
                "/stages",
                f"{kind} belongs to stage {stage} and to no other, not to {taken[kind]}",
                f"{kind} va au stade {stage} et à aucun autre, pas à {taken[kind]}",
            )
    for kind, stages in taken.items():
        if not stages:
            yield fault("/stages", f"no stage takes {kind}", f"aucun stade ne prend {kind}")


def _campaign(v: Values) -> Iterator[Fault]:
    if v.campaign.turns_per_scenario * v.campaign.scenarios < v.campaign.turns:
        yield fault(
            "/campaign",
            f"{v.campaign.scenarios} scenarios of {v.campaign.turns_per_scenario} turns do not fill {v.campaign.turns}",
            f"{v.campaign.scenarios} scénarios de {v.campaign.turns_per_scenario} tours n'en remplissent pas {v.campaign.turns}",
        )
    if v.limits.sheets < v.campaign.scenarios:
        yield fault(
            "/limits/sheets",
            f"{v.campaign.scenarios} scenarios want as many save sheets",
            f"{v.campaign.scenarios} scénarios veulent autant de Feuilles de Sauvegarde",
        )
