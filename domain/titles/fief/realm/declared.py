"""Happenings of the base game, declared by the family they concern.

The expansion does not rule them: the table has, and the record checks that places, lords, money and troops are there.
"""

from __future__ import annotations

from domain.titles.fief import actions as a
from domain.titles.fief import forms
from domain.titles.fief.battle.forces import Losses, force
from domain.titles.fief.battle.losses import fell, fell_bombards
from domain.titles.fief.board import BANK, IN_TURN, TROOP_KINDS, Board, Troops
from domain.titles.fief.facts import realm as f
from domain.titles.fief.facts import troops as t
from domain.titles.fief.forms import declared
from domain.titles.fief.lords import kill, own_lord
from domain.titles.fief.realm.purchases import cannot_pay, judge_held, judge_shelter, shelters
from domain.titles.fief.turn import judge_village
from domain.titles.kit import LEGAL, Action, Course, Refusals, Sentences, Text, Verdict, free

NO = Refusals("Marriages", """
not-your-captive | Ransoms = {name} is not your captive.
no-payee | Money = Pay another family, or the bank.
nothing | Losses = Say which troops are lost.
guard-stays | TA 3 = The royal guard always goes with its sovereign: it is never disbanded.
not-there | Losses = You do not have these troops in {place}.
held | Control = You control {place} already.
not-present | Control = You have nothing in {place}.
defended | Control = {family} still stands in {place}.
nobody-there | Control | not-present = Cede {place} to another family that is there.
no-bishopric | 2.3.3 = There is no bishopric {bishopric}.
""")  # fmt: skip
SAID = Sentences("""
disbanded = disbands troops in {place}: {what}
disaster = declares losses in {place}: {what}
""")  # fmt: skip

# -- lords and titles --------------------------------------------------------------------------------------------------


def judge_release(board: Board, seat: str, action: a.DeclareRelease) -> Verdict:
    there = board.lords.get(action.lord)
    if there is None or there.captor != seat:
        return NO("not-your-captive", name=board.word("lord", action.lord))
    short = cannot_pay(board, there.family, action.amount, "Ransoms")
    return short or judge_shelter(board, there.family, action.place)


def release(course: Course, seat: str, action: a.DeclareRelease) -> None:
    if action.amount:
        course.tell(f.MoneyPaid(course.board.lords[action.lord].family, seat, action.amount))
    course.tell(f.LordFreed(action.lord, action.place))


def suggest_release(board: Board, seat: str, pick: forms.Pick) -> Action:
    lord = pick(forms.captives(board, seat))
    family = board.lords[lord].family
    amount = pick(range(min(3, board.families[family].purse) + 1))
    return a.DeclareRelease(lord, pick(shelters(board, family)), amount)


# -- money -------------------------------------------------------------------------------------------------------------


def judge_payment(board: Board, seat: str, action: a.DeclarePayment) -> Verdict:
    if action.to == seat or (action.to != BANK and action.to not in board.families):
        return NO("no-payee")
    return cannot_pay(board, seat, action.amount, "Money") or LEGAL


def suggest_payment(board: Board, seat: str, pick: forms.Pick) -> Action:
    sums = range(1, min(board.families[seat].purse, 5) + 1)
    return a.DeclarePayment(pick([BANK, *forms.others(board, seat)]), pick(sums))


# -- troops and places -------------------------------------------------------------------------------------------------


def lost(action: a.DeclareLosses) -> Losses:
    return Losses(action.sergeant, action.knight, action.archer, 0, action.guard_sergeant, action.guard_knight)


def judge_losses(board: Board, seat: str, action: a.DeclareLosses) -> Verdict:
    there = force(board, seat, action.place)
    if not (any(lost(action).tokens) or action.bombard):
        return NO("nothing")
    if action.cause == "disbanded" and (action.guard_sergeant or action.guard_knight):
        return NO("guard-stays")
    if not there.holds(lost(action)) or action.bombard > there.bombard:
        return NO("not-there", place=board.word("place", action.place))
    return LEGAL


def losses(course: Course, seat: str, action: a.DeclareLosses) -> None:
    """The troops are taken off; bombards do not outlive the last other troop (TA 2)."""
    fell(course, seat, action.place, lost(action))
    if action.bombard:
        course.tell(t.TroopsLost(seat, action.place, Troops(bombard=action.bombard)))
    if any(lost(action).tokens) and not force(course.board, seat, action.place).soldiers:
        fell_bombards(course, seat, action.place)


def suggest_losses(board: Board, seat: str, pick: forms.Pick) -> Action:
    place = pick(forms.garrisons(board, seat))
    some = [kind for kind in TROOP_KINDS if getattr(board.troops(seat, place), kind)]
    return a.DeclareLosses(place, **{pick(some): 1}, cause=pick(("disaster", "disbanded")))


