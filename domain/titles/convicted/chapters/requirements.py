"""Requirements that many chapters share: that an action can be paid, that pieces are in the box,
that there is room, that a technology is known."""

from domain.titles.convicted.board import Board, developed_resources
from domain.titles.convicted.field import SectionId, section_name
from domain.titles.convicted.values import RESOURCE_NAMES, Goods, Stack
from domain.titles.convicted.words import capital
from domain.titles.kit import LEGAL, Refusals, Sentences, Text, Verdict

COMPONENTS = Sentences("""
buildings = building tokens
fortifications = fortification tokens
resistance = resistance markers
ditches = ditch tokens
moats = moat tokens
defenders = defender tokens
enemies = enemy tokens
resources = resource markers
engines = siege engine markers
technologies = technology cards
""")

NO = Refusals("Construction", """
none-left | Composants de jeu = The limit is reached: {count} {pieces} are needed and {left} are left until some are discarded.
cannot-pay = It costs {need}, and the bank holds {have}.
no-marker | Actions = This takes an action marker and yours are all used; another player's cannot be passed on to you.
technology-missing | Recherche = {what}: the technology {technology} has to be developed first.
resource-unavailable | Ressources
  There is no {resource} before the technology {technology} is developed; only wood is there from the start.
capacity | Capacité = The capacity of {section} is {capacity} units: there is room for {room} more, not for {count}.
not-there | Unités = Pieces of the kind {kind} {where}: {have}, not {count}.
not-your-section | Période de Préparation = {who} defends {section} this turn.
""")  # fmt: skip


def need_in_box(board: Board, component: str, count: int = 1) -> Verdict:
    """Refuse if fewer than `count` of a component are left in the box."""
    left = board.box[component]
    return (
        LEGAL
        if left >= count
        else NO("none-left", count=count, pieces=COMPONENTS[component], left=left)
    )


def need_payable(board: Board, cost: Goods) -> Verdict:
    """Refuse a cost that the bank does not cover."""
    return (
        LEGAL
        if board.stock.covers(cost)
        else NO("cannot-pay", need=cost.in_words, have=board.stock.in_words)
    )


def need_marker(board: Board, seat: str) -> Verdict:
    """Refuse a seat that has no action marker left."""
    return LEGAL if board.markers.get(seat, 0) > 0 else NO("no-marker")


def need_unlocked(board: Board, key: str, what: Text) -> Verdict:
    """Refuse a thing that a technology opens which is not developed yet. `key`: its key in
    `Technology.opens`; `what`: its name in the refusal."""
    needed = board.setting.needs.get(key)
    if needed is None or needed in board.technologies:
        return LEGAL
    return NO("technology-missing", what=what, technology=board.setting.named(needed))


def need_developed(board: Board, goods: Goods) -> Verdict:
    """Refuses goods that include a resource whose technology is not developed yet. At the start
    only wood is available."""
    had = developed_resources(board)
    for resource, name in RESOURCE_NAMES.items():
        if goods.of(resource) and resource not in had:
            return NO(
                "resource-unavailable",
                resource=name,
                technology=board.setting.named(board.setting.needs[resource]),
            )
    return LEGAL


def need_room(board: Board, section: SectionId, count: int) -> Verdict:
    """Refuse more units than a section has room for."""
    room = board.room(section)
    if count <= room:
        return LEGAL
    name = capital(section_name(section), "fr")
    return NO(
        "capacity",
        section=name,
        capacity=board.fortification(section).capacity,
        room=max(room, 0),
        count=count,
    )


def need_present(board: Board, there: Stack, expected: Stack, where: Text) -> Verdict:
    """Refuse if fewer pieces of a kind are there than expected. `where`: the place, as words in the
    refusal."""
    for unit, count in expected.items():
        have = there.get(unit, 0)
        if have < count:
            return NO(
                "not-there", kind=board.setting.named(unit), where=where, have=have, count=count
            )
    return LEGAL


def need_own_section(board: Board, seat: str, section: SectionId) -> Verdict:
    """Refuse a section that another seat defends this turn."""
    owner = board.sections[section].seat
    return (
        LEGAL
        if owner == seat
        else NO("not-your-section", who=board.setting.name(owner), section=section_name(section))
    )
