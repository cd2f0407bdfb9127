"""The player's turn in the village: he places a worker and uses the building, then takes another
worker and uses that building.

The solo rules leave this turn to the base game, except that the last scheme card forbids a
building."""

from collections.abc import Iterator

from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.raiders import facts as f
from domain.titles.raiders.actions import PlaceWorker, TakeWorker, UseBuilding
from domain.titles.raiders.board import Board
from domain.titles.raiders.chapters.trade import emit_exchange, refuse_deal
from domain.titles.raiders.turn import STANDARD
from domain.titles.raiders.values import (
    COLOUR_NAMES,
    BuildingBonus,
    Deal,
    ExtraAction,
    Goods,
    either_colour_text,
)

NO = Refusals(STANDARD, """
unknown-building = No building is called {building}.
building-blocked | Déroulement de la partie (bâtiment interdit)
  The opponent's scheme card forbids the {building} this turn: no worker may be placed there or taken from it.
building-occupied = A worker stands on the {building} already.
worker-just-placed = You have just placed your worker on the {building}: take one from another building.
no-worker = No worker stands on the {building}.
worker-colour = The {building} takes a {wanted} worker; this one is {colour}.
no-such-deal = The {building} has {deals} exchanges; there is no exchange {deal}.
deal-of-other-workers | | worker-colour = That exchange of the {building} is not for a {colour} worker.
""")  # fmt: skip


# -- placing and taking ----------------------------------------------------------------------------


def judge_place(board: Board, seat: str, action: PlaceWorker) -> Verdict:
    refused = _refuse_closed(board, action.building)
    if refused:
        return refused
    if action.building in board.village:
        return NO("building-occupied", building=board.setting.label(action.building))
    return refuse_worker(board, action.building, board.player.worker) or LEGAL


def place(course: Course, seat: str, action: PlaceWorker) -> None:
    board = course.board
    course.emit(
        f.WorkerPlaced(
            action.building, board.player.worker, action_count_at(board, action.building)
        )
    )


def offer_placing(board: Board, seat: str) -> Iterator[PlaceWorker]:
    return map(PlaceWorker, board.setting.values.buildings)


def judge_take(board: Board, seat: str, action: TakeWorker) -> Verdict:
    refused = _refuse_closed(board, action.building)
    if refused:
        return refused
    if action.building == board.placed:
        return NO("worker-just-placed", building=board.setting.label(action.building))
    return (
        LEGAL
        if action.building in board.village
        else NO("no-worker", building=board.setting.label(action.building))
    )


def take(course: Course, seat: str, action: TakeWorker) -> None:
    board = course.board
    course.emit(
        f.WorkerTaken(
            action.building, board.village[action.building], action_count_at(board, action.building)
        )
    )


def offer_taking(board: Board, seat: str) -> Iterator[TakeWorker]:
    return map(TakeWorker, board.village)


def _refuse_closed(board: Board, building: str) -> Verdict | None:
    """The refusal of a building that is unknown or forbidden this turn; None if it is open."""
    if building not in board.setting.values.buildings:
        return NO("unknown-building", building=building)
    return (
        NO("building-blocked", building=board.setting.label(building))
        if building == board.blocked
        else None
    )


def refuse_worker(board: Board, building: str, colour: str) -> Verdict | None:
    """The refusal of a worker whose colour a building does not take; None if it does."""
    allowed = board.setting.values.buildings[building].workers
    if colour in allowed:
        return None
    return NO(
        "worker-colour",
        building=board.setting.label(building),
        wanted=either_colour_text(allowed),
        colour=COLOUR_NAMES[colour],
    )


# -- using a building ------------------------------------------------------------------------------


def action_count_at(board: Board, building: str) -> int:
    """How often a worker may use a building: once, and once more for each crew member that says
    so."""
    abilities = (board.setting.values.townsfolk[card].crew for card in board.player.crew)
    return 1 + sum(isinstance(a, ExtraAction) and a.at == building for a in abilities)


def judge_use(board: Board, seat: str, action: UseBuilding) -> Verdict:
    deals = board.setting.values.buildings[board.using].deals
    if action.deal > len(deals):
        return NO(
            "no-such-deal",
            building=board.setting.label(board.using),
            deals=len(deals),
            deal=action.deal,
        )
    deal = deals[action.deal - 1]
    if board.colour not in deal.workers:
        return NO(
            "deal-of-other-workers",
            building=board.setting.label(board.using),
            colour=COLOUR_NAMES[board.colour],
        )
    return refuse_deal(board, deal.pay, gain_with_bonus(board, deal)) or LEGAL


def use(course: Course, seat: str, action: UseBuilding) -> None:
    board = course.board
    deal = board.setting.values.buildings[board.using].deals[action.deal - 1]
    emit_exchange(course, deal.pay, gain_with_bonus(board, deal))
    course.emit(f.BuildingUsed(board.using))


def offer_exchanges(board: Board, seat: str) -> Iterator[UseBuilding]:
    return map(UseBuilding, range(1, len(board.setting.values.buildings[board.using].deals) + 1))


def gain_with_bonus(board: Board, deal: Deal) -> Goods:
    """What an exchange gives at the building in use, with the crew's bonuses."""
    total = dict(deal.gain.parts())
    for card in board.player.crew:
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, BuildingBonus) and ability.at == board.using:
            total = {name: n + getattr(ability.gain, name) for name, n in total.items()}
    return Goods(**total)


# -- in words --------------------------------------------------------------------------------------


def _take_label(board: Board, action: TakeWorker) -> Text:
    colour = COLOUR_NAMES[board.village[action.building]]
    return Text(
        "Take the {colour} worker of {building}",
        colour=colour,
        building=board.setting.label(action.building),
    )


def _use_label(board: Board, action: UseBuilding) -> Text:
    return Text(
        "uses the {building} (exchange {deal})",
        building=board.setting.label(board.using or "…"),
        deal=action.deal,
    )


def _deal_label(board: Board, action: UseBuilding) -> Text:
    deal = board.setting.values.buildings[board.using].deals[action.deal - 1]
    return (
        Text(
            "Pay {pay}, gain {gain}",
            pay=deal.pay.in_words,
            gain=gain_with_bonus(board, deal).in_words,
        )
        if deal.pay.parts()
        else Text("Gain {gain}", pay=deal.pay.in_words, gain=gain_with_bonus(board, deal).in_words)
    )


NAMES = (Text("Place a worker"), Text("Take a worker"), Text("Use a building"))
MOVES = (
    Move(
        PlaceWorker,
        ("place",),
        judge_place,
        place,
        offer_placing,
        Text("places a worker on the {building}"),
        NAMES[0],
        button=Text("Place on {building}"),
    ),
    Move(
        TakeWorker,
        ("take",),
        judge_take,
        take,
        offer_taking,
        Text("takes the worker of the {building}"),
        NAMES[1],
        button=_take_label,
    ),
    Move(
        UseBuilding,
        ("use",),
        judge_use,
        use,
        offer_exchanges,
        _use_label,
        NAMES[2],
        button=_deal_label,
    ),
)
