"""Battles: who fights, and the order of a battle.

declare → others take sides → mercenaries → archers' special attack (TA 1) → losses →
    round: mercenaries → dice → rerolls → losses → speak of the next → round …
"""

from typing import Literal

from domain.kernel.text import joined
from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import INFIDELS, Board
from domain.titles.fief.chapters import declaring
from domain.titles.fief.chapters.declaring import declared
from domain.titles.fief.chapters.forces import combat_points, dice_for, force
from domain.titles.fief.chapters.lords import ally
from domain.titles.fief.chapters.muster import begin_muster
from domain.titles.fief.turn import current_battle, village_refusal
from domain.titles.fief.values import Ground
from domain.titles.fief.words import GROUNDS
from domain.titles.kit import (
    LEGAL,
    Action,
    Course,
    Move,
    Pick,
    Refusals,
    Sentences,
    Text,
    Verdict,
    filled_sentence,
    replace,
)

NO = Refusals("Battles", """
no-lord = Without a lord in {place}, your troops defend themselves but cannot attack.
no-troops = Lords alone cannot attack.
crusade | T 4.2 = Overseas you fight infidels: say how many, and name no family, Souterrain or siege engine.
no-infidels | T 4.2 = Infidels fight overseas only.
no-enemy = Name each family you attack once, not your own.
not-present = {family} has nothing in {place}.
fought-already = You have attacked {foes} in {place} this turn already: what was fought is not declared again before the next turn.
no-walls = A Souterrain or siege engines need walls to overcome.
engines = A family has {engines} siege engines at most.
too-weak = {points} combat points give no die against a {ground}.
in-the-open | | no-walls = There are no walls against you here: the battle is fought in the open in any case.
within-walls = In {place}, {families} stands within the walls: whoever attacks somebody inside attacks the fortification.
no-side = The family has no side to take now.
infidels | T 4.2 = Nobody fights beside infidels.
""")  # fmt: skip
SAID = Sentences("""
crusade = attacks {infidels} infidels in {place}
attack = attacks {families} in {place}{how}
souterrain = , through a Souterrain
outside = , outside the walls
engines = , with {engines} siege engines
weighed = {ours} CP against {theirs}, before mercenaries and allies
""")  # fmt: skip

# -- declaring -------------------------------------------------------------------------------------


def judge_declare(board: Board, seat: str, action: a.DeclareBattle) -> Verdict:
    setting = board.setting
    if action.place not in setting.places:
        return village_refusal(action.place)
    if not board.lords_of(seat, action.place):
        return NO("no-lord", place=board.word("place", action.place))
    if not force(board, seat, action.place).soldiers and not board.families[seat].camp:
        return NO("no-troops")
    if action.place == setting.values.overseas.id:
        crusade = _judge_crusade(action)
        return _judge_fought_once(board, seat, action) if crusade.legal else crusade
    if (targets := _judge_targets(board, seat, action)).legal:
        targets = _judge_fought_once(board, seat, action)
    return _judge_walls(board, seat, action) if targets.legal else targets


def _judge_crusade(action: a.DeclareBattle) -> Verdict:
    wrong = (
        action.against
        or action.souterrain
        or action.engines
        or action.outside
        or not action.infidels
    )
    return NO("crusade") if wrong else LEGAL


def _judge_targets(board: Board, seat: str, action: a.DeclareBattle) -> Verdict:
    if action.infidels:
        return NO("no-infidels")
    if (
        not action.against
        or len(set(action.against)) != len(action.against)
        or seat in action.against
    ):
        return NO("no-enemy")
    for target in action.against:
        if not board.is_present(target, action.place):
            return NO(
                "not-present",
                family=board.word("family", target),
                place=board.word("place", action.place),
            )
    return LEGAL


def _judge_fought_once(board: Board, seat: str, action: a.DeclareBattle) -> Verdict:
    """Refuses an attack on somebody whom the family has attacked there this turn already, if the
    option `fought_once` is set."""
    fought = board.place(action.place).fought.get(seat, ())
    again = [foe for foe in action.against or (INFIDELS,) if foe in fought]
    if not again or not board.setting.options.fought_once:
        return LEGAL
    return NO(
        "fought-already",
        foes=board.setting.families(again),
        place=board.word("place", action.place),
    )


def _judge_walls(board: Board, seat: str, action: a.DeclareBattle) -> Verdict:
    values, ground = board.setting.values, _ground(board, seat, action)
    outside = _judge_outside(board, seat, action) if action.outside else LEGAL
    if not outside.legal:
        return outside
    if ground == "open":
        return NO("no-walls") if action.souterrain or action.engines else LEGAL
    if action.engines > values.engines:
        return NO("engines", engines=values.engines)
    lost = 0 if action.souterrain else max(0, values.fort_penalty.on(ground) - action.engines)
    most = sum(
        _most_points(board, family, action.place)
        for family in board.setting.seats
        if family not in action.against
    )
    return (
        NO("too-weak", points=most, ground=GROUNDS[ground])
        if dice_for(values, most) <= lost
        else LEGAL
    )


