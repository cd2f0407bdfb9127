"""Happenings of the base game, declared by the family they concern.

The expansion does not rule them: the table has, and the record checks that places, lords, money and troops are there.
"""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.battle.forces import Losses, force
from domain.games.fief.battle.losses import fell, fell_bombards
from domain.games.fief.board import BANK, Board, Troops
from domain.games.fief.chapter import IN_TURN, Chapter, Rule, Story, always
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.lords import ally, free_card, own_lord
from domain.games.fief.realm.purchases import cannot_pay, judge_held, judge_shelter
from domain.games.fief.turn import no_village
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

# -- lords ---------------------------------------------------------------------------------------------------------


def judge_lord(board: Board, seat: str, action: a.DeclareLord) -> Verdict:
    """A card that was never used, on the map."""
    if action.place not in board.setting.places or action.place == board.setting.values.overseas.id:
        return no_village(action.place)
    return free_card(board, action.lord)


def lord(story: Story, seat: str, action: a.DeclareLord, chance: Chance) -> None:
    """The lord enters play."""
    story.tell(f.LordEntered(action.lord, seat, action.place))


def judge_marriage(board: Board, seat: str, action: a.DeclareMarriage) -> Verdict:
    """A lord and a lady of two families that are not yet allied (each family has one marriage marker, published)."""
    owned = own_lord(board, seat, action.lord)
    if not owned.legal:
        return owned
    spouse, name = board.lords.get(action.spouse), words.lord(board, action.spouse)
    if spouse is None or spouse.dead or spouse.family == seat:
        return illegal(
            "no-spouse",
            "Marriages",
            f"{name} is no living lord of another family.",
            f"{name} n'est pas un seigneur vivant d'une autre famille.",
        )
    cards = board.setting.lords
    if cards[action.lord].sex == cards[action.spouse].sex:
        return illegal("same-sex", "Marriages", "A lord marries a lady.", "Un seigneur épouse une dame.")
    for family in (seat, spouse.family):
        if ally(board, family):
            who = words.family(board, family)
            return illegal(
                "married",
                "Marriages",
                f"{who.en} is allied by marriage already.",
                f"{who.fr} est déjà une famille alliée par mariage.",
            )
    return LEGAL


def marriage(story: Story, seat: str, action: a.DeclareMarriage, chance: Chance) -> None:
    """The families are allied."""
    story.tell(f.Married(action.lord, action.spouse))


def judge_annulment(board: Board, seat: str, action: a.DeclareAnnulment) -> Verdict:
    """A married lord of the family."""
    owned = own_lord(board, seat, action.lord, free=False)
    if owned.legal and not board.lords[action.lord].spouse:
        name = words.lord(board, action.lord)
        return illegal("unmarried", "Marriages", f"{name} is not married.", f"{name} n'est pas en couple.")
    return owned


def annulment(story: Story, seat: str, action: a.DeclareAnnulment, chance: Chance) -> None:
    """The marriage is no more."""
    story.tell(f.MarriageEnded(action.lord, story.board.lords[action.lord].spouse))


def judge_title(board: Board, seat: str, action: a.DeclareTitle) -> Verdict:
    """A title that nobody holds; the crowns have their own actions."""
    owned = own_lord(board, seat, action.lord, free=False)
    if not owned.legal:
        return owned
    card, name = board.setting.titles.get(action.title), words.title(board, action.title)
    if card is None:
        return illegal("no-title", "Titles", f"There is no title {action.title}.", f"Il n'y a pas de titre {action.title}.")
    if card.kind in ("king", "queen"):
        return illegal(
            "crown",
            "TA 3",
            "Record an election or a coronation, with its guard.",
            "Enregistrez l'élection ou le couronnement, avec sa garde.",
        )
    held = board.holder_of(action.title)
    if held:
        who = words.lord(board, held)
        return illegal("title-taken", "Titles", f"{who} is {name.en}.", f"Titre déjà pris : {who} est {name.fr}.")
    return LEGAL


def title(story: Story, seat: str, action: a.DeclareTitle, chance: Chance) -> None:
    """The lord has the title."""
    story.tell(f.TitleTaken(action.lord, action.title))


def judge_release(board: Board, seat: str, action: a.DeclareRelease) -> Verdict:
    """A captive of the family; his own family can pay the sum."""
    there, name = board.lords.get(action.lord), words.lord(board, action.lord)
    if there is None or there.captor != seat:
        return illegal("not-your-captive", "Ransoms", f"{name} is not your captive.", f"{name} n'est pas votre prisonnier.")
    short = cannot_pay(board, there.family, action.amount, "Ransoms")
    return short or judge_shelter(board, there.family, action.place)


def release(story: Story, seat: str, action: a.DeclareRelease, chance: Chance) -> None:
    """The captive goes free."""
    if action.amount:
        story.tell(f.MoneyPaid(story.board.lords[action.lord].family, seat, action.amount))
    story.tell(f.LordFreed(action.lord, action.place))


# -- money -----------------------------------------------------------------------------------------------------------


def income(story: Story, seat: str, action: a.DeclareIncome, chance: Chance) -> None:
    """The bank pays."""
    story.tell(f.MoneyReceived(seat, action.amount))


def judge_payment(board: Board, seat: str, action: a.DeclarePayment) -> Verdict:
    """To the bank or another family, from what the purse holds."""
    if action.to == seat or (action.to != BANK and action.to not in board.families):
        return illegal("no-payee", "Money", "Pay another family, or the bank.", "Payez une autre famille, ou la banque.")
    return cannot_pay(board, seat, action.amount, "Money") or LEGAL


