"""One sentence for each action, in English and French, without the name of the seat that takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted import actions as a
from domain.games.convicted.board import Board
from domain.games.convicted.common import bands
from domain.games.convicted.field import HERO_NAMES, at_place, at_zone, section_name
from domain.games.convicted.naming import counted
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.values import RESOURCE_NAMES
from domain.rules.text import Text, listed


def _of(board: Board, given: tuple[a.Band, ...]) -> Text:
    return counted(board, bands(given).items())


def _one(board: Board, unit: str, count: int) -> Text:
    return counted(board, ((unit, count),))


def _hero(board: Board, x: a.ChooseHero) -> Text:
    name = HERO_NAMES[x.hero]
    return Text(f"plays {name.en}", f"incarne {name.fr}")


def _sections(board: Board, x: a.ChooseSections) -> Text:
    return Text(f"defends {', '.join(x.sections)}", f"défend {', '.join(x.sections)}")


def _fortify(board: Board, x: a.Fortify) -> Text:
    name, levels = section_name(x.section), board.setting.levels[x.section]
    what = levels[min(x.level, len(levels) - 1)].name
    return Text(f"raises {name.en} to level {x.level} ({what.en})", f"améliore {name.fr} au niveau {x.level} ({what.fr})")


def _build(board: Board, x: a.Build) -> Text:
    name = board.setting.named(x.building)
    return Text(f"builds the {name.en}, level {x.level}", f"construit : {name.fr}, niveau {x.level}")


def _gather(board: Board, x: a.Gather) -> Text:
    name = RESOURCE_NAMES[x.resource]
    return Text(f"gathers {name.en}", f"collecte : {name.fr}")


def _train(board: Board, x: a.Train) -> Text:
    who, places = _one(board, x.unit, len(x.places)), ", ".join(x.places)
    return Text(f"trains {who.en}: {places}", f"entraîne {who.fr} : {places}")


def _repair(board: Board, x: a.Repair) -> Text:
    name = Text("the gates", "les Portes") if x.gate else section_name(x.section)
    return Text(f"repairs {x.points} at {name.en}", f"répare de {x.points} : {name.fr}")


def _enlist(board: Board, x: a.Enlist) -> Text:
    who, place = board.setting.named(x.unit), at_place(x.place)
    return Text(f"trains one more {who.en} {place.en}, as the Deserter", f"entraîne en plus : {who.fr}, {place.fr} (Déserteur)")


def _preach(board: Board, x: sa.Preach) -> Text:
    place = at_place(x.section)
    return Text(f"fires up the shooters {place.en}, as the Heretic", f"exhorte les tireurs {place.fr} (Hérétique)")


def _deploy(board: Board, x: sa.Deploy) -> Text:
    troops = _of(board, x.troops)
    return Text(f"deploys before {x.side}: {troops.en}", f"déploie devant {x.side} : {troops.fr}")


def _cast(board: Board, x: sa.Cast) -> Text:
    name = board.setting.named(x.spell)
    how = Text(" as the Sorcerer's additional spell", " (sort supplémentaire du Sorcier)") if x.extra else Text("", "")
    if not x.losses:
        return Text(f"casts {name.en}{how.en}", f"lance {name.fr}{how.fr}")
    lost = counted(board, ((hit.unit, hit.count) for hit in x.losses))
    return Text(f"casts {name.en}{how.en}: the enemy loses {lost.en}", f"lance {name.fr}{how.fr} : l'ennemi perd {lost.fr}")


def _bless(board: Board, x: sa.Bless) -> Text:
    name = board.setting.named(x.blessing)
    return Text(f"gives the blessing {name.en}", f"donne la bénédiction {name.fr}")


def _shoot(board: Board, x: sa.Shoot) -> Text:
    who, place, zone, lost = _one(board, x.weapon, x.count), at_place(x.section), at_zone(x.side, x.zone), _of(board, x.losses)
    return Text(
        f"shoots with {who.en} {place.en} at the enemy {zone.en}, who loses {lost.en}",
        f"tire avec {who.fr} {place.fr} sur l'ennemi {zone.fr}, qui perd {lost.fr}",
    )


def _enemy_shoot(board: Board, x: sa.EnemyShoot) -> Text:
    who, zone, name, lost = _one(board, x.unit, x.count), at_zone(x.side, x.zone), section_name(x.section), _of(board, x.losses)
    return Text(
        f"shoots with {who.en} {zone.en} at {name.en}, which loses {lost.en}",
        f"tire avec {who.fr} {zone.fr} ; pertes ({name.fr}) : {lost.fr}",
    )


def _bombard(board: Board, x: sa.Bombard) -> Text:
    who, zone, name, lost = _one(board, x.engine, x.count), at_zone(x.side, x.zone), section_name(x.section), _of(board, x.losses)
    return Text(
        f"attacks {name.en} with {who.en} {zone.en}: damage {x.damage}, lost {lost.en}",
        f"attaque {name.fr} avec {who.fr} {zone.fr} : dégâts {x.damage}, pertes {lost.fr}",
    )


def _approach(board: Board, x: sa.Approach) -> Text:
    who = _of(board, x.troops)
    return Text(f"comes up to the ditch at {x.slot} with {who.en}", f"arrive au fossé en {x.slot} avec {who.fr}")


def _advance(board: Board, x: sa.Advance) -> Text:
    who, lost = _of(board, x.troops), _of(board, x.drowned)
    drowned = Text(f", losing {lost.en}", f", perdant {lost.fr}") if x.drowned else Text("", "")
    return Text(f"advances at {x.slot} with {who.en}{drowned.en}", f"avance en {x.slot} avec {who.fr}{drowned.fr}")


def _reinforce(board: Board, x: sa.Reinforce) -> Text:
    who, origin, target = _one(board, x.unit, x.count), section_name(x.origin), section_name(x.target)
    return Text(f"moves {who.en} from {origin.en} to {target.en}", f"déplace {who.fr} : {origin.fr} → {target.fr}")


def _squad(board: Board, x: sa.FormSquad) -> Text:
    led, with_, name = board.setting.named(x.leader), _of(board, x.support), section_name(x.section)
    return Text(
        f"forms a squad against {name.en}: {led.en} leads, supported by {with_.en}",
        f"forme une escouade contre {name.fr} : {led.fr} en tête, soutien : {with_.fr}",
    )


def _pour(board: Board, x: sa.Pour) -> Text:
    what, place, lost = _one(board, x.engine, x.count), at_place(x.section), _of(board, x.losses)
    return Text(
        f"uses {what.en} {place.en} on squad {x.squad}, which loses {lost.en}",
        f"emploie {what.fr} {place.fr} contre l'escouade {x.squad}, qui perd {lost.fr}",
    )


def _foresee(board: Board, x: sa.Foresee) -> Text:
    moves = ", ".join(f"{m.count} {m.unit} {m.origin}→{m.target}" for m in x.moves)
    return Text(f"foresees, as the Oracle: {moves}", f"prédit (Oracle) : {moves}")


def _fight(board: Board, x: sa.Fight) -> Text:
    name, theirs, ours = section_name(x.section), _of(board, x.enemies_lost), _of(board, x.losses)
    return Text(
        f"attacks {name.en} with squad {x.squad}: it loses {theirs.en}, the defenders {ours.en}",
        f"attaque {name.fr} avec l'escouade {x.squad} : elle perd {theirs.fr}, les défenseurs {ours.fr}",
    )


def _batter(board: Board, x: sa.Batter) -> Text:
    name = Text("the gates", "les Portes") if x.gate else section_name(x.section)
    return Text(
        f"batters {name.en} with squad {x.squad}: damage {x.damage}",
        f"frappe {name.fr} avec l'escouade {x.squad} : dégâts {x.damage}",
    )


def _enter(board: Board, x: sa.Enter) -> Text:
    name, who = section_name(x.section), _of(board, x.troops)
    return Text(f"gets into the city over {name.en} with {who.en}", f"pénètre dans la Ville ({name.fr}) avec {who.fr}")


def _desert(board: Board, x: sa.Desert) -> Text:
    who, zone = _of(board, x.troops), at_zone(x.side, x.zone)
    return Text(f"loses {who.en} {zone.en}, who leave", f"perd {who.fr} {zone.fr}, qui s'en vont")


def _ravage(board: Board, x: sa.Ravage) -> Text:
    goods = x.plundered.text
    razed = listed(tuple(board.setting.named(b) for b in x.razed), Text("nothing", "rien"))
    return Text(f"ravages the city: {goods.en} taken, {razed.en} razed", f"ravage la ville : {goods.fr} pris, {razed.fr} rasé")


def _loot(board: Board, x: sa.Loot) -> Text:
    return Text(f"loots {x.goods.text.en}", f"récupère {x.goods.text.fr}")


SAY: dict[type, Callable[[Board, Any], Text]] = {
    a.ChooseHero: _hero,
    a.ChooseSections: _sections,
    a.Fortify: _fortify,
    a.Dig: lambda b, x: Text(f"digs a ditch at {x.slot}", f"creuse un fossé en {x.slot}"),
    a.Flood: lambda b, x: Text(f"makes the ditch at {x.slot} a moat", f"fait une douve du fossé en {x.slot}"),
    a.Build: _build,
    a.Research: lambda b, x: Text("researches a technology", "recherche une technologie"),
    a.Gather: _gather,
    a.Train: _train,
    a.Repair: _repair,
    a.Enlist: _enlist,
    a.EndActions: lambda b, x: Text("ends the actions of this turn", "termine ses actions du tour"),
    sa.Preach: _preach,
    sa.RevealEnemies: lambda b, x: Text("turns over the enemy cards", "retourne les cartes d'ennemis"),
    sa.Deploy: _deploy,
    sa.BeginAssault: lambda b, x: Text("begins the assault step", "commence l'étape d'assaut"),
    sa.Cast: _cast,
    sa.Bless: _bless,
    sa.RollDice: lambda b, x: Text(f"rolls {x.count} {x.die}", f"lance {x.count} {x.die}"),
    sa.Shoot: _shoot,
    sa.EnemyShoot: _enemy_shoot,
    sa.Bombard: _bombard,
    sa.Approach: _approach,
    sa.Advance: _advance,
    sa.Reinforce: _reinforce,
    sa.FormSquad: _squad,
    sa.Pour: _pour,
    sa.Foresee: _foresee,
    sa.Fight: _fight,
    sa.Batter: _batter,
    sa.Enter: _enter,
    sa.Desert: _desert,
    sa.CloseStage: lambda b, x: Text(f"ends stage {x.stage}", f"termine le stade {x.stage}"),
    sa.Ravage: _ravage,
    sa.Loot: _loot,
    sa.EndPillage: lambda b, x: Text("ends the pillage step", "termine l'étape de pillage"),
}


def say(board: Board, action: a.ConvictedAction) -> Text:
    """The sentence for an action about to be taken on this board."""
    return SAY[type(action)](board, action)
