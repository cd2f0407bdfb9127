"""Who may do what now, and the dispatch of each action to the chapter that judges and decides it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.games.tears import actions as a
from domain.games.tears import answers, combats, playing, real_cards, turn
from domain.games.tears.asking import PROMPTS
from domain.games.tears.board import QuestionKind, TearsBoard, to_act
from domain.games.tears.damage import Story
from domain.games.tears.evolve import evolve
from domain.games.tears.limits import NORMAL
from domain.games.tears.rounds import go_on
from domain.rules.chance import Chance
from domain.rules.ruleset import Action, Fact, Resolution, Verdict, illegal
from domain.rules.text import Text


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
_RULES: dict[type[Action], str] = {
    a.PlaceLeader: "Mise en place",
    a.Prepare: NORMAL,
    a.Play: NORMAL,
    a.Use: NORMAL,
    a.Shoot: NORMAL,
    a.Sacrifice: "Tours de l'Ennemi",
    a.Pass: "Passer",
    a.Declare: NORMAL,
    a.TakeTurn: "Tours de l'Ennemi",
    a.Choose: 'Capacités "Solo:"',
    a.StateMight: "Attaques à distance Ennemies",
    a.Resolve: "Jouez les cartes Ennemies",
    a.Fight: NORMAL,
    a.FaceObjective: "Objectifs",
}
"""The heading of the text that each action belongs to: what an action at another moment is refused with."""
_MOMENTS: dict[str, Text] = {
    "deployment": Text("it belongs to your turns of the deployment", "cela relève de vos tours de déploiement"),
    "wedges": Text("it belongs to the combats of the wedges", "cela relève des combats des Ailes"),
    "objectives": Text("it belongs to the test of the objectives", "cela relève du test des objectifs"),
}
_ASKED = Text("it answers a question that the rules put to you", "cela répond à une question que les règles vous posent")
_ENEMYS = Text(
    "it is the Enemy's turn, entered for it when you have had yours", "c'est le tour de l'Ennemi, saisi pour lui après le vôtre"
)
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
        now, when = board.setting.name(to_act(board)[0]), _when(type(action))
        return illegal(
            "not-your-turn",
            _RULES[type(action)],
            f"This cannot be done now: {when.en}. It is up to {now.en}.",
            f"Impossible maintenant : {when.fr}. C'est à {now.fr} de jouer.",
        )
    kind = type(action)
    if kind in expected(board):
        return _CHAPTERS[kind].judge(board, action)
    waiting = PROMPTS[board.question.kind].text if board.question else _WAITING.get(board.phase, Text("", ""))
    when = _when(kind)
    return illegal(
        "not-now",
        _RULES[kind],
        f"This cannot be done now: {when.en}. {waiting.en}",
        f"Impossible maintenant : {when.fr}. {waiting.fr}",
    )


def _when(kind: type[Action]) -> Text:
    """When an action can be done."""
    if kind is a.TakeTurn:
        return _ENEMYS
    return next((_MOMENTS[phase] for phase, kinds in _PHASES.items() if kind in kinds), _ASKED)


def decide(board: TearsBoard, action: Action, chance: Chance) -> tuple[Fact, ...]:
    """What comes of a legal action, down to the next decision."""
    course: Story = Resolution(evolve, board)
    _CHAPTERS[type(action)].decide(course, action, chance)
    go_on(course, chance)
    return course.facts
