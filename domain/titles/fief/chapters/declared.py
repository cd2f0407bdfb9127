"""Events of the base game, which the family concerned declares: lords, marriages, titles, money,
losses, control, the plague.

The expansion has no rules for them. The people at the table judge them; these rules only check that
the places, lords, money and troops exist."""

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import BANK, IN_TURN, TROOP_KINDS, Board, Troops
from domain.titles.fief.chapters import declaring
from domain.titles.fief.chapters.declaring import declared
from domain.titles.fief.chapters.forces import Losses, force
from domain.titles.fief.chapters.lords import (
    ally,
    dissolve_guard,
    judge_own_lord,
    judge_unused_lord,
    kill_lord,
)
from domain.titles.fief.chapters.losses import emit_bombard_losses, emit_losses
from domain.titles.fief.chapters.purchases import (
    judge_own_place,
    judge_shelter,
    price_refusal,
    shelters,
)
from domain.titles.fief.turn import judge_village
from domain.titles.kit import (
    LEGAL,
    Action,
    Course,
    Pick,
    Refusals,
    Sentences,
    Text,
    Verdict,
    accept_any,
    filled_sentence,
)

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

# -- lords, marriages, titles ----------------------------------------------------------------------


def judge_lord(board: Board, seat: str, action: a.DeclareLord) -> Verdict:
    village = judge_village(board, action.place)
    return judge_unused_lord(board, action.lord) if village.legal else village


def sample_lord(board: Board, seat: str, pick: Pick) -> Action:
    return a.DeclareLord(
        pick(declaring.lords_never_in_play(board, seat)),
        pick(declaring.held_places(board, seat) or declaring.villages(board)),
    )


def judge_marriage(board: Board, seat: str, action: a.DeclareMarriage) -> Verdict:
    """The verdict on a marriage: between a lord and a lady of two families, neither of which is
    married to another family already, since each family has one marriage marker (published)."""
    if not (owned := judge_own_lord(board, seat, action.lord)).legal:
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


def sample_marriage(board: Board, seat: str, pick: Pick) -> Action:
    cards = board.setting.lords
    pairs = [
        (mine, theirs)
        for mine in board.lords_of(seat)
        for other in declaring.other_families(board, seat)
        for theirs in declaring.living_lords(board, other)
        if cards[mine].sex != cards[theirs].sex
    ]
    return a.DeclareMarriage(*pick(pairs))


def judge_annulment(board: Board, seat: str, action: a.DeclareAnnulment) -> Verdict:
    owned = judge_own_lord(board, seat, action.lord, free=False)
    if owned.legal and not board.lords[action.lord].spouse:
        return NO("unmarried", name=board.word("lord", action.lord))
    return owned


def judge_title(board: Board, seat: str, action: a.DeclareTitle) -> Verdict:
    if not (owned := judge_own_lord(board, seat, action.lord, free=False)).legal:
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


def take_title(course: Course, seat: str, action: a.DeclareTitle) -> None:
    course.emit(f.TitleTaken(action.lord, action.title))


def judge_title_lost(board: Board, seat: str, action: a.DeclareTitleLost) -> Verdict:
    if not (owned := judge_own_lord(board, seat, action.lord, free=False)).legal:
        return owned
    if action.title not in board.lords[action.lord].titles:
        return NO(
            "no-title",
            name=board.word("lord", action.lord),
            title=board.word("title", action.title),
        )
    return NO("king-for-life") if action.title == board.setting.king else LEGAL


def lose_title(course: Course, seat: str, action: a.DeclareTitleLost) -> None:
    """Emit the loss of a title. If it is the queen's, her guard becomes ordinary troops at once (TA
    3)."""
    if action.title == course.board.setting.queen:
        dissolve_guard(course, action.lord)
    course.emit(f.TitleLost(action.lord, action.title))


def sample_title_lost(board: Board, seat: str, pick: Pick) -> Action:
    living, king = declaring.living_lords(board, seat), board.setting.king
    return a.DeclareTitleLost(
        *pick([(id, title) for id in living for title in board.lords[id].titles if title != king])
    )


