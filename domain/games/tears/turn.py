"""The player's other turns: an action, a ranged attack, a sacrifice, a pass; and what he enters besides."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears import shots
from domain.games.tears.actions import Declare, Pass, Sacrifice, Shoot, Use
from domain.games.tears.board import TearsBoard, card, in_play, is_attached, is_leader, known, where
from domain.games.tears.damage import Story
from domain.games.tears.evolve import evolve
from domain.games.tears.limits import NORMAL
from domain.games.tears.results import check_results, tell_results
from domain.games.tears.rounds import hand_over
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal


def _not_yours(board: TearsBoard, id: str) -> Verdict:
    name = card(board, id).name if known(board, id) else None
    return illegal(
        "not-yours", NORMAL,
        f"{name.en if name else id} is not one of your cards in play.",
        f"{name.fr if name else id} n'est pas une de vos cartes en jeu.",
    )  # fmt: skip


def _exhausted(board: TearsBoard, id: str) -> Verdict:
    name = card(board, id).name
    return illegal("exhausted", NORMAL, f"{name.en} is exhausted.", f"{name.fr} est Épuisée.")


def judge_use(board: TearsBoard, action: Use) -> Verdict:
    """One of the player's cards in play; a ready one if its action exhausts it."""
    stands = in_play(board.player, action.card)
    if stands is None and not is_attached(board.player, action.card):
        return _not_yours(board, action.card)
    if action.exhaust and stands is None:
        return illegal(
            "attachment-never-exhausts", NORMAL,
            "An attachment is not exhausted by itself: exhaust its host, or use the action without exhausting.",
            "Un Attachement ne s'épuise pas seul : épuisez sa carte, ou utilisez l'action sans épuiser.",
        )  # fmt: skip
    if action.exhaust and stands and stands.exhausted:
        return _exhausted(board, action.card)
    if board.setting.version > 1 and not action.exhaust and not action.results:
        return illegal(
            "nothing", NORMAL,
            "An action that exhausts nothing has to do something: enter what came of it, or do something else.",
            "Une action qui n'épuise rien doit avoir un effet : saisissez ce qui en vient, ou faites autre chose.",
        )  # fmt: skip
    course: Story = Resolution(evolve, board)
    course.tell(f.ActionUsed(action.card, action.exhaust))
    return check_results(course.board, action.results)


def decide_use(course: Story, action: Use, chance: Chance) -> None:
    """The action and its results; the turn is over."""
    course.tell(f.ActionUsed(action.card, action.exhaust))
    tell_results(course, action.results, chance)
    hand_over(course)


def judge_shoot(board: TearsBoard, action: Shoot) -> Verdict:
    """A ready ranged card of the player's battlefield at a card of the Enemy's."""
    if where(board.player, action.card) is None:
        return _not_yours(board, action.card)
    name, stands = card(board, action.card).name, in_play(board.player, action.card)
    if not card(board, action.card).ranged:
        return illegal(
            "not-ranged", "Attaques à distance Ennemies",
            f"{name.en} has no Range.", f"{name.fr} n'a pas de Portée.",
        )  # fmt: skip
    if stands and stands.exhausted:
        return _exhausted(board, action.card)
    if where(board.enemy, action.target) is not None:
        return LEGAL
    return illegal(
        "no-target", NORMAL,
        f"{action.target} is not on the Enemy's battlefield.",
        f"{action.target} n'est pas sur le champ de bataille Ennemi.",
    )  # fmt: skip


def decide_shoot(course: Story, action: Shoot, chance: Chance) -> None:
    """The shot; the turn is over."""
    shots.fire(course, "player", action.card, action.target)
    hand_over(course)


def judge_sacrifice(board: TearsBoard, action: Sacrifice) -> Verdict:
    """Any card of the player's in play but his leader."""
    if in_play(board.player, action.card) is None and not is_attached(board.player, action.card):
        return _not_yours(board, action.card)
    if not is_leader(board, action.card):
        return LEGAL
    return illegal(
        "leader-stays", NORMAL,
        "Your leader cannot be sacrificed: without him the game is lost.",
        "Votre Chef ne peut pas être Sacrifié : sans lui, la partie est perdue.",
    )  # fmt: skip


def decide_sacrifice(course: Story, action: Sacrifice, chance: Chance) -> None:
    """The card goes, and the Enemy skips its turn."""
    course.tell(f.Sacrificed(action.card))
    hand_over(course, sacrificed=True)


def judge_pass(board: TearsBoard, action: Pass) -> Verdict:
    """Passing is always possible."""
    return LEGAL


def decide_pass(course: Story, action: Pass, chance: Chance) -> None:
    """The player is out of this deployment; the Enemy has its last turn."""
    course.tell(f.Passed())
    hand_over(course, passing=True)


def judge_declare(board: TearsBoard, action: Declare) -> Verdict:
    """What happened outside the turns; Enemy cards do not close up."""
    return check_results(board, action.results, moves_enemy=False)


def decide_declare(course: Story, action: Declare, chance: Chance) -> None:
    """Enter it; whose turn it is does not change."""
    tell_results(course, action.results, chance)
