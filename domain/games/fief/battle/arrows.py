"""TA 1.1 to TA 1.2.1: what archers do before the first round.

Both sides choose without seeing what the other has chosen, then all dice fall together: a battle die with +1 for each archer beyond
the number that is needed, or, from besieged walls, one ordinary die aimed at a lord.
"""

from __future__ import annotations

from domain.games.fief import actions as b
from domain.games.fief import words
from domain.games.fief.battle.forces import army, captain
from domain.games.fief.board import SIDES, Battle, Board, SideName
from domain.games.fief.chapter import Story, current
from domain.games.fief.facts import battle as bf
from domain.games.fief.lords import kill
from domain.rules.chance import Ask, Chance
from domain.rules.ruleset import LEGAL, Slot, Verdict, illegal
from domain.rules.text import Text

LABELS: dict[SideName, Text] = {
    "attack": Text("battle dice of the attack", "dés de combat de l'attaque"),
    "defence": Text("battle dice of the defence", "dés de combat de la défense"),
}


def archers(board: Board, battle: Battle, side: SideName) -> int:
    """The archers of all families of a side that can still make a special attack: once a turn and place in an attack."""
    spent = board.place(battle.place).shot if side == "attack" and board.setting.options.fought_once else ()
    return sum(board.troops(family, battle.place).archer for family in battle.side(side).families if family not in spent)


def needed(board: Board, battle: Battle, side: SideName) -> int:
    """TA 1.2: archers needed for a special attack; the minimum against walls binds the attack alone."""
    least = board.setting.values.archer_min
    lifted = battle.souterrain and board.setting.options.souterrain_lifts_archer_minimum
    return least.on(battle.ground) if side == "attack" and not lifted else least.open


def may_shoot(board: Board, battle: Battle, side: SideName) -> bool:
    """Whether a side's archers can make their special attack; aiming asks for no more."""
    return archers(board, battle, side) >= max(1, needed(board, battle, side))


def begin_arrows(story: Story) -> bool:
    """Ask the captains whose archers can shoot; whether there are any."""
    board, battle = story.board, current(story)
    able = tuple(captain(board, battle, side) for side in SIDES if may_shoot(board, battle, side))
    if able:
        story.tell(bf.StageBegan("arrows", able))
    return bool(able)


# -- choosing --------------------------------------------------------------------------------------------------------


def judge_volley(board: Board, seat: str, action: b.Volley) -> Verdict:
    """Enough archers for the ground, before the first round."""
    battle, side = board.battle, _side(board, seat)
    if battle is None or side is None:
        return _no_battle()
    have, need = archers(board, battle, side), needed(board, battle, side)
    spent = [s for s in battle.side(side).families if s in board.place(battle.place).shot and board.troops(s, battle.place).archer]
    if have < need and side == "attack" and spent and board.setting.options.fought_once:
        who = words.families(board, tuple(spent))
        return illegal(
            "shot-already",
            "TA 1.1",
            f"Archers attack specially once a turn in a place; those of {who.en} have done so in this one.",
            f"Les archers n'attaquent ainsi qu'une fois par tour au même endroit ; ceux de {who.fr} l'ont déjà fait ici.",
        )
    if have < need:
        ground = words.GROUNDS[battle.ground if side == "attack" else "open"]
        return illegal(
            "too-few-archers",
            "TA 1.2" if need > 1 else "TA 1.1",
            f"A special attack needs {need} archers here ({ground.en}); your side has {have}.",
            f"L'attaque spéciale demande ici {need} archers ({ground.fr}) ; votre camp en a {have}.",
        )
    return _judge_moment(board, battle, seat, action)


def judge_aim(board: Board, seat: str, action: b.AimAtLord) -> Verdict:
    """TA 1.2.1: from besieged walls, at a lord who attacks, never through a Souterrain."""
    battle, side, rule = board.battle, _side(board, seat), "TA 1.2.1"
    if battle is None or side is None:
        return _no_battle()
    if side != "defence" or battle.ground == "open":
        return illegal(
            "not-besieged",
            rule,
            "Only archers who defend a castle or a city may aim at a lord.",
            "Seuls les archers qui défendent un château ou une cité peuvent viser un seigneur.",
        )
    if battle.souterrain:
        return illegal(
            "souterrain",
            rule,
            "Nobody can be aimed at while the attack comes through a Souterrain.",
            "On ne peut pas viser un seigneur si l'attaque bénéficie d'un Souterrain.",
        )
    if not archers(board, battle, side):
        return illegal("too-few-archers", rule, "No archer defends the walls.", "Aucun archer ne défend les murs.")
    if action.lord not in army(board, battle, battle.attack).lords:
        name = words.lord(board, action.lord)
        return illegal(
            "not-attacking", rule, f"{name or 'Nobody'} is no attacking lord.", f"{name or 'Personne'} : pas un seigneur attaquant."
        )
    return _judge_moment(board, battle, seat, action)


