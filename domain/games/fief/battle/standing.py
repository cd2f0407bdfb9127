"""How a battle or a revolt under way stands, in words: for public eyes, so without what archers have chosen in secret."""

from __future__ import annotations

from domain.games.fief import words
from domain.games.fief.actions import DeclareBattle
from domain.games.fief.battle.forces import ABSORBING, army, force, points, round_dice
from domain.games.fief.board import SIDES, Battle, Board, Revolt, Side, SideName
from domain.games.fief.facts.say_battle import SIDES as NAMES
from domain.rules.text import Text


def combat(board: Board) -> tuple[Text, ...]:
    """Who fights whom where and in which round; then each side's troops, points, dice and hits. Of a revolt, whom it hits."""
    if board.battle is not None:
        sides = (_side(board, board.battle, name) for name in SIDES)
        return (_battle(board, board.battle), *sides)
    return (_revolt(board, board.revolt),) if board.revolt is not None else ()


def _battle(board: Board, battle: Battle) -> Text:
    where, ground = words.place(board, battle.place), words.GROUNDS[battle.ground]
    one = words.families(board, battle.attack.families)
    two = words.families(board, battle.defence.families) if battle.defence.families else Text("the infidels", "les infidèles")
    on = Text(f", round {battle.round}", f", round {battle.round}") if battle.round else Text("", "")
    return Text(
        f"Battle of {where} ({ground.en}): {one.en} against {two.en}{on.en}.",
        f"Bataille de {where} ({ground.fr}) : {one.fr} contre {two.fr}{on.fr}.",
    )


def _side(board: Board, battle: Battle, name: SideName) -> Text:
    side, label = battle.side(name), NAMES[name]
    there = army(board, battle, side)
    troops = words.counts(**dict(zip(ABSORBING, there.tokens, strict=True)), bombard=there.bombard, lord=len(there.lords))
    cp, dice = points(board, there), round_dice(board, battle, name)
    en = f"{label.en.capitalize()}: {troops.en}; {cp} CP, {dice} {'die' if dice == 1 else 'dice'}"
    fr = f"{label.fr.capitalize()} : {troops.fr} ; {cp} PC, {dice} dé{'s' if dice > 1 else ''}"
    if side.dice:
        total = sum(side.dice) + side.bonus
        en, fr = f"{en}; rolled {words.faces(side.dice)}: {total}", f"{fr} ; a lancé {words.faces(side.dice)} : {total}"
    due = _due(battle, side)
    if due:
        en, fr = f"{en}; to absorb: {due}", f"{fr} ; à absorber : {due}"
    return Text(f"{en}.", f"{fr}.")


def _due(battle: Battle, side: Side) -> int:
    """The hits that families of a side have yet to absorb, or to share out."""
    waits = [family for family in side.families if family in battle.waiting] if battle.stage == "losses" else []
    return sum(side.shares.get(family, 0) for family in waits) if side.shares else side.hits if waits else 0


def weighed(board: Board, seat: str, action: DeclareBattle) -> Text:
    """How many combat points a declared attack has against how many, as they stand there."""
    sergeant = board.setting.values.troops.sergeant.cp
    ours = points(board, force(board, seat, action.place))
    theirs = sum(points(board, force(board, other, action.place)) for other in action.against) or action.infidels * sergeant
    return Text(
        f"{ours} CP against {theirs}, before mercenaries and allies", f"{ours} PC contre {theirs}, avant mercenaires et alliés"
    )


def _revolt(board: Board, revolt: Revolt) -> Text:
    whose = words.family(board, revolt.victim)
    if revolt.place:
        where = words.place(board, revolt.place)
        at = Text(f"in {where} against {whose.en}", f"à {where} contre {whose.fr}")
    else:
        at = Text(f"against the camp of {whose.en}", f"contre le camp de {whose.fr}")
    left = Text(f"; to absorb: {revolt.hits}", f" ; à absorber : {revolt.hits}") if revolt.hits else Text("", "")
    return Text(f"Revolt {at.en}{left.en}.", f"Révolte {at.fr}{left.fr}.")
