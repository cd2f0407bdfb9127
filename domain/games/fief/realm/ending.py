"""The end of a session: a victory that the table accepts (published: 3 points alone, 4 as a married pair), or an agreement."""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.board import Board
from domain.games.fief.chapter import Chapter, Rule, Story
from domain.games.fief.facts import realm as f
from domain.games.fief.lords import ally
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

RULE = "Victory"


def points(board: Board, family: str) -> int:
    """Victory points of the titles recorded for a family's living lords."""
    cards = board.setting.titles
    return sum(cards[t].points for lord in board.lords.values() if lord.family == family for t in lord.titles)


def judge_propose(board: Board, seat: str, action: a.ProposeEnd) -> Verdict:
    """An agreement has no partner; a victory shows in the recorded titles, unless an option leaves that to the table."""
    if action.kind == "agreement":
        if action.partner:
            return illegal("no-partner", RULE, "An agreement has no winners.", "Un accord n'a pas de vainqueur.")
        return LEGAL
    allied = ally(board, seat)
    if action.partner and action.partner != allied:
        return illegal(
            "not-married", RULE, "Two families win together only if married.", "Deux familles ne gagnent ensemble que mariées."
        )
    if allied and not action.partner:
        who = words.family(board, allied)
        return illegal(
            "married",
            RULE,
            f"A married family wins together with its ally, {who.en}, or not at all.",
            f"Une famille alliée par mariage gagne avec son alliée ({who.fr}) ou pas du tout.",
        )
    return _judge_points(board, seat, action)


def _judge_points(board: Board, seat: str, action: a.ProposeEnd) -> Verdict:
    needs = board.setting.values.victory
    have = points(board, seat) + (points(board, action.partner) if action.partner else 0)
    need = needs.married if action.partner else needs.alone
    if board.setting.options.victory_shows_in_titles and have < need:
        return illegal(
            "too-few-points",
            RULE,
            f"{need} victory points are needed; the recorded titles give {have}.",
            f"Il faut {need} points de victoire ; les titres enregistrés en donnent {have}.",
        )
    return LEGAL


def propose(story: Story, seat: str, action: a.ProposeEnd, chance: Chance) -> None:
    """All others answer."""
    others = tuple(s for s in story.board.setting.seats if s != seat)
    story.tell(f.EndProposed(seat, action.kind, action.partner, others))


def judge_answer(board: Board, seat: str, action: a.AnswerEnd) -> Verdict:
    """A family that is asked."""
    if board.proposal is None or seat not in board.proposal.waiting:
        return illegal("not-asked", RULE, "No proposal waits for your answer.", "Aucune proposition n'attend votre réponse.")
    return LEGAL


def answer(story: Story, seat: str, action: a.AnswerEnd, chance: Chance) -> None:
    """One refusal and the session goes on; once all agree it is over."""
    if not action.agree:
        story.tell(f.EndRefused(seat))
        return
    story.tell(f.EndAgreed(seat))
    proposal = story.board.proposal
    if proposal is None or proposal.waiting:
        return
    if proposal.kind == "agreement":
        story.tell(f.SessionEnded("agreement", ()))
    elif proposal.partner:
        story.tell(f.SessionEnded("married-victory", (proposal.by, proposal.partner)))
    else:
        story.tell(f.SessionEnded("victory", (proposal.by,)))


CHAPTER: Chapter = {
    a.ProposeEnd: Rule(judge_propose, propose, ("end",), RULE),
    a.AnswerEnd: Rule(judge_answer, answer),
}
