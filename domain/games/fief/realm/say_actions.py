"""One sentence for each action, without the name of whoever takes it. A bid's sentence never says how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.actions import FiefAction
from domain.games.fief.battle.say_actions import SAY_BATTLE_ACTIONS, fixed
from domain.games.fief.board import Board
from domain.games.fief.realm.declared import lost
from domain.games.fief.realm.ending import points
from domain.games.fief.realm.moves import led
from domain.games.fief.realm.purchases import ransom, wanted
from domain.rules.text import Text

_Say = Callable[[Board, str, Any], Text]


def say(board: Board, seat: str, action: FiefAction) -> Text:
    """The sentence for an action about to be taken on this board."""
    return _SAY[type(action)](board, seat, action)


def _settle(board: Board, seat: str, x: a.Settle) -> Text:
    who, where = words.lord(board, x.lord), words.place(board, x.place)
    return Text(f"settles in {where} with {who}", f"s'installe à {where} avec {who}")


def _propose(board: Board, seat: str, x: a.ProposeEnd) -> Text:
    if x.kind == "agreement":
        return Text("proposes to end the session by agreement", "propose d'arrêter la partie d'un commun accord")
    total = points(board, seat) + (points(board, x.partner) if x.partner else 0)
    if x.partner:
        ally = words.family(board, x.partner)
        return Text(f"claims victory together with {ally.en} ({total} VP)", f"annonce la victoire avec {ally.fr} ({total} PV)")
    return Text(f"claims victory ({total} VP)", f"annonce sa victoire ({total} PV)")


def _answer_end(board: Board, seat: str, x: a.AnswerEnd) -> Text:
    return Text("agrees to the end", "accepte la fin de partie") if x.agree else Text("refuses the end", "refuse la fin de partie")


def _lord(board: Board, seat: str, x: a.DeclareLord) -> Text:
    who, where = words.lord(board, x.lord), words.place(board, x.place)
    return Text(f"declares that {who} enters play in {where}", f"déclare l'entrée en jeu de {who} à {where}")


def _marriage(board: Board, seat: str, x: a.DeclareMarriage) -> Text:
    one, two = words.lord(board, x.lord), words.lord(board, x.spouse)
    return Text(f"declares the marriage of {one} and {two}", f"déclare le mariage de {one} et {two}")


def _annulment(board: Board, seat: str, x: a.DeclareAnnulment) -> Text:
    who = words.lord(board, x.lord)
    return Text(f"declares the marriage of {who} annulled", f"déclare l'annulation du mariage de {who}")


def _title(board: Board, seat: str, x: a.DeclareTitle) -> Text:
    who, what = words.lord(board, x.lord), words.title(board, x.title)
    return Text(f"declares {who} {what.en}", f"déclare {who} : {what.fr}")


def _title_lost(board: Board, seat: str, x: a.DeclareTitleLost) -> Text:
    who, what = words.lord(board, x.lord), words.title(board, x.title)
    return Text(f"declares that {who} is no longer {what.en}", f"déclare que {who} perd le titre {what.fr}")


def _income(board: Board, seat: str, x: a.DeclareIncome) -> Text:
    sum_ = words.ecus(x.amount)
    return Text(f"declares an income of {sum_.en}", f"déclare un revenu de {sum_.fr}")


def _payment(board: Board, seat: str, x: a.DeclarePayment) -> Text:
    sum_, to = words.ecus(x.amount), words.family(board, x.to)
    return Text(f"declares a payment of {sum_.en} to {to.en}", f"déclare un paiement de {sum_.fr} ({to.fr})")


def _losses(board: Board, seat: str, x: a.DeclareLosses) -> Text:
    where, losses = words.place(board, x.place), lost(x)
    what = words.counts(
        sergeant=losses.sergeant,
        knight=losses.knight,
        archer=losses.archer,
        bombard=x.bombard,
        guard_sergeant=losses.guard_sergeant,
        guard_knight=losses.guard_knight,
    )
    if x.cause == "disbanded":
        return Text(f"disbands troops in {where}: {what.en}", f"licencie des troupes à {where} : {what.fr}")
    return Text(f"declares losses in {where}: {what.en}", f"déclare des pertes à {where} : {what.fr}")


def _death(board: Board, seat: str, x: a.DeclareDeath) -> Text:
    who = words.lord(board, x.lord)
    return Text(f"declares the death of {who}", f"déclare la mort de {who}")


def _control(board: Board, seat: str, x: a.DeclareControl) -> Text:
    where = words.place(board, x.place)
    return Text(f"declares control of {where}", f"déclare le contrôle de {where}")


def _cession(board: Board, seat: str, x: a.DeclareCession) -> Text:
    where, to = words.place(board, x.place), words.family(board, x.to)
    return Text(f"cedes {where} to {to.en}", f"cède {where} ({to.fr})")


def _plague(board: Board, seat: str, x: a.DeclarePlague) -> Text:
    return Text(f"declares the plague in bishopric {x.bishopric}", f"déclare la peste dans l'évêché {x.bishopric}")


def _release(board: Board, seat: str, x: a.DeclareRelease) -> Text:
    who, sum_ = words.lord(board, x.lord), words.ecus(x.amount)
    return Text(f"releases {who} for {sum_.en}", f"libère {who} contre {sum_.fr}")


def _king(board: Board, seat: str, x: a.ElectKing) -> Text:
    who, guard = words.lord(board, x.lord), words.counts(guard_knight=x.knight, guard_sergeant=x.sergeant)
    return Text(f"has {who} elected king with {guard.en}", f"fait élire {who} roi, avec {guard.fr}")


def _queen(board: Board, seat: str, x: a.CrownQueen) -> Text:
    who, guard = words.lord(board, x.lord), words.counts(guard_knight=x.knight, guard_sergeant=x.sergeant)
    return Text(f"has {who} become queen with {guard.en}", f"voit {who} devenir reine, avec {guard.fr}")


def _revolt(board: Board, seat: str, x: a.PlayRevolt) -> Text:
    if x.camp:
        whose = words.family(board, x.camp)
        return Text(
            f"plays a Revolt on the mercenary camp of {whose.en}", f"joue une Révolte sur le camp de mercenaires ({whose.fr})"
        )
    where = words.place(board, x.place)
    return Text(f"plays a Revolt on {where}", f"joue une Révolte sur {where}")


def _answer_revolt(board: Board, seat: str, x: a.AnswerRevolt) -> Text:
    return Text("has a cardinal calm the revolt", "fait calmer la révolte") if x.calm else Text("lets it happen", "laisse faire")


def _move(board: Board, seat: str, x: a.Move) -> Text:
    who, what = words.lords(board, x.lords), words.troops(led(x))
    origin, target = words.place(board, x.origin), words.place(board, x.target)
    en, fr = ("rides", "mène en chevauchée") if x.chevauchee else ("moves", "déplace")
    return Text(
        f"{en} from {origin} to {target}: {who.en} with {what.en}", f"{fr} de {origin} à {target} : {who.fr} avec {what.fr}"
    )


def _ransom(board: Board, seat: str, x: a.PayRansom) -> Text:
    who, sum_ = words.lord(board, x.lord), words.ecus(ransom(board, x.lord) if x.lord in board.lords else 0)
    return Text(f"pays the ransom of {who}, {sum_.en}", f"paie la rançon de {who}, {sum_.fr}")


def _keep(board: Board, seat: str, x: a.KeepMercenaries) -> Text:
    kept = words.count(x.count, "mercenary")
    return Text(f"pays for {kept.en}", f"paie pour {kept.fr}")


def _recruit(board: Board, seat: str, x: a.Recruit) -> Text:
    what, where = words.troops(wanted(x)), words.place(board, x.place)
    return Text(f"recruits {what.en} in {where}", f"recrute {what.fr} à {where}")


def _build(board: Board, seat: str, x: a.BuildFort) -> Text:
    what, where = words.GROUNDS[x.fort], words.place(board, x.place)
    return Text(f"builds a {what.en} in {where}", f"bâtit à {where} : {what.fr}")


_SAY: dict[type, _Say] = {
    a.Settle: _settle,
    a.EndPhase: fixed("has done", "a terminé"),
    a.ProposeEnd: _propose,
    a.AnswerEnd: _answer_end,
    a.DeclareLord: _lord,
    a.DeclareMarriage: _marriage,
    a.DeclareAnnulment: _annulment,
    a.DeclareTitle: _title,
    a.DeclareTitleLost: _title_lost,
    a.DeclareIncome: _income,
    a.DeclarePayment: _payment,
    a.DeclareLosses: _losses,
    a.DeclareDeath: _death,
    a.DeclareControl: _control,
    a.DeclareCession: _cession,
    a.DeclarePlague: _plague,
    a.DeclareRelease: _release,
    a.ElectKing: _king,
    a.CrownQueen: _queen,
    a.PlayRevolt: _revolt,
    a.AnswerRevolt: _answer_revolt,
    a.Move: _move,
    a.PayRansom: _ransom,
    a.KeepMercenaries: _keep,
    a.Bid: fixed("puts a sealed bid in the closed hand", "place sa mise dans sa main fermée"),
    a.Recruit: _recruit,
    a.BuildFort: _build,
    **SAY_BATTLE_ACTIONS,
}
