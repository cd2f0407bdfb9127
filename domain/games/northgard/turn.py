"""Tour de jeu: whose turn it is, what is being waited for, and which card may be activated."""

from __future__ import annotations

from domain.games.northgard import actions as a
from domain.games.northgard.board import Board, Stage
from domain.games.northgard.values import Deed
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text, listed

_STAGE: dict[type, Stage] = {
    a.PlaceUnits: "placing",
    a.Recruit: "playing",
    a.Build: "playing",
    a.Explore: "playing",
    a.Move: "playing",
    a.Renew: "playing",
    a.Step: "stepping",
    a.Stop: "stepping",
    a.CombatRenew: "renewing",
    a.Retreat: "retreating",
}

_FIRST: dict[Stage, Verdict] = {
    "placing": illegal(
        "place-first",
        "Mise en place",
        "The first units have to be placed on the base tiles before cards are played.",
        "Les premières unités doivent être placées sur les tuiles de base avant de jouer des cartes.",
    ),
    "stepping": illegal(
        "one-card",
        "Tour de jeu",
        "Only one Action card is activated a turn: take the step that is left of the Move 2, or stop.",
        "Une seule carte Action est activée par tour : faites le pas qui reste du Déplacer 2, ou arrêtez-vous.",
    ),
    "renewing": illegal(
        "renew-first",
        "Combat",
        "The Renew card drawn in this combat comes first: turn all cards face up, or leave them.",
        "La carte Renouveler tirée dans ce combat passe d'abord : retournez toutes les cartes face visible, ou non.",
    ),
    "retreating": illegal(
        "retreat-first",
        "Combat",
        "The combat is lost: first choose the territory the survivors retreat to.",
        "Le combat est perdu : choisissez d'abord le territoire où se replient les survivants.",
    ),
}

_NOT_NOW: dict[Stage, Verdict] = {
    "placing": illegal(
        "already-placed",
        "Mise en place",
        "The set-up is over: units now come with Recruit.",
        "La mise en place est finie : les unités arrivent maintenant par Recruter.",
    ),
    "stepping": illegal(
        "no-step-left",
        "Déplacer",
        "There is no move under way: activate a card that offers Move.",
        "Aucun déplacement n'est en cours : activez une carte qui offre Déplacer.",
    ),
    "renewing": illegal(
        "no-renew-drawn",
        "Combat",
        "No Renew card was drawn in a combat: to renew, activate the card in your turn.",
        "Aucune carte Renouveler n'a été tirée en combat : pour renouveler, activez la carte à votre tour.",
    ),
    "retreating": illegal(
        "no-combat-lost",
        "Combat",
        "There is no lost combat to retreat from.",
        "Il n'y a pas de combat perdu dont se replier.",
    ),
}

_OVER = illegal("game-over", "But du jeu", "The game is over.", "La partie est terminée.")


def to_act(board: Board) -> tuple[str, ...]:
    """The seat the game waits for; none once it is over."""
    stage = board.stage
    if stage == "over":
        return ()
    if stage == "renewing":
        return board.renewing[:1]
    if stage == "retreating" and board.battle:
        return (board.battle.loser,)
    return (board.turn,)


def may_act(board: Board, seat: str, action: a.AnyAction) -> Verdict:
    """Whether it is for this seat to do this kind of thing now."""
    stage = board.stage
    if stage == "over":
        return _OVER
    (expected,) = to_act(board)
    if seat != expected:
        name = board.setting.name(expected)
        return illegal("not-your-turn", "Tour de jeu", f"It is for {name.en} to act.", f"C'est à {name.fr} d'agir.")
    wanted = _STAGE[type(action)]
    if stage == wanted:
        return LEGAL
    return _NOT_NOW[wanted] if stage == "playing" else _FIRST[stage]


def may_play(board: Board, seat: str, card: str, deed: Deed) -> Verdict:
    """Whether a card lies face up and offers the action."""
    cards = board.setting.cards
    found = cards.get(card)
    if found is None:
        known = ", ".join(cards)
        return illegal("unknown-card", "Actions", f"There is no card {card}: {known}.", f"Il n'y a pas de carte {card} : {known}.")
    if deed not in found.does:
        return illegal(
            "wrong-card",
            "Actions",
            f"{found.name.en} does not offer this action.",
            f"{found.name.fr} n'offre pas cette action.",
        )
    if card not in board.sides[seat].up:
        up = listed(tuple(cards[c].name for c in board.sides[seat].up), Text("none", "aucune"))
        return illegal(
            "card-down",
            "Tour de jeu",
            f"{found.name.en} lies face down; face up: {up.en}.",
            f"{found.name.fr} est face cachée ; face visible : {up.fr}.",
        )
    return LEGAL


def unknown_territory(name: str, rule: str) -> Verdict:
    """The verdict on a name that is not on the map."""
    return illegal(
        "unknown-territory",
        rule,
        f"There is no territory {name} on the revealed tiles.",
        f"Il n'y a pas de territoire {name} sur les tuiles révélées.",
    )


def not_held(board: Board, seat: str, id: str, rule: str) -> Verdict:
    """The verdict on a territory that the seat does not control."""
    owner = next((s for s in board.territories[id].units if s != seat), None)
    whose = Text("neutral", "neutre") if owner is None else board.setting.name(owner)
    held = ", ".join(board.held(seat)) or "–"
    return illegal(
        "not-controlled",
        rule,
        f"You do not control {id} ({whose.en}); you control {held}.",
        f"Vous ne contrôlez pas {id} ({whose.fr}) ; vous contrôlez {held}.",
    )
