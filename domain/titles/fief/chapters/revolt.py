"""T 4.4: a Revolt card against a village or a camp of mercenaries.

The usual rule (published): the peasants roll a battle die and add 1; those who fall are dead,
nobody is captured; a cardinal may calm the revolt for écus. Mercenaries cannot help against a
revolt (T 4.2), but their camp can be its target."""

from itertools import islice

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import BANK, Board, Revolt
from domain.titles.fief.chapters.declaring import declared
from domain.titles.fief.chapters.forces import Losses, force, hits_to_absorb, ways_to_absorb
from domain.titles.fief.chapters.losses import chosen_losses, emit_bombard_losses, emit_losses
from domain.titles.fief.turn import judge_village
from domain.titles.kit import (
    LEGAL,
    Action,
    Course,
    Move,
    Pick,
    Refusals,
    Sentences,
    Text,
    Verdict,
    filled_sentence,
)

NO = Refusals("T 4.4", """
one-target = Name a village or a camp, not both.
empty-camp = {family} keeps no mercenaries.
no-holder = Nobody controls {place}: there is no one to rise against.
not-asked = No revolt waits for your cardinal.
""")  # fmt: skip
SAID = Sentences("""
camp = plays a Revolt on the mercenary camp of {camp}
village = plays a Revolt on {place}
""")  # fmt: skip


def judge_revolt(board: Board, seat: str, action: a.PlayRevolt) -> Verdict:
    if bool(action.place) == bool(action.camp):
        return NO("one-target")
    if action.camp:
        family = board.families.get(action.camp)
        return (
            LEGAL
            if family is not None and family.camp
            else NO("empty-camp", family=board.word("family", action.camp))
        )
    if (village := judge_village(board, action.place)).legal and not board.place(
        action.place
    ).holder:
        return NO("no-holder", place=board.word("place", action.place))
    return village


def play_revolt(course: Course, seat: str, action: a.PlayRevolt) -> None:
    """Begin a revolt. Families with a free cardinal and enough money are asked to calm it; if there
    are none, it breaks out."""
    board: Board = course.board
    victim = action.camp or board.place(action.place).holder
    calming = tuple(s for s in board.setting.seats if _could_calm(board, s))
    course.emit(f.RevoltBegan(seat, victim, action.place, calming))
    if not calming:
        _break_out(course)


def _could_calm(board: Board, seat: str) -> bool:
    titles = board.setting.titles
    cardinal = any(
        titles[t].kind == "cardinal" for id in board.lords_of(seat) for t in board.lords[id].titles
    )
    return cardinal and board.families[seat].purse >= board.setting.values.revolt.calm


def sample_revolt(board: Board, seat: str, pick: Pick) -> Action:
    camps = [{"camp": s} for s, family in board.families.items() if family.camp]
    villages = [
        {"place": id} for id, place in board.places.items() if place.holder not in ("", seat)
    ]
    return a.PlayRevolt(**pick(pick([some for some in (camps, villages) if some])))


def answer_revolt(course: Course, seat: str, action: a.AnswerRevolt) -> None:
    if action.calm:
        course.emit(
            f.MoneyPaid(seat, BANK, course.board.setting.values.revolt.calm), f.RevoltCalmed(seat)
        )
        return
    course.emit(f.RevoltUncalmed(seat))
    if not _current_revolt(course).waiting:
        _break_out(course)


def _current_revolt(course: Course) -> Revolt:
    revolt: Revolt | None = course.board.revolt
    assert revolt is not None
    return revolt


def _break_out(course: Course) -> None:
    values, revolt = course.board.setting.values, _current_revolt(course)
    dice = tuple(
        int(d) for d in course.chance.dice("revolt", DICE, values.revolt.dice, values.die_faces)
    )
    hits = sum(dice) + values.revolt.bonus
    course.emit(f.RevoltRolled(dice, hits))
    if not revolt.place:
        course.emit(
            f.CampRaided(revolt.victim, min(hits, course.board.families[revolt.victim].camp)),
            f.RevoltEnded(),
        )
        return
    there = force(course.board, revolt.victim, revolt.place)
    share = hits_to_absorb(values, there, hits)
    choices = list(islice(ways_to_absorb(values, there, share), 2))
    if len(choices) == 1:
        _end_revolt(course, choices[0])


def take_revolt_losses(course: Course, seat: str, action: a.TakeLosses) -> None:
    _end_revolt(course, chosen_losses(action))


def _end_revolt(course: Course, losses: Losses) -> None:
    revolt = _current_revolt(course)
    emit_losses(course, revolt.victim, revolt.place, losses)
    if not force(course.board, revolt.victim, revolt.place).soldiers:
        emit_bombard_losses(course, revolt.victim, revolt.place)
    course.emit(f.RevoltEnded())


DICE = Text("battle dice of the revolt")
MOVES = (
    declared(
        a.PlayRevolt,
        ("cards",),
        judge=judge_revolt,
        do=play_revolt,
        sampler=sample_revolt,
        label=lambda board, action: filled_sentence(
            SAID["camp" if action.camp else "village"], action, board
        ),
        name=Text("Play a Revolt"),
        form=Text("Revolt"),
        hint=Text("The card's village; or, against mercenaries, the family whose camp it is."),
        bounds={"place": {"choices": lambda board, seat: ["", *board.setting.places]}},
        rule=NO.rule,
    ),
    Move(
        a.AnswerRevolt,
        ("revolt",),
        lambda board, seat, action: (
            LEGAL if board.revolt is not None and seat in board.revolt.waiting else NO("not-asked")
        ),
        answer_revolt,
        lambda board, seat: (a.AnswerRevolt(True), a.AnswerRevolt(False)),
        lambda board, action: (
            Text("has a cardinal calm the revolt") if action.calm else Text("lets it happen")
        ),
        Text("Answer a revolt"),
    ),
)
