"""The frame of period III: the enemy's deployment, the order of the fourteen stages, and the end of
the assault.

In the rule text: "Structure d'un Tour", "Zones du champ de bataille". That stage 14 lowers the
enemy's morale, and that the stages then start again, comes from other publications (see README);
the initial morale is catalog data."""

from collections.abc import Iterator
from functools import partial

from domain.titles.convicted import actions as a, facts as f
from domain.titles.convicted.actions import Band
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.chapters.declaring import band_fields, declaration_move
from domain.titles.convicted.chapters.requirements import need_in_box
from domain.titles.convicted.field import ENEMY_TAKES, SIDES, STAGES, Side, phase_of
from domain.titles.convicted.values import band_totals
from domain.titles.kit import (
    LEGAL,
    Bounds,
    Course,
    Move,
    Pick,
    Refusals,
    Sampler,
    Text,
    Verdict,
    first_refusal,
)

NO = Refusals("Structure d'un Tour", """
not-this-stage = This belongs to stage {stages}; stage {stage} ({phase}) is being played.
already-revealed | Période de Siège = The enemy cards of this turn are turned over already.
not-revealed | Période de Siège = Turn over the enemy cards first: they say who comes against which side.
already-deployed | Zone de Déploiement = Side {side} is deployed already.
other-people | Ennemis = Against side {side} come the {people} and siege engines of the enemy: {kind} is neither.
not-deployed | Zone de Déploiement = The enemy is placed in all four deployment zones before the assault.
stage-order = The stages are played in order, 1 to {last}: stage {stage} is being played, not {given}.
""")  # fmt: skip


def are_enemies_revealed(board: Board) -> bool:
    """Whether the enemy cards of this turn are turned over."""
    return bool(board.fronts["N"].people)


def to_act(board: Board) -> tuple[str, ...]:
    players, enemy = board.setting.players, (ENEMY,)
    if board.step == "deployment":
        if not are_enemies_revealed(board):
            heretic = board.seat_of("heretic")
            return (heretic, ENEMY) if heretic and not board.preached else enemy
        return players if all(front.deployed for front in board.fronts.values()) else enemy
    if board.step == "pillage":
        return (*players, ENEMY) if board.inside else players
    takes = board.setting.values.stages[board.stage - 1].takes
    theirs = sum(1 for kind in takes if kind in ENEMY_TAKES)
    if not theirs:
        return players
    return enemy if theirs == len(takes) else (*players, ENEMY)


def need_stage_taking(board: Board, kind: str) -> Verdict:
    """Refuse unless the current stage takes results of this kind."""
    if board.stage_takes(kind):
        return LEGAL
    when = [
        n for n, stage in enumerate(board.setting.values.stages, start=1) if kind in stage.takes
    ]
    return NO(
        "not-this-stage",
        stages=", ".join(map(str, when)),
        stage=board.stage,
        phase=phase_of(board.stage)[1],
    )


def reveal(course: Course, seat: str, action: a.RevealEnemies) -> None:
    deck = [p.id for p in course.board.setting.values.peoples]
    label = Text("enemy cards for N, E, S, W")
    cards = course.chance.draw("enemy-cards", label, deck, len(SIDES))
    course.emit(
        *(f.PeopleRevealed(side, str(card)) for side, card in zip(SIDES, cards, strict=True))
    )


def offer_reveal(board: Board, seat: str) -> Iterator[a.RevealEnemies]:
    if seat == ENEMY and not are_enemies_revealed(board):
        yield a.RevealEnemies()


def judge_deploy(board: Board, seat: str, action: a.Deploy) -> Verdict:
    front, setting = board.fronts[action.side], board.setting
    if not front.people:
        return NO("not-revealed")
    if front.deployed:
        return NO("already-deployed", side=action.side)
    troops = band_totals(action.troops)
    for unit in troops:
        foe = setting.foes.get(unit)
        if not (foe and foe.people == front.people) and unit not in setting.besieging:
            return NO(
                "other-people",
                side=action.side,
                people=setting.named(front.people),
                kind=setting.named(unit),
            )
    engines = sum(n for unit, n in troops.items() if unit in setting.engines)
    return first_refusal(
        need_in_box(board, "enemies", sum(troops.values()) - engines),
        need_in_box(board, "engines", engines),
    )


def deploy(course: Course, seat: str, action: a.Deploy) -> None:
    course.emit(
        *(
            f.EnemiesDeployed(action.side, unit, count)
            for unit, count in band_totals(action.troops).items()
        )
    )
    course.emit(f.SideDeployed(action.side))


