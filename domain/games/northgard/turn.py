"""Tour de jeu: whose turn it is, what is being waited for, and which card may be activated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from domain.games.northgard.board import Board
from domain.games.northgard.values import Deed
from domain.kit import LEGAL, Phase, Refusals, Text, Verdict
from domain.rules.text import listed

RULE = "Tour de jeu"
CARD = Text("card", "carte")
"""What a form calls the card that is activated."""

_SET_UP = Refusals("Mise en place", """
place-first
  The first units have to be placed on the base tiles before cards are played.
  Les premières unités doivent être placées sur les tuiles de base avant de jouer des cartes.
already-placed
  The set-up is over: units now come with Recruit.
  La mise en place est finie : les unités arrivent maintenant par Recruter.
""")  # fmt: skip
_TURN = Refusals(RULE, """
one-card
  Only one Action card is activated a turn: take the step that is left of the Move 2, or stop.
  Une seule carte Action est activée par tour : faites le pas qui reste du Déplacer 2, ou arrêtez-vous.
card-down
  {card} lies face down; face up: {up}.
  {card} est face cachée ; face visible : {up}.
""")  # fmt: skip
_ACTIONS = Refusals("Actions", """
unknown-card
  There is no card {card}: {known}.
  Il n'y a pas de carte {card} : {known}.
wrong-card
  {card} does not offer this action.
  {card} n'offre pas cette action.
""")  # fmt: skip
_MOVE = Refusals("Déplacer", """
no-step-left
  There is no move under way: activate a card that offers Move.
  Aucun déplacement n'est en cours : activez une carte qui offre Déplacer.
""")  # fmt: skip
_COMBAT = Refusals("Combat", """
renew-first
  The Renew card drawn in this combat comes first: turn all cards face up, or leave them.
  La carte Renouveler tirée dans ce combat passe d'abord : retournez toutes les cartes face visible, ou non.
no-renew-drawn
  No Renew card was drawn in a combat: to renew, activate the card in your turn.
  Aucune carte Renouveler n'a été tirée en combat : pour renouveler, activez la carte à votre tour.
retreat-first
  The combat is lost: first choose the territory the survivors retreat to.
  Le combat est perdu : choisissez d'abord le territoire où se replient les survivants.
no-combat-lost
  There is no lost combat to retreat from.
  Il n'y a pas de combat perdu dont se replier.
""")  # fmt: skip
_LAND = Refusals(RULE, """
unknown-territory
  There is no territory {name} on the revealed tiles.
  Il n'y a pas de territoire {name} sur les tuiles révélées.
not-controlled
  You do not control {id} ({whose}); you control {held}.
  Vous ne contrôlez pas {id} ({whose}) ; vous contrôlez {held}.
""")  # fmt: skip

PLACES, ANSWERS = (
    Text("places the first units", "place ses premières unités"),
    Text("answers a drawn Renew", "répond à un Renouveler tiré"),
)
PHASES = (
    Phase("placing", PLACES, _SET_UP("place-first"), _SET_UP("already-placed")),
    Phase("playing", Text("plays a card", "joue une carte")),
    Phase("stepping", Text("has a step left", "a encore un pas"), _TURN("one-card"), _MOVE("no-step-left")),
    Phase(
        "renewing", Text("answers a drawn Renew", "répond à un Renouveler tiré"), _COMBAT("renew-first"), _COMBAT("no-renew-drawn")
    ),
    Phase("retreating", Text("retreats", "se replie"), _COMBAT("retreat-first"), _COMBAT("no-combat-lost")),
)
DOING = {phase.id: phase.doing for phase in PHASES}


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


def may_play(board: Board, seat: str, card: str, deed: Deed) -> Verdict:
    """Whether a card lies face up and offers the action."""
    cards = board.setting.cards
    found = cards.get(card)
    if found is None:
        return _ACTIONS("unknown-card", card=card, known=", ".join(cards))
    if deed not in found.does:
        return _ACTIONS("wrong-card", card=found.name)
    if card not in board.sides[seat].up:
        up = listed(tuple(cards[c].name for c in board.sides[seat].up), Text("none", "aucune"))
        return _TURN("card-down", card=found.name, up=up)
    return LEGAL


class EachCard:
    """What is offered of an action that cards offer: the uses of each card that does it and lies face up."""

    def __init__(self, deed: Deed, uses: Callable[[Board, str, str], Iterator[Any]]) -> None:
        self.deed, self.uses = deed, uses

    def __call__(self, board: Board, seat: str) -> Iterator[Any]:
        """All that a seat's cards offer of it."""
        for card in board.sides[seat].up:
            if self.deed in board.setting.cards[card].does:
                yield from self.uses(board, seat, card)


def unknown_territory(name: str, rule: str) -> Verdict:
    """The verdict on a name that is not on the map."""
    return _LAND.under(rule)("unknown-territory", name=name)


def not_held(board: Board, seat: str, id: str, rule: str) -> Verdict:
    """The verdict on a territory that the seat does not control."""
    owner = next((s for s in board.territories[id].units if s != seat), None)
    whose = Text("neutral", "neutre") if owner is None else board.setting.name(owner)
    return _LAND.under(rule)("not-controlled", id=id, whose=whose, held=", ".join(board.held(seat)) or "–")
