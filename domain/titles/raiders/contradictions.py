"""What cannot be on a board of Raiders although each of its fields keeps its bounds, when an
arbiter declares one."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain

from domain.titles.contract.invariants import above, at, below, exactly, twice, unknown
from domain.titles.kit import Text
from domain.titles.raiders.board import BUILDING, OFFERING, SCHEME, TRIGGERS, Board
from domain.titles.raiders.goods import KIND_NAMES, KINDS
from domain.titles.raiders.turn import met
from domain.titles.raiders.turns.automa import kind_count

THE_TILE, THE_CARD = Text("the offering tile"), Text("the scheme card")
TO_ENTER, ENTERED = (Text("a card to be entered"), Text("a card that was entered"))


def contradictions(board: Board) -> tuple[Text, ...]:
    rest = chain(
        _limits(board),
        _deck(board),
        _hidden(board),
        _village(board),
        _stage(board),
        _raid(board),
        _end(board),
    )
    return (*_tiles(board), *_schemes(board)) or tuple(rest)


def _tiles(board: Board) -> Iterator[Text]:
    tiles = [
        *board.stack,
        *board.sunk,
        *board.face_up,
        *board.player.offerings,
        *board.automa.offerings,
    ]
    yield from _once(tiles, board.setting.values.offerings, OFFERING, THE_TILE)
    yield from _once(
        [*board.pile, *board.discard, *board.set_aside], board.setting.deck, SCHEME, THE_CARD
    )


def _once(found: list[str], wanted: Collection[str], what: Text, the: Text) -> Iterator[Text]:
    yield from exactly(found, wanted, what, the)
    yield from twice(found)


def _schemes(board: Board) -> Iterator[Text]:
    values = board.setting.values
    if board.setting.options.schemes == "catalog":
        yield from unknown(board.entered, (), TO_ENTER)
        return
    yield from unknown([*board.discard, *filter(None, [board.revealed])], board.entered, ENTERED)
    for scheme in board.entered.values():
        yield from unknown([scheme.blocks], values.buildings, BUILDING)
        spaces = len(values.sites[scheme.site].spaces) if scheme.site in values.sites else 0
        if sorted(scheme.order) != list(range(1, spaces + 1)):
            yield Text("{site}: no site with the spaces of its card", site=scheme.site)


def _limits(board: Board) -> Iterator[Text]:
    limits, caps, automa = board.setting.values.limits, board.setting.values.caps, board.automa
    yield from above([(Text("armour of the player"), board.player.armour)], limits.armour)
    yield from above([(Text("armour of the opponent"), automa.armour)], caps.armour)
    yield from above([(Text("provisions of the opponent"), automa.provisions)], caps.provisions)
    for card, count in Counter((*board.player.crew, *board.discards)).items():
        hired = at(card, Text("hired or discarded"))
        yield from above([(hired, count)], board.setting.values.townsfolk[card].copies)


def _deck(board: Board) -> Iterator[Text]:
    """So many cards of each kind of place are set aside, and no more of a kind have been seen than
    the others."""
    values, entered = board.setting.values, board.setting.options.schemes == "table"
    schemes = board.entered.values() if entered else [values.schemes[id] for id in board.set_aside]
    kinds = Counter(values.sites[scheme.site].kind for scheme in schemes)
    for kind in KINDS:
        name, aside = KIND_NAMES[kind], values.set_aside.get(kind, 0)
        if entered and board.setting.version > 1:
            yield from above(
                [(at(name.en, Text("seen")), kinds[kind])], kind_count(values, kind) - aside
            )
        elif not entered and kinds[kind] != aside:
            yield Text(
                "{found} {kind} cards set aside, not {wanted}",
                found=kinds[kind],
                kind=name,
                wanted=aside,
            )
    count = sum(values.set_aside.values())
    if len(board.set_aside) != count:
        yield Text(
            "{found} cards set aside, not {wanted}", found=len(board.set_aside), wanted=count
        )


def _hidden(board: Board) -> Iterator[Text]:
    most = (
        len(board.stack)
        if board.setting.options.offering_from == "stack" and board.stage != "over"
        else 0
    )
    yield from above([(Text("offerings face down"), board.automa.face_down)], most)
    yield from below([(Text("townsfolk in the deck"), board.deck)])


def _village(board: Board) -> Iterator[Text]:
    for id, colour in board.village.items():
        building = board.setting.values.buildings[id]
        if colour not in building.workers and colour != building.start:
            yield Text(
                "{building}: a {worker} worker may not stand there", building=id, worker=colour
            )


# -- the moment ------------------------------------------------------------------------------------


def _stage(board: Board) -> Iterator[Text]:
    stage, worker = board.stage, board.player.worker
    if stage == "close":
        yield Text("the turn is to be closed, which is no moment of its own")
    if (stage == "use") != bool(board.using and board.colour and board.actions > 0):
        yield Text(
            "a building is in use, by a worker with actions left, when it is to be used and only "
            "then"
        )
    if stage == "place" and not worker:
        yield Text("the player has no worker to place")
    if stage in ("take", "reroll") and worker:
        yield Text("the player still has a worker in hand")
    if stage in ("mourn", "reveal") and not worker:
        yield Text("the player has taken no worker")


def _raid(board: Board) -> Iterator[Text]:
    raid = board.assault
    if (raid is not None) != (board.stage in ("reroll", "mourn")):
        yield Text("a raid that is not under way")
    if raid is None:
        return
    if any(die not in board.setting.values.dice_faces for die in raid.dice):
        yield Text("dice of the raid that cannot come up")
    if board.stage == "reroll" and not (raid.rerolls > 0 and raid.dice and not raid.deaths):
        yield Text("no die of the raid can be rolled again")
    if board.stage == "mourn" and not 0 < raid.deaths <= len(board.player.crew):
        yield Text("{deaths} of the crew cannot be lost", deaths=raid.deaths)


def _end(board: Board) -> Iterator[Text]:
    turns = range(1, 3) if board.trigger and board.stage != "over" else range(1)
    if bool(board.trigger) != bool(board.trigger_by) or (
        board.stage == "over" and not board.trigger
    ):
        yield Text("the end was triggered by nobody, or nothing")
    elif board.trigger and not met(board, board.trigger):
        yield Text(
            "the end was triggered because {why}, which is not so", why=TRIGGERS[board.trigger]
        )
    if board.turns_left not in turns:
        yield Text(
            "{left} turns left, when there can be {least} to {most}",
            left=board.turns_left,
            least=turns[0],
            most=turns[-1],
        )