def offer_deployments(board: Board, seat: str) -> Iterator[a.Deploy]:
    if seat == ENEMY and are_enemies_revealed(board):
        yield from (
            a.Deploy(side, ()) for side, front in board.fronts.items() if not front.deployed
        )


def sample_deploy(board: Board, seat: str, pick: Pick) -> a.Deploy:
    return sample_troops(
        pick([s for s in SIDES if not board.fronts[s].deployed]), board, seat, pick
    )


def sample_troops(side: Side, board: Board, seat: str, pick: Pick) -> a.Deploy:
    setting, left = board.setting, board.box
    foes = [id for id in board.besieger_kinds(side) if id in setting.foes]
    most, stack = 4 + board.turn, {}
    if left["enemies"] >= most * len(foes):
        stack = {unit: pick.rng.randint(0, most) for unit in foes}
    if left["engines"] >= 2:
        stack[pick(setting.besieging)] = pick.rng.randint(0, 2)
    return a.Deploy(side, tuple(Band(unit, n) for unit, n in stack.items() if n))


def deployment_forms(board: Board) -> Iterator[tuple[Sampler, Bounds]]:
    """For each side that is not deployed yet, a sampler and the bounds of its form, with the pieces
    that can come against that side."""
    for side in SIDES:
        if not board.fronts[side].deployed:
            theirs = {"within": band_fields(partial(besieger_kinds, side))}
            yield partial(sample_troops, side), {"side": {"choices": (side,)}, "troops": theirs}


def besieger_kinds(side: Side, board: Board, seat: str) -> tuple[str, ...]:
    return board.besieger_kinds(side)


def offer_beginning(board: Board, seat: str) -> Iterator[a.BeginAssault]:
    if seat != ENEMY:
        yield a.BeginAssault()


def judge_close(board: Board, seat: str, action: a.CloseStage) -> Verdict:
    return (
        LEGAL
        if action.stage == board.stage
        else NO("stage-order", last=STAGES, stage=board.stage, given=action.stage)
    )


def close_stage(course: Course, seat: str, action: a.CloseStage) -> None:
    """Emit the beginning of the next stage. After the last stage morale falls; then stage 1 of a
    new round begins or, without morale or enemies outside, the assault ends."""
    board: Board = course.board
    if board.stage < STAGES:
        course.emit(f.StageOpened(board.round, board.stage + 1))
        return
    course.emit(f.SquadsDissolved())
    morale = max(0, board.morale - board.setting.values.siege.morale_per_round)
    course.emit(f.MoraleSet(morale))
    outside = any(front.deployment or front.assault for front in course.board.fronts.values())
    if morale and outside:
        course.emit(f.StageOpened(board.round + 1, 1))
    else:
        course.emit(f.AssaultEnded("cleared" if not outside else "routed"))


MOVES = (
    Move(
        a.RevealEnemies,
        ("deployment",),
        lambda board, seat, action: (
            NO("already-revealed") if are_enemies_revealed(board) else LEGAL
        ),
        reveal,
        offer_reveal,
        Text("turns over the enemy cards"),
        Text("Reveal the enemies"),
    ),
    declaration_move(
        a.Deploy,
        ("deployment",),
        judge=judge_deploy,
        do=deploy,
        sampler=sample_deploy,
        label=Text("deploys before {side}: {forces}"),
        name=Text("Deploy"),
        form=Text("Deploy side {side}: {people}"),
        hint=Text(
            "Place the enemies that their card gives this side, then enter them; none if it gives none."
        ),
        offers=offer_deployments,
        apart=deployment_forms,
    ),
    Move(
        a.BeginAssault,
        ("deployment",),
        lambda board, seat, action: (
            LEGAL if all(front.deployed for front in board.fronts.values()) else NO("not-deployed")
        ),
        lambda course, seat, action: course.emit(
            f.MoraleSet(course.board.setting.values.siege.morale), f.StageOpened(1, 1)
        ),
        offer_beginning,
        Text("begins the assault step"),
        Text("Begin the assault"),
        passing=True,
    ),
    Move(
        a.CloseStage,
        ("assault",),
        judge_close,
        close_stage,
        lambda board, seat: (a.CloseStage(board.stage),),
        Text("ends stage {stage}"),
        Text("Close a stage"),
        passing=True,
    ),
)