def judge_hold_fire(board: Board, seat: str, action: b.HoldFire) -> Verdict:
    """The captain who is asked may decline."""
    battle = board.battle
    return _no_battle() if battle is None else _judge_moment(board, battle, seat, action)


def _side(board: Board, seat: str) -> SideName | None:
    return board.battle.side_of(seat) if board.battle else None


def _no_battle() -> Verdict:
    return illegal("no-battle", "TA 1.1", "The family fights in no battle.", "La famille ne participe à aucune bataille.")


def _judge_moment(board: Board, battle: Battle, seat: str, action: b.Volley | b.AimAtLord | b.HoldFire) -> Verdict:
    if battle.round or battle.stage in ("loose", "reroll", "losses"):
        return illegal(
            "too-late",
            "TA 1.1",
            "Archers make their special attack once, before the first round.",
            "Les archers font leur attaque spéciale une fois, avant le premier round.",
        )
    if battle.stage != "arrows" or seat not in battle.waiting:
        return illegal(
            "not-asked",
            "TA 1.1",
            "It is not your turn to speak for the archers.",
            "Ce n'est pas à vous de parler pour les archers.",
        )
    if action.battle != board.battles:
        return illegal(
            "other-battle",
            "TA 1.1",
            f"This is battle {board.battles} of the session: say so with what the archers do.",
            f"C'est la bataille {board.battles} de la partie : indiquez-le avec ce que font les archers.",
        )
    return LEGAL


# -- hiding ----------------------------------------------------------------------------------------------------------


def slot(board: Board) -> Slot | None:
    """What archers of this battle will do, while somebody has yet to say it."""
    battle = board.battle
    if battle is None or battle.stage != "arrows" or not battle.waiting or board.setting.first:
        return None
    return Slot(f"arrows {board.battles}", battle.waiting)


def covered(board: Board) -> tuple[SideName, ...]:
    """The sides that have chosen while the other still chooses: what they chose is known to their captains alone."""
    battle = board.battle
    if battle is None or battle.stage != "arrows" or board.setting.first:
        return ()
    return tuple(side for side in SIDES if battle.side(side).shot)


def shown(board: Board, number: int) -> bool:
    """Whether all have seen what archers did in the battle of this number; 0 is one of version 1, which hid nothing."""
    if number != board.battles:
        return number < board.battles
    return not number or board.battle is None or board.battle.stage not in ("rally", "muster", "arrows") or board.battle.round > 0


# -- shooting --------------------------------------------------------------------------------------------------------


def choose(story: Story, seat: str, action: b.Volley | b.AimAtLord | b.HoldFire) -> None:
    """A captain has chosen."""
    side, number = current(story).side_of(seat) or "attack", story.board.battles
    if isinstance(action, b.AimAtLord):
        story.tell(bf.ShotChosen(side, "aim", action.lord, number))
    else:
        story.tell(bf.ShotChosen(side, "volley" if isinstance(action, b.Volley) else "none", battle=number))
    story.tell(bf.Spoke(seat))


def show(story: Story) -> bool:
    """Show what both sides chose, if each had its say. The dice are then an action of their own: otherwise what would be rolled
    could tell the last to choose what the other has chosen. Whether dice are to be rolled like that."""
    battle = current(story)
    attack, defence = battle.attack, battle.defence
    if story.board.setting.first or not (attack.shot and defence.shot):
        return False
    story.tell(bf.ShotsShown("volley" if attack.shot == "volley" else "none", defence.shot, defence.target))
    if attack.shot == "none" and defence.shot == "none":
        return False
    story.tell(bf.StageBegan("loose", (captain(story.board, battle, "attack"),)))
    return True


def loose(story: Story, chance: Chance) -> None:
    """Roll for both sides together. A bombard rerolls a volley's die, never an aimed one."""
    board, battle = story.board, current(story)
    values = board.setting.values
    asks: list[tuple[SideName, Ask]] = []
    for side in SIDES:
        shot = battle.side(side).shot
        if shot == "volley":
            asks.append((side, Ask("arrows", LABELS[side], 1, values.die_faces, True)))
        elif shot == "aim":
            label = Text("die of the aimed shot", "dé du tir visé")
            asks.append((side, Ask("aim", label, 1, tuple(range(1, values.aim.sides + 1)), True)))
    for (side, _), (face,) in zip(asks, chance.ask(*(ask for _, ask in asks)), strict=True):
        if battle.side(side).shot == "aim":
            story.tell(bf.AimRolled(side, int(face)))
            if int(face) in values.aim.kills:
                kill(story, battle.side(side).target)
        else:
            bonus = archers(board, battle, side) - needed(board, battle, side)
            story.tell(bf.DiceRolled(side, (int(face),), bonus, army(board, battle, battle.side(side)).bombard))
