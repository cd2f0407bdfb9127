"""Between rounds: each side's captain speaks. Fight on, surrender, make a truce, break an assault off (published rules)."""

from __future__ import annotations

from domain.games.fief import actions as b
from domain.games.fief.battle.end import other, surrender
from domain.games.fief.battle.forces import captain
from domain.games.fief.battle.muster import begin_round
from domain.games.fief.board import Board, SideName
from domain.games.fief.chapter import Chapter, Rule, Story, asked, current
from domain.games.fief.facts import battle as bf
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal


def judge_parley(board: Board, seat: str, action: b.FightOn | b.Surrender) -> Verdict:
    """Between rounds, each side's captain speaks."""
    return asked(board, seat, "parley")


def fight_on(story: Story, seat: str, action: b.FightOn, chance: Chance) -> None:
    """Once both captains want it, another round."""
    story.tell(bf.Spoke(seat))
    if not current(story).waiting:
        begin_round(story, current(story).round + 1)


def give_up(story: Story, seat: str, action: b.Surrender, chance: Chance) -> None:
    """The captain gives his side up."""
    surrender(story, current(story).side_of(seat) or "attack")


def judge_truce(board: Board, seat: str, action: b.OfferTruce) -> Verdict:
    """Once between two rounds, to somebody who can answer."""
    due, battle = asked(board, seat, "parley"), board.battle
    if not due.legal or battle is None:
        return due
    if battle.side(other(battle.side_of(seat) or "attack")).horde:
        return illegal(
            "infidels",
            "Battles",
            "Infidels make no truce; break off instead.",
            "Les infidèles ne font pas de trêve ; rompez le combat.",
        )
    if battle.side(battle.side_of(seat) or "attack").truce_refused:
        return illegal(
            "truce-refused", "Battles", "The truce was refused; fight on first.", "La trêve a été refusée ; combattez d'abord."
        )
    return LEGAL


def offer(story: Story, seat: str, action: b.OfferTruce, chance: Chance) -> None:
    """The other captain answers."""
    story.tell(bf.TruceOffered(seat, answering(story.board, seat)))


def answering(board: Board, offered_by: str) -> str:
    """Who answers a truce."""
    battle = board.battle
    side: SideName | None = battle.side_of(offered_by) if battle else None
    return captain(board, battle, other(side)) if battle and side else ""


def judge_answer(board: Board, seat: str, action: b.AnswerTruce) -> Verdict:
    """The captain to whom the truce was offered."""
    battle = board.battle
    if battle is None or battle.stage != "truce" or seat != answering(board, battle.truce):
        return illegal("no-truce", "Battles", "No truce was offered to you.", "Aucune trêve ne vous est proposée.")
    return LEGAL


def answer(story: Story, seat: str, action: b.AnswerTruce, chance: Chance) -> None:
    """Peace, or back to the parley."""
    story.tell(bf.BattleEnded("truce") if action.accept else bf.TruceRefused(seat))


def judge_break_off(board: Board, seat: str, action: b.BreakOff) -> Verdict:
    """Published: who attacks walls may stop alone; overseas the table knows."""
    due, battle = asked(board, seat, "parley"), board.battle
    if not due.legal or battle is None:
        return due
    if seat not in battle.attack.families or (battle.ground == "open" and not battle.defence.horde):
        return illegal(
            "no-walls",
            "Battles",
            "Only the attack on a castle or a city can be broken off alone: fight on, surrender or offer a truce.",
            "Seul l'assaut d'un château ou d'une cité peut être rompu seul : combattez, rendez-vous ou proposez une trêve.",
        )
    return LEGAL


def break_off(story: Story, seat: str, action: b.BreakOff, chance: Chance) -> None:
    """Both sides stay where they are."""
    story.tell(bf.BattleEnded("broken-off"))


CHAPTER: Chapter = {
    b.FightOn: Rule(judge_parley, fight_on),
    b.Surrender: Rule(judge_parley, give_up),
    b.OfferTruce: Rule(judge_truce, offer),
    b.AnswerTruce: Rule(judge_answer, answer),
    b.BreakOff: Rule(judge_break_off, break_off),
}
