"""TA 1.1 to TA 1.2.1: the archers before the first round of a battle.

Each side chooses without knowing the other's choice; then both roll at once. A special attack rolls
a battle die, with +1 for each archer beyond the number that it needs. An aimed shot from besieged
walls rolls one ordinary die."""

from collections.abc import Iterator

from domain.titles.contract.chance import Ask
from domain.titles.contract.types import Slot
from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import SIDES, Battle, Board, SideName
from domain.titles.fief.chapters.forces import army, captain
from domain.titles.fief.chapters.lords import kill_lord
from domain.titles.fief.turn import current_battle
from domain.titles.fief.words import GROUNDS
from domain.titles.kit import LEGAL, Course, Refusals, Sentences, Text, Verdict

Shot = a.Volley | a.AimAtLord | a.HoldFire

NO = Refusals("TA 1.1", """
shot-already = Archers attack specially once a turn in a place; those of {families} have done so in this one.
too-few-archers = A special attack needs {need} archers here ({ground}); your side has {have}.
not-besieged | TA 1.2.1 = Only archers who defend a castle or a city may aim at a lord.
souterrain | TA 1.2.1 = Nobody can be aimed at while the attack comes through a Souterrain.
no-archers | TA 1.2.1 | too-few-archers = No archer defends the walls.
not-attacking | TA 1.2.1 = {name} is no attacking lord.
no-battle = The family fights in no battle.
too-late = Archers make their special attack once, before the first round.
not-asked = It is not your turn to speak for the archers.
other-battle = This is battle {number} of the session: say so with what the archers do.
""")  # fmt: skip
DICE = Sentences("""
attack = battle dice of the attack
defence = battle dice of the defence
aim = die of the aimed shot
""")
NO_LORD = Text("Nobody")


def archers_able(board: Board, battle: Battle, side: SideName) -> int:
    """How many archers of a side, from all its families, can still make a special attack. Attacking
    archers can make one a turn in a place."""
    spent = (
        board.place(battle.place).shot
        if side == "attack" and board.setting.options.fought_once
        else ()
    )
    return sum(
        board.troops(family, battle.place).archer
        for family in battle.side(side).families
        if family not in spent
    )


def archers_needed(board: Board, battle: Battle, side: SideName) -> int:
    """The number of archers that a special attack needs (TA 1.2). Walls raise it for the attack
    only, and not if a Souterrain lifts that (an option)."""
    least = board.setting.values.archer_min
    lifted = battle.souterrain and board.setting.options.souterrain_lifts_archer_minimum
    return least.on(battle.ground) if side == "attack" and not lifted else least.open


def may_shoot(board: Board, battle: Battle, side: SideName) -> bool:
    """Whether a side has enough archers for a special attack."""
    return archers_able(board, battle, side) >= max(1, archers_needed(board, battle, side))


def begin_arrows(course: Course) -> bool:
    """Let the battle wait for the captains whose archers can shoot. Returns whether there are
    any."""
    board, battle = course.board, current_battle(course)
    if able := tuple(
        captain(board, battle, side) for side in SIDES if may_shoot(board, battle, side)
    ):
        course.emit(f.StageBegan("arrows", able))
    return bool(able)


# -- choosing --------------------------------------------------------------------------------------


def judge_volley(board: Board, seat: str, action: a.Volley) -> Verdict:
    battle, side = board.battle, _side(board, seat)
    if battle is None or side is None:
        return NO("no-battle")
    have, need = archers_able(board, battle, side), archers_needed(board, battle, side)
    if have >= need:
        return _judge_shot_time(board, battle, seat, action)
    spent = [
        s
        for s in battle.side(side).families
        if s in board.place(battle.place).shot and board.troops(s, battle.place).archer
    ]
    if side == "attack" and spent and board.setting.options.fought_once:
        return NO("shot-already", families=board.setting.families(spent))
    ground = GROUNDS[battle.ground if side == "attack" else "open"]
    return NO.under("TA 1.2" if need > 1 else NO.rule)(
        "too-few-archers", need=need, ground=ground, have=have
    )


def judge_aim(board: Board, seat: str, action: a.AimAtLord) -> Verdict:
    """The verdict on an aimed shot: from besieged walls only, at an attacking lord, and not if the
    attack comes through a Souterrain (TA 1.2.1)."""
    battle, side = board.battle, _side(board, seat)
    if battle is None or side is None:
        return NO("no-battle")
    if side != "defence" or battle.ground == "open":
        return NO("not-besieged")
    if battle.souterrain:
        return NO("souterrain")
    if not archers_able(board, battle, side):
        return NO("no-archers")
    if action.lord not in army(board, battle, battle.attack).lords:
        return NO("not-attacking", name=board.word("lord", action.lord) if action.lord else NO_LORD)
    return _judge_shot_time(board, battle, seat, action)


