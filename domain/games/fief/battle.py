"""Battles: who fights, and the order of a battle.

declare → others take sides → mercenaries → archers' special attack (TA 1) → losses →
    round: mercenaries → dice → rerolls → losses → speak of the next → round …
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.chance import Chance
from domain.games.fief import battle_actions as b
from domain.games.fief import battle_facts as bf
from domain.games.fief import words
from domain.games.fief.board import FiefBoard
from domain.games.fief.chapter import Chapter, Rule, Story, current
from domain.games.fief.forces import dice_for, force, points
from domain.games.fief.muster import begin_muster
from domain.games.fief.phases import no_village
from domain.games.fief.values import Ground
from domain.ruleset import LEGAL, Verdict, illegal

# -- declaring -----------------------------------------------------------------------------------------------------


def judge_declare(board: FiefBoard, seat: str, action: b.DeclareBattle) -> Verdict:
    """A lord leads the attack; whom it strikes is there; walls are not out of reach of its dice (published)."""
    setting = board.setting
    if action.place not in setting.places:
        return no_village(action.place)
    name = words.place(board, action.place)
    if not board.lords_of(seat, action.place):
        return illegal(
            "no-lord",
            "Battles",
            f"Without a lord in {name}, your troops defend themselves but cannot attack.",
            f"Sans seigneur à {name}, vos troupes se défendent mais ne peuvent pas attaquer.",
        )
    if not force(board, seat, action.place).soldiers and not board.families[seat].camp:
        return illegal("no-troops", "Battles", "Lords alone cannot attack.", "Des seigneurs seuls ne peuvent pas attaquer.")
    if action.place == setting.values.overseas.id:
        return _judge_crusade(action)
    targets = _judge_targets(board, seat, action)
    return _judge_walls(board, seat, action) if targets.legal else targets


def _judge_crusade(action: b.DeclareBattle) -> Verdict:
    if action.against or action.souterrain or action.engines or not action.infidels:
        return illegal(
            "crusade",
            "T 4.2",
            "Overseas you fight infidels: say how many, and name no family, Souterrain or siege engine.",
            "Outre-mer, on combat des infidèles : dites combien, sans famille, Souterrain ni engin de siège.",
        )
    return LEGAL


def _judge_targets(board: FiefBoard, seat: str, action: b.DeclareBattle) -> Verdict:
    if action.infidels:
        return illegal("no-infidels", "T 4.2", "Infidels fight overseas only.", "Les infidèles ne combattent qu'outre-mer.")
    if not action.against or len(set(action.against)) != len(action.against) or seat in action.against:
        return illegal(
            "no-enemy",
            "Battles",
            "Name each family you attack once, not your own.",
            "Nommez une fois chaque famille attaquée, pas la vôtre.",
        )
    for target in action.against:
        if not board.present(target, action.place):
            who, name = words.family(board, target), words.place(board, action.place)
            return illegal("not-present", "Battles", f"{who.en} has nothing in {name}.", f"{who.fr} n'a rien à {name}.")
    return LEGAL


def _judge_walls(board: FiefBoard, seat: str, action: b.DeclareBattle) -> Verdict:
    values, ground = board.setting.values, _ground(board, action)
    if ground == "open":
        if action.souterrain or action.engines:
            return illegal(
                "no-walls",
                "Battles",
                "A Souterrain or siege engines need walls to overcome.",
                "Un Souterrain ou des engins de siège ne servent que contre des murs.",
            )
        return LEGAL
    if action.engines > values.engines:
        return illegal(
            "engines",
            "Battles",
            f"A family has {values.engines} siege engines at most.",
            f"Une famille a au plus {values.engines} engins de siège.",
        )
    lost = 0 if action.souterrain else max(0, values.fort_penalty.on(ground) - action.engines)
    most = sum(_could_bring(board, family, action.place) for family in board.setting.seats if family not in action.against)
    if dice_for(values, most) <= lost:
        where = words.GROUNDS[ground]
        return illegal(
            "too-weak",
            "Battles",
            f"{most} combat points give no die against a {where.en}.",
            f"{most} points de combat ne donnent aucun dé contre : {where.fr}.",
        )
    return LEGAL


def _could_bring(board: FiefBoard, family: str, place: str) -> int:
    there = force(board, family, place)
    return points(board, replace(there, mercenary=board.families[family].camp if there.lords else 0))


def _ground(board: FiefBoard, action: b.DeclareBattle) -> Ground:
    """Walls protect the family that controls the place, and those attacked with it."""
    place = board.place(action.place)
    return place.fort if place.holder in action.against else "open"


def declare(story: Story, seat: str, action: b.DeclareBattle, chance: Chance) -> None:
    """The battle begins; other families present take sides first."""
    board = story.board
    sides = {seat, *action.against}
    others = tuple(s for s in board.setting.seats if s not in sides and board.present(s, action.place))
    ground = "open" if action.infidels else _ground(board, action)
    story.tell(
        bf.BattleBegan(action.place, ground, (seat,), action.against, action.infidels, action.souterrain, action.engines, others)
    )
    if not others:
        begin_muster(story)


# -- taking sides --------------------------------------------------------------------------------------------------


def judge_join(board: FiefBoard, seat: str, action: b.JoinBattle) -> Verdict:
    """A family that is present and has not spoken."""
    battle = board.battle
    if battle is None or battle.stage != "rally" or seat not in battle.waiting:
        return illegal("no-side", "Battles", "The family has no side to take now.", "La famille n'a pas de camp à choisir.")
    if battle.defence.horde and action.side == "defence":
        return illegal("infidels", "T 4.2", "Nobody fights beside infidels.", "Nul ne combat aux côtés des infidèles.")
    return LEGAL


def join(story: Story, seat: str, action: b.JoinBattle, chance: Chance) -> None:
    """Join or stand aside; once all have spoken mercenaries may come."""
    if action.side != "none":
        story.tell(bf.BattleJoined(seat, action.side))
    story.tell(bf.Spoke(seat))
    if not current(story).waiting:
        begin_muster(story)


CHAPTER: Chapter = {
    b.DeclareBattle: Rule(judge_declare, declare, ("battles",)),
    b.JoinBattle: Rule(judge_join, join),
}