def _held_titles(board: Board, seat: str) -> list[str]:
    return [title for id in declaring.living_lords(board, seat) for title in board.lords[id].titles]


# -- deaths and releases ---------------------------------------------------------------------------


def judge_release(board: Board, seat: str, action: a.DeclareRelease) -> Verdict:
    there = board.lords.get(action.lord)
    if there is None or there.captor != seat:
        return NO("not-your-captive", name=board.word("lord", action.lord))
    short = price_refusal(board, there.family, action.amount, "Ransoms")
    return short or judge_shelter(board, there.family, action.place)


def release_captive(course: Course, seat: str, action: a.DeclareRelease) -> None:
    if action.amount:
        course.emit(f.MoneyPaid(course.board.lords[action.lord].family, seat, action.amount))
    course.emit(f.LordFreed(action.lord, action.place))


def sample_release(board: Board, seat: str, pick: Pick) -> Action:
    lord = pick(declaring.lords_held_captive(board, seat))
    family = board.lords[lord].family
    amount = pick(range(min(3, board.families[family].purse) + 1))
    return a.DeclareRelease(lord, pick(shelters(board, family)), amount)


# -- money -----------------------------------------------------------------------------------------


def judge_payment(board: Board, seat: str, action: a.DeclarePayment) -> Verdict:
    if action.to == seat or (action.to != BANK and action.to not in board.families):
        return NO("no-payee")
    return price_refusal(board, seat, action.amount, "Money") or LEGAL


def sample_payment(board: Board, seat: str, pick: Pick) -> Action:
    sums = range(1, min(board.families[seat].purse, 5) + 1)
    return a.DeclarePayment(pick([BANK, *declaring.other_families(board, seat)]), pick(sums))


# -- troops and places -----------------------------------------------------------------------------


def losses_of(action: a.DeclareLosses) -> Losses:
    return Losses(
        action.sergeant, action.knight, action.archer, 0, action.guard_sergeant, action.guard_knight
    )


def judge_losses(board: Board, seat: str, action: a.DeclareLosses) -> Verdict:
    there = force(board, seat, action.place)
    if not (any(losses_of(action).tokens) or action.bombard):
        return NO("nothing")
    if action.cause == "disbanded" and (action.guard_sergeant or action.guard_knight):
        return NO("guard-stays")
    if not there.holds(losses_of(action)) or action.bombard > there.bombard:
        return NO("not-there", place=board.word("place", action.place))
    return LEGAL


def lose_troops(course: Course, seat: str, action: a.DeclareLosses) -> None:
    """Emit the loss of troops. When the last other troop is lost, the bombards are lost with it (TA
    2)."""
    emit_losses(course, seat, action.place, losses_of(action))
    if action.bombard:
        course.emit(f.TroopsLost(seat, action.place, Troops(bombard=action.bombard)))
    if any(losses_of(action).tokens) and not force(course.board, seat, action.place).soldiers:
        emit_bombard_losses(course, seat, action.place)


def sample_losses(board: Board, seat: str, pick: Pick) -> Action:
    place = pick(declaring.places_with_troops(board, seat))
    some = [kind for kind in TROOP_KINDS if getattr(board.troops(seat, place), kind)]
    return a.DeclareLosses(place, **{pick(some): 1}, cause=pick(("disaster", "disbanded")))


def judge_control(board: Board, seat: str, action: a.DeclareControl) -> Verdict:
    if not (village := judge_village(board, action.place)).legal:
        return village
    name, holder = board.word("place", action.place), board.place(action.place).holder
    if holder == seat:
        return NO("held", place=name)
    if not board.is_present(seat, action.place):
        return NO("not-present", place=name)
    if holder and board.is_present(holder, action.place):
        return NO("defended", family=board.word("family", holder), place=name)
    return LEGAL


