"""Happenings of the base game, declared by the family they concern: lords, marriages, titles,
money, losses, control, the plague.

The expansion does not rule them: the table has, and the record checks that places, lords, money and
troops are there.
"""

from domain.titles.fief import actions as a, forms
from domain.titles.fief.battle.forces import Losses, force
from domain.titles.fief.battle.losses import fell, fell_bombards
from domain.titles.fief.board import BANK, IN_TURN, TROOP_KINDS, Board, Troops
from domain.titles.fief.facts import realm as f, troops as t
from domain.titles.fief.forms import declared
from domain.titles.fief.lords import ally, free_card, kill, own_lord, stand_down
from domain.titles.fief.realm.purchases import cannot_pay, judge_held, judge_shelter, shelters
from domain.titles.fief.turn import judge_village
from domain.titles.kit import LEGAL, Action, Course, Refusals, Sentences, Text, Verdict, free

NO = Refusals("Marriages", """
no-spouse = {name} is no living lord of another family.
same-sex = A lord marries a lady.
married = {family} is allied by marriage already.
unmarried = {name} is not married.
unknown-title | Titles | no-title = There is no title {title}.
title-taken | Titles = {name} is {title}.
no-title | Titles = {name} is not {title}.
crown | TA 3 = Record an election or a coronation, with its guard.
king-for-life | TA 3 = A king is king until he dies.
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

# -- lords, marriages, titles
# -----------------------------------------------------------------------------------------


def judge_lord(board: Board, seat: str, action: a.DeclareLord) -> Verdict:
    village = judge_village(board, action.place)
    return free_card(board, action.lord) if village.legal else village


def suggest_lord(board: Board, seat: str, pick: forms.Pick) -> Action:
    return a.DeclareLord(
        pick(forms.free_cards(board, seat)), pick(forms.held(board, seat) or forms.villages(board))
    )


def judge_marriage(board: Board, seat: str, action: a.DeclareMarriage) -> Verdict:
    """A lord and a lady of two families that are not yet allied (each family has one marriage
    marker, published)."""
    if not (owned := own_lord(board, seat, action.lord)).legal:
        return owned
    spouse = board.lords.get(action.spouse)
    if spouse is None or spouse.dead or spouse.family == seat:
        return NO("no-spouse", name=board.word("lord", action.spouse))
    cards = board.setting.lords
    if cards[action.lord].sex == cards[action.spouse].sex:
        return NO("same-sex")
    for family in (seat, spouse.family):
        if ally(board, family):
            return NO("married", family=board.word("family", family))
    return LEGAL


def suggest_marriage(board: Board, seat: str, pick: forms.Pick) -> Action:
    cards = board.setting.lords
    pairs = [
        (mine, theirs)
        for mine in board.lords_of(seat)
        for other in forms.others(board, seat)
        for theirs in forms.living(board, other)
        if cards[mine].sex != cards[theirs].sex
    ]
    return a.DeclareMarriage(*pick(pairs))


def judge_annulment(board: Board, seat: str, action: a.DeclareAnnulment) -> Verdict:
    owned = own_lord(board, seat, action.lord, free=False)
    if owned.legal and not board.lords[action.lord].spouse:
        return NO("unmarried", name=board.word("lord", action.lord))
    return owned


def judge_title(board: Board, seat: str, action: a.DeclareTitle) -> Verdict:
    if not (owned := own_lord(board, seat, action.lord, free=False)).legal:
        return owned
    if (card := board.setting.titles.get(action.title)) is None:
        return NO("unknown-title", title=action.title)
    if card.kind in ("king", "queen"):
        return NO("crown")
    held = board.holder_of(action.title)
    return (
        NO("title-taken", name=board.word("lord", held), title=board.word("title", action.title))
        if held
        else LEGAL
    )


def title(course: Course, seat: str, action: a.DeclareTitle) -> None:
    course.tell(f.TitleTaken(action.lord, action.title))


def judge_title_lost(board: Board, seat: str, action: a.DeclareTitleLost) -> Verdict:
    if not (owned := own_lord(board, seat, action.lord, free=False)).legal:
        return owned
    if action.title not in board.lords[action.lord].titles:
        return NO(
            "no-title",
            name=board.word("lord", action.lord),
            title=board.word("title", action.title),
        )
    return NO("king-for-life") if action.title == board.setting.king else LEGAL


def lose_title(course: Course, seat: str, action: a.DeclareTitleLost) -> None:
    """Take the title away; TA 3: a queen's guard becomes ordinary troops at once."""
    if action.title == course.board.setting.queen:
        stand_down(course, action.lord)
    course.tell(f.TitleLost(action.lord, action.title))


def suggest_title_lost(board: Board, seat: str, pick: forms.Pick) -> Action:
    living, king = forms.living(board, seat), board.setting.king
    return a.DeclareTitleLost(
        *pick([(id, title) for id in living for title in board.lords[id].titles if title != king])
    )


def _held_titles(board: Board, seat: str) -> list[str]:
    return [title for id in forms.living(board, seat) for title in board.lords[id].titles]


# -- deaths and releases
# ----------------------------------------------------------------------------------------------


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


# -- money -----------------------------------------------------------------------------------------


def judge_payment(board: Board, seat: str, action: a.DeclarePayment) -> Verdict:
    if action.to == seat or (action.to != BANK and action.to not in board.families):
        return NO("no-payee")
    return cannot_pay(board, seat, action.amount, "Money") or LEGAL


def suggest_payment(board: Board, seat: str, pick: forms.Pick) -> Action:
    sums = range(1, min(board.families[seat].purse, 5) + 1)
    return a.DeclarePayment(pick([BANK, *forms.others(board, seat)]), pick(sums))


# -- troops and places -----------------------------------------------------------------------------


def lost(action: a.DeclareLosses) -> Losses:
    return Losses(
        action.sergeant, action.knight, action.archer, 0, action.guard_sergeant, action.guard_knight
    )


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
    if held.legal and (
        action.to == seat
        or action.to not in board.families
        or not board.present(action.to, action.place)
    ):
        return NO("nobody-there", place=board.word("place", action.place))
    return held


def suggest_cession(board: Board, seat: str, pick: forms.Pick) -> Action:
    held, others = forms.held(board, seat), forms.others(board, seat)
    return a.DeclareCession(
        *pick([(place, to) for place in held for to in others if board.present(to, place)])
    )


def judge_plague(board: Board, seat: str, action: a.DeclarePlague) -> Verdict:
    if action.bishopric in forms.bishoprics(board, seat):
        return LEGAL
    return NO("no-bishopric", bishopric=action.bishopric)


def plague(course: Course, seat: str, action: a.DeclarePlague) -> None:
    villages = course.board.setting.values.villages
    course.tell(
        f.PlagueSpread(
            action.bishopric, tuple(v.id for v in villages if v.bishopric == action.bishopric)
        )
    )


def _purse(board: Board, seat: str) -> int:
    return board.families[seat].purse


MOVES = (
    declared(
        a.DeclareLord, ("cards",), judge_lord,
        lambda course, seat, action: course.tell(f.LordEntered(action.lord, seat, action.place)), suggest_lord,
        Text("declares that {lord} enters play in {place}"), Text("Declare a new lord"), Text("A lord enters play"),
        Text("A lord card that you play: who, and where he or she enters."), rule="Lords", choose={"lord": forms.free_cards},
    ),
    declared(
        a.DeclareMarriage, ("oyez",), judge_marriage,
        lambda course, seat, action: course.tell(f.Married(action.lord, action.spouse)), suggest_marriage,
        Text("declares the marriage of {lord} and {spouse}"), Text("Declare a marriage"), Text("Marriage"),
        Text("A marriage that both families agreed to at the table."), rule="Marriages",
    ),
    declared(
        a.DeclareAnnulment, ("oyez",), judge_annulment,
        lambda course, seat, action: course.tell(f.MarriageEnded(action.lord, course.board.lords[action.lord].spouse)),
        lambda board, seat, pick: a.DeclareAnnulment(pick([id for id in forms.living(board, seat) if board.lords[id].spouse])),
        Text("declares the marriage of {lord} annulled"), Text("Declare an annulment"), Text("Annulment"),
        Text("A marriage that was annulled at the table."), rule="Marriages",
    ),
    declared(
        a.DeclareTitle, ("oyez", "cards", "purchases"), judge_title, title,
        lambda board, seat, pick: a.DeclareTitle(pick(forms.living(board, seat)), pick(forms.free_titles(board, seat))),
        Text("declares {lord} {title}"), Text("Declare a title"), Text("Title"),
        Text("A title that one of your lords has received, kings and queens aside."), rule="Titles",
    ),
    declared(
        a.DeclareTitleLost, IN_TURN, judge_title_lost, lose_title, suggest_title_lost,
        Text("declares that {lord} is no longer {title}"), Text("Declare a title lost"),
        Text("Title lost", context="declare-title-lost"), Text("A title that one of your living "
            "lords has lost."),
        choose={"title": _held_titles},
    ),
    declared(
        a.DeclareIncome, IN_TURN, free, lambda course, seat, action: course.tell(f.MoneyReceived(seat, action.amount)),
        lambda board, seat, pick: a.DeclareIncome(pick(range(6, 16))), Text("declares an income "
            "of {amount:écu|écus}"),
        Text("Declare income"), Text("Income"), Text("Everything you take from the bank: count it "
            "at the table and enter the sum."),
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
        Text("Troops lost to a disaster, or disbanded. Losses in battles and revolts are entered "
            "there."),
    ),
    declared(
        a.DeclareDeath, IN_TURN, lambda board, seat, action: own_lord(board, seat, action.lord, free=False),
        lambda course, seat, action: kill(course, action.lord),
        lambda board, seat, pick: a.DeclareDeath(pick(forms.living(board, seat))), Text("declares the death of {lord}"),
        Text("Declare a death"), Text("Death of a lord"), Text("One of your lords who died "
            "outside a battle."),
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
