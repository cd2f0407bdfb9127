"""Lords and ladies: whose they are, whom they are married to, and what dies with them."""

from __future__ import annotations

from domain.games.fief import words
from domain.games.fief.board import Board
from domain.games.fief.chapter import Story
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.values import Guards
from domain.rules.ruleset import LEGAL, Verdict, illegal


def free_card(board: Board, lord: str) -> Verdict:
    """Whether a lord's card can still come into play."""
    if lord not in board.setting.lords:
        return illegal("no-lord", "Lords", f"There is no lord {lord}.", f"Il n'y a pas de seigneur {lord}.")
    if lord in board.lords:
        name = words.lord(board, lord)
        return illegal("lord-used", "Lords", f"{name} is or was already in play.", f"{name} est ou a déjà été en jeu.")
    return LEGAL


def own_lord(board: Board, seat: str, lord: str, free: bool = True) -> Verdict:
    """Whether a lord is alive and the family's, and nobody's captive unless that does not matter."""
    there, name = board.lords.get(lord), words.lord(board, lord)
    if there is None or there.dead or there.family != seat:
        return illegal(
            "not-your-lord",
            "Lords",
            f"{name} is no living lord of your family.",
            f"{name} n'est pas un seigneur vivant de votre famille.",
        )
    if free and there.captor:
        by = words.family(board, there.captor)
        return illegal("captive", "Lords", f"{name} is a captive of {by.en}.", f"{name} est prisonnier ({by.fr}).")
    return LEGAL


def ally(board: Board, family: str) -> str:
    """The family with which a family is joined by marriage, or none."""
    for there in board.lords.values():
        if there.family == family and there.spouse:
            spouse = board.lords[there.spouse]
            if spouse.family != family:
                return spouse.family
    return ""


def stand_down(story: Story, lord: str) -> None:
    """The guard becomes ordinary troops of the player, as far as his stock has tokens."""
    there = story.board.lords[lord]
    guard, stock = there.guard, story.board.families[there.family].stock
    if guard.any:
        replaced = Guards(min(guard.knight, stock.knight), min(guard.sergeant, stock.sergeant))
        story.tell(t.GuardStoodDown(lord, guard, replaced))


def kill(story: Story, lord: str) -> None:
    """A lord dies; a sovereign's guard becomes ordinary troops at once."""
    stand_down(story, lord)
    story.tell(f.LordDied(lord))
