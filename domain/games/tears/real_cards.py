"""Real cards: a table that plays with the printed decks enters what it turns up and what it plays."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears.actions import Shape, TakeTurn
from domain.games.tears.board import TearsBoard
from domain.games.tears.cards import FIGHTERS
from domain.games.tears.damage import Story
from domain.games.tears.enemy import card_wanted, enter
from domain.games.tears.limits import NORMAL
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal


def check_shape(board: TearsBoard, id: str, shape: Shape) -> Verdict:
    """Whether a real card can be entered like this: a new name, and properties that its kind can have."""
    fighter, health = shape.kind in FIGHTERS, shape.health is not None
    both = "characters and units", "personnages et unités"
    faults = (
        (_taken(board, id), f"the name {id} is taken", f"le nom {id} est déjà pris"),
        (not id, "it needs a name", "il lui faut un nom"),
        (not fighter and bool(shape.ranged), f"only {both[0]} have a range", f"seuls {both[1]} ont une Portée"),
        (not fighter and shape.cavalry, f"only {both[0]} are cavalry", f"seuls {both[1]} sont de la Cavalerie"),
        (not fighter and health, f"only {both[0]} have health", f"seuls {both[1]} ont de la santé"),
        (shape.health is not None and shape.health < 1, "health is at least 1", "la santé est d'au moins 1"),
        (shape.kind != "event" and bool(shape.discount), "only an event has a discount", "seul un Événement a une remise"),
        (shape.kind != "event" and shape.actions > 1, "only an event has several actions", "seul un Événement a plusieurs actions"),
        (
            shape.kind == "event" and not (shape.actions or shape.discount or shape.solo or shape.ignored),
            "an event has an action", "un Événement a une action",
        ),
    )  # fmt: skip
    fault = next((words for broken, *words in faults if broken), None)
    if fault is None:
        return LEGAL
    return illegal("no-such-card", NORMAL, f"The card cannot be entered: {fault[0]}.", f"Carte impossible : {fault[1]}.")


def _taken(board: TearsBoard, id: str) -> bool:
    """Names in use: cards entered before, the leaders, the cards that the Enemy started with. The rest of the catalog's decks
    takes no part in a game with real cards."""
    factions = board.setting.values.factions
    leaders = [side.leader.id for side in factions.values()]
    return id in board.entered or id in leaders or id in factions[board.enemy.faction].start


def judge_enemy(board: TearsBoard, action: TakeTurn) -> Verdict:
    """The Enemy's turn is always possible; a card is entered where one is turned up from a real deck, and nowhere else."""
    wanted = card_wanted(board)
    if wanted and action.shape and not action.deck_empty:
        return check_shape(board, action.card, action.shape)
    if wanted and not action.shape and not action.card and action.deck_empty:
        return LEGAL
    if wanted:
        return illegal(
            "card-not-entered", "Déploiement Ennemi",
            "Turn up the top card of the Enemy's deck and enter it, or say that the deck is empty.",
            "Révélez la carte du dessus du paquet Ennemi et saisissez-la, ou indiquez que le paquet est vide.",
        )  # fmt: skip
    if not action.shape and not action.card and not action.deck_empty:
        return LEGAL
    return illegal(
        "not-entered-here", "Déploiement Ennemi",
        "No card of the Enemy's is entered now: let it take its turn.",
        "Aucune carte de l'Ennemi n'est à saisir maintenant : laissez-le jouer.",
    )  # fmt: skip


def decide_enemy(course: Story, action: TakeTurn, chance: Chance) -> None:
    """The turn begins, or goes on with the card turned up; its steps follow by themselves."""
    wanted = card_wanted(course.board)
    if course.board.turn and not course.board.turn.begun:
        course.tell(f.EnemyTurnBegan())
    if wanted:
        enter(course, action.shape.card(action.card) if action.shape else None)
