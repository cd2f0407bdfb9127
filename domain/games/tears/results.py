"""Results that the table declares, because the rule text leaves them to a card's text or to the base rules: each is checked
for what can be checked, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from domain.games.tears import damage
from domain.games.tears import facts as f
from domain.games.tears.actions import Result
from domain.games.tears.board import (
    TearsBoard,
    army,
    at_hastings,
    card,
    in_play,
    is_attached,
    owner,
    where,
)
from domain.games.tears.cards import FIGHTERS
from domain.games.tears.damage import Story
from domain.games.tears.draws import draw_cards
from domain.games.tears.evolve import evolve
from domain.games.tears.limits import NORMAL, check_space, check_wedge
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal
from domain.rules.text import Text


def check_results(board: TearsBoard, results: Iterable[Result], moves_enemy: bool = True) -> Verdict:
    """Whether the results can have happened one after another on this board. `moves_enemy`: they come from a card's text,
    which may move an Enemy card; ranks that close up may not. Where the combat that they are of has just ended the game, they
    may still say what became of cards in it."""
    course: Story = Resolution(evolve, board)
    for result in results:
        at_once = board.ending and result.what in _CARD_CHECKS  # of the combat that has just ended the game
        if course.board.ending and not at_once:
            return illegal(
                "over-before", NORMAL,
                "The game is over before the last of these results: leave out what comes after.",
                "La partie est finie avant le dernier de ces résultats : retirez ce qui suit.",
            )  # fmt: skip
        verdict = _check(course.board, result, moves_enemy)
        if not verdict.legal:
            return verdict
        _tell(course, result, None)
    return LEGAL


def tell_results(course: Story, results: Iterable[Result], chance: Chance) -> None:
    """Make checked results true."""
    for result in results:
        _tell(course, result, chance)


def _check(board: TearsBoard, result: Result, moves_enemy: bool) -> Verdict:
    if result.what == "wedge":
        return check_wedge(board, result.wedge, result.by, result.amount)
    if result.what == "objective":
        return _check_objective(board, result)
    if result.what == "draw":
        return _check_draw(board, result)
    seat = owner(board, result.card)
    if seat is None:
        return illegal(
            "not-in-play", NORMAL,
            f"{result.card or 'No card'} is not in play; name a card on a battlefield or in a reserve.",
            f"{result.card or 'Aucune carte'} n'est pas en jeu ; nommez une carte d'un champ de bataille ou d'une réserve.",
        )  # fmt: skip
    if result.what != "destroy" and is_attached(army(board, seat), result.card):
        name = _name(board, result.card)
        return illegal(
            "attachment", NORMAL,
            f"{name.en} lies under another card: by itself it can only be destroyed.",
            f"{name.fr} est posé sous une autre carte : seul, il ne peut qu'être détruit.",
        )  # fmt: skip
    if result.what == "move" and seat == "enemy" and not moves_enemy:
        name = _name(board, result.card)
        return illegal(
            "enemy-stays", "Jouez les cartes Ennemies",
            f"{name.en} stays where it is: Enemy cards do not move up into empty spaces.",
            f"{name.fr} reste en place : les cartes de l'Ennemi ne sont pas déplacées vers les espaces vides.",
        )  # fmt: skip
    return _CARD_CHECKS[result.what](board, seat, result)


def _name(board: TearsBoard, id: str) -> Text:
    return card(board, id).name


def _check_damage(board: TearsBoard, seat: str, result: Result) -> Verdict:
    name = _name(board, result.card)
    if card(board, result.card).kind not in FIGHTERS:
        return illegal(
            "no-health", NORMAL,
            f"{name.en} does not stand on the battlefield and takes no damage.",
            f"{name.fr} n'est pas sur le champ de bataille et ne subit pas de dégâts.",
        )  # fmt: skip
    if result.amount < 1:
        return illegal("nothing", NORMAL, "Damage is at least 1.", "Les dégâts sont d'au moins 1.")
    return LEGAL


def _check_heal(board: TearsBoard, seat: str, result: Result) -> Verdict:
    stands = in_play(army(board, seat), result.card)
    has, name = stands.damage if stands else 0, _name(board, result.card)
    if 1 <= result.amount <= has:
        return LEGAL
    return illegal(
        "not-that-hurt", NORMAL,
        f"{name.en} has {has} damage: {result.amount} cannot be removed.",
        f"{name.fr} a {has} dégâts : on ne peut pas en retirer {result.amount}.",
    )  # fmt: skip


def _check_destroy(board: TearsBoard, seat: str, result: Result) -> Verdict:
    return LEGAL


def _check_turn(board: TearsBoard, seat: str, result: Result) -> Verdict:
    """Exhausting a ready card or readying an exhausted one."""
    stands, name, exhaust = in_play(army(board, seat), result.card), _name(board, result.card), result.what == "exhaust"
    if stands and stands.exhausted != exhaust:
        return LEGAL
    return illegal(
        "already-so", NORMAL,
        f"{name.en} is already {'exhausted' if exhaust else 'ready'}.",
        f"{name.fr} est déjà {'Épuisée' if exhaust else 'Prête'}.",
    )  # fmt: skip


def _check_move(board: TearsBoard, seat: str, result: Result) -> Verdict:
    name = _name(board, result.card)
    if where(army(board, seat), result.card) is None:
        return illegal(
            "not-on-field", NORMAL,
            f"{name.en} lies in the reserve and has no space to move from.",
            f"{name.fr} est dans la réserve et n'a pas d'espace à quitter.",
        )  # fmt: skip
    return check_space(board, seat, result.wedge, result.line)


_CARD_CHECKS: dict[str, Callable[[TearsBoard, str, Result], Verdict]] = {
    "damage": _check_damage,
    "heal": _check_heal,
    "destroy": _check_destroy,
    "exhaust": _check_turn,
    "ready": _check_turn,
    "move": _check_move,
}


def _check_objective(board: TearsBoard, result: Result) -> Verdict:
    if at_hastings(board, result.by):
        return illegal(
            "at-hastings", "Objectifs",
            "The Battle of Hastings is the last objective: it is won by its wedges.",
            "La Bataille d'Hastings est le dernier objectif : elle se gagne par ses Ailes.",
        )  # fmt: skip
    if result.amount < 1:
        return illegal("nothing", NORMAL, "Damage is at least 1.", "Les dégâts sont d'au moins 1.")
    if board.question is None:
        return LEGAL
    return illegal(
        "one-at-a-time", "Objectifs",
        "An objective was just destroyed: first decide whether to draw a card for it.",
        "Un objectif vient d'être détruit : décidez d'abord de piocher ou non une carte.",
    )  # fmt: skip


def _check_draw(board: TearsBoard, result: Result) -> Verdict:
    left = len(board.player.deck)
    if result.amount < 1:
        return illegal("nothing", NORMAL, "At least one card is drawn.", "On pioche au moins une carte.")
    if board.player.entered or result.amount <= left:
        return LEGAL
    return illegal(
        "deck-too-small", NORMAL,
        f"Your deck has {left} cards left: {result.amount} cannot be drawn.",
        f"Il reste {left} cartes dans votre paquet : on ne peut pas en piocher {result.amount}.",
    )  # fmt: skip


def _tell(course: Story, result: Result, chance: Chance | None) -> None:
    if result.what == "wedge":
        damage.hurt_wedge(course, result.wedge, result.by, result.amount)
    elif result.what == "objective":
        damage.hurt_objective(course, result.by, result.amount)
    elif result.what == "draw":
        draw_cards(course, result.amount, chance)
    else:
        _tell_card(course, owner(course.board, result.card) or "player", result)


def _tell_card(course: Story, seat: str, result: Result) -> None:
    if result.what == "damage":
        damage.hurt(course, seat, result.card, result.amount)
    elif result.what == "destroy":
        damage.destroy(course, seat, result.card)
    elif result.what == "heal":
        course.tell(f.CardHealed(seat, result.card, result.amount))
    elif result.what == "move":
        course.tell(f.CardMoved(seat, result.card, result.wedge, result.line))
    else:
        course.tell(f.CardExhausted(seat, result.card) if result.what == "exhaust" else f.CardReadied(seat, result.card))
