"""What makes a position of Raiders impossible, when an arbiter declares one (`Ruleset.amiss`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from msgspec import structs

from domain.games.raiders.amiss_turn import turn
from domain.games.raiders.automa import kind_count
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.printed import COLOURS
from domain.games.raiders.setup import pile
from domain.games.raiders.wording import KINDS
from domain.rules.invariants import SEAT, above, at, below, exactly, twice, unknown
from domain.rules.text import Text

SPACE = Text("a raid space", "un emplacement de pillage")
BUILDING = Text("a building of the village", "un bâtiment du village")
COLOUR = Text("a worker's colour", "une couleur d'ouvrier")
SCHEME = Text("a scheme card", "une carte tactique")
OFFERING = Text("an offering tile", "une tuile Offrande")


def amiss(board: RaidersBoard) -> tuple[Text, ...]:
    """Everything that is wrong; first the ids, of which the rest speaks."""
    return tuple(_names(board)) or tuple(chain(_counts(board), _deck(board), _hidden(board), _village(board), turn(board)))


def _names(board: RaidersBoard) -> Iterator[Text]:
    setting, values = board.setting, board.setting.values
    yield from exactly(
        board.spaces, setting.site_of, Text("a raid space", "un emplacement de pillage"), Text("the space", "l'emplacement")
    )
    yield from unknown(board.village, values.buildings, BUILDING)
    yield from unknown(filter(None, (board.blocked, board.placed, board.using)), values.buildings, BUILDING)
    workers = [*(space.worker for space in board.spaces.values()), board.player.worker, board.colour]
    yield from unknown([*filter(None, workers), *board.village.values()], COLOURS, COLOUR)
    yield from unknown(board.player.crew, values.townsfolk, Text("a townsfolk card", "une carte Citoyen"))
    tiles = [*board.stack, *board.sunk, *board.face_up, *board.player.offerings, *board.automa.offerings]
    yield from _once(tiles, list(values.offerings), OFFERING, Text("the offering tile", "la tuile Offrande"))
    yield from unknown(board.discards, values.townsfolk, Text("a townsfolk card", "une carte Citoyen"))
    cards = [*board.pile, *board.discard, *board.set_aside]
    yield from _once(cards, list(pile(setting)), SCHEME, Text("the scheme card", "la carte tactique"))
    yield from unknown([board.trigger_by] if board.trigger_by else (), setting.seats, SEAT)
    yield from _schemes(board)


def _once(found: list[str], wanted: list[str], what: Text, the: Text) -> Iterator[Text]:
    yield from exactly(found, wanted, what, the)
    yield from twice(found)


def _deck(board: RaidersBoard) -> Iterator[Text]:
    """So many cards of each kind of place are set aside, and no more of a kind have been seen than the others."""
    values, entered = board.setting.values, board.setting.options.schemes == "table"
    schemes = board.entered.values() if entered else [values.schemes[id] for id in board.set_aside]
    found = Counter(values.sites[scheme.site].kind for scheme in schemes)
    for kind, name in KINDS.items():
        aside = values.set_aside.get(kind, 0)
        if entered and board.setting.version > 1:
            yield from above([(at(name.en, "seen", "vues"), found[kind])], kind_count(values, kind) - aside)
        elif not entered and found[kind] != aside:
            yield Text(
                f"{found[kind]} {name.en} cards set aside, not {aside}",
                f"{found[kind]} carte(s) {name.fr} écartée(s), et non {aside}",
            )
    count = sum(values.set_aside.values())
    if len(board.set_aside) != count:
        yield Text(
            f"{len(board.set_aside)} cards set aside, not {count}", f"{len(board.set_aside)} cartes écartées, et non {count}"
        )


def _hidden(board: RaidersBoard) -> Iterator[Text]:
    """Tiles that lie face down come from the stack, and cards that were discarded from the deck."""
    automa, options = board.automa, board.setting.options
    most = len(board.stack) if options.offering_from == "stack" and board.stage != "over" else 0
    yield from above([(Text("offerings face down", "Offrandes face cachée"), automa.face_down)], most)
    yield from below([(Text("unnamed discards", "cartes défaussées sans nom"), board.unnamed)])
    yield from below([(Text("townsfolk in the deck", "Citoyens de la pioche"), board.deck)])


def _schemes(board: RaidersBoard) -> Iterator[Text]:
    """Cards that a table has entered, and that every card seen is known."""
    values, known = board.setting.values, pile(board.setting)
    seen = [*board.discard, *([board.revealed] if board.revealed else ())]
    yield from unknown([*board.entered, *seen], known, SCHEME)
    if board.setting.options.schemes == "catalog":
        yield from unknown(board.entered, (), Text("a card to be entered", "une carte à saisir"))
        return
    yield from unknown(seen, board.entered, Text("a card that was entered", "une carte qui a été saisie"))
    for scheme in board.entered.values():
        yield from unknown([scheme.blocks], values.buildings, BUILDING)
        spaces = len(values.sites[scheme.site].spaces) if scheme.site in values.sites else 0
        if sorted(scheme.order) != list(range(1, spaces + 1)):
            yield Text(
                f"{scheme.site}: no site with the spaces of its card",
                f"{scheme.site} : pas un lieu avec les emplacements de sa carte",
            )


def _counts(board: RaidersBoard) -> Iterator[Text]:
    values = board.setting.values
    things = [("player", board.player), ("automa", board.automa), ("supply", board.supply), *board.spaces.items()]
    for name, thing in things:
        found = [(at(name, what, what), count) for what, count in structs.asdict(thing).items() if isinstance(count, int)]
        yield from below(found)
    limits = (
        (Text("armour of the player", "armement du joueur"), board.player.armour, values.limits.armour),
        (Text("crew", "équipage"), len(board.player.crew), values.limits.crew),
        (Text("armour of the opponent", "armement de l'adversaire"), board.automa.armour, values.caps.armour),
        (Text("provisions of the opponent", "provisions de l'adversaire"), board.automa.provisions, values.caps.provisions),
        (Text("offerings on show", "Offrandes visibles"), len(board.face_up), values.offerings_face_up),
    )
    for what, count, most in limits:
        yield from above([(what, count)], most)
    for card, count in Counter((*board.player.crew, *board.discards)).items():
        yield from above([(at(card, "hired or discarded", "engagés ou défaussés"), count)], values.townsfolk[card].copies)


def _village(board: RaidersBoard) -> Iterator[Text]:
    """Workers stand where their colour may."""
    for id, colour in board.village.items():
        building = board.setting.values.buildings[id]
        if colour not in building.workers and colour != building.start:
            yield Text(f"{id}: a {colour} worker may not stand there", f"{id} : un ouvrier {colour} ne peut s'y trouver")
