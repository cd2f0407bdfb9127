"""The words on buttons: short, and the same in a list of choices and in a template."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.raiders import actions as a
from domain.games.raiders.board import RaidersBoard, space_id
from domain.games.raiders.village import bonus, hire_price
from domain.games.raiders.wording import COLOURS, goods, names
from domain.rules.ruleset import Action
from domain.rules.text import Text

FIELDS: dict[str, Text] = {
    "card": Text("Card", "Carte"),
    "instead_of": Text("Crew to discard first", "Équipage à défausser d'abord"),
    "deal": Text("Exchange", "Échange"),
    "hire": Text("Townsfolk to hire", "Citoyen à recruter"),
    "crew": Text("Crew member", "Membre d'Équipage"),
    "offering": Text("Offering", "Offrande"),
    "less": Text("Paid one less", "Réduit d'un"),
    "building": Text("Building", "Bâtiment"),
    "outcome": Text("What came of it", "Ce qui en résulte"),
}
PRINTED: dict[str, Text] = {
    "site": Text("Raid", "Pillage"),
    "armour": Text("Armour needed", "Armement exigé"),
    "provisions": Text("Provisions needed", "Provisions exigées"),
    "points": Text("Victory points", "Points de victoire"),
    "order": Text("Spaces, first choice first", "Emplacements, premier choix d'abord"),
    "blocks": Text("Building forbidden", "Bâtiment interdit"),
    "prepare": Text("Gained if it cannot raid", "Gagné s'il ne peut piller"),
}
"""What stands on a scheme card."""

DECLARED: dict[str, Text] = {
    "pay": Text("Paid", "Payé"),
    "gain": Text("Gained", "Gagné"),
    "armour": Text("Armour the opponent lost", "Armement perdu par l'adversaire"),
    "provisions": Text("Provisions the opponent lost", "Provisions perdues par l'adversaire"),
    "taken": Text("They went to the player", "Elles vont au joueur"),
}
"""What the table says came of a card."""


def label(board: RaidersBoard, action: Action) -> Text:
    """The words for an action's button."""
    return _LABELS[type(action)](board, action)


def _place(board: RaidersBoard, action: a.PlaceWorker) -> Text:
    name = board.setting.label(action.building)
    return Text(f"Place on {name.en}", f"Placer : {name.fr}")


def _take(board: RaidersBoard, action: a.TakeWorker) -> Text:
    name, colour = board.setting.label(action.building), COLOURS[board.village[action.building]]
    return Text(f"Take the {colour.en} worker of {name.en}", f"Récupérer l'Ouvrier {colour.fr} : {name.fr}")


def _use(board: RaidersBoard, action: a.UseBuilding) -> Text:
    deal = board.setting.values.buildings[board.using].deals[action.deal - 1]
    gain, pay = goods(bonus(board, deal)), goods(deal.pay)
    if not deal.pay.parts():
        return Text(f"Gain {gain.en}", f"Gagner {gain.fr}")
    return Text(f"Pay {pay.en}, gain {gain.en}", f"Payer {pay.fr}, gagner {gain.fr}")


def _hire(board: RaidersBoard, action: a.HireCrew) -> Text:
    name, price = board.setting.label(action.card), hire_price(board, action.card)
    return Text(f"Hire {name.en} ({price} silver)", f"Recruter : {name.fr} ({price} argent)")


def _play(board: RaidersBoard, action: a.PlayTownsfolk) -> Text:
    name = board.setting.label(action.card)
    return Text(f"Play {name.en}", f"Jouer : {name.fr}")


def _offering(board: RaidersBoard, action: a.MakeOffering) -> Text:
    tile = board.setting.values.offerings[action.offering]
    cost = goods(tile.cost)
    return Text(f"Offer {cost.en} for {tile.points} VP", f"Offrir {cost.fr} pour {tile.points} PV")


def _forgo(board: RaidersBoard, action: a.Forgo) -> Text:
    return Text("Keep the dice", "Garder les dés") if board.assault else Text("Forgo the action", "Renoncer à l'action")


def _raid(board: RaidersBoard, action: a.Raid) -> Text:
    where = board.setting.space_label(space_id(action.site, action.space))
    return Text(f"Raid {where.en}", f"Piller : {where.fr}")


def _reroll(board: RaidersBoard, action: a.Reroll) -> Text:
    value = board.assault.dice[action.die - 1] if board.assault else 0
    return Text(f"Roll die {action.die} ({value}) again", f"Relancer le dé {action.die} ({value})")


def _lose(board: RaidersBoard, action: a.LoseCrew) -> Text:
    crew = names(board.setting, action.crew)
    return Text(f"Lose {crew.en}", f"Perdre : {crew.fr}")


def _reveal(board: RaidersBoard, action: a.Reveal) -> Text:
    if action.card is None or len(board.entered) < len(board.pile or board.discard):
        return Text("Reveal a scheme card", "Révéler une carte tactique")
    site, blocks = board.setting.label(action.card.site), board.setting.label(action.card.blocks)
    need = f"{action.card.armour}/{action.card.provisions}"
    return Text(f"Reveal {site.en} ({need}), forbids {blocks.en}", f"Révéler {site.fr} ({need}), interdit : {blocks.fr}")


_LABELS: dict[type[Action], Callable[[RaidersBoard, Any], Text]] = {
    a.PlaceWorker: _place,
    a.TakeWorker: _take,
    a.UseBuilding: _use,
    a.HireCrew: _hire,
    a.PlayTownsfolk: _play,
    a.MakeOffering: _offering,
    a.Forgo: _forgo,
    a.Raid: _raid,
    a.Reroll: _reroll,
    a.LoseCrew: _lose,
    a.Reveal: _reveal,
}