def judge_control(board: Board, seat: str, action: a.DeclareControl) -> Verdict:
    if not (village := judge_village(board, action.place)).legal:
        return village
    name, holder = board.word("place", action.place), board.place(action.place).holder
    if holder == seat:
        return NO("held", place=name)
    if not board.present(seat, action.place):
        return NO("not-present", place=name)
    if holder and board.present(holder, action.place):
        return NO("defended", family=board.word("family", holder), place=name)
    return LEGAL


def suggest_control(board: Board, seat: str, pick: forms.Pick) -> Action:
    there = dict.fromkeys([*forms.led_places(board, seat), *forms.garrisons(board, seat)])
    return a.DeclareControl(pick([id for id in there if board.place(id).holder != seat]))


def judge_cession(board: Board, seat: str, action: a.DeclareCession) -> Verdict:
    held = judge_held(board, seat, action.place)
    if held.legal and (action.to == seat or action.to not in board.families or not board.present(action.to, action.place)):
        return NO("nobody-there", place=board.word("place", action.place))
    return held


def suggest_cession(board: Board, seat: str, pick: forms.Pick) -> Action:
    held, others = forms.held(board, seat), forms.others(board, seat)
    return a.DeclareCession(*pick([(place, to) for place in held for to in others if board.present(to, place)]))


def judge_plague(board: Board, seat: str, action: a.DeclarePlague) -> Verdict:
    if action.bishopric in forms.bishoprics(board, seat):
        return LEGAL
    return NO("no-bishopric", bishopric=action.bishopric)


def plague(course: Course, seat: str, action: a.DeclarePlague) -> None:
    villages = course.board.setting.values.villages
    course.tell(f.PlagueSpread(action.bishopric, tuple(v.id for v in villages if v.bishopric == action.bishopric)))


def _purse(board: Board, seat: str) -> int:
    return board.families[seat].purse


MOVES = (
    declared(
        a.DeclareIncome, IN_TURN, free, lambda course, seat, action: course.tell(f.MoneyReceived(seat, action.amount)),
        lambda board, seat, pick: a.DeclareIncome(pick(range(6, 16))), Text("declares an income of {amount:écu|écus}"),
        Text("Declare income"), Text("Income"), Text("Everything you take from the bank: count it at the table and enter the sum."),
    ),
    declared(
        a.DeclarePayment, IN_TURN, judge_payment,
        lambda course, seat, action: course.tell(f.MoneyPaid(seat, action.to, action.amount)), suggest_payment,
        Text("declares a payment of {amount:écu|écus} to {to}"), Text("Declare a payment"), Text("Payment"),
        Text("Écus that leave your purse: dowries, mills, titles, bargains."), most={"amount": _purse},
    ),
    declared(
        a.DeclareLosses, IN_TURN, judge_losses, losses, suggest_losses, lambda board, action: SAID.of(action.cause, action, board),
        Text("Declare losses"), Text("Losses"),
        Text("Troops lost to a disaster, or disbanded. Losses in battles and revolts are entered there."),
    ),
    declared(
        a.DeclareDeath, IN_TURN, lambda board, seat, action: own_lord(board, seat, action.lord, free=False),
        lambda course, seat, action: kill(course, action.lord),
        lambda board, seat, pick: a.DeclareDeath(pick(forms.living(board, seat))), Text("declares the death of {lord}"),
        Text("Declare a death"), Text("Death of a lord"), Text("One of your lords who died outside a battle."),
    ),
    declared(
        a.DeclareControl, IN_TURN, judge_control, lambda course, seat, action: course.tell(f.ControlTaken(action.place, seat)),
        suggest_control, Text("declares control of {place}"), Text("Declare control"), Text("Control of a village"),
        Text("A village where you are, and its holder no longer is."),
    ),
    declared(
        a.DeclareCession, IN_TURN, judge_cession, lambda course, seat, action: course.tell(f.ControlTaken(action.place, action.to)),
        suggest_cession, Text("cedes {place} to {to}"), Text("Declare a cession"), Text("Cede a village"),
        Text("A village you give to a family that is present there."),
    ),
    declared(
        a.DeclarePlague, ("cards",), judge_plague, plague,
        lambda board, seat, pick: a.DeclarePlague(pick(forms.bishoprics(board, seat))),
        Text("declares the plague in bishopric {bishopric}"), Text("Declare a plague"), Text("Plague"),
        Text("The bishopric that the card names; losses are entered by each family."), rule="2.3.3",
    ),
    declared(
        a.DeclareRelease, (*IN_TURN, "ransom"), judge_release, release, suggest_release,
        Text("releases {lord} for {amount:écu|écus}"), Text("Declare a release"), Text("Release a captive"),
        Text("A captive you let go, and the sum that was agreed."), choose={"lord": forms.captives},
    ),
)  # fmt: skip