def _most_points(board: Board, family: str, place: str) -> int:
    """The combat points that a family could have in a battle at a place, with all mercenaries of
    its camp if it has a lord there."""
    there = force(board, family, place)
    return combat_points(
        board, replace(there, mercenary=board.families[family].camp if there.lords else 0)
    )


def _judge_outside(board: Board, seat: str, action: a.DeclareBattle) -> Verdict:
    """Refuses a battle outside the walls if there are no walls, if the attacker controls them, or
    if an attacked family controls them or is married to the family that does."""
    place = board.place(action.place)
    if place.fort == "open" or place.holder == seat:
        return NO("in-the-open")
    within = [s for s in action.against if s == place.holder or s == ally(board, place.holder)]
    if within:
        return NO(
            "within-walls",
            place=board.word("place", action.place),
            families=board.setting.families(within),
        )
    return LEGAL


def _ground(board: Board, seat: str, action: a.DeclareBattle) -> Ground:
    """The ground of a battle. Walls protect everybody inside, unless the table declares that those
    attacked are outside."""
    place = board.place(action.place)
    if board.setting.is_version_1:
        return place.fort if place.holder in action.against else "open"
    return "open" if action.outside or place.holder in ("", seat) else place.fort


def _must_take_side(board: Board, seat: str, place: str) -> bool:
    """Whether a family must take a side in a battle at a place: it is present there. Version 1 also
    asked families that had only mercenaries there."""
    return board.is_present(seat, place) or (
        board.setting.is_version_1 and board.troops(seat, place).mercenary > 0
    )


def declare_battle(course: Course, seat: str, action: a.DeclareBattle) -> None:
    board: Board = course.board
    sides = {seat, *action.against}
    others = tuple(
        s for s in board.setting.seats if s not in sides and _must_take_side(board, s, action.place)
    )
    ground = "open" if action.infidels else _ground(board, seat, action)
    means = action.infidels, action.souterrain, action.engines
    course.emit(f.BattleBegan(action.place, ground, (seat,), action.against, *means, others))
    if not others:
        begin_muster(course)


def sample_battle(board: Board, seat: str, pick: Pick) -> Action:
    overseas, led = board.setting.values.overseas.id, declaring.led_places(board, seat)
    meetings = [
        (p, s)
        for p in led
        for s in declaring.other_families(board, seat)
        if p != overseas and board.is_present(s, p)
    ]
    if overseas in led and (not meetings or pick((True, False))):
        return a.DeclareBattle(overseas, infidels=pick(range(3, 16)))
    place, target = pick(meetings)
    there = board.place(place)
    if there.fort == "open" or there.holder == seat:
        return a.DeclareBattle(place, (target,))
    if target not in (there.holder, ally(board, there.holder)) and pick((False, True)):
        return a.DeclareBattle(place, (target,), outside=True)
    engines = pick(range(board.setting.values.engines + 1))
    return a.DeclareBattle(
        place, (target,), souterrain=pick((False, False, False, True)), engines=engines
    )


def strengths_in_words(board: Board, seat: str, action: a.DeclareBattle) -> Text:
    sergeant = board.setting.values.troops.sergeant.cp
    ours = combat_points(board, force(board, seat, action.place))
    theirs = (
        sum(combat_points(board, force(board, other, action.place)) for other in action.against)
        or action.infidels * sergeant
    )
    return SAID("weighed", ours=ours, theirs=theirs)


# -- taking sides ----------------------------------------------------------------------------------


def judge_join(board: Board, seat: str, action: a.JoinBattle) -> Verdict:
    battle = board.battle
    if battle is None or battle.stage != "rally" or seat not in battle.waiting:
        return NO("no-side")
    return NO("infidels") if battle.defence.horde and action.side == "defence" else LEGAL


def join_battle(course: Course, seat: str, action: a.JoinBattle) -> None:
    if action.side != "none":
        course.emit(f.BattleJoined(seat, action.side))
    course.emit(f.Spoke(seat))
    if not current_battle(course).waiting:
        begin_muster(course)


def _attack_label(board: Board, action: a.DeclareBattle) -> Text:
    if action.infidels:
        return filled_sentence(SAID["crusade"], action, board)
    means = [
        filled_sentence(SAID[name], action, board)
        for name in ("souterrain", "outside", "engines")
        if getattr(action, name)
    ]
    families, place = board.setting.families(action.against), board.word("place", action.place)
    return SAID("attack", families=families, place=place, how=joined(means, ""))


SIDES: dict[Literal["attack", "defence", "none"], Text] = {
    "attack": Text("joins the attack"),
    "defence": Text("joins the defence"),
    "none": Text("stands aside"),
}
MOVES = (
    declared(
        a.DeclareBattle,
        ("battles",),
        judge=judge_declare,
        do=declare_battle,
        sampler=sample_battle,
        label=_attack_label,
        name=Text("Declare a battle"),
        form=Text("Attack"),
        hint=Text("Where one of your lords stands, and against whom."),
        bounds={"place": {"choices": declaring.led_places}},
        rule=NO.rule,
    ),
    Move(
        a.JoinBattle,
        ("rally",),
        judge_join,
        join_battle,
        lambda board, seat: (a.JoinBattle(side) for side in SIDES),
        lambda board, action: SIDES[action.side],
        Text("Join a battle"),
    ),
)