def sample_control(board: Board, seat: str, pick: Pick) -> Action:
    there = dict.fromkeys(
        [*declaring.led_places(board, seat), *declaring.places_with_troops(board, seat)]
    )
    return a.DeclareControl(pick([id for id in there if board.place(id).holder != seat]))


def judge_cession(board: Board, seat: str, action: a.DeclareCession) -> Verdict:
    held = judge_own_place(board, seat, action.place)
    if held.legal and (
        action.to == seat
        or action.to not in board.families
        or not board.is_present(action.to, action.place)
    ):
        return NO("nobody-there", place=board.word("place", action.place))
    return held


def sample_cession(board: Board, seat: str, pick: Pick) -> Action:
    held, others = declaring.held_places(board, seat), declaring.other_families(board, seat)
    return a.DeclareCession(
        *pick([(place, to) for place in held for to in others if board.is_present(to, place)])
    )


def judge_plague(board: Board, seat: str, action: a.DeclarePlague) -> Verdict:
    if action.bishopric in declaring.bishoprics(board, seat):
        return LEGAL
    return NO("no-bishopric", bishopric=action.bishopric)


def spread_plague(course: Course, seat: str, action: a.DeclarePlague) -> None:
    villages = course.board.setting.values.villages
    course.emit(
        f.PlagueSpread(
            action.bishopric, tuple(v.id for v in villages if v.bishopric == action.bishopric)
        )
    )


def _purse(board: Board, seat: str) -> int:
    return board.families[seat].purse


