"""What makes the moment of a scenario impossible: turn, step, who is to act, and what a step has to have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.convicted.board import Board
from domain.games.convicted.field import SECTIONS, STAGES
from domain.games.convicted.preparation.setup import turn_order
from domain.rules.invariants import above, at, below, exactly, unknown
from domain.rules.text import Text

PLAYER = Text("a player of this game", "un joueur de cette partie")
HERO = Text("the hero of", "le héros de")
SIEGE = ("deployment", "assault", "pillage")


def moment(board: Board) -> Iterator[Text]:
    """Everything that is wrong with it."""
    yield from chain(_calendar(board), _ending(board), _stage(board))
    if board.step == "heroes":
        yield from _choice_of_heroes(board)
        return
    players = board.setting.players
    wrong = [*exactly(board.heroes, players, PLAYER, HERO), *unknown([board.first], players, PLAYER)]
    wrong += exactly(board.markers, players, PLAYER, Text("the action markers of", "les marqueurs d'action de"))
    yield from wrong or chain(_whose(board), _shares(board))


def _calendar(board: Board) -> Iterator[Text]:
    campaign = board.setting.values.campaign
    if board.scenario != board.setting.options.scenario:
        yield Text(f"this is no scenario {board.scenario}", f"ce n'est pas le scénario {board.scenario}")
    first = (board.setting.options.scenario - 1) * campaign.turns_per_scenario + 1
    turn = [(Text("turn", "tour"), board.turn)]
    yield from below(turn, first)
    yield from above(turn, min(first + campaign.turns_per_scenario - 1, campaign.turns))


def _ending(board: Board) -> Iterator[Text]:
    yield from unknown([board.ending] if board.ending else (), ("survived", "redeemed", "fallen"), Text("an ending", "une fin"))
    if bool(board.ending) != (board.step == "over"):
        yield Text(
            "a scenario is over once it has ended, and not before", "un scénario est terminé quand il a une fin, et pas avant"
        )


def _stage(board: Board) -> Iterator[Text]:
    """The assault has rounds and stages, and what is declared in them."""
    stage, morale = [(Text("stage", "stade"), board.stage)], [(Text("morale", "moral"), board.morale)]
    if board.step == "assault":
        yield from chain(below(stage, 1), above(stage, STAGES))
        yield from below([(Text("round", "round"), board.round)], 1)
        yield from below(morale, 1)
    elif board.step != "over":
        yield from above(stage, 0)
        if board.begun or board.declared:
            yield Text("declared results outside the assault", "des résultats déclarés hors de l'assaut")
    yield from chain(below(stage), below(morale, -1), above(morale, board.setting.values.siege.morale))
    yield from below([(Text("round", "round"), board.round)])
    yield from below(((at("declared", key, key), count) for key, count in board.declared.items()), 1)
    if board.preached:
        yield from unknown([board.preached], SECTIONS, Text("a section of the fortress", "une section de la forteresse"))
    if board.inside and board.step not in ("assault", "pillage", "over"):
        yield Text("enemies in the city without a siege", "des ennemis dans la ville sans siège")
    peoples = [bool(front.people) for front in board.fronts.values()]
    deployed = [front.deployed for front in board.fronts.values()]
    if any(peoples) and (not all(peoples) or board.step not in (*SIEGE, "over")):
        yield Text(
            "enemy cards are turned over for all sides, in the siege", "les cartes d'ennemis se retournent de tous côtés, au siège"
        )
    if board.step in ("assault", "pillage") and not all(deployed):
        yield Text("an assault before all sides are deployed", "un assaut avant que tous les côtés soient déployés")


def _choice_of_heroes(board: Board) -> Iterator[Text]:
    if len(board.heroes) >= len(board.setting.players):
        yield Text("every player has chosen a hero already", "chaque joueur a déjà choisi un héros")
    if board.go or board.first:
        yield Text("nobody is first before the heroes are chosen", "personne n'est premier avant le choix des héros")


def _whose(board: Board) -> Iterator[Text]:
    if board.step in ("sections", "actions"):
        yield from unknown([board.go], board.setting.players, PLAYER)
    elif board.go:
        yield Text(f"it is not for {board.go} alone to act", f"ce n'est pas à {board.go} seul d'agir")


def _shares(board: Board) -> Iterator[Text]:
    """Sections are chosen in turn order, so many each; then every one has its defender."""
    order = turn_order(board.setting.players, board.first)
    if board.step == "sections" and board.go in order:
        order = order[: order.index(board.go)]
    shares = board.setting.values.sharing.sections[len(board.setting.players) - 1]
    for seat in board.setting.players:
        has = sum(section.seat == seat for section in board.sections.values())
        due = shares[turn_order(board.setting.players, board.first).index(seat)] if seat in order else 0
        if has != due:
            yield Text(f"{seat} defends {has} sections instead of {due}", f"{seat} défend {has} sections au lieu de {due}")
