"""Tour de jeu: whose turn it is, which action the game waits for, and which card may be
activated."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.kernel.text import listed
from domain.titles.kit import LEGAL, Phase, Refusals, Text, Verdict
from domain.titles.northgard.board import Board
from domain.titles.northgard.values import Deed

RULE = "Tour de jeu"
CARD = Text("card")

NO = Refusals(RULE, """
place-first | Mise en place = The first units have to be placed on the base tiles before cards are played.
already-placed | Mise en place = The set-up is over: units now come with Recruit.
one-card = Only one Action card is activated a turn: take the step that is left of the Move 2, or stop.
no-step-left | Déplacer = There is no move under way: activate a card that offers Move.
unknown-card | Actions = There is no card {card}: {known}.
wrong-card | Actions = {card} does not offer this action.
card-down = {card} lies face down; face up: {up}.
combat-first | Explorer = The explored tile brings combat: first say who fights whom.
no-combat-due | Explorer = No explored tile brings a combat now.
renew-first | Combat = The Renew card drawn in this combat comes first: turn all cards face up, or leave them.
no-renew-drawn | Combat = No Renew card was drawn in a combat: to renew, activate the card in your turn.
retreat-first | Combat = The combat is lost: first choose the territory the survivors retreat to.
no-combat-lost | Combat = There is no lost combat to retreat from.
unknown-territory = There is no territory {name} on the revealed tiles.
not-controlled = You do not control {id} ({whose}); you control {held}.
""")  # fmt: skip

PHASES = (
    Phase("placing", Text("places the first units"), NO("place-first"), NO("already-placed")),
    Phase("playing", Text("plays a card")),
    Phase("stepping", Text("has a step left"), NO("one-card"), NO("no-step-left")),
    Phase("advancing", Text("chooses a combat"), NO("combat-first"), NO("no-combat-due")),
    Phase("renewing", Text("answers a drawn Renew"), NO("renew-first"), NO("no-renew-drawn")),
    Phase("retreating", Text("retreats"), NO("retreat-first"), NO("no-combat-lost")),
)
DOING = {phase.id: phase.doing for phase in PHASES}


def to_act(board: Board) -> tuple[str, ...]:
    stage = board.stage
    if stage == "over":
        return ()
    if stage == "renewing":
        return board.renewing[:1]
    if stage == "retreating" and board.battle:
        return (board.battle.loser,)
    return (board.turn,)


def judge_card(board: Board, seat: str, card: str, deed: Deed) -> Verdict:
    """Refuse a card that does not exist, does not offer the action `deed`, or lies face down."""
    cards = board.setting.cards
    printed = cards.get(card)
    if printed is None:
        return NO("unknown-card", card=card, known=", ".join(cards))
    if deed not in printed.does:
        return NO("wrong-card", card=printed.name)
    if card not in board.sides[seat].up:
        up = listed(
            tuple(cards[c].name for c in board.sides[seat].up), Text.pgettext("northgard", "none")
        )
        return NO("card-down", card=printed.name, up=up)
    return LEGAL


class EachCard:
    """A function of board and seat that returns the actions which a move offers. It calls `uses`
    with the seat's face-up cards that have the action `deed`; without any, nothing is offered."""

    def __init__(self, deed: Deed, uses: Callable[[Board, str, list[str]], Iterator[Any]]) -> None:
        self.deed, self.uses = deed, uses

    def __call__(self, board: Board, seat: str) -> Iterator[Any]:
        cards = [
            card for card in board.sides[seat].up if self.deed in board.setting.cards[card].does
        ]
        return self.uses(board, seat, cards) if cards else iter(())


def territory_refusal(name: str, rule: str) -> Verdict:
    return NO.under(rule)("unknown-territory", name=name)


def control_refusal(board: Board, seat: str, id: str, rule: str) -> Verdict:
    """The refusal of an action in a territory that the seat does not control."""
    owner = next((s for s in board.territories[id].units if s != seat), None)
    whose = Text("neutral") if owner is None else board.setting.name(owner)
    return NO.under(rule)(
        "not-controlled", id=id, whose=whose, held=", ".join(board.held_territories(seat)) or "–"
    )
