"""Moves. The expansion's troops move like all others (TA 1, TA 2), the royal guard always with its sovereign (TA 3).

How far and by which road is the table's affair; that a lord leads, that the troops are there and that a chevauchée is one of
lords and knights alone can be seen here.
"""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.board import Board, Troops
from domain.games.fief.chapter import Chapter, Rule, Story
from domain.games.fief.facts import troops as t
from domain.games.fief.lords import own_lord
from domain.games.fief.turn import no_village
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal


def led(action: a.Move) -> Troops:
    """The troops an action names; guards and mercenaries are never among them."""
    return Troops(action.sergeant, action.knight, action.archer, action.bombard)


def judge_move(board: Board, seat: str, action: a.Move) -> Verdict:
    """Lords who are there lead troops that are there to another place."""
    for place in (action.origin, action.target):
        if place not in board.setting.places:
            return no_village(place)
    if action.origin == action.target:
        return illegal("same-place", "Moves", "A move goes to another place.", "Un déplacement mène ailleurs.")
    if not action.lords or len(set(action.lords)) != len(action.lords):
        return illegal(
            "no-leader",
            "Moves",
            "Troops move with a lord; name each once.",
            "Les troupes suivent un seigneur ; nommez chacun une fois.",
        )
    where = words.place(board, action.origin)
    for lord in action.lords:
        owned = own_lord(board, seat, lord)
        if not owned.legal:
            return owned
        if board.lords[lord].place != action.origin:
            name = words.lord(board, lord)
            return illegal("lord-elsewhere", "Moves", f"{name} is not in {where}.", f"{name} n'est pas à {where}.")
    if not board.troops(seat, action.origin).holds(led(action)):
        have = words.troops(board.troops(seat, action.origin))
        return illegal("not-there", "Moves", f"In {where} you have {have.en}.", f"À {where}, vous avez : {have.fr}.")
    return _judge_chevauchee(board, action) if action.chevauchee else LEGAL


def _judge_chevauchee(board: Board, action: a.Move) -> Verdict:
    """TA 3's note: sergeants, those of the guard among them, keep a lord from a chevauchée; so do all on foot or wheels."""
    guards = sum(board.lords[lord].guard.sergeant for lord in action.lords)
    if guards:
        many = words.count(guards, "guard_sergeant")
        return illegal(
            "guard-on-foot",
            "TA 3",
            f"No chevauchée: {many.en} always go along, and sergeants do not ride.",
            f"Pas de chevauchée : {many.fr} suivent toujours leur souverain, à pied.",
        )
    if action.sergeant or action.archer or action.bombard:
        return illegal(
            "on-foot",
            "TA 3",
            "A chevauchée is for lords and knights alone.",
            "Une chevauchée ne compte que des seigneurs et des chevaliers.",
        )
    return LEGAL


def move(story: Story, seat: str, action: a.Move, chance: Chance) -> None:
    """They march."""
    story.tell(t.Marched(seat, action.origin, action.target, action.lords, led(action), action.chevauchee))


CHAPTER: Chapter = {a.Move: Rule(judge_move, move, ("moves",), "Moves")}
