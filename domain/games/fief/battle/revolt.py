"""T 4.4: a Revolt card against a village or a camp of mercenaries.

The usual rule (published): a battle die and +1; the dead are dead, nobody is captured; a cardinal may calm it for écus.
Mercenaries cannot step in (T 4.2), but their camp can be the target.
"""

from __future__ import annotations

from itertools import islice

from domain.games.fief import actions as a
from domain.games.fief import actions as b
from domain.games.fief import words
from domain.games.fief.battle.absorbing import absorbed, ways
from domain.games.fief.battle.forces import Losses, force
from domain.games.fief.battle.losses import chosen, fell, fell_bombards
from domain.games.fief.board import BANK, Board, Revolt
from domain.games.fief.chapter import Chapter, Rule, Story
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.turn import no_village
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text

RULE = "T 4.4"


def judge_revolt(board: Board, seat: str, action: a.PlayRevolt) -> Verdict:
    """One target: a village that somebody controls, or a camp with mercenaries in it."""
    if bool(action.place) == bool(action.camp):
        return illegal("one-target", RULE, "Name a village or a camp, not both.", "Désignez un village ou un camp, pas les deux.")
    if action.camp:
        family = board.families.get(action.camp)
        if family is None or not family.camp:
            name = words.family(board, action.camp)
            return illegal("empty-camp", RULE, f"{name.en} keeps no mercenaries.", f"{name.fr} n'a pas de mercenaires.")
        return LEGAL
    if action.place not in board.setting.places or action.place == board.setting.values.overseas.id:
        return no_village(action.place)
    if not board.place(action.place).holder:
        where = words.place(board, action.place)
        return illegal(
            "no-holder",
            RULE,
            f"Nobody controls {where}: there is no one to rise against.",
            f"Personne ne contrôle {where} : pas de révolte possible.",
        )
    return LEGAL


def play(story: Story, seat: str, action: a.PlayRevolt, chance: Chance) -> None:
    """Families with a cardinal at liberty and the money are asked to calm it; if there are none it breaks out."""
    board = story.board
    victim = action.camp or board.place(action.place).holder
    calming = tuple(s for s in board.setting.seats if _could_calm(board, s))
    story.tell(t.RevoltBegan(seat, victim, action.place, calming))
    if not calming:
        _break_out(story, chance)


def _could_calm(board: Board, seat: str) -> bool:
    titles = board.setting.titles
    cardinal = any(titles[t].kind == "cardinal" for id in board.lords_of(seat) for t in board.lords[id].titles)
    return cardinal and board.families[seat].purse >= board.setting.values.revolt.calm


def judge_answer(board: Board, seat: str, action: a.AnswerRevolt) -> Verdict:
    """A family that is asked."""
    if board.revolt is None or seat not in board.revolt.waiting:
        return illegal("not-asked", RULE, "No revolt waits for your cardinal.", "Aucune révolte n'attend votre cardinal.")
    return LEGAL


def answer(story: Story, seat: str, action: a.AnswerRevolt, chance: Chance) -> None:
    """Calm it for écus, or leave it to the next; when nobody calms it, it breaks out."""
    if action.calm:
        story.tell(f.MoneyPaid(seat, BANK, story.board.setting.values.revolt.calm), t.RevoltCalmed(seat))
        return
    story.tell(t.RevoltUncalmed(seat))
    if not _current(story).waiting:
        _break_out(story, chance)


def _current(story: Story) -> Revolt:
    revolt = story.board.revolt
    assert revolt is not None
    return revolt


def _break_out(story: Story, chance: Chance) -> None:
    """Roll, and let the hits fall as far as the victim has no choice."""
    values, revolt = story.board.setting.values, _current(story)
    label = Text("battle dice of the revolt", "dés de combat de la révolte")
    dice = tuple(int(d) for d in chance.dice("revolt", label, values.revolt.dice, values.die_faces))
    hits = sum(dice) + values.revolt.bonus
    story.tell(t.RevoltRolled(dice, hits))
    if not revolt.place:
        story.tell(t.CampRaided(revolt.victim, min(hits, story.board.families[revolt.victim].camp)), t.RevoltEnded())
        return
    there = force(story.board, revolt.victim, revolt.place)
    share = absorbed(values, there, hits)
    found = list(islice(ways(values, there, share), 2))
    if len(found) == 1:
        _finish(story, found[0])


def take_revolt_losses(story: Story, seat: str, action: b.TakeLosses) -> None:
    """The victim has chosen."""
    _finish(story, chosen(action))


def _finish(story: Story, losses: Losses) -> None:
    revolt = _current(story)
    fell(story, revolt.victim, revolt.place, losses)
    if not force(story.board, revolt.victim, revolt.place).soldiers:
        fell_bombards(story, revolt.victim, revolt.place)
    story.tell(t.RevoltEnded())


CHAPTER: Chapter = {
    a.PlayRevolt: Rule(judge_revolt, play, ("cards",), RULE),
    a.AnswerRevolt: Rule(judge_answer, answer),
}
