"""Lords who enter play, marriages and titles, as the table declares them."""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import choices, forms
from domain.games.fief.board import IN_TURN, Board
from domain.games.fief.facts import realm as f
from domain.games.fief.lords import ally, free_card, own_lord, stand_down
from domain.games.fief.turn import judge_village
from domain.kit import LEGAL, Action, Course, Refusals, Sentences, Verdict
from domain.rules.text import texts

NO = Refusals("Marriages", """
no-spouse
  {name} is no living lord of another family.
  {name} n'est pas un seigneur vivant d'une autre famille.
same-sex
  A lord marries a lady.
  Un seigneur épouse une dame.
married
  {family} is allied by marriage already.
  {family} est déjà une famille alliée par mariage.
unmarried
  {name} is not married.
  {name} n'est pas en couple.
unknown-title | Titles | no-title
  There is no title {title}.
  Il n'y a pas de titre {title}.
title-taken | Titles
  {name} is {title}.
  Titre déjà pris : {name} est {title}.
no-title | Titles
  {name} is not {title}.
  {name} n'a pas le titre {title}.
crown | TA 3
  Record an election or a coronation, with its guard.
  Enregistrez l'élection ou le couronnement, avec sa garde.
king-for-life | TA 3
  A king is king until he dies.
  Un roi le reste jusqu'à sa mort.
""")  # fmt: skip


def judge_lord(board: Board, seat: str, action: a.DeclareLord) -> Verdict:
    """A card that was never used, on the map."""
    village = judge_village(board, action.place)
    return free_card(board, action.lord) if village.legal else village


def lord(course: Course, seat: str, action: a.DeclareLord) -> None:
    """The lord enters play."""
    course.tell(f.LordEntered(action.lord, seat, action.place))


def suggest_lord(board: Board, seat: str, pick: forms.Pick) -> Action | None:
    """A new lord, at home if there is one."""
    cards = choices.free_cards(board)
    return a.DeclareLord(pick(cards), pick(choices.held(board, seat) or choices.villages(board))) if cards else None


def judge_marriage(board: Board, seat: str, action: a.DeclareMarriage) -> Verdict:
    """A lord and a lady of two families that are not yet allied (each family has one marriage marker, published)."""
    owned = own_lord(board, seat, action.lord)
    if not owned.legal:
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


def marriage(course: Course, seat: str, action: a.DeclareMarriage) -> None:
    """The families are allied."""
    course.tell(f.Married(action.lord, action.spouse))


def suggest_marriage(board: Board, seat: str, pick: forms.Pick) -> Action | None:
    """A lord and a lady of two families."""
    cards = board.setting.lords
    pairs = [
        (mine, theirs)
        for mine in board.lords_of(seat)
        for other in choices.others(board, seat)
        for theirs in choices.living(board, other)
        if cards[mine].sex != cards[theirs].sex
    ]
    return a.DeclareMarriage(*pick(pairs)) if pairs else None


def judge_annulment(board: Board, seat: str, action: a.DeclareAnnulment) -> Verdict:
    """A married lord of the family."""
    owned = own_lord(board, seat, action.lord, free=False)
    if owned.legal and not board.lords[action.lord].spouse:
        return NO("unmarried", name=board.word("lord", action.lord))
    return owned


def annulment(course: Course, seat: str, action: a.DeclareAnnulment) -> None:
    """The marriage is no more."""
    course.tell(f.MarriageEnded(action.lord, course.board.lords[action.lord].spouse))


def suggest_annulment(board: Board, seat: str, pick: forms.Pick) -> Action | None:
    """A marriage of the family."""
    married = [id for id in choices.living(board, seat) if board.lords[id].spouse]
    return a.DeclareAnnulment(pick(married)) if married else None


def judge_title(board: Board, seat: str, action: a.DeclareTitle) -> Verdict:
    """A title that nobody holds; the crowns have their own actions."""
    owned = own_lord(board, seat, action.lord, free=False)
    if not owned.legal:
        return owned
    card = board.setting.titles.get(action.title)
    if card is None:
        return NO("unknown-title", title=action.title)
    if card.kind in ("king", "queen"):
        return NO("crown")
    held = board.holder_of(action.title)
    return NO("title-taken", name=board.word("lord", held), title=board.word("title", action.title)) if held else LEGAL


def title(course: Course, seat: str, action: a.DeclareTitle) -> None:
    """The lord has the title."""
    course.tell(f.TitleTaken(action.lord, action.title))


