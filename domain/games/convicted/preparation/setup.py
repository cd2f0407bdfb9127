"""Choice of heroes, set-up, and period I: preparation of a turn and choice of sections.

In the rule text: "Choix des Héros", "Mise en Place", "Période de Préparation".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.games.convicted import actions as a
from domain.games.convicted import facts as f
from domain.games.convicted.board import ENEMY, Board, Options
from domain.games.convicted.field import HERO_NAMES, HEROES, SECTIONS, section_name
from domain.games.convicted.values import Goods
from domain.kit import Fact
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, BadOpening, Resolution, SeatSpec, Verdict, illegal
from domain.rules.text import Text, listed

Table = Resolution[Board, Fact]


def seats(players: int | None, options: Options) -> tuple[SeatSpec, ...]:
    """One seat a player, and the besiegers'. A sheet brings its players; otherwise two are the default."""
    expected = len(options.sheet.heroes) if options.sheet else 2
    count = expected if players is None else players
    if not 1 <= count <= 4:
        raise BadOpening(
            "/players",
            f"The Convicted is a cooperative game for 1 to 4 players; {count} cannot play it.",
            f"The Convicted est un jeu coopératif pour 1 à 4 joueurs ; on ne peut pas y jouer à {count}.",
        )
    if options.sheet and count != expected:
        raise BadOpening(
            "/players",
            f"The save sheet is a campaign of {expected} players; {count} cannot go on with it.",
            f"La Feuille de Sauvegarde est celle d'une campagne à {expected} joueurs ; on ne peut pas la reprendre à {count}.",
        )
    people = tuple(SeatSpec(f"p{n}", "player", Text(f"Player {n}", f"Joueur {n}")) for n in range(1, count + 1))
    return (*people, SeatSpec(ENEMY, "automa", Text("The enemy", "L'ennemi")))


def setup(table: Table) -> None:
    """The set-up: from a sheet everything on it and the next turn; otherwise the start of "Mise en Place", up to the heroes."""
    board = table.board
    values, options = board.setting.values, board.setting.options
    if options.sheet is not None:
        table.tell(f.ScenarioOpened(options.scenario, options.sheet.turn, from_sheet=True))
        prepare_turn(table, first_of_all=False)
        return
    table.tell(f.ScenarioOpened(options.scenario, (options.scenario - 1) * values.campaign.turns_per_scenario + 1))
    table.tell(*(f.BuildingRaised(building, level) for building, level in values.start.buildings.items() if level))
    many = len(board.setting.players) - 1
    spearmen, wood = values.start.garrison_per_section[many], values.start.wood[many]
    if spearmen:
        table.tell(*(f.UnitsPosted(section, values.start.garrison, spearmen) for section in SECTIONS))
    if wood:
        table.tell(f.Gained(Goods(wood=wood)))


def prepare_turn(table: Table, first_of_all: bool) -> None:
    """Period I. The very first preparation moves neither the turn marker nor the first player's (A-CV-2, A-CV-3)."""
    board = table.board
    players = board.setting.players
    turn, first = board.turn, board.first
    if not first_of_all:
        turn, first = turn + 1, players[(players.index(first) + 1) % len(players)]
    share = dict(zip(turn_order(players, first), board.setting.values.sharing.markers[len(players) - 1], strict=True))
    table.tell(f.TurnPrepared(turn, first, tuple(share[p] for p in players)), f.ChoiceBegun(first))
    _take_the_rest(table)


def turn_order(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The players clockwise from the first."""
    at = players.index(first)
    return players[at:] + players[:at]


def choosing(board: Board) -> int:
    """How many sections the seat whose choice it is has to take."""
    order = turn_order(board.setting.players, board.first)
    return board.setting.values.sharing.sections[len(order) - 1][order.index(board.go)]


def _take_the_rest(table: Table) -> None:
    """Whoever chooses last has no choice: the sections that are left are his; then the first player's actions begin."""
    board = table.board
    if board.go == turn_order(board.setting.players, board.first)[-1]:
        table.tell(f.SectionsTaken(board.go, tuple(s for s in SECTIONS if not board.sections[s].seat)))
        table.tell(f.ActionsBegun(board.first))


def following(board: Board) -> str:
    """The player after the one whose turn it is; empty after the last."""
    order = turn_order(board.setting.players, board.first)
    at = order.index(board.go) + 1
    return order[at] if at < len(order) else ""


def _judge_hero(board: Board, seat: str, action: a.ChooseHero) -> Verdict:
    taken = board.seat_of(action.hero)
    if not taken:
        return LEGAL
    name, owner = HERO_NAMES[action.hero], board.setting.name(taken)
    free = listed(tuple(HERO_NAMES[h] for h in HEROES if not board.seat_of(h)), Text("nobody", "personne"))
    return illegal(
        "hero-taken",
        "Choix des Héros",
        f"There is one card of {name.en} and {owner.en} has it; still free: {free.en}.",
        f"Il n'y a qu'une carte pour {name.fr}, et {owner.fr} l'a prise ; encore libres : {free.fr}.",
    )


def _choose_hero(table: Table, seat: str, action: a.ChooseHero, chance: Chance) -> None:
    table.tell(f.HeroChosen(seat, action.hero))
    players = table.board.setting.players
    if len(table.board.heroes) < len(players):
        return
    first = players[0]
    if len(players) > 1:
        first = str(chance.draw("first-player", Text("first player", "premier joueur"), players)[0])
    table.tell(f.FirstPlayerDrawn(first))
    prepare_turn(table, first_of_all=True)


def _judge_sections(board: Board, seat: str, action: a.ChooseSections) -> Verdict:
    for section, times in Counter(action.sections).items():
        owner, name = board.sections[section].seat, section_name(section)
        if owner or times > 1:
            who = board.setting.name(owner) if owner else Text("this choice already", "ce choix déjà")
            return illegal(
                "section-taken",
                "Période de Préparation",
                f"A section has one defender: {name.en} is with {who.en}.",
                f"Une section n'a qu'un défenseur : {name.fr} est à {who.fr}.",
            )
    due = choosing(board)
    if len(action.sections) != due:
        return illegal(
            "wrong-share",
            "Période de Préparation",
            f"You choose {due} sections to defend, not {len(action.sections)}.",
            f"Vous choisissez {due} sections à défendre, et non {len(action.sections)}.",
        )
    return LEGAL


def _choose_sections(table: Table, seat: str, action: a.ChooseSections, chance: Chance) -> None:
    table.tell(f.SectionsTaken(seat, action.sections), f.ChoiceBegun(following(table.board)))
    _take_the_rest(table)


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {a.ChooseHero: _judge_hero, a.ChooseSections: _judge_sections}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.ChooseHero: _choose_hero,
    a.ChooseSections: _choose_sections,
}
