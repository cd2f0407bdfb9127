"""The choice of heroes, the set-up, and period I: preparing a turn, and choosing who defends which
sections.

In the rule text: "Choix des Héros", "Mise en Place", "Période de Préparation"."""

from collections import Counter
from collections.abc import Iterator

from domain.kernel.text import listed
from domain.titles.contract.types import Field, Template
from domain.titles.convicted import actions as a, facts as f
from domain.titles.convicted.board import ENEMY, Board, Options
from domain.titles.convicted.field import HERO_NAMES, HEROES, SECTIONS, section_name
from domain.titles.convicted.values import Goods
from domain.titles.convicted.words import NOBODY
from domain.titles.kit import (
    LEGAL,
    BadOpening,
    Course,
    Move,
    Refusals,
    SeatSpec,
    Text,
    Verdict,
    entry,
)

NO = Refusals("Période de Préparation", """
hero-taken | Choix des Héros = There is one card of {hero} and {owner} has it; still free: {free}.
section-taken = A section has one defender: {section} is with {who}.
wrong-share = You choose {due} sections to defend, not {count}.
""")  # fmt: skip
ALREADY = Text("this choice already")


def seats(players: int | None, options: Options) -> tuple[SeatSpec, ...]:
    expected = len(options.sheet.heroes) if options.sheet else 2
    count = expected if players is None else players
    if not 1 <= count <= 4:
        raise BadOpening(
            "/players",
            Text(
                "The Convicted is a cooperative game for 1 to 4 players; {count} cannot play it.",
                count=count,
            ),
        )
    if options.sheet and count != expected:
        raise BadOpening(
            "/players",
            Text(
                "The save sheet is a campaign of {expected} players; {n} cannot go on with it.",
                expected=expected,
                n=count,
            ),
        )
    people = tuple(
        SeatSpec(f"p{n}", "player", Text("Player {n}", n=n)) for n in range(1, count + 1)
    )
    return (*people, SeatSpec(ENEMY, "automa", Text("The enemy")))


def set_up(course: Course) -> None:
    """Emit the facts of the set-up. From a save sheet they include the preparation of its next
    turn. Without a sheet they are those of "Mise en Place", and the choice of heroes follows."""
    board: Board = course.board
    values, options = board.setting.values, board.setting.options
    if options.sheet is not None:
        course.emit(f.ScenarioOpened(options.scenario, options.sheet.turn, from_sheet=True))
        prepare_turn(course, first_of_all=False)
        return
    course.emit(
        f.ScenarioOpened(
            options.scenario, (options.scenario - 1) * values.campaign.turns_per_scenario + 1
        )
    )
    course.emit(
        *(
            f.BuildingRaised(building, level)
            for building, level in values.start.buildings.items()
            if level
        )
    )
    many = len(board.setting.players) - 1
    spearmen, wood = values.start.garrison_per_section[many], values.start.wood[many]
    if spearmen:
        course.emit(
            *(f.UnitsPosted(section, values.start.garrison, spearmen) for section in SECTIONS)
        )
    if wood:
        course.emit(f.Gained(Goods(wood=wood)))


def judge_hero(board: Board, seat: str, action: a.ChooseHero) -> Verdict:
    taken = board.seat_of(action.hero)
    if not taken:
        return LEGAL
    free = listed(tuple(HERO_NAMES[h] for h in HEROES if not board.seat_of(h)), NOBODY)
    return NO(
        "hero-taken", hero=HERO_NAMES[action.hero], owner=board.setting.name(taken), free=free
    )


def choose_hero(course: Course, seat: str, action: a.ChooseHero) -> None:
    course.emit(f.HeroChosen(seat, action.hero))
    players = course.board.setting.players
    if len(course.board.heroes) < len(players):
        return
    first = players[0]
    if len(players) > 1:
        first = str(course.chance.draw("first-player", Text("first player"), players)[0])
    course.emit(f.FirstPlayerDrawn(first))
    prepare_turn(course, first_of_all=True)


def prepare_turn(course: Course, first_of_all: bool) -> None:
    """Emit the preparation of a turn (period I). `first_of_all`: it is the first turn of the
    scenario, for which neither the turn marker nor the first-player marker moves (A-CV-2,
    A-CV-3)."""
    board = course.board
    players = board.setting.players
    turn, first = board.turn, board.first
    if not first_of_all:
        turn, first = turn + 1, players[(players.index(first) + 1) % len(players)]
    share = dict(
        zip(
            turn_order(players, first),
            board.setting.values.sharing.markers[len(players) - 1],
            strict=True,
        )
    )
    course.emit(f.TurnPrepared(turn, first, tuple(share[p] for p in players)), f.ChoiceBegun(first))
    _assign_last_sections(course)


def turn_order(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    at = players.index(first)
    return players[at:] + players[:at]


def sections_due(board: Board) -> int:
    """How many sections the player to act has to choose."""
    order = turn_order(board.setting.players, board.first)
    return board.setting.values.sharing.sections[len(order) - 1][order.index(board.go)]


def _assign_last_sections(course: Course) -> None:
    """If only the last player has to choose sections, give it those that are left, and begin the
    first player's actions."""
    board = course.board
    if board.go == turn_order(board.setting.players, board.first)[-1]:
        course.emit(
            f.SectionsTaken(board.go, tuple(s for s in SECTIONS if not board.sections[s].seat))
        )
        course.emit(f.ActionsBegun(board.first))


def next_in_turn(board: Board) -> str:
    """The player after the one to act, in turn order; empty after the last."""
    order = turn_order(board.setting.players, board.first)
    at = order.index(board.go) + 1
    return order[at] if at < len(order) else ""


def judge_sections(board: Board, seat: str, action: a.ChooseSections) -> Verdict:
    for section, times in Counter(action.sections).items():
        owner = board.sections[section].seat
        if owner or times > 1:
            return NO(
                "section-taken",
                section=section_name(section),
                who=board.setting.name(owner) if owner else ALREADY,
            )
    due = sections_due(board)
    return (
        LEGAL
        if len(action.sections) == due
        else NO("wrong-share", due=due, count=len(action.sections))
    )


def choose_sections(course: Course, seat: str, action: a.ChooseSections) -> None:
    course.emit(f.SectionsTaken(seat, action.sections), f.ChoiceBegun(next_in_turn(course.board)))
    _assign_last_sections(course)


def section_form(board: Board, seat: str) -> Iterator[Template]:
    free, due = tuple(s for s in SECTIONS if not board.sections[s].seat), sections_due(board)
    label = Text("Choose {due} sections to defend", due=due)
    yield entry(label, a.ChooseSections(free[:due]), sections=Field(Text("sections"), choices=free))


MOVES = (
    Move(
        a.ChooseHero, ("heroes",), judge_hero, choose_hero, lambda board, seat: (a.ChooseHero(hero) for hero in HEROES),
        Text("plays {the_hero}"), Text("Choose a hero"),
    ),
    Move(
        a.ChooseSections, ("sections",), judge_sections, choose_sections, lambda board, seat: (),
        Text("defends {letters}"), Text("Choose sections"), forms=section_form,
    ),
)  # fmt: skip
