"""One sentence for each fact, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.raiders import facts as f
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.wording import COLOURS, SIDES, TRIGGERS, amount, amounts, gain, goods, plunder
from domain.rules.ruleset import Fact
from domain.rules.text import Text


def say_fact(board: RaidersBoard, fact: Fact) -> Text:
    """One sentence for what has just become true on this board."""
    return _FACTS[type(fact)](board, fact)


def _set_aside(board: RaidersBoard, x: f.SchemesSetAside) -> Text:
    cards = ", ".join(x.cards)
    return Text(f"Scheme cards set aside: {cards}.", f"Cartes tactiques écartées : {cards}.")


def _laid(board: RaidersBoard, x: f.PlunderLaid) -> Text:
    where, what = board.setting.space_label(x.space), plunder(x.gold, x.iron, x.livestock, x.valkyries)
    return Text(f"{where.en}: {what.en}.", f"{where.fr} : {what.fr}.")


def _shown(board: RaidersBoard, x: f.OfferingRevealed) -> Text:
    tile = board.setting.values.offerings[x.offering]
    cost = goods(tile.cost)
    return Text(
        f"Offering {x.offering} is shown: {cost.en} for {tile.points}.",
        f"L'Offrande {x.offering} est visible : {cost.fr} pour {tile.points}.",
    )


def _equipped(board: RaidersBoard, x: f.AutomaEquipped) -> Text:
    what = amounts((("armour", x.armour), ("provisions", x.provisions)))
    return Text(f"The opponent starts with {what.en}.", f"L'adversaire débute avec {what.fr}.")


def _worker_placed(board: RaidersBoard, x: f.WorkerPlaced) -> Text:
    name, colour = board.setting.label(x.building), COLOURS[x.worker]
    return Text(f"The {colour.en} worker stands on the {name.en}.", f"L'Ouvrier {colour.fr} est placé : {name.fr}.")


def _worker_taken(board: RaidersBoard, x: f.WorkerTaken) -> Text:
    name, colour = board.setting.label(x.building), COLOURS[x.worker]
    return Text(f"The {colour.en} worker leaves the {name.en}.", f"L'Ouvrier {colour.fr} est récupéré : {name.fr}.")


def _exchanged(board: RaidersBoard, x: f.GoodsExchanged) -> Text:
    pay, got = goods(x.pay), goods(x.gain)
    if not x.pay.parts():
        return Text(f"The player gains {got.en}.", f"Le joueur gagne {got.fr}.")
    if not x.gain.parts():
        return Text(f"The player pays {pay.en}.", f"Le joueur paie {pay.fr}.")
    return Text(f"The player pays {pay.en} and gains {got.en}.", f"Le joueur paie {pay.fr} et gagne {got.fr}.")


def _drawn(board: RaidersBoard, x: f.TownsfolkDrawn) -> Text:
    what = amount(x.cards, "cards")
    return Text(f"The player draws {what.en}.", f"Le joueur pioche {what.fr}.")


def _used(board: RaidersBoard, x: f.BuildingUsed) -> Text:
    name = board.setting.label(x.building)
    return Text(f"The {name.en} has been used.", f"Le bâtiment a servi : {name.fr}.")


def _forgone(board: RaidersBoard, x: f.ActionForgone) -> Text:
    if x.what == "reroll":
        return Text("The dice stay as they are.", "Les dés restent tels quels.")
    name = board.setting.label(x.what)
    return Text(f"The action of the {name.en} is forgone.", f"L'action du bâtiment n'est pas faite : {name.fr}.")


def _copied(board: RaidersBoard, x: f.BuildingCopied) -> Text:
    name = board.setting.label(x.building)
    return Text(f"The worker acts as if on the {name.en}.", f"L'Ouvrier agit comme s'il était placé là : {name.fr}.")


def _played(board: RaidersBoard, x: f.TownsfolkPlayed) -> Text:
    card = board.setting.label(x.card)
    return Text(f"{card.en} is discarded.", f"{card.fr} est défaussé.")


def _hired(board: RaidersBoard, x: f.CrewHired) -> Text:
    card = board.setting.label(x.card)
    return Text(f"{card.en} joins the crew.", f"{card.fr} rejoint l'Équipage.")


def _left(board: RaidersBoard, x: f.CrewLeft) -> Text:
    card = board.setting.label(x.card)
    if x.to_hand:
        return Text(f"{card.en} returns to the hand.", f"{card.fr} revient en main.")
    return Text(f"{card.en} leaves the crew.", f"{card.fr} quitte l'Équipage.")


def _struck(board: RaidersBoard, x: f.AutomaStruck) -> Text:
    what = amounts((("armour", x.armour), ("provisions", x.provisions)))
    if x.taken:
        return Text(f"The opponent gives the player {what.en}.", f"L'adversaire donne au joueur {what.fr}.")
    return Text(f"The opponent loses {what.en}.", f"L'adversaire perd {what.fr}.")


def _ignored(board: RaidersBoard, x: f.EffectIgnored) -> Text:
    card = board.setting.label(x.card)
    return Text(f"{card.en} finds nothing to act upon.", f"L'effet est sans objet : {card.fr}.")


def _offering_taken(board: RaidersBoard, x: f.OfferingTaken) -> Text:
    side = SIDES[x.seat]
    return Text(f"{side.en} takes offering {x.offering}.", f"{side.fr} prend l'Offrande {x.offering}.")


def _offering_drawn(board: RaidersBoard, x: f.OfferingDrawn) -> Text:
    side = SIDES[x.seat]
    return Text(f"{side.en} draws offering {x.offering} from the stack.", f"{side.fr} tire l'Offrande {x.offering} de la pile.")


def _laid_down(board: RaidersBoard, x: f.OfferingLaidDown) -> Text:
    side = SIDES[x.seat]
    return Text(
        f"{side.en} lays the top offering of the stack face down before it.", f"{side.fr} garde face cachée l'Offrande du dessus."
    )


def _uncovered(board: RaidersBoard, x: f.OfferingUncovered) -> Text:
    side, points = SIDES[x.seat], board.setting.values.offerings[x.offering].points
    return Text(
        f"{side.en} turns up offering {x.offering}: {points} points.",
        f"{side.fr} retourne l'Offrande {x.offering} : {points} points.",
    )


def _sunk(board: RaidersBoard, x: f.OfferingsSunk) -> Text:
    return Text("The offerings go below the stack.", "Les Offrandes passent sous la pile.")


def _launched(board: RaidersBoard, x: f.RaidLaunched) -> Text:
    where, pay = board.setting.space_label(x.space), amounts((("provisions", x.provisions), ("gold", x.gold)))
    return Text(f"The ship sails for {where.en}: {pay.en} paid.", f"Le drakkar part pour {where.fr} : {pay.fr} payés.")


def _rolled(board: RaidersBoard, x: f.DiceRolled) -> Text:
    dice = ", ".join(map(str, x.dice))
    return Text(f"The dice show {dice}.", f"Les dés donnent {dice}.")


def _rerolled(board: RaidersBoard, x: f.DieRerolled) -> Text:
    return Text(f"Die {x.die} shows {x.value} now.", f"Le dé {x.die} donne maintenant {x.value}.")


def _fought(board: RaidersBoard, x: f.RaidFought) -> Text:
    en, fr = "" if x.points == 1 else "s", "" if x.points < 2 else "s"
    return Text(f"Strength {x.strength}: {x.points} victory point{en}.", f"Force {x.strength} : {x.points} Point{fr} de Victoire.")


def _taken(board: RaidersBoard, x: f.PlunderTaken) -> Text:
    what = plunder(x.gold, x.iron, x.livestock, x.valkyries)
    return Text(f"The player takes {what.en} and the worker there.", f"Le joueur prend {what.fr} et l'Ouvrier présent.")


def _killed(board: RaidersBoard, x: f.CrewKilled) -> Text:
    card, left = board.setting.label(x.card), amounts((("gold", x.gold),))
    more_en, more_fr = (f" It leaves {left.en}.", f" Reste {left.fr}.") if x.gold else ("", "")
    if x.points:
        more_en, more_fr = f" That is worth {x.points} points.", f" Cela vaut {x.points} Points."
    if x.to_hand:
        more_en, more_fr = " The card returns to the hand.", " La carte revient en main."
    return Text(f"A Valkyrie takes {card.en}.{more_en}", f"Une Valkyrie emporte {card.fr}.{more_fr}")


def _reshuffled(board: RaidersBoard, x: f.SchemesReshuffled) -> Text:
    n = len(board.pile)
    return Text(
        f"The {n} discarded scheme cards are the new pile.", f"Les {n} cartes tactiques défaussées forment la nouvelle pile."
    )


def _revealed(board: RaidersBoard, x: f.SchemeRevealed) -> Text:
    card = board.scheme(x.card)
    site, prepare = board.setting.label(card.site), gain(card.prepare)
    return Text(
        f"{x.card}: {site.en}, armour {card.armour}, provisions {card.provisions}, {card.points} points; or gain {prepare.en}.",
        f"{x.card} : {site.fr}, Armement {card.armour}, Provisions {card.provisions}, {card.points} Points ; sinon {prepare.fr}.",
    )


def _automa_raided(board: RaidersBoard, x: f.AutomaRaided) -> Text:
    where = board.setting.space_label(x.space)
    pay, met = amount(x.provisions, "provisions"), amount(x.valkyries, "valkyries")
    lost_en = f", meets {met.en} and loses {x.armour} armour" if x.valkyries else ""
    lost_fr = f", croise {met.fr} et perd {x.armour} Armement" if x.valkyries else ""
    return Text(
        f"The opponent raids {where.en}: pays {pay.en}, scores {x.points}{lost_en}.",
        f"L'adversaire pille {where.fr} : paie {pay.fr}, marque {x.points}{lost_fr}.",
    )


def _prepared(board: RaidersBoard, x: f.AutomaPrepared) -> Text:
    what = amounts((("armour", x.armour), ("provisions", x.provisions)))
    return Text(f"The opponent prepares and gains {what.en}.", f"L'adversaire se prépare et gagne {what.fr}.")


def _blocked(board: RaidersBoard, x: f.BuildingBlocked) -> Text:
    name = board.setting.label(x.building)
    return Text(
        f"The {name.en} is forbidden in the player's next turn.", f"Bâtiment interdit au prochain tour du joueur : {name.fr}."
    )


def _surplus(board: RaidersBoard, x: f.SurplusReturned) -> Text:
    what = amounts((("silver", x.silver), ("provisions", x.provisions), ("cards", x.cards)))
    return Text(f"Beyond the limits, {what.en} go back.", f"Au-delà des limites, {what.fr} sont rendus.")


def _turn_ended(board: RaidersBoard, x: f.TurnEnded) -> Text:
    side = SIDES[x.seat]
    return Text(f"{side.en}'s turn is over.", f"{side.fr} a fini son tour.")


def _triggered(board: RaidersBoard, x: f.EndTriggered) -> Text:
    why = TRIGGERS[x.trigger]
    return Text(f"The end is near: {why.en}. Each has one more turn.", f"La fin est proche : {why.fr}. Chacun a encore un tour.")


_FACTS: dict[type[Fact], Callable[[RaidersBoard, Any], Text]] = {
    f.SchemesSetAside: _set_aside,
    f.PlunderLaid: _laid,
    f.OfferingRevealed: _shown,
    f.AutomaEquipped: _equipped,
    f.WorkerPlaced: _worker_placed,
    f.WorkerTaken: _worker_taken,
    f.GoodsExchanged: _exchanged,
    f.TownsfolkDrawn: _drawn,
    f.BuildingUsed: _used,
    f.ActionForgone: _forgone,
    f.BuildingCopied: _copied,
    f.TownsfolkPlayed: _played,
    f.CrewHired: _hired,
    f.CrewLeft: _left,
    f.AutomaStruck: _struck,
    f.EffectIgnored: _ignored,
    f.OfferingTaken: _offering_taken,
    f.OfferingDrawn: _offering_drawn,
    f.OfferingLaidDown: _laid_down,
    f.OfferingUncovered: _uncovered,
    f.OfferingsSunk: _sunk,
    f.RaidLaunched: _launched,
    f.DiceRolled: _rolled,
    f.DieRerolled: _rerolled,
    f.RaidFought: _fought,
    f.PlunderTaken: _taken,
    f.CrewKilled: _killed,
    f.SchemesReshuffled: _reshuffled,
    f.SchemeRevealed: _revealed,
    f.AutomaRaided: _automa_raided,
    f.AutomaPrepared: _prepared,
    f.BuildingBlocked: _blocked,
    f.SurplusReturned: _surplus,
    f.TurnEnded: _turn_ended,
    f.EndTriggered: _triggered,
}
