"""Templates of the siege's declarations: what each field may be, and the example they come with."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.games.convicted.actions import ConvictedAction
from domain.games.convicted.board import Board, gathered
from domain.games.convicted.field import SECTIONS, SIDES, SLOTS, ZONES
from domain.games.convicted.values import RESOURCE_NAMES
from domain.rules.ruleset import Field, Template, kebab
from domain.rules.text import Text

LABELS: dict[str, Text] = {
    "Shoot": Text("Shoot from a section", "Tirer d'une section"),
    "EnemyShoot": Text("Shoot at a section", "Tirer sur une section"),
    "Bombard": Text("Attack with siege engines", "Attaquer avec des engins de siège"),
    "Pour": Text("Use cauldrons or boulders", "Employer chaudrons ou rochers"),
    "Approach": Text("Come up to a ditch", "Arriver à un fossé"),
    "Advance": Text("Advance into the assault zone", "Avancer dans la Zone d'Assaut"),
    "Reinforce": Text("Move units", "Déplacer des unités"),
    "FormSquad": Text("Form a squad", "Former une escouade"),
    "Foresee": Text("The Oracle moves units", "L'Oracle déplace des unités"),
    "Fight": Text("Attack the defenders", "Attaquer les défenseurs"),
    "Batter": Text("Attack the fortification", "Attaquer la fortification"),
    "Enter": Text("Get into the city", "Pénétrer dans la Ville"),
    "Desert": Text("Units leave the field", "Des unités quittent le champ de bataille"),
    "Cast": Text("Cast a spell", "Lancer un sort"),
    "Deploy": Text("Deploy a side", "Déployer un côté"),
    "Ravage": Text("Ravage the city", "Ravager la ville"),
    "Loot": Text("Loot the slain", "Dépouiller les morts"),
    "RollDice": Text("Roll dice", "Lancer des dés"),
}

NAMES: dict[str, Text] = {
    "section": Text("section", "section"),
    "side": Text("side", "côté"),
    "zone": Text("zone", "zone"),
    "slot": Text("slot of the ring", "emplacement de l'anneau"),
    "origin": Text("from", "de"),
    "target": Text("to", "vers"),
    "weapon": Text("shooters", "tireurs"),
    "unit": Text("unit", "unité"),
    "engine": Text("siege engine", "engin de siège"),
    "leader": Text("assault unit", "unité d'assaut"),
    "count": Text("how many", "combien"),
    "squad": Text("squad", "escouade"),
    "damage": Text("damage", "dégâts"),
    "gate": Text("at the gates", "aux Portes"),
    "losses": Text("losses", "pertes"),
    "enemies_lost": Text("enemy losses", "pertes ennemies"),
    "withdrawn": Text("fallen back into the city", "repliés dans la ville"),
    "troops": Text("troops", "troupes"),
    "drowned": Text("lost in the moat", "perdus dans la douve"),
    "support": Text("supports", "soutiens"),
    "moves": Text("moves", "déplacements"),
    "spell": Text("spell", "sort"),
    "extra": Text("the Sorcerer's additional spell", "sort supplémentaire du Sorcier"),
    "plundered": Text("resources taken", "ressources prises"),
    "razed": Text("parts of the city razed", "bâtiments rasés"),
    "goods": Text("resources gained", "ressources gagnées"),
    "die": Text("die", "dé"),
}


OURS = ("EnemyShoot", "Bombard", "Fight", "Ravage")
"""The declarations in which `losses` are the defenders'; in the others they are the enemy's."""

ENEMIES = ("troops", "support", "enemies_lost", "drowned")
"""Fields that name the enemy's pieces, whatever the declaration."""


def template(board: Board, example: ConvictedAction) -> Template:
    """The template of an example's kind: its fields, with the choices that the board gives them."""
    name = type(example).__name__
    fields = {field: _field(board, name, field) for field in example.__struct_fields__}
    return Template(kebab(name), LABELS[name], fields, example)


def _field(board: Board, action: str, name: str) -> Field:
    """One field: listed where the board or the catalog lists it, a range where it counts."""
    setting = board.setting
    foes, engines = tuple(setting.foes), tuple(setting.engines)
    listed: dict[str, tuple[str, ...]] = {
        "section": SECTIONS,
        "origin": (*SECTIONS, "city"),
        "target": (*SECTIONS, "city"),
        "side": SIDES,
        "zone": ZONES,
        "slot": SLOTS,
        "spell": tuple(setting.spells),
        "die": ("d3", "d6"),
        "weapon": (*(t for t, troop in setting.troops.items() if troop.fire), *engines),
        "unit": tuple(setting.troops) if action == "Reinforce" else foes,
        "engine": engines,
        "leader": foes,
        "razed": tuple(building for building, level in board.buildings.items() if level),
    }
    ranges = {"count": (1, 200), "squad": (0, 30), "damage": (0, 10)}
    least, most = ranges.get(name, (None, None))
    return Field(NAMES[name], listed.get(name, ()), least, most, _within(board, action, name))


def _within(board: Board, action: str, name: str) -> dict[str, Field] | UnsetType:
    """The fields of what a list holds: pieces of a kind, one of those there are; goods, by resource."""
    if name in ("plundered", "goods"):
        return {resource: Field(label, least=0) for resource, label in RESOURCE_NAMES.items()}
    kinds = _kinds(board, action, name)
    if kinds is None:
        return UNSET
    pieces = {"unit": Field(NAMES["unit"], kinds), "count": Field(NAMES["count"], least=1)}
    where = {"Cast": ("side", "zone"), "Foresee": ("origin", "target")}.get(action, ())
    return pieces | {field: Field(NAMES[field]) for field in where}


def _kinds(board: Board, action: str, name: str) -> tuple[str, ...] | None:
    """The kinds of pieces that a field can name, in the catalog's order; none for a field that names no pieces."""
    setting = board.setting
    if name in ENEMIES or (name == "losses" and action not in OURS):
        if action == "Deploy":
            coming = {front.people for front in board.fronts.values() if not front.deployed}
            return (*(f.id for f in setting.foes.values() if f.people in coming), *_enemy_engines(board))
        there = board.enemies()
        return tuple(kind for kind in (*setting.foes, *setting.engines) if kind in there)
    if name in ("losses", "withdrawn", "moves"):
        manned = gathered(*(section.units for section in board.sections.values()), board.city)
        return tuple(kind for kind in setting.troops if kind in manned)
    return None


def _enemy_engines(board: Board) -> tuple[str, ...]:
    return tuple(engine.id for engine in board.setting.engines.values() if "enemy" in engine.sides)
