"""Battles: who fights, and the order of a battle.

declare → others take sides → mercenaries → archers' special attack (TA 1) → losses →
    round: mercenaries → dice → rerolls → losses → speak of the next → round …
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.fief import actions as b
from domain.games.fief import words
from domain.games.fief.battle.forces import dice_for, force, points
from domain.games.fief.battle.muster import begin_muster
from domain.games.fief.board import INFIDELS, Board
from domain.games.fief.chapter import Chapter, Rule, Story, current
from domain.games.fief.facts import battle as bf
from domain.games.fief.lords import ally
from domain.games.fief.turn import no_village
from domain.games.fief.values import Ground
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

# -- declaring -----------------------------------------------------------------------------------------------------


def judge_declare(board: Board, seat: str, action: b.DeclareBattle) -> Verdict:
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
        crusade = _judge_crusade(action)
        return _judge_again(board, seat, action) if crusade.legal else crusade
    targets = _judge_targets(board, seat, action)
    if targets.legal:
        targets = _judge_again(board, seat, action)
    return _judge_walls(board, seat, action) if targets.legal else targets


def _judge_crusade(action: b.DeclareBattle) -> Verdict:
    if action.against or action.souterrain or action.engines or action.outside or not action.infidels:
        return illegal(
            "crusade",
            "T 4.2",
            "Overseas you fight infidels: say how many, and name no family, Souterrain or siege engine.",
            "Outre-mer, on combat des infidèles : dites combien, sans famille, Souterrain ni engin de siège.",
        )
    return LEGAL


def _judge_targets(board: Board, seat: str, action: b.DeclareBattle) -> Verdict:
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


def _judge_again(board: Board, seat: str, action: b.DeclareBattle) -> Verdict:
    """What was fought this turn is not declared again, unless an option lets it."""
    fought = board.place(action.place).fought.get(seat, ())
    again = [foe for foe in action.against or (INFIDELS,) if foe in fought]
    if not again or not board.setting.options.fought_once:
        return LEGAL
    who, name = words.families(board, tuple(again)), words.place(board, action.place)
    return illegal(
        "fought-already",
        "Battles",
        f"You have attacked {who.en} in {name} this turn already: what was fought is not declared again before the next turn.",
        f"Vous avez déjà attaqué {who.fr} à {name} ce tour-ci : une bataille livrée ne se déclare pas à nouveau avant le tour "
        f"suivant.",
    )


def _judge_walls(board: Board, seat: str, action: b.DeclareBattle) -> Verdict:
    values, ground = board.setting.values, _ground(board, seat, action)
    outside = _judge_outside(board, seat, action) if action.outside else LEGAL
    if not outside.legal:
        return outside
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


def _could_bring(board: Board, family: str, place: str) -> int:
    there = force(board, family, place)
    return points(board, replace(there, mercenary=board.families[family].camp if there.lords else 0))


def _judge_outside(board: Board, seat: str, action: b.DeclareBattle) -> Verdict:
    """There are walls to be outside of; the family that controls them and its ally by marriage are never outside."""
    place = board.place(action.place)
    if place.fort == "open" or place.holder == seat:
        return illegal(
            "no-walls",
            "Battles",
            "There are no walls against you here: the battle is fought in the open in any case.",
            "Il n'y a pas ici de murs contre vous : la bataille se livre de toute façon en rase campagne.",
        )
    within = [s for s in action.against if s == place.holder or s == ally(board, place.holder)]
    if within:
        who, name = words.families(board, tuple(within)), words.place(board, action.place)
        return illegal(
            "within-walls",
            "Battles",
            f"In {name}, {who.en} stands within the walls: whoever attacks somebody inside attacks the fortification.",
            f"À {name}, {who.fr} est dans les murs : attaquer quelqu'un à l'intérieur, c'est attaquer la fortification.",
        )
    return LEGAL


def _ground(board: Board, seat: str, action: b.DeclareBattle) -> Ground:
    """Walls protect all who stand inside, not only the family that controls them; who stands outside the table says."""
    place = board.place(action.place)
    if board.setting.first:
        return place.fort if place.holder in action.against else "open"
    return "open" if action.outside or place.holder in ("", seat) else place.fort


def _stands(board: Board, seat: str, place: str) -> bool:
    """Whether a family takes a side. Version 1 asked one that had mercenaries there who had fought."""
    return board.present(seat, place) or (board.setting.first and board.troops(seat, place).mercenary > 0)


def declare(story: Story, seat: str, action: b.DeclareBattle, chance: Chance) -> None:
    """The battle begins; other families present take sides first."""
    board = story.board
    sides = {seat, *action.against}
    others = tuple(s for s in board.setting.seats if s not in sides and _stands(board, s, action.place))
    ground = "open" if action.infidels else _ground(board, seat, action)
    story.tell(
        bf.BattleBegan(action.place, ground, (seat,), action.against, action.infidels, action.souterrain, action.engines, others)
    )
    if not others:
        begin_muster(story)


# -- taking sides --------------------------------------------------------------------------------------------------


def judge_join(board: Board, seat: str, action: b.JoinBattle) -> Verdict:
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
    b.DeclareBattle: Rule(judge_declare, declare, ("battles",), "Battles"),
    b.JoinBattle: Rule(judge_join, join),
}
