"""Lords who enter play, marriages and titles, as the table declares them."""

from __future__ import annotations

from domain.titles.fief import actions as a
from domain.titles.fief import forms
from domain.titles.fief.board import IN_TURN, Board
from domain.titles.fief.facts import realm as f
from domain.titles.fief.forms import declared
from domain.titles.fief.lords import ally, free_card, own_lord, stand_down
from domain.titles.fief.turn import judge_village
from domain.titles.kit import LEGAL, Action, Course, Refusals, Text, Verdict

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
""")  # fmt: skip


def judge_lord(board: Board, seat: str, action: a.DeclareLord) -> Verdict:
    village = judge_village(board, action.place)
    return free_card(board, action.lord) if village.legal else village


def suggest_lord(board: Board, seat: str, pick: forms.Pick) -> Action:
    return a.DeclareLord(pick(forms.free_cards(board, seat)), pick(forms.held(board, seat) or forms.villages(board)))


def judge_marriage(board: Board, seat: str, action: a.DeclareMarriage) -> Verdict:
    """A lord and a lady of two families that are not yet allied (each family has one marriage marker, published)."""
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
    return NO("title-taken", name=board.word("lord", held), title=board.word("title", action.title)) if held else LEGAL


def title(course: Course, seat: str, action: a.DeclareTitle) -> None:
    course.tell(f.TitleTaken(action.lord, action.title))


def judge_title_lost(board: Board, seat: str, action: a.DeclareTitleLost) -> Verdict:
    if not (owned := own_lord(board, seat, action.lord, free=False)).legal:
        return owned
    if action.title not in board.lords[action.lord].titles:
        return NO("no-title", name=board.word("lord", action.lord), title=board.word("title", action.title))
    return NO("king-for-life") if action.title == board.setting.king else LEGAL


def lose_title(course: Course, seat: str, action: a.DeclareTitleLost) -> None:
    """Take the title away; TA 3: a queen's guard becomes ordinary troops at once."""
    if action.title == course.board.setting.queen:
        stand_down(course, action.lord)
    course.tell(f.TitleLost(action.lord, action.title))


def suggest_title_lost(board: Board, seat: str, pick: forms.Pick) -> Action:
    living, king = forms.living(board, seat), board.setting.king
    return a.DeclareTitleLost(*pick([(id, title) for id in living for title in board.lords[id].titles if title != king]))


def _held_titles(board: Board, seat: str) -> list[str]:
    return [title for id in forms.living(board, seat) for title in board.lords[id].titles]


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
        Text("Title lost", context="declare-title-lost"), Text("A title that one of your living lords has lost."),
        choose={"title": _held_titles},
    ),
)  # fmt: skip
