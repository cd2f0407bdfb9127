"""What a family may do now: choices that can be posted as they are, and templates with one legal example each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from msgspec.structs import fields

from domain.games.fief import actions as a
from domain.games.fief import actions as b
from domain.games.fief import choices, suggest, words
from domain.games.fief.actions import FiefAction
from domain.games.fief.battle.absorbing import absorbed, splits, ways
from domain.games.fief.battle.forces import ABSORBING, army, in_battle
from domain.games.fief.battle.losses import debt, to_share
from domain.games.fief.board import BANK, TROOP_KINDS, Battle, Board
from domain.games.fief.contract import FiefRules
from domain.games.fief.realm.auction import least_bid
from domain.rules.ruleset import Choice, Field, Legal, Template, kebab
from domain.rules.text import Text

TRIES = 8
"""How many suggestions of a kind are looked at for a legal example."""
MOST = 24
"""How many ways to take or to share losses are listed; where there are more, a template takes the others."""


def legal(rules: FiefRules, board: Board, seat: str) -> Legal:
    """For a family that is to act."""
    asked = [action for action in pending(board, seat) if rules.judge(board, seat, action).legal]
    listed = tuple(
        Choice(action, _DONE if isinstance(action, a.EndPhase) else rules.say_action(board, seat, action)) for action in asked
    )
    if board.proposal or board.revolt or board.battle or board.phase == "upkeep":
        return Legal(listed, _others(board, seat, listed))
    if board.phase == "auction":
        return Legal(listed, (_bid(board, seat),))
    templates = []
    for kind in kinds_in(rules, board):
        example = example_of(rules, kind, board, seat)
        if example is not None:
            templates.append(Template(kebab(kind.__name__), KINDS[kind], _fields(kind, board, seat), example))
    return Legal(listed, tuple(templates))


def kinds_in(rules: FiefRules, board: Board) -> list[type[FiefAction]]:
    """The actions that belong to this phase, ending it aside."""
    return [kind for kind in suggest.SUGGEST if kind is not a.EndPhase and board.phase in rules.phases_of(kind)]


def example_of(rules: FiefRules, kind: type[FiefAction], board: Board, seat: str) -> FiefAction | None:
    """A legal action of a kind, if a few suggestions find one."""
    for n in range(TRIES):
        action = suggest.suggestion(kind, board, seat, _nth(n))
        if action is None:
            return None
        if rules.judge(board, seat, action).legal:
            return action
    return None


def _nth(n: int) -> suggest.Pick:
    return lambda some: some[n % len(some)]


# -- what is waited for ------------------------------------------------------------------------------------------------


def pending(board: Board, seat: str) -> Iterable[FiefAction]:
    """Candidates for what the session waits for from this family; in a family's own turn, ending the phase."""
    if board.proposal is not None:
        return [a.AnswerEnd(True), a.AnswerEnd(False)]
    if board.revolt is not None:
        return [a.AnswerRevolt(True), a.AnswerRevolt(False)] if board.revolt.waiting else _losses(board, seat)
    if board.battle is not None:
        return _battle(board, board.battle, seat)
    if board.phase == "upkeep":
        return [a.KeepMercenaries(count) for count in range(board.families[seat].camp + 1)]
    if board.phase == "auction" and board.auction is not None:
        return [a.Bid(least_bid(board, board.auction, seat), board.turn, board.auction.round)]
    return [a.EndPhase()]


def _battle(board: Board, battle: Battle, seat: str) -> Iterable[FiefAction]:
    if battle.stage == "rally":
        return [b.JoinBattle("attack"), b.JoinBattle("defence"), b.JoinBattle("none")]
    if battle.stage == "muster":
        camp = board.families[seat].camp
        return [b.HoldMercenaries(), *(b.CommitMercenaries(count) for count in range(1, camp + 1))]
    if battle.stage == "arrows":
        targets = army(board, battle, battle.attack).lords
        number = board.battles
        return [b.Volley(number), b.HoldFire(number), *(b.AimAtLord(lord, number) for lord in targets)]
    if battle.stage == "reroll":
        side = battle.side(battle.side_of(seat) or "attack")
        return [b.KeepDice(), *(b.Reroll(die) for die in range(len(side.dice)))]
    if battle.stage == "losses":
        return _shares(board, battle, seat) if to_share(board, seat) else _losses(board, seat)
    if battle.stage == "truce":
        return [b.AnswerTruce(True), b.AnswerTruce(False)]
    return [b.FightRound(), b.FightOn(), b.BreakOff(), b.OfferTruce(), b.Surrender()]


