"""Which actions each moment of a round has; an action at another moment is refused with its own rule and what is to be done."""

from __future__ import annotations

from domain.games.raiders import actions as a
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.field import AUTOMA, PLAYER, Stage
from domain.games.raiders.wording import NOW, SCHEME, STANDARD, TOWNSFOLK, TURN
from domain.rules.ruleset import Action, Verdict, illegal
from domain.rules.text import Text

MOMENTS: dict[Stage, tuple[type[Action], ...]] = {
    "place": (a.PlaceWorker, a.Raid),
    "use": (a.UseBuilding, a.HireCrew, a.PlayTownsfolk, a.MakeOffering, a.Forgo),
    "take": (a.TakeWorker,),
    "reroll": (a.Reroll, a.Forgo),
    "mourn": (a.LoseCrew,),
    "reveal": (a.Reveal,),
}

_BUILDING = Text(
    "a building is used by the worker just placed on it or taken from it",
    "un bâtiment sert à l'Ouvrier qu'on vient d'y placer ou d'y récupérer",
)

WHEN: dict[type[Action], tuple[str, Text]] = {
    a.PlaceWorker: (STANDARD, Text("a worker is placed at the start of your turn", "on place un Ouvrier au début de son tour")),
    a.Raid: (
        STANDARD,
        Text("you raid at the start of your turn, instead of placing", "on pille au début de son tour, au lieu de placer"),
    ),
    a.UseBuilding: (STANDARD, _BUILDING),
    a.HireCrew: (STANDARD, _BUILDING),
    a.MakeOffering: (STANDARD, _BUILDING),
    a.PlayTownsfolk: (
        TOWNSFOLK,
        Text(
            "a townsfolk is played by the worker just placed on the Town Hall or taken from it",
            "un Citoyen se joue avec l'Ouvrier qu'on vient de placer à la Demeure du Jarl ou d'y récupérer",
        ),
    ),
    a.TakeWorker: (
        STANDARD,
        Text("a worker is taken after another one was placed and used", "on récupère un Ouvrier après en avoir placé un et agi"),
    ),
    a.Reroll: (
        STANDARD,
        Text(
            "a die is rolled again after the dice of a raid, by crew that may",
            "on relance un dé après ceux d'un pillage, si l'Équipage le peut",
        ),
    ),
    a.Forgo: (
        STANDARD,
        Text(
            "a building's action or another roll of a die is forgone when it is open to you",
            "on renonce à une action ou à un jet quand ils s'offrent",
        ),
    ),
    a.LoseCrew: (
        STANDARD,
        Text(
            "crew is lost after a raid in which Valkyries were taken",
            "on perd de l'Équipage après un pillage qui a pris des Valkyries",
        ),
    ),
    a.Reveal: (
        SCHEME,
        Text("a scheme card is revealed in the opponent's turn", "une carte tactique se révèle au tour de l'adversaire"),
    ),
}
"""The rule of each action, and when it may be taken."""


def mistimed(board: RaidersBoard, seat: str, action: Action) -> Verdict | None:
    """Why it is not the moment for an action, or not for this seat, if so; the rule is the action's own."""
    now, (rule, when) = NOW[board.stage], WHEN[type(action)]
    mine = seat == (AUTOMA if board.stage == "reveal" else PLAYER)
    if mine and type(action) in MOMENTS[board.stage]:
        return None
    if not mine:
        return illegal(
            "not-your-turn",
            rule if seat in (PLAYER, AUTOMA) else TURN,
            f"It is not your turn: {when.en}. Now: {now.en}.",
            f"Ce n'est pas votre tour : {when.fr}. À faire : {now.fr}.",
        )
    return illegal(
        "wrong-moment",
        rule,
        f"Not now: {when.en}. What is to be done: {now.en}.",
        f"Pas maintenant : {when.fr}. À faire : {now.fr}.",
    )