def payment(story: Story, seat: str, action: a.DeclarePayment, chance: Chance) -> None:
    """The money changes hands."""
    story.tell(f.MoneyPaid(seat, action.to, action.amount))


# -- troops and places -----------------------------------------------------------------------------------------------


def lost(action: a.DeclareLosses) -> Losses:
    """The tokens an action names, bombards aside."""
    return Losses(action.sergeant, action.knight, action.archer, 0, action.guard_sergeant, action.guard_knight)


def judge_losses(board: Board, seat: str, action: a.DeclareLosses) -> Verdict:
    """Troops that are there."""
    there = force(board, seat, action.place)
    if not (any(lost(action).tokens) or action.bombard):
        return illegal("nothing", "Losses", "Say which troops are lost.", "Dites quelles troupes sont perdues.")
    if action.cause == "disbanded" and (action.guard_sergeant or action.guard_knight):
        return illegal(
            "guard-stays",
            "TA 3",
            "The royal guard always goes with its sovereign: it is never disbanded.",
            "La garde royale accompagne toujours son souverain : elle ne se licencie pas.",
        )
    if not there.holds(lost(action)) or action.bombard > there.bombard:
        name = words.place(board, action.place)
        return illegal("not-there", "Losses", f"You do not have these troops in {name}.", f"Vous n'avez pas ces troupes à {name}.")
    return LEGAL


def losses(story: Story, seat: str, action: a.DeclareLosses, chance: Chance) -> None:
    """The troops are taken off; bombards do not outlive the last other troop (TA 2)."""
    fell(story, seat, action.place, lost(action))
    if action.bombard:
        story.tell(t.TroopsLost(seat, action.place, Troops(bombard=action.bombard)))
    if any(lost(action).tokens) and not force(story.board, seat, action.place).soldiers:
        fell_bombards(story, seat, action.place)


def judge_control(board: Board, seat: str, action: a.DeclareControl) -> Verdict:
    """Present, and the former holder is not."""
    if action.place not in board.setting.places or action.place == board.setting.values.overseas.id:
        return no_village(action.place)
    name, holder = words.place(board, action.place), board.place(action.place).holder
    if holder == seat:
        return illegal("held", "Control", f"You control {name} already.", f"Vous contrôlez déjà {name}.")
    if not board.present(seat, action.place):
        return illegal("not-present", "Control", f"You have nothing in {name}.", f"Vous n'avez rien à {name}.")
    if holder and board.present(holder, action.place):
        who = words.family(board, holder)
        return illegal("defended", "Control", f"{who.en} still stands in {name}.", f"{who.fr} est encore à {name}.")
    return LEGAL


def control(story: Story, seat: str, action: a.DeclareControl, chance: Chance) -> None:
    """The village is the family's."""
    story.tell(f.ControlTaken(action.place, seat))


def judge_cession(board: Board, seat: str, action: a.DeclareCession) -> Verdict:
    """Own village, other family present (published)."""
    held = judge_held(board, seat, action.place)
    if held.legal and (action.to == seat or action.to not in board.families or not board.present(action.to, action.place)):
        name = words.place(board, action.place)
        return illegal(
            "not-present",
            "Control",
            f"Cede {name} to another family that is there.",
            f"Cédez {name} à une autre famille qui y est présente.",
        )
    return held


def cession(story: Story, seat: str, action: a.DeclareCession, chance: Chance) -> None:
    """The village changes hands."""
    story.tell(f.ControlTaken(action.place, action.to))


def judge_plague(board: Board, seat: str, action: a.DeclarePlague) -> Verdict:
    """A bishopric of the map (2.3.3)."""
    if not any(v.bishopric == action.bishopric for v in board.setting.values.villages):
        return illegal(
            "no-bishopric", "2.3.3", f"There is no bishopric {action.bishopric}.", f"Il n'y a pas d'évêché {action.bishopric}."
        )
    return LEGAL


def plague(story: Story, seat: str, action: a.DeclarePlague, chance: Chance) -> None:
    """Its villages are a plague zone until the end of the turn."""
    villages = story.board.setting.values.villages
    story.tell(f.PlagueSpread(action.bishopric, tuple(v.id for v in villages if v.bishopric == action.bishopric)))


CHAPTER: Chapter = {
    a.DeclareLord: Rule(judge_lord, lord, ("cards",), "Lords"),
    a.DeclareMarriage: Rule(judge_marriage, marriage, ("oyez",), "Marriages"),
    a.DeclareAnnulment: Rule(judge_annulment, annulment, ("oyez",), "Marriages"),
    a.DeclareTitle: Rule(judge_title, title, ("oyez", "cards", "purchases"), "Titles"),
    a.DeclareRelease: Rule(judge_release, release, (*IN_TURN, "ransom")),
    a.DeclareIncome: Rule(always, income, IN_TURN),
    a.DeclarePayment: Rule(judge_payment, payment, IN_TURN),
    a.DeclareLosses: Rule(judge_losses, losses, IN_TURN),
    a.DeclareControl: Rule(judge_control, control, IN_TURN),
    a.DeclareCession: Rule(judge_cession, cession, IN_TURN),
    a.DeclarePlague: Rule(judge_plague, plague, ("cards",), "2.3.3"),
}