def _shares(board: Board, battle: Battle, seat: str) -> Iterable[FiefAction]:
    side = battle.side(battle.side_of(seat) or "attack")
    forces = tuple(in_battle(board, battle, family) for family in side.families)
    for shares in islice(splits(board.setting.values, forces, side.hits), MOST):
        yield b.ShareLosses(tuple(b.Share(family, n) for family, n in zip(side.families, shares, strict=True)))


def _losses(board: Board, seat: str) -> Iterable[FiefAction]:
    owed = debt(board, seat)
    return (b.TakeLosses(*some.tokens, some.lords) for some in islice(ways(board.setting.values, *owed), MOST)) if owed else ()


def _others(board: Board, seat: str, listed: tuple[Choice, ...]) -> tuple[Template, ...]:
    """Losses have more ways than can be listed: those that are not can be entered by hand."""
    values, side, owed = board.setting.values, to_share(board, seat), debt(board, seat)
    if side is not None and board.battle is not None:
        battle = board.battle
        if not _more(splits(values, tuple(in_battle(board, battle, s) for s in side.families), side.hits)):
            return ()
        due = absorbed(values, army(board, battle, side), side.hits)
        family, hits = Field(Text("family", "famille"), side.families), Field(Text("hits", "dégâts"), (), 0, due)
        label = Text(f"Share {due} hits out another way", f"Répartir autrement les {due} dégâts")
        shares = Field(Text("shares", "parts"), within={"family": family, "hits": hits})
        return (Template("share-losses", label, {"shares": shares}, listed[0].action),)
    if owed is None or not _more(ways(values, *owed)):
        return ()
    there, share = owed
    label = Text(f"Absorb {share} hits another way", f"Absorber autrement les {share} dégâts")
    some = {kind: Field(words.kind(kind), (), 0, n) for kind, n in zip(ABSORBING, there.tokens, strict=True)}
    return (Template("take-losses", label, some, listed[0].action),)


def _more(found: Iterable[object]) -> bool:
    return any(True for _ in islice(found, MOST, None))


def _bid(board: Board, seat: str) -> Template:
    assert board.auction is not None
    least, round = least_bid(board, board.auction, seat), board.auction.round
    amount = Field(Text("écus", "écus"), (), least, board.families[seat].purse)
    turn, now = Field(Text("turn", "tour"), (board.turn,)), Field(Text("round", "tour d'enchère"), (round,))
    return Template("bid", KINDS[a.Bid], {"amount": amount, "turn": turn, "round": now}, a.Bid(least, board.turn, round))


# -- templates ---------------------------------------------------------------------------------------------------------

KINDS: dict[type[FiefAction], Text] = {
    a.Settle: Text("Settle", "S'installer"),
    a.ProposeEnd: Text("Propose the end", "Proposer la fin"),
    a.DeclareLord: Text("A lord enters play", "Entrée d'un seigneur"),
    a.DeclareMarriage: Text("Marriage", "Mariage"),
    a.DeclareAnnulment: Text("Annulment", "Annulation de mariage"),
    a.DeclareTitle: Text("Title", "Titre"),
    a.DeclareTitleLost: Text("Title lost", "Perte de titre"),
    a.DeclareIncome: Text("Income", "Revenu"),
    a.DeclarePayment: Text("Payment", "Paiement"),
    a.DeclareLosses: Text("Losses", "Pertes"),
    a.DeclareDeath: Text("Death of a lord", "Mort d'un seigneur"),
    a.DeclareControl: Text("Control of a village", "Contrôle d'un village"),
    a.DeclareCession: Text("Cede a village", "Céder un village"),
    a.DeclarePlague: Text("Plague", "Peste"),
    a.DeclareRelease: Text("Release a captive", "Libérer un prisonnier"),
    a.ElectKing: Text("Election of a king", "Élection du roi"),
    a.CrownQueen: Text("A lady becomes queen", "Une dame devient reine"),
    a.PlayRevolt: Text("Revolt", "Révolte"),
    a.Move: Text("Move", "Déplacer"),
    a.PayRansom: Text("Pay a ransom", "Payer une rançon"),
    a.Bid: Text("Sealed bid", "Mise secrète"),
    a.Recruit: Text("Recruit", "Recruter"),
    a.BuildFort: Text("Build", "Bâtir"),
    b.DeclareBattle: Text("Attack", "Attaquer"),
}