def suggest_title(board: Board, seat: str, pick: forms.Pick) -> Action | None:
    """A lord for a free title."""
    lords, titles = choices.living(board, seat), choices.free_titles(board)
    return a.DeclareTitle(pick(lords), pick(titles)) if lords and titles else None


def judge_title_lost(board: Board, seat: str, action: a.DeclareTitleLost) -> Verdict:
    """A title the lord holds; TA 3: a king stays king until he dies."""
    owned = own_lord(board, seat, action.lord, free=False)
    if not owned.legal:
        return owned
    if action.title not in board.lords[action.lord].titles:
        return NO("no-title", name=board.word("lord", action.lord), title=board.word("title", action.title))
    return NO("king-for-life") if action.title == board.setting.king else LEGAL


def lose_title(course: Course, seat: str, action: a.DeclareTitleLost) -> None:
    """Take the title away; TA 3: a queen's guard becomes ordinary troops at once."""
    if action.title == course.board.setting.queen:
        stand_down(course, action.lord)
    course.tell(f.TitleLost(action.lord, action.title))


def suggest_title_lost(board: Board, seat: str, pick: forms.Pick) -> Action | None:
    """A title of the family but the king's."""
    living, king = choices.living(board, seat), board.setting.king
    titled = [(id, title) for id in living for title in board.lords[id].titles if title != king]
    return a.DeclareTitleLost(*pick(titled)) if titled else None


def _new_cards(board: Board, seat: str) -> list[str]:
    return choices.free_cards(board)


def _held_titles(board: Board, seat: str) -> list[str]:
    return [title for id in choices.living(board, seat) for title in board.lords[id].titles]


NAMES = texts("""
declare-lord | Declare a new lord | Déclarer un nouveau seigneur
declare-marriage | Declare a marriage | Déclarer un mariage
declare-annulment | Declare an annulment | Déclarer une annulation de mariage
declare-title | Declare a title | Déclarer un titre
declare-title-lost | Declare a title lost | Déclarer un titre perdu
""")
FORMS = texts("""
declare-lord | A lord enters play | Entrée d'un seigneur
declare-marriage | Marriage | Mariage
declare-annulment | Annulment | Annulation de mariage
declare-title | Title | Titre
declare-title-lost | Title lost | Perte de titre
""")
LABELS = Sentences("""
declare-lord
  declares that {lord} enters play in {place}
  déclare l'entrée en jeu de {lord} à {place}
declare-marriage
  declares the marriage of {lord} and {spouse}
  déclare le mariage de {lord} et {spouse}
declare-annulment
  declares the marriage of {lord} annulled
  déclare l'annulation du mariage de {lord}
declare-title
  declares {lord} {title}
  déclare {lord} : {title}
declare-title-lost
  declares that {lord} is no longer {title}
  déclare que {lord} perd le titre {title}
""")  # fmt: skip
HINTS = Sentences("""
declare-lord
  A lord card that you play: who, and where he or she enters.
  Une carte Seigneur que vous jouez : qui, et où il ou elle arrive.
declare-marriage
  A marriage that both families agreed to at the table.
  Un mariage que les deux familles ont conclu à la table.
declare-annulment
  A marriage that was annulled at the table.
  Un mariage annulé à la table.
declare-title
  A title that one of your lords has received, kings and queens aside.
  Un titre que l'un de vos seigneurs a reçu, sauf roi et reine.
declare-title-lost
  A title that one of your living lords has lost.
  Un titre que l'un de vos seigneurs vivants a perdu.
""")  # fmt: skip
WORDS = forms.Words(NAMES, FORMS, LABELS, HINTS)
MOVES = (
    WORDS.move(a.DeclareLord, ("cards",), "Lords", judge_lord, lord, suggest_lord, choose={"lord": _new_cards}),
    WORDS.move(a.DeclareMarriage, ("oyez",), "Marriages", judge_marriage, marriage, suggest_marriage),
    WORDS.move(a.DeclareAnnulment, ("oyez",), "Marriages", judge_annulment, annulment, suggest_annulment),
    WORDS.move(a.DeclareTitle, ("oyez", "cards", "purchases"), "Titles", judge_title, title, suggest_title),
    WORDS.move(
        a.DeclareTitleLost, IN_TURN, "", judge_title_lost, lose_title, suggest_title_lost, choose={"title": _held_titles}
    ),
)  # fmt: skip
