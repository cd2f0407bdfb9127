"""The pillage step, and the end of a turn, of a scenario and of the campaign.

In the rule text: "Etape de Pillage" (a heading alone), the introduction (the enemy's aim),
"Structure d'un Tour", the save sheet at the end of each scenario. Enemies in the city plunder it;
the defenders loot the slain (A-CV-18); the fortress falls once enemies are in a city without a keep
or without a defender (A-CV-19)."""

from collections import Counter
from collections.abc import Iterator

from domain.titles.convicted import actions as a, facts as f
from domain.titles.convicted.actions import Band
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.chapters.declaring import OURS, declaration_move, random_band
from domain.titles.convicted.chapters.requirements import (
    need_developed,
    need_in_box,
    need_payable,
    need_present,
)
from domain.titles.convicted.facts import DefendersLost, Gained, InvadersLost
from domain.titles.convicted.field import at_place
from domain.titles.convicted.setup import prepare_turn
from domain.titles.convicted.values import Goods, band_totals
from domain.titles.kit import Course, Move, Pick, Refusals, Text, Verdict, accept_any, first_refusal

NO = Refusals("Etape de Pillage", """
nothing = Say what the enemy does in the city.
not-there = The {building} is at level {level}; it cannot lose {times}.
looted | | no-loot = Nothing to loot: the dead have been looted this turn.
nobody-slain | | no-loot = Nothing to loot: the enemy lost nobody this turn.
nothing-gained | | no-loot = Nothing to loot: say what is gained.
""")  # fmt: skip


def last_turn(board: Board) -> int:
    """The number of the last turn of the scenario."""
    campaign = board.setting.values.campaign
    return min(board.scenario * campaign.turns_per_scenario, campaign.turns)


def has_fallen(board: Board) -> bool:
    """Whether the fortress has fallen: enemies are in the city, and it has no keep or no defender
    is left."""
    return bool(board.inside) and (not board.buildings["keep"] or not board.defender_count())


def judge_ravage(board: Board, seat: str, action: a.Ravage) -> Verdict:
    lost, slain = band_totals(action.losses), band_totals(action.enemies_lost)
    if not (action.plundered.total or action.razed or lost or slain):
        return NO("nothing")
    for building, times in Counter(action.razed).items():
        level = board.buildings[building]
        if times > level:
            return NO("not-there", building=board.setting.named(building), level=level, times=times)
    return first_refusal(
        need_payable(board, action.plundered),
        need_present(board, board.city, lost, at_place("city")),
        need_present(board, board.inside, slain, at_place("city")),
    )


def ravage(course: Course, seat: str, action: a.Ravage) -> None:
    if action.plundered.total:
        course.emit(f.Plundered(action.plundered))
    for building in action.razed:
        course.emit(f.BuildingRazed(building, course.board.buildings[building] - 1))
    course.emit(
        *(DefendersLost("city", unit, count) for unit, count in band_totals(action.losses).items())
    )
    course.emit(
        *(InvadersLost(unit, count) for unit, count in band_totals(action.enemies_lost).items())
    )


def sample_ravage(board: Board, seat: str, pick: Pick) -> a.Ravage | None:
    if not board.inside:
        return None
    plundered = Goods(wood=pick.rng.randint(0, board.stock.wood))
    standing = [b for b, n in board.buildings.items() if n]
    razed = (pick(standing),) if standing and pick.rng.random() < 0.4 else ()
    lost, slain = random_band(pick.rng, board.city, 2), random_band(pick.rng, board.inside, 3)
    if not (plundered.total or razed or lost or slain):
        slain = (Band(min(board.inside), 1),)
    return a.Ravage(plundered, razed, lost, slain)


def judge_loot(board: Board, seat: str, action: a.Loot) -> Verdict:
    if board.looted or not board.slain or not action.goods.total:
        return NO("looted" if board.looted else "nothing-gained" if board.slain else "nobody-slain")
    return first_refusal(
        need_developed(board, action.goods), need_in_box(board, "resources", action.goods.total)
    )


def sample_loot(board: Board, seat: str, pick: Pick) -> a.Loot | None:
    if board.looted or not board.slain or not board.box["resources"]:
        return None
    return a.Loot(Goods(wood=pick.rng.randint(1, min(3, board.box["resources"]))))


def end(course: Course, seat: str, action: a.EndPillage) -> None:
    board: Board = course.board
    course.emit(f.TurnSurvived(board.turn))
    if board.turn < last_turn(board):
        prepare_turn(course, first_of_all=False)
        return
    whole = board.turn == board.setting.values.campaign.turns
    course.emit(
        f.ScenarioEnded("redeemed" if whole else "survived"), f.SheetWritten(board.sheets + 1)
    )


def offer_end(board: Board, seat: str) -> Iterator[a.EndPillage]:
    if seat != ENEMY:
        yield a.EndPillage()


PILLAGE = ("pillage",)
MOVES = (
    declaration_move(
        a.Ravage,
        PILLAGE,
        judge=judge_ravage,
        do=ravage,
        sampler=sample_ravage,
        bounds=OURS,
        label=Text("ravages the city: {plundered} taken, {razed} razed"),
        name=Text("Ravage the city"),
        form=Text.pgettext("moves", "Ravage the city"),
        hint=Text("What the enemies in the city take and destroy, by your table."),
    ),
    declaration_move(
        a.Loot,
        PILLAGE,
        judge=judge_loot,
        do=lambda course, seat, action: course.emit(f.Looted(), Gained(action.goods)),
        sampler=sample_loot,
        label=Text("loots {goods}"),
        name=Text("Loot"),
        form=Text("Loot the slain"),
        hint=Text("What the slain leave behind, by your table; once a turn."),
    ),
    Move(
        a.EndPillage,
        PILLAGE,
        accept_any,
        end,
        offer_end,
        Text("ends the pillage step"),
        Text("End the pillage"),
        passing=True,
    ),
)