_Choices = Callable[[Board, str], Iterable[int | str]]

_DONE = Text("end your part of this phase", "finir votre part de cette phase")
_WHO = Text("lord", "seigneur")
_WHERE = Text("place", "lieu")
_CHOICES: dict[str, tuple[Text, _Choices]] = {
    "place": (_WHERE, lambda board, seat: board.setting.places),
    "origin": (Text("from", "de"), choices.led_places),
    "target": (Text("to", "vers"), lambda board, seat: board.setting.places),
    "lord": (_WHO, choices.living),
    "lords": (_WHO, lambda board, seat: board.lords_of(seat)),
    "spouse": (
        Text("marries", "épouse"),
        lambda board, seat: [id for s in choices.others(board, seat) for id in choices.living(board, s)],
    ),
    "title": (Text("title", "titre"), lambda board, seat: choices.free_titles(board)),
    "to": (Text("to", "à"), lambda board, seat: [*choices.others(board, seat), BANK]),
    "against": (Text("against", "contre"), choices.others),
    "partner": (Text("together with", "avec"), lambda board, seat: ["", *choices.others(board, seat)]),
    "camp": (Text("camp", "camp"), lambda board, seat: ["", *board.setting.seats]),
    "kind": (Text("what you propose", "ce que vous proposez"), lambda board, seat: ["victory", "agreement"]),
    "fort": (Text("fortification", "fortification"), lambda board, seat: ["castle", "city"]),
    "bishopric": (
        Text("bishopric", "évêché"),
        lambda board, seat: sorted({v.bishopric for v in board.setting.values.villages}),
    ),
    "chevauchee": (Text("chevauchée", "chevauchée"), lambda board, seat: [False, True]),
    "souterrain": (Text("Souterrain", "Souterrain"), lambda board, seat: [False, True]),
    "outside": (Text("outside the walls", "hors les murs"), lambda board, seat: [False, True]),
    "cause": (Text("how they go", "comment elles partent"), lambda board, seat: ["disaster", "disbanded"]),
}
_OTHERS: dict[tuple[type[FiefAction], str], _Choices] = {
    (a.Settle, "place"): lambda board, seat: choices.free_villages(board),
    (a.Settle, "lord"): lambda board, seat: choices.free_cards(board),
    (a.DeclareLord, "lord"): lambda board, seat: choices.free_cards(board),
    (a.DeclareRelease, "lord"): choices.captives,
    (a.PayRansom, "lord"): choices.captured,
    (a.PlayRevolt, "place"): lambda board, seat: ["", *board.setting.places],
    (a.DeclareTitleLost, "title"): lambda board, seat: [t for id in choices.living(board, seat) for t in board.lords[id].titles],
    (a.Recruit, "place"): choices.held,
    (a.BuildFort, "place"): choices.held,
    (b.DeclareBattle, "place"): choices.led_places,
}
_NUMBERS = {
    "amount": Text("écus", "écus"),
    "engines": Text("siege engines", "engins de siège"),
    "infidels": Text("infidels", "infidèles"),
}


def _fields(kind: type[FiefAction], board: Board, seat: str) -> dict[str, Field]:
    shown = {}
    for entry in fields(kind):
        if entry.name in _CHOICES:
            label, offered = _CHOICES[entry.name]
            shown[entry.name] = Field(label, tuple(_OTHERS.get((kind, entry.name), offered)(board, seat)))
        else:
            label, least = _NUMBERS.get(entry.name) or words.kind(entry.name), 1 if entry.required else 0
            shown[entry.name] = Field(label, (), least, _most(kind, entry.name, board, seat))
    return shown


def _most(kind: type[FiefAction], name: str, board: Board, seat: str) -> int:
    """The most a number can be: tokens there are of a kind, or écus there are to pay with."""
    values, family = board.setting.values, board.families[seat]
    if name in TROOP_KINDS:
        if kind is a.ElectKing or kind is a.CrownQueen:
            return int(getattr(values.guard.king if kind is a.ElectKing else values.guard.queen, name))
        if kind is a.Recruit:
            return min(int(getattr(family.stock, name)), values.tokens_per_village)
        return int(getattr(values.troops, name).max)
    if name.startswith("guard_"):
        return int(getattr(values.guard.box, name.removeprefix("guard_")))
    if kind is a.DeclarePayment:
        return family.purse
    return values.engines if name == "engines" else 99 if name == "infidels" else 999
