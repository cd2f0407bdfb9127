from collections.abc import Iterator

from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict, filled_sentence
from domain.titles.raiders import facts as f
from domain.titles.raiders.actions import HireCrew
from domain.titles.raiders.board import Board
from domain.titles.raiders.chapters.trade import emit_exchange, refuse_unpayable
from domain.titles.raiders.turn import STANDARD
from domain.titles.raiders.values import Goods, HireSaving

NO = Refusals(STANDARD, """
no-hiring-here | | wrong-building = The {building} is not the place to hire crew.
unknown-townsfolk = No townsfolk is called {card}.
hand-empty = You have {cards} cards in hand and need {needed}.
no-copy-left = All {copies} copies of {card} are on the table or discarded already.
not-in-crew = {card} is not in your crew.
crew-full = Your crew has {limit} members already: name one to discard first.
crew-not-full = Your crew has {crew} of {limit} members: nobody has to make room.
""")  # fmt: skip


def judge_hire(board: Board, seat: str, action: HireCrew) -> Verdict:
    if not board.setting.values.buildings[board.using].hires:
        return NO("no-hiring-here", building=board.setting.label(board.using))
    return (
        refuse_hiring(board, action.card, hiring_price(board, action.card), action.instead_of)
        or LEGAL
    )


def hire_crew(course: Course, seat: str, action: HireCrew) -> None:
    """Emit the facts of hiring at a building, which is then used."""
    hire(course, action.card, hiring_price(course.board, action.card), action.instead_of)
    course.emit(f.BuildingUsed(course.board.using))


def offer_all_hiring(board: Board, seat: str) -> Iterator[HireCrew]:
    return (
        action for card in board.setting.values.townsfolk for action in offer_hiring(board, card)
    )


def offer_hiring(board: Board, card: str) -> Iterator[HireCrew]:
    """Actions that hire a card: one for each crew member that may have to leave."""
    if board.setting.values.buildings[board.using].hires:
        yield from (HireCrew(card, leaving) for leaving in possible_leavers(board))


def possible_leavers(board: Board) -> tuple[str, ...]:
    """The members of a full crew, of whom one has to leave before another is hired; only the empty
    id while the crew has room."""
    full = len(board.player.crew) >= board.setting.values.limits.crew
    return tuple(dict.fromkeys(board.player.crew)) if full else ("",)


def hiring_price(board: Board, card: str) -> int:
    """What hiring a card costs, less the crew's savings; 0 for an unknown card."""
    townsfolk = board.setting.values.townsfolk
    abilities = (townsfolk[member].crew for member in board.player.crew)
    saved = sum(a.silver for a in abilities if isinstance(a, HireSaving))
    return max(0, townsfolk[card].cost - saved) if card in townsfolk else 0


def refuse_not_in_hand(board: Board, card: str, played: tuple[str, ...] = ()) -> Verdict | None:
    """The refusal of a card that cannot be in the player's hand; None if it can be. Only the number
    of cards in hand is known. So the hand must have more cards than `played`, and not all copies of
    the card may be in the crew, discarded by name or in `played`. `played`: cards of the hand that
    are played together with it."""
    printed = board.setting.values.townsfolk.get(card)
    if printed is None:
        return NO("unknown-townsfolk", card=card or "…")
    if board.player.cards <= len(played):
        return NO("hand-empty", cards=board.player.cards, needed=len(played) + 1)
    if printed.copies <= sum(
        pile.count(card) for pile in (board.player.crew, board.discards, played)
    ):
        return NO("no-copy-left", copies=printed.copies, card=board.setting.label(card))
    return None


def refuse_not_in_crew(board: Board, card: str) -> Verdict | None:
    """The refusal of a card that is not in the crew; None if it is."""
    return (
        None
        if card in board.player.crew
        else NO("not-in-crew", card=board.setting.label(card or "…"))
    )


def refuse_hiring(
    board: Board, card: str, silver: int, leaving: str, played: tuple[str, ...] = ()
) -> Verdict | None:
    """The refusal of hiring a card for this much silver; None if it can be hired. `leaving`: the
    crew member that makes room, empty for none; `played`: other cards of the hand that are played
    with it."""
    refused = refuse_not_in_hand(board, card, played) or (
        refuse_not_in_crew(board, leaving) if leaving else None
    )
    if refused:
        return refused
    crew, limit = len(board.player.crew), board.setting.values.limits.crew
    if not leaving and crew >= limit:
        return NO("crew-full", limit=limit)
    if leaving and crew < limit:
        return NO("crew-not-full", crew=crew, limit=limit)
    return refuse_unpayable(board, Goods(silver=silver))


def hire(course: Course, card: str, silver: int, leaving: str) -> None:
    """Emit that the player pays and a card of the hand becomes crew, in the place of `leaving` if
    that is not empty."""
    emit_exchange(course, Goods(silver=silver), Goods())
    if leaving:
        course.emit(f.CrewLeft(leaving))
    course.emit(f.CrewHired(card))


def _say_action(board: Board, action: HireCrew) -> Text:
    return filled_sentence(
        Text("hires {card} in the place of {instead_of}")
        if action.instead_of
        else Text("hires {card}"),
        action,
        board,
    )


def _button(board: Board, action: HireCrew) -> Text:
    return Text(
        "Hire {card} ({price} silver)",
        card=board.setting.label(action.card),
        price=hiring_price(board, action.card),
    )


NAME = Text("Hire crew")
ASKS = {"card": Text("Card"), "instead_of": Text("Crew to discard first")}
MOVES = (
    Move(
        HireCrew,
        ("use",),
        judge_hire,
        hire_crew,
        offer_all_hiring,
        _say_action,
        NAME,
        button=_button,
        asks=ASKS,
        grouped_by="card",
    ),
)
