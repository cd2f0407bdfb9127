"""What a seat may do now: buttons for what can be listed, templates with one legal example for what cannot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from domain.games.convicted import actions as a
from domain.games.convicted.board import ENEMY, Board
from domain.games.convicted.contract import ConvictedRules
from domain.games.convicted.field import BUILDINGS, GATE, HEROES, SECTIONS, SLOTS, Place, sentence
from domain.games.convicted.preparation.setup import choosing
from domain.games.convicted.preparation.town import gatherable, trainable
from domain.games.convicted.say_actions import say
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.siege.forms import template
from domain.games.convicted.siege.proposals import SIEGE, timely
from domain.games.convicted.siege.stages import revealed
from domain.rules.ruleset import Choice, Field, Legal, Template
from domain.rules.text import Text

TRIES = 12
"""How many proposals of a kind are looked at for a legal example: one drawn at random may miss what can be done."""

PLACES: tuple[Place, ...] = (*SECTIONS, "city")


def legal(rules: ConvictedRules, board: Board, seat: str) -> Legal:
    """Everything on offer to a seat; nothing if it may not act."""
    if seat not in rules.to_act(board):
        return Legal()
    choices = tuple(
        Choice(action, Text(sentence(label.en), sentence(label.fr)))
        for action in _listable(board, seat)
        if rules.judge(board, seat, action).legal
        for label in (say(board, action),)
    )
    return Legal(choices, tuple(_templates(rules, board, seat)))


def _listable(board: Board, seat: str) -> Iterator[a.ConvictedAction]:
    """Candidates for buttons; those that are not legal now fall away."""
    if board.step == "heroes":
        yield from (a.ChooseHero(hero) for hero in HEROES)
    elif board.step == "actions":
        yield from works(board)
    elif board.step == "deployment":
        if seat == ENEMY and not revealed(board):
            yield sa.RevealEnemies()
        elif seat == ENEMY:
            yield from (sa.Deploy(side, ()) for side, front in board.fronts.items() if not front.deployed)
        else:
            yield from (sa.Preach(section) for section in SECTIONS)
            yield sa.BeginAssault()
            yield from _rites(board)
    elif board.step == "assault":
        yield sa.CloseStage(board.stage)
        if seat != ENEMY:
            yield from _rites(board)
    elif board.step == "pillage" and seat != ENEMY:
        yield sa.EndPillage()


def works(board: Board) -> Iterator[a.ConvictedAction]:
    """The actions of period II that can be listed."""
    for section in SECTIONS:
        level = board.sections[section].level + 1
        if level < len(board.setting.levels[section]):
            yield a.Fortify(section, level)
        yield a.Repair(section, 1)
    yield a.Repair(GATE, 1, gate=True)
    for slot in SLOTS:
        yield a.Flood(slot) if board.ring[slot] else a.Dig(slot)
    yield from (a.Build(building, board.buildings[building] + 1) for building in BUILDINGS)
    yield a.Research()
    yield from (a.Gather(resource) for resource in gatherable(board))
    yield a.EndActions()


def _rites(board: Board) -> Iterator[a.ConvictedAction]:
    for spell in board.setting.spells:
        yield sa.Cast(spell)
        yield sa.Cast(spell, extra=True)
    yield from (sa.Bless(blessing) for blessing in board.setting.blessings)


def training(board: Board, seat: str) -> Iterator[a.Train | a.Enlist]:
    """Every unit and engine that can be had, at every place, one at a time; and the Deserter's."""
    setting = board.setting
    ours = [unit for unit in (*setting.troops, *setting.engines) if trainable(board, unit).legal]
    deserter = board.heroes.get(seat) == "deserter" and "deserter" not in board.used
    for unit in ours:
        for place in PLACES:
            yield a.Train(unit, (place,))
            if deserter and unit in setting.troops:
                yield a.Enlist(unit, place)


def _templates(rules: ConvictedRules, board: Board, seat: str) -> Iterator[Template]:
    if board.step == "sections":
        free, due = tuple(s for s in SECTIONS if not board.sections[s].seat), choosing(board)
        label = Text(f"Choose {due} sections to defend", f"Choisir {due} sections à défendre")
        one = Field(Text("sections", "sections"), choices=free)
        yield Template("choose-sections", label, {"sections": one}, a.ChooseSections(free[:due]))
    elif board.step == "actions":
        yield from _training(rules, board, seat)
    else:
        for kind, propose in SIEGE.items():
            if board.step not in rules.steps[kind] or kind in (sa.Bless, sa.Preach) or not timely(board, kind):
                continue
            proposed = (propose(board, seat, Random(n)) for n in range(TRIES))
            example = next((one for one in proposed if one is not None and rules.judge(board, seat, one).legal), None)
            if example is not None:
                yield template(board, example)
        if board.step in rules.steps[sa.RollDice]:
            yield template(board, sa.RollDice("d6"))


def _training(rules: ConvictedRules, board: Board, seat: str) -> Iterator[Template]:
    """One template for training and one for the Deserter, each if anything of the kind is legal."""
    found: dict[type, list[a.Train | a.Enlist]] = {a.Train: [], a.Enlist: []}
    for candidate in training(board, seat):
        if rules.judge(board, seat, candidate).legal:
            found[type(candidate)].append(candidate)
    for kind, label in (
        (a.Train, Text("Train units or build a siege engine", "Entraîner des unités ou construire un engin de siège")),
        (a.Enlist, Text("Train the Deserter's additional unit", "Entraîner l'unité supplémentaire du Déserteur")),
    ):
        if found[kind]:
            units = tuple(dict.fromkeys(x.unit for x in found[kind]))
            places = Field(Text("places", "emplacements"), choices=PLACES)
            fields = {"unit": Field(Text("unit", "unité"), choices=units), "places" if kind is a.Train else "place": places}
            yield Template("train" if kind is a.Train else "enlist", label, fields, found[kind][0])