MOVES = (
    declared(
        a.DeclareLord,
        ("cards",),
        judge=judge_lord,
        do=lambda course, seat, action: course.emit(f.LordEntered(action.lord, seat, action.place)),
        sampler=sample_lord,
        label=Text("declares that {lord} enters play in {place}"),
        name=Text("Declare a new lord"),
        form=Text("A lord enters play"),
        hint=Text("A lord card that you play: who, and where he or she enters."),
        bounds={"lord": {"choices": declaring.lords_never_in_play}},
        rule="Lords",
    ),
    declared(
        a.DeclareMarriage,
        ("oyez",),
        judge=judge_marriage,
        do=lambda course, seat, action: course.emit(f.Married(action.lord, action.spouse)),
        sampler=sample_marriage,
        label=Text("declares the marriage of {lord} and {spouse}"),
        name=Text("Declare a marriage"),
        form=Text("Marriage"),
        hint=Text("A marriage that both families agreed to at the table."),
        rule="Marriages",
    ),
    declared(
        a.DeclareAnnulment,
        ("oyez",),
        judge=judge_annulment,
        do=lambda course, seat, action: course.emit(
            f.MarriageEnded(action.lord, course.board.lords[action.lord].spouse)
        ),
        sampler=lambda board, seat, pick: a.DeclareAnnulment(
            pick([id for id in declaring.living_lords(board, seat) if board.lords[id].spouse])
        ),
        label=Text("declares the marriage of {lord} annulled"),
        name=Text("Declare an annulment"),
        form=Text("Annulment"),
        hint=Text("A marriage that was annulled at the table."),
        rule="Marriages",
    ),
    declared(
        a.DeclareTitle,
        ("oyez", "cards", "purchases"),
        judge=judge_title,
        do=take_title,
        sampler=lambda board, seat, pick: a.DeclareTitle(
            pick(declaring.living_lords(board, seat)), pick(declaring.free_titles(board, seat))
        ),
        label=Text("declares {lord} {title}"),
        name=Text("Declare a title"),
        form=Text("Title"),
        hint=Text("A title that one of your lords has received, kings and queens aside."),
        rule="Titles",
    ),
    declared(
        a.DeclareTitleLost,
        IN_TURN,
        judge=judge_title_lost,
        do=lose_title,
        sampler=sample_title_lost,
        label=Text("declares that {lord} is no longer {title}"),
        name=Text("Declare a title lost"),
        form=Text.pgettext("declare-title-lost", "Title lost"),
        hint=Text("A title that one of your living lords has lost."),
        bounds={"title": {"choices": _held_titles}},
        aside=True,
    ),
    declared(
        a.DeclareIncome,
        IN_TURN,
        judge=accept_any,
        do=lambda course, seat, action: course.emit(f.MoneyReceived(seat, action.amount)),
        sampler=lambda board, seat, pick: a.DeclareIncome(pick(range(6, 16))),
        label=Text("declares an income of {amount:écu|écus}"),
        name=Text("Declare income"),
        form=Text("Income"),
        hint=Text("Everything you take from the bank: count it at the table and enter the sum."),
        bounds={"amount": {"least": 1}},
        aside=True,
    ),
    declared(
        a.DeclarePayment,
        IN_TURN,
        judge=judge_payment,
        do=lambda course, seat, action: course.emit(f.MoneyPaid(seat, action.to, action.amount)),
        sampler=sample_payment,
        label=Text("declares a payment of {amount:écu|écus} to {to}"),
        name=Text("Declare a payment"),
        form=Text("Payment"),
        hint=Text("Écus that leave your purse: dowries, mills, titles, bargains."),
        bounds={"amount": {"least": 1, "most": _purse}},
        aside=True,
    ),
    declared(
        a.DeclareLosses,
        IN_TURN,
        judge=judge_losses,
        do=lose_troops,
        sampler=sample_losses,
        label=lambda board, action: filled_sentence(SAID[action.cause], action, board),
        name=Text("Declare losses"),
        form=Text("Losses"),
        hint=Text(
            "Troops lost to a disaster, or disbanded. Losses in battles and revolts are entered there."
        ),
        aside=True,
    ),
    declared(
        a.DeclareDeath,
        IN_TURN,
        judge=lambda board, seat, action: judge_own_lord(board, seat, action.lord, free=False),
        do=lambda course, seat, action: kill_lord(course, action.lord),
        sampler=lambda board, seat, pick: a.DeclareDeath(pick(declaring.living_lords(board, seat))),
        label=Text("declares the death of {lord}"),
        name=Text("Declare a death"),
        form=Text("Death of a lord"),
        hint=Text("One of your lords who died outside a battle."),
        aside=True,
    ),
    declared(
        a.DeclareControl,
        IN_TURN,
        judge=judge_control,
        do=lambda course, seat, action: course.emit(f.ControlTaken(action.place, seat)),
        sampler=sample_control,
        label=Text("declares control of {place}"),
        name=Text("Declare control"),
        form=Text("Control of a village"),
        hint=Text("A village where you are, and its holder no longer is."),
        aside=True,
    ),
    declared(
        a.DeclareCession,
        IN_TURN,
        judge=judge_cession,
        do=lambda course, seat, action: course.emit(f.ControlTaken(action.place, action.to)),
        sampler=sample_cession,
        label=Text("cedes {place} to {to}"),
        name=Text("Declare a cession"),
        form=Text("Cede a village"),
        hint=Text("A village you give to a family that is present there."),
        aside=True,
    ),
    declared(
        a.DeclarePlague,
        ("cards",),
        judge=judge_plague,
        do=spread_plague,
        sampler=lambda board, seat, pick: a.DeclarePlague(pick(declaring.bishoprics(board, seat))),
        label=Text("declares the plague in bishopric {bishopric}"),
        name=Text("Declare a plague"),
        form=Text("Plague"),
        hint=Text("The bishopric that the card names; losses are entered by each family."),
        rule="2.3.3",
    ),
    declared(
        a.DeclareRelease,
        (*IN_TURN, "ransom"),
        judge=judge_release,
        do=release_captive,
        sampler=sample_release,
        label=Text("releases {lord} for {amount:écu|écus}"),
        name=Text("Declare a release"),
        form=Text("Release a captive"),
        hint=Text("A captive you let go, and the sum that was agreed."),
        bounds={"lord": {"choices": declaring.lords_held_captive}},
        aside=True,
    ),
)