def judge_hold_fire(board: Board, seat: str, action: a.HoldFire) -> Verdict:
    return (
        NO("no-battle")
        if board.battle is None
        else _judge_shot_time(board, board.battle, seat, action)
    )


def _side(board: Board, seat: str) -> SideName | None:
    return board.battle.side_of(seat) if board.battle else None


def _judge_shot_time(board: Board, battle: Battle, seat: str, action: Shot) -> Verdict:
    if battle.round or battle.stage in ("loose", "reroll", "losses"):
        return NO("too-late")
    if battle.stage != "arrows" or seat not in battle.waiting:
        return NO("not-asked")
    return NO("other-battle", number=board.battles) if action.battle != board.battles else LEGAL


def offer_aims(board: Board, seat: str) -> Iterator[a.AimAtLord]:
    """An aimed shot at each attacking lord."""
    battle = board.battle
    return (
        a.AimAtLord(lord, board.battles)
        for lord in (army(board, battle, battle.attack).lords if battle else ())
    )


# -- hiding ----------------------------------------------------------------------------------------


def shot_slot(board: Board) -> Slot | None:
    battle = board.battle
    if (
        battle is None
        or battle.stage != "arrows"
        or not battle.waiting
        or board.setting.is_version_1
    ):
        return None
    return Slot(f"arrows {board.battles}", battle.waiting)


def sides_with_secret_shot(board: Board) -> tuple[SideName, ...]:
    """The sides that have chosen what their archers do, while the battle still waits for the other
    side. Their choice is secret."""
    battle = board.battle
    if battle is None or battle.stage != "arrows" or board.setting.is_version_1:
        return ()
    return tuple(side for side in SIDES if battle.side(side).shot)


def are_shots_public(board: Board, number: int) -> bool:
    """Whether the archers' choices in battle `number` are public. Battles of version 1 have number
    0, and their choices were never secret."""
    if number != board.battles:
        return number < board.battles
    return (
        not number
        or board.battle is None
        or board.battle.stage not in ("rally", "muster", "arrows")
        or board.battle.round > 0
    )


# -- shooting --------------------------------------------------------------------------------------


def choose_shot(course: Course, seat: str, action: Shot) -> None:
    side, number = current_battle(course).side_of(seat) or "attack", course.board.battles
    if isinstance(action, a.AimAtLord):
        course.emit(f.ShotChosen(side, "aim", action.lord, number))
    else:
        course.emit(
            f.ShotChosen(side, "volley" if isinstance(action, a.Volley) else "none", battle=number)
        )
    course.emit(f.Spoke(seat))


def reveal_shots(course: Course) -> bool:
    """If both sides had a choice, emit what they chose. Returns whether the dice of their shots are
    rolled by a further action (`FightRound`): only if a side shoots. The last choice cannot roll
    them, because the request for dice would show its player, before the choice is entered, what
    the other side has chosen."""
    battle = current_battle(course)
    attack, defence = battle.attack, battle.defence
    if course.board.setting.is_version_1 or not (attack.shot and defence.shot):
        return False
    course.emit(
        f.ShotsShown("volley" if attack.shot == "volley" else "none", defence.shot, defence.target)
    )
    if attack.shot == "none" and defence.shot == "none":
        return False
    course.emit(f.StageBegan("loose", (captain(course.board, battle, "attack"),)))
    return True


def roll_shots(course: Course) -> None:
    """Roll both sides' shots at once, and kill lords that are hit. A bombard can reroll the die of
    a special attack, but not of an aimed shot."""
    board, battle = course.board, current_battle(course)
    values = board.setting.values
    asks: list[tuple[SideName, Ask]] = []
    for side in SIDES:
        shot = battle.side(side).shot
        if shot == "volley":
            asks.append((side, Ask("arrows", DICE[side], 1, values.die_faces, True)))
        elif shot == "aim":
            asks.append(
                (side, Ask("aim", DICE["aim"], 1, tuple(range(1, values.aim.sides + 1)), True))
            )
    for (side, _), (face,) in zip(asks, course.chance.ask(*(ask for _, ask in asks)), strict=True):
        if battle.side(side).shot == "aim":
            course.emit(f.AimRolled(side, int(face)))
            if int(face) in values.aim.kills:
                kill_lord(course, battle.side(side).target)
        else:
            bonus = archers_able(board, battle, side) - archers_needed(board, battle, side)
            course.emit(
                f.DiceRolled(
                    side, (int(face),), bonus, army(board, battle, battle.side(side)).bombard
                )
            )
