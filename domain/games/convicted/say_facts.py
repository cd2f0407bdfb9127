"""One sentence for each fact, in English and French."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted import facts as f
from domain.games.convicted.about import OUTCOMES
from domain.games.convicted.board import Board
from domain.games.convicted.field import GATE, HERO_NAMES, at_place, at_zone, phase, section_name, sentence
from domain.games.convicted.say_actions import counted
from domain.games.convicted.siege import facts as sf
from domain.rules.text import Text

Say = Callable[[Board, Any], Text]


def _up(en: str, fr: str) -> Text:
    return Text(sentence(en), sentence(fr))


def _who(board: Board, seat: str) -> Text:
    return board.setting.name(seat)


def _one(board: Board, unit: str, count: int) -> Text:
    return counted(board, ((unit, count),))


def _opened(b: Board, x: f.ScenarioOpened) -> Text:
    sheet = Text(", from the save sheet", ", d'après la Feuille de Sauvegarde") if x.from_sheet else Text("", "")
    return Text(
        f"Scenario {x.scenario} opens with the turn marker on {x.turn}{sheet.en}.",
        f"Le scénario {x.scenario} s'ouvre, marqueur de Tour sur {x.turn}{sheet.fr}.",
    )


def _building(b: Board, x: f.BuildingRaised | sf.BuildingRazed) -> Text:
    name = b.setting.named(x.building)
    return Text(f"The {name.en} stands at level {x.level}.", f"{name.fr} : niveau {x.level}.")


def _posted(b: Board, x: f.UnitsPosted) -> Text:
    who, place = _one(b, x.unit, x.count), at_place(x.place)
    return Text(f"{who.en} posted {place.en}.", f"{who.fr} en poste {place.fr}.")


def _installed(b: Board, x: f.EngineInstalled) -> Text:
    what, place = b.setting.named(x.engine), at_place(x.section)
    return _up(f"{what.en} installed {place.en}.", f"{what.fr} en place {place.fr}.")


def _prepared(b: Board, x: f.TurnPrepared) -> Text:
    who, each = _who(b, x.first), " + ".join(map(str, x.markers))
    return Text(
        f"Turn {x.turn}: {who.en} is first; action markers {each}.",
        f"Tour {x.turn} : {who.fr} est premier ; Marqueurs d'Action {each}.",
    )


def _seat(en: str, fr: str) -> Say:
    return lambda b, x: Text(f"{_who(b, x.seat).en} {en}.", f"{_who(b, x.seat).fr} {fr}.")


def _taken(b: Board, x: f.SectionsTaken) -> Text:
    who, what = _who(b, x.seat), ", ".join(x.sections)
    return Text(f"{who.en} defends {what}.", f"{who.fr} défend {what}.")


def _ended(b: Board, x: f.ActionsEnded) -> Text:
    who = _who(b, x.seat)
    return Text(f"{who.en} is done; markers lost: {x.lost}.", f"{who.fr} a terminé ; marqueurs perdus : {x.lost}.")


def _raised(b: Board, x: f.FortificationRaised) -> Text:
    name, section = section_name(x.section), b.sections[x.section]
    gate = f" + {section.gate}" if x.section == GATE else ""
    return _up(
        f"{name.en} is at level {x.level}, resistance {section.resistance}{gate}.",
        f"{name.fr} : niveau {x.level}, Résistance {section.resistance}{gate}.",
    )


def _repaired(b: Board, x: f.Repaired) -> Text:
    name = Text("the gates", "les Portes") if x.gate else section_name(x.section)
    return _up(f"{name.en} regain {x.points}.", f"{name.fr} : +{x.points} de Résistance.")


def _technology(b: Board, x: f.TechnologyFound) -> Text:
    name = b.setting.named(x.technology)
    return Text(f"The technology {name.en} is developed.", f"La technologie {name.fr} est développée.")


def _power(b: Board, x: f.PowerUsed) -> Text:
    name = HERO_NAMES[x.hero]
    return _up(f"{name.en} has used this turn's power.", f"{name.fr} a utilisé son pouvoir du tour.")


def _chosen(b: Board, x: f.HeroChosen) -> Text:
    who, hero = _who(b, x.seat), HERO_NAMES[x.hero]
    return Text(f"{who.en} is {hero.en}.", f"{who.fr} est {hero.fr}.")


def _people(b: Board, x: sf.PeopleRevealed) -> Text:
    name = b.setting.named(x.people)
    return Text(f"Against {x.side} come the {name.en}.", f"Le côté {x.side} est attaqué par : {name.fr}.")


def _deployed(b: Board, x: sf.EnemiesDeployed) -> Text:
    who, zone = _one(b, x.unit, x.count), at_zone(x.side, "deployment")
    return Text(f"{who.en} {zone.en}.", f"{who.fr} {zone.fr}.")


def _stage(b: Board, x: sf.StageOpened) -> Text:
    part, name = phase(x.stage)[1], b.setting.values.stages[x.stage - 1].name
    return Text(
        f"Round {x.round}, stage {x.stage} ({part.en}): {name.en}.", f"Manche {x.round}, stade {x.stage} ({part.fr}) : {name.fr}."
    )


def _rolled(b: Board, x: sf.DiceRolled) -> Text:
    values = ", ".join(map(str, x.values))
    return Text(f"{x.die}: {values}.", f"{x.die} : {values}.")


def _power_of(unit: str, b: Board, x: Any) -> Text:
    who, place = _one(b, unit, x.count), section_name(x.section)
    return Text(f"{who.en} / {place.en}: fire power {x.power}.", f"{who.fr} / {place.fr} : Puissance de Feu {x.power}.")


def _bombarded(b: Board, x: sf.Bombarded) -> Text:
    who, place = _one(b, x.engine, x.count), section_name(x.section)
    return Text(f"{who.en} against {place.en}.", f"{who.fr} contre {place.fr}.")


def _enemies_lost(b: Board, x: sf.EnemiesLost) -> Text:
    who, zone = _one(b, x.unit, x.count), at_zone(x.side, x.zone)
    return Text(f"The enemy loses {who.en} {zone.en}.", f"L'ennemi perd {who.fr} {zone.fr}.")


def _squad_lost(b: Board, x: sf.SquadLost) -> Text:
    who = _one(b, x.unit, x.count)
    return Text(f"Squad {x.squad} before {x.section} loses {who.en}.", f"L'escouade {x.squad} devant {x.section} perd {who.fr}.")


def _invaders_lost(b: Board, x: sf.InvadersLost) -> Text:
    who = _one(b, x.unit, x.count)
    return Text(f"The enemy loses {who.en} in the city.", f"L'ennemi perd {who.fr} dans la ville.")


def _defenders_lost(b: Board, x: sf.DefendersLost) -> Text:
    who, place = _one(b, x.unit, x.count), at_place(x.place)
    return Text(f"The defenders lose {who.en} {place.en}.", f"Les défenseurs perdent {who.fr} {place.fr}.")


def _engines_lost(b: Board, x: sf.EnginesLost) -> Text:
    who, place = _one(b, x.engine, x.count), at_place(x.section)
    return Text(f"The defenders lose {who.en} {place.en}.", f"Les défenseurs perdent {who.fr} {place.fr}.")


def _resistance(b: Board, x: sf.ResistanceLost) -> Text:
    name = Text("the gates", "les Portes") if x.gate else section_name(x.section)
    return _up(f"{name.en}: resistance -{x.points}.", f"{name.fr} : Résistance -{x.points}.")


def _destroyed(b: Board, x: sf.SectionDestroyed) -> Text:
    name = section_name(x.section)
    return _up(f"{name.en} is destroyed; the barrier is left.", f"{name.fr} : détruit, reste la Barrière.")


def _halted(b: Board, x: sf.EnemyHalted) -> Text:
    who = _one(b, x.unit, x.count)
    return Text(f"{who.en} held up at {x.slot}.", f"{who.fr} ralentis en {x.slot}.")


def _advanced(b: Board, x: sf.EnemyAdvanced) -> Text:
    who, zone = _one(b, x.unit, x.count), at_zone(x.side, "assault")
    return Text(f"{who.en} now {zone.en}.", f"{who.fr} maintenant {zone.fr}.")


def _moved(b: Board, x: sf.UnitsMoved) -> Text:
    who, origin, target = _one(b, x.unit, x.count), section_name(x.origin), section_name(x.target)
    return Text(f"{who.en}: from {origin.en} to {target.en}.", f"{who.fr} : {origin.fr} → {target.fr}.")


def _squad(b: Board, x: sf.SquadFormed) -> Text:
    who, led = counted(b, x.units), b.setting.named(x.leader)
    return Text(
        f"A squad before {x.section}: {who.en}, led by {led.en}.",
        f"Une escouade devant {x.section} : {who.fr}, menée par {led.fr}.",
    )


def _fought(b: Board, x: sf.SquadFought) -> Text:
    return Text(
        f"Squad {x.squad} attacks {x.section}: strength {x.strength}, support {x.support}.",
        f"L'escouade {x.squad} attaque {x.section} : Force {x.strength}, Soutien {x.support}.",
    )


def _entered(b: Board, x: sf.EnemiesEntered) -> Text:
    who = _one(b, x.unit, x.count)
    return Text(f"{who.en} in the city, over {x.section}.", f"{who.fr} dans la ville, par {x.section}.")


def _assault_ended(b: Board, x: sf.AssaultEnded) -> Text:
    if x.reason == "routed":
        return Text("The enemy has no morale left: the assault is over.", "L'ennemi n'a plus de Moral : l'assaut est terminé.")
    return Text("No enemy is left before the walls: the assault is over.", "Plus d'ennemi devant les murs : l'assaut est terminé.")


def _ending(b: Board, x: sf.ScenarioEnded) -> Text:
    how = OUTCOMES[x.ending]
    return Text(f"The scenario is over. {how.en}", f"Le scénario est terminé. {how.fr}")


SAY: dict[type, Say] = {
    f.ScenarioOpened: _opened,
    f.BuildingRaised: _building,
    f.UnitsPosted: _posted,
    f.EngineInstalled: _installed,
    f.Gained: lambda b, x: Text(f"Gained: {x.goods.text.en}.", f"Gagné : {x.goods.text.fr}."),
    f.Spent: lambda b, x: Text(f"Spent: {x.goods.text.en}.", f"Défaussé : {x.goods.text.fr}."),
    f.HeroChosen: _chosen,
    f.FirstPlayerDrawn: _seat("is the first player", "est le premier joueur"),
    f.TurnPrepared: _prepared,
    f.ChoiceBegun: _seat("chooses sections", "choisit ses sections"),
    f.SectionsTaken: _taken,
    f.ActionsBegun: _seat("takes actions", "réalise ses actions"),
    f.ActionsEnded: _ended,
    f.SiegeBegun: lambda b, x: Text("The siege begins.", "Le siège commence."),
    f.MarkerSpent: _seat("uses an action marker", "utilise un Marqueur d'Action"),
    f.FortificationRaised: _raised,
    f.DitchDug: lambda b, x: Text(f"A ditch lies at {x.slot}.", f"Un fossé en {x.slot}."),
    f.MoatFlooded: lambda b, x: Text(f"A moat lies at {x.slot}.", f"Une douve en {x.slot}."),
    f.Repaired: _repaired,
    f.TechnologyFound: _technology,
    f.PowerUsed: _power,
    sf.Preached: lambda b, x: Text(
        f"Section {x.section} has more fire power.", f"La section {x.section} a plus de Puissance de Feu."
    ),
    sf.PeopleRevealed: _people,
    sf.EnemiesDeployed: _deployed,
    sf.SideDeployed: lambda b, x: Text(f"Side {x.side} is deployed.", f"Le côté {x.side} est déployé."),
    sf.MoraleSet: lambda b, x: Text(f"Enemy morale: {x.morale}.", f"Moral ennemi : {x.morale}."),
    sf.StageOpened: _stage,
    sf.SpellCast: lambda b, x: Text(f"The spell {x.spell} is used.", f"Le sort {x.spell} est utilisé."),
    sf.BlessingGiven: lambda b, x: Text(f"The blessing {x.blessing} is used.", f"La bénédiction {x.blessing} est utilisée."),
    sf.DiceRolled: _rolled,
    sf.VolleyFired: lambda b, x: _power_of(x.weapon, b, x),
    sf.EnemyVolleyFired: lambda b, x: _power_of(x.unit, b, x),
    sf.Bombarded: _bombarded,
    sf.Poured: lambda b, x: _power_of(x.engine, b, x),
    sf.EnemiesLost: _enemies_lost,
    sf.SquadLost: _squad_lost,
    sf.InvadersLost: _invaders_lost,
    sf.DefendersLost: _defenders_lost,
    sf.EnginesLost: _engines_lost,
    sf.ResistanceLost: _resistance,
    sf.SectionDestroyed: _destroyed,
    sf.EnemyHalted: _halted,
    sf.EnemyAdvanced: _advanced,
    sf.UnitsMoved: _moved,
    sf.SquadFormed: _squad,
    sf.SquadFought: _fought,
    sf.SquadBattered: lambda b, x: Text(f"Squad {x.squad} batters {x.section}.", f"L'escouade {x.squad} frappe {x.section}."),
    sf.EnemiesEntered: _entered,
    sf.SquadsDissolved: lambda b, x: Text("The squads fall back.", "Les escouades se replient."),
    sf.AssaultEnded: _assault_ended,
    sf.Plundered: lambda b, x: Text(f"Plundered: {x.goods.text.en}.", f"Pillé : {x.goods.text.fr}."),
    sf.BuildingRazed: _building,
    sf.Looted: lambda b, x: Text("The defenders loot the slain.", "Les défenseurs dépouillent les morts."),
    sf.TurnSurvived: lambda b, x: Text(f"Turn {x.turn} is survived.", f"Le tour {x.turn} est surmonté."),
    sf.ScenarioEnded: _ending,
    sf.SheetWritten: lambda b, x: Text(f"Save sheet {x.number} is written.", f"Feuille de Sauvegarde {x.number} remplie."),
}


def say(board: Board, fact: f.ConvictedFact) -> Text:
    """The sentence for a fact that the board now shows."""
    return SAY[type(fact)](board, fact)
