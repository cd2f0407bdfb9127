"""Choice of heroes and set-up. In the rule text: "Choix des Héros", "Mise en Place"."""

from __future__ import annotations

from domain.kernel.text import listed
from domain.titles.convicted import actions as a
from domain.titles.convicted.board import ENEMY, Board, Options
from domain.titles.convicted.facts import preparation as f
from domain.titles.convicted.field import HERO_NAMES, HEROES, SECTIONS
from domain.titles.convicted.preparation.sections import prepare_turn
from domain.titles.convicted.values import Goods
from domain.titles.convicted.words import NOBODY
from domain.titles.kit import LEGAL, BadOpening, Course, Move, Refusals, SeatSpec, Text, Verdict

NO = Refusals("Choix des Héros", """
hero-taken = There is one card of {hero} and {owner} has it; still free: {free}.
""")  # fmt: skip


def seats(players: int | None, options: Options) -> tuple[SeatSpec, ...]:
    expected = len(options.sheet.heroes) if options.sheet else 2
    count = expected if players is None else players
    if not 1 <= count <= 4:
        raise BadOpening(
            "/players",
            Text("The Convicted is a cooperative game for 1 to 4 players; {count} cannot play it.", count=count),
        )
    if options.sheet and count != expected:
        raise BadOpening(
            "/players",
            Text("The save sheet is a campaign of {expected} players; {n} cannot go on with it.", expected=expected, n=count),
        )
    people = tuple(SeatSpec(f"p{n}", "player", Text("Player {n}", n=n)) for n in range(1, count + 1))
    return (*people, SeatSpec(ENEMY, "automa", Text("The enemy")))


def set_up(course: Course) -> None:
    """The set-up: from a sheet everything on it and the next turn; otherwise the start of "Mise en Place", up to the heroes."""
    board: Board = course.board
    values, options = board.setting.values, board.setting.options
    if options.sheet is not None:
        course.tell(f.ScenarioOpened(options.scenario, options.sheet.turn, from_sheet=True))
        prepare_turn(course, first_of_all=False)
        return
    course.tell(f.ScenarioOpened(options.scenario, (options.scenario - 1) * values.campaign.turns_per_scenario + 1))
    course.tell(*(f.BuildingRaised(building, level) for building, level in values.start.buildings.items() if level))
    many = len(board.setting.players) - 1
    spearmen, wood = values.start.garrison_per_section[many], values.start.wood[many]
    if spearmen:
        course.tell(*(f.UnitsPosted(section, values.start.garrison, spearmen) for section in SECTIONS))
    if wood:
        course.tell(f.Gained(Goods(wood=wood)))


def judge_hero(board: Board, seat: str, action: a.ChooseHero) -> Verdict:
    taken = board.seat_of(action.hero)
    if not taken:
        return LEGAL
    free = listed(tuple(HERO_NAMES[h] for h in HEROES if not board.seat_of(h)), NOBODY)
    return NO("hero-taken", hero=HERO_NAMES[action.hero], owner=board.setting.name(taken), free=free)


def choose_hero(course: Course, seat: str, action: a.ChooseHero) -> None:
    course.tell(f.HeroChosen(seat, action.hero))
    players = course.board.setting.players
    if len(course.board.heroes) < len(players):
        return
    first = players[0]
    if len(players) > 1:
        first = str(course.chance.draw("first-player", Text("first player"), players)[0])
    course.tell(f.FirstPlayerDrawn(first))
    prepare_turn(course, first_of_all=True)


MOVES = (
    Move(
        a.ChooseHero, ("heroes",), judge_hero, choose_hero, lambda board, seat: (a.ChooseHero(hero) for hero in HEROES),
        Text("plays {the_hero}"), Text("Choose a hero"),
    ),
)  # fmt: skip
