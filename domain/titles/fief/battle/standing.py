"""How a battle or a revolt under way stands, in words: for public eyes, so without what archers have chosen in secret."""

from __future__ import annotations

from functools import reduce

from domain.titles.fief.battle.forces import ABSORBING, army, points, round_dice
from domain.titles.fief.board import INFIDELS, SIDES, Battle, Board, Revolt, Side, SideName
from domain.titles.fief.words import GROUNDS, VALUES, counts, faces
from domain.titles.fief.words import SIDES as NAMES
from domain.titles.kit import Sentences, Text

SAID = Sentences("""
battle = Battle of {place} ({ground}): {one} against {two}.
battle-round = Battle of {place} ({ground}): {one} against {two}, round {round}.
side = {side}: {told}.
strength = {troops}; {points} CP, {dice:die|dice}
rolled = rolled {faces}: {total}
due = to absorb: {hits}
more = {before}; {after}
revolt = Revolt {told}.
in-place = in {place} against {family}
at-camp = against the camp of {family}
""")  # fmt: skip


def combat(board: Board) -> tuple[Text, ...]:
    if board.battle is not None:
        sides = (_side(board, board.battle, name) for name in SIDES)
        return (_battle(board, board.battle), *sides)
    return (_revolt(board, board.revolt),) if board.revolt is not None else ()


def _battle(board: Board, battle: Battle) -> Text:
    place, ground, families = board.word("place", battle.place), GROUNDS[battle.ground], board.setting.families
    one = families(battle.attack.families)
    two = families(battle.defence.families) if battle.defence.families else VALUES[INFIDELS]
    return SAID("battle-round" if battle.round else "battle", place=place, ground=ground, one=one, two=two, round=battle.round)


def _side(board: Board, battle: Battle, name: SideName) -> Text:
    side = battle.side(name)
    there = army(board, battle, side)
    troops = counts(**dict(zip(ABSORBING, there.tokens, strict=True)), bombard=there.bombard, lord=len(there.lords))
    told = [SAID("strength", troops=troops, points=points(board, there), dice=round_dice(board, battle, name))]
    if side.dice:
        told.append(SAID("rolled", faces=faces(side.dice), total=sum(side.dice) + side.bonus))
    if due := _due(battle, side):
        told.append(SAID("due", hits=due))
    return SAID("side", side=NAMES[name].capital(), told=_joined(told))


def _joined(told: list[Text]) -> Text:
    return reduce(lambda before, after: SAID("more", before=before, after=after), told)


def _due(battle: Battle, side: Side) -> int:
    waits = [family for family in side.families if family in battle.waiting] if battle.stage == "losses" else []
    return sum(side.shares.get(family, 0) for family in waits) if side.shares else side.hits if waits else 0


def _revolt(board: Board, revolt: Revolt) -> Text:
    family = board.word("family", revolt.victim)
    where = SAID("in-place" if revolt.place else "at-camp", place=board.word("place", revolt.place), family=family)
    return SAID("revolt", told=_joined([where, *([SAID("due", hits=revolt.hits)] if revolt.hits else [])]))
