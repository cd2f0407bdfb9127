"""Who may do what now, and the dispatch of each action to the chapter that judges and decides it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.chance import Chance
from domain.games.tears import actions as a
from domain.games.tears import answers, combats, playing, real_cards, turn
from domain.games.tears.asking import PROMPTS
from domain.games.tears.board import QuestionKind, TearsBoard, to_act
from domain.games.tears.damage import Story
from domain.games.tears.evolve import evolve
from domain.games.tears.rounds import go_on
from domain.ruleset import Action, Course, Fact, Verdict, illegal
from domain.words import Text


class Chapter(NamedTuple):
    """How an action is judged and decided."""

    judge: Callable[[TearsBoard, Any], Verdict]
    decide: Callable[[Story, Any, Chance], None]


_CHAPTERS: dict[type[Action], Chapter] = {
    a.PlaceLeader: Chapter(answers.judge_leader, answers.decide_leader),
    a.Prepare: Chapter(answers.judge_prepare, answers.decide_prepare),
    a.Play: Chapter(playing.judge_play, playing.decide_play),
    a.Use: Chapter(turn.judge_use, turn.decide_use),
    a.Shoot: Chapter(turn.judge_shoot, turn.decide_shoot),
    a.Sacrifice: Chapter(turn.judge_sacrifice, turn.decide_sacrifice),
    a.Pass: Chapter(turn.judge_pass, turn.decide_pass),
    a.Declare: Chapter(turn.judge_declare, turn.decide_declare),
    a.TakeTurn: Chapter(real_cards.judge_enemy, real_cards.decide_enemy),
    a.Choose: Chapter(answers.judge_choose, answers.decide_choose),
    a.StateMight: Chapter(answers.judge_might, answers.decide_might),
    a.Resolve: Chapter(answers.judge_resolve, answers.decide_resolve),
    a.Fight: Chapter(combats.judge_fight, combats.decide_fight),
    a.FaceObjective: Chapter(combats.judge_objective, combats.decide_objective),
}

_ANSWERS: dict[QuestionKind, type[Action]] = {
    "leader": a.PlaceLeader,
    "keep": a.Prepare,
    "might": a.StateMight,
    "results": a.Resolve,
}
_PHASES: dict[str, tuple[type[Action], ...]] = {
    "deployment": (a.Play, a.Use, a.Shoot, a.Sacrifice, a.Pass, a.Declare),
    "wedges": (a.Fight, a.Declare),
    "objectives": (a.FaceObjective, a.Declare),
}
_WAITING: dict[str, Text] = {
    "deployment": Text("It is your turn of the deployment.", "C'est votre tour de déploiement."),
    "wedges": Text("The combats of the wedges are entered now.", "On saisit maintenant les combats des Ailes."),
    "objectives": Text("The objectives are tested now.", "On teste maintenant les objectifs."),
}


def expected(board: TearsBoard) -> tuple[type[Action], ...]:
    """The actions that can come next."""
    if board.ending:
        return ()
    if board.question:
        return (_ANSWERS.get(board.question.kind, a.Choose),)
    return (a.TakeTurn,) if board.turn else _PHASES.get(board.phase, ())


def judge(board: TearsBoard, seat: str, action: Action) -> Verdict:
    """Whether the seat may do this now."""
    if board.ending:
        return illegal("game-over", "Mise en place", "The game is over.", "La partie est finie.")
    if seat not in to_act(board):
        now = board.setting.name(to_act(board)[0])
        return illegal("not-your-turn", "Tours de l'Ennemi", f"It is up to {now.en} now.", f"C'est à {now.fr} de jouer.")
    kind = type(action)
    if kind in expected(board):
        return _CHAPTERS[kind].judge(board, action)
    waiting = PROMPTS[board.question.kind].text if board.question else _WAITING.get(board.phase, Text("", ""))
    rule = PROMPTS[board.question.kind].rule if board.question else "Tours de l'Ennemi"
    return illegal("not-now", rule, f"This cannot be done now. {waiting.en}", f"Impossible maintenant. {waiting.fr}")


def decide(board: TearsBoard, action: Action, chance: Chance) -> tuple[Fact, ...]:
    """What comes of a legal action, down to the next decision."""
    course: Story = Course(evolve, board)
    _CHAPTERS[type(action)].decide(course, action, chance)
    go_on(course, chance)
    return course.facts
