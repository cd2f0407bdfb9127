"""Real cards: what a table that plays with printed decks enters about the cards that it turns up
and plays."""

from domain.titles.contract.types import Field
from domain.titles.kit import LEGAL, Refusals, Sentences, Verdict
from domain.titles.tears.actions import Shape
from domain.titles.tears.board import Board
from domain.titles.tears.turn import NORMAL
from domain.titles.tears.values import FIGHTERS

NO = Refusals(NORMAL, """
no-such-card = The card cannot be entered: {fault}.
""")  # fmt: skip
SHAPE = Sentences("""
taken = the name {id} is taken
no-name = it needs a name
range = only characters and units have a range
cavalry = only characters and units are cavalry
health = only characters and units have health
no-health = health is at least 1
discount = only an event has a discount
several = only an event has several actions
no-action = an event has an action
""")

_FORM = Sentences("""
card = a name for the card
shape = what is printed on it
""")
_PRINTED = Sentences("""
kind [tears] = kind
cost = cost
resource = resources
ranged = ranged attack, 0 for none
cavalry [cavalry] = cavalry
health = health, if printed
actions = actions carried out when played
discount = cost reduction of the next card
solo = has a Solo: ability
ignored = abilities the Enemy ignores
""")
CARD_FIELDS = {
    "card": Field(_FORM["card"]),
    "shape": Field(_FORM["shape"], within={name: Field(label) for name, label in _PRINTED.items()}),
}


def new_name(board: Board) -> str:
    """A name for the next real card, not in use yet."""
    n = len(board.entered) + 1
    while f"card-{n}" in board.entered:
        n += 1
    return f"card-{n}"


def check_real_card(board: Board, id: str, shape: Shape) -> Verdict:
    """Refuses a real card whose name is in use, or with properties that its kind cannot have."""
    fighter, event = shape.kind in FIGHTERS, shape.kind == "event"
    faults = {
        "taken": _is_name_taken(board, id),
        "no-name": not id,
        "range": not fighter and bool(shape.ranged),
        "cavalry": not fighter and shape.cavalry,
        "health": not fighter and shape.health is not None,
        "no-health": shape.health is not None and shape.health < 1,
        "discount": not event and bool(shape.discount),
        "several": not event and shape.actions > 1,
        "no-action": event and not (shape.actions or shape.discount or shape.solo or shape.ignored),
    }
    fault = next((code for code, broken in faults.items() if broken), None)
    return LEGAL if fault is None else NO("no-such-card", fault=SHAPE(fault, id=id))


def _is_name_taken(board: Board, id: str) -> bool:
    """Whether a name is in use: by a card entered before, by a leader, or by a card that the Enemy
    started with. In a game with real cards the other cards of the catalog do not occur."""
    factions = board.setting.values.factions
    leaders = [side.leader.id for side in factions.values()]
    return id in board.entered or id in leaders or id in factions[board.enemy.faction].start
