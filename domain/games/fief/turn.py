"""The sequence of a turn: who acts in each phase, and what happens between phases.

The base game's phase Achats (4.0) is four steps here, in the order of T 4.1 and T 4.3: ransoms, upkeep of the mercenaries,
their auction, other purchases.
"""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.board import TURN, Board, Phase, Troops
from domain.games.fief.chapter import IN_TURN, Chapter, Rule, Story, always
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.lords import free_card
from domain.rules.chance import Chance
from domain.rules.ruleset import Verdict, illegal, kebab

TOGETHER: tuple[Phase, ...] = ("upkeep", "auction")
"""Phases in which all who wait may act in any order."""


def acting(board: Board, phase: Phase) -> tuple[str, ...]:
    """The families that have something to do in a phase, in order; a phase without any is skipped."""
    seats = board.setting.seats
    if phase == "ransom":
        captive = {lord.family for lord in board.lords.values() if lord.captor and not lord.dead}
        return tuple(s for s in seats if s in captive)
    if phase == "upkeep":
        return tuple(s for s in seats if board.families[s].camp)
    if phase == "auction":
        return seats if board.pool else ()
    return seats


def begin(story: Story, phase: Phase) -> None:
    """Begin a phase, or the next one in which somebody acts."""
    families = acting(story.board, phase)
    if families:
        story.tell(f.PhaseBegan(phase, families))
    else:
        after(story, phase)


def after(story: Story, phase: Phase) -> None:
    """What follows a phase: the next one, or a new turn once the mercenaries are back in their camps (T 4.2)."""
    if phase in ("placement", "end"):
        for place, there in story.board.places.items():
            for family, troops in there.troops.items():
                if troops.mercenary:
                    story.tell(t.MercenariesReturned(family, place, troops.mercenary))
        story.tell(f.TurnBegan(story.board.turn + 1))
        begin(story, TURN[0])
    else:
        begin(story, TURN[TURN.index(phase) + 1])


def done(story: Story, family: str) -> None:
    """A family has done its part; the last one ends the phase."""
    story.tell(f.FamilyDone(family))
    if not story.board.waiting:
        after(story, story.board.phase)


def aside(board: Board, chapters: Chapter) -> tuple[str, ...]:
    """What a family may declare in whatever phase; revenues are what theirs is for."""
    anytime = [kebab(kind.__name__) for kind, rule in chapters.items() if set(IN_TURN) <= set(rule.phases)]
    return tuple(kind for kind in anytime if kind != "end-phase" and (kind != "declare-income" or board.phase != "income"))


# -- placement ---------------------------------------------------------------------------------------------------


def judge_settle(board: Board, seat: str, action: a.Settle) -> Verdict:
    """Base game, set-up: one lord, the starting troops and a castle in a village nobody has."""
    if action.place not in board.setting.places or action.place == board.setting.values.overseas.id:
        return no_village(action.place)
    there = board.place(action.place)
    if there.holder:
        name, by = words.place(board, action.place), words.family(board, there.holder)
        return illegal("taken", "Placement", f"{name} belongs to {by.en}.", f"{name} appartient à {by.fr}.")
    return free_card(board, action.lord)


def settle(story: Story, seat: str, action: a.Settle, chance: Chance) -> None:
    """Place the starting kit."""
    start = story.board.setting.values.start
    story.tell(f.LordEntered(action.lord, seat, action.place), f.ControlTaken(action.place, seat))
    if start.fort != "open":
        story.tell(f.FortRaised(action.place, start.fort))
    story.tell(t.TroopsRaised(seat, action.place, Troops(start.sergeant, start.knight)))
    done(story, seat)


def end_phase(story: Story, seat: str, action: a.EndPhase, chance: Chance) -> None:
    """Pass on."""
    done(story, seat)


# -- what several chapters ask -------------------------------------------------------------------------------------


def no_village(place: str) -> Verdict:
    """The place is not a village of this map."""
    return illegal(
        "no-village", "Map", f"There is no village {place} on the map.", f"Il n'y a pas de village {place} sur le plateau."
    )


CHAPTER: Chapter = {
    a.Settle: Rule(judge_settle, settle, ("placement",), "Placement"),
    a.EndPhase: Rule(always, end_phase, (*IN_TURN, "ransom")),
}
