"""One sentence for each action, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.raiders import actions as a
from domain.games.raiders.board import RaidersBoard, space_id
from domain.games.raiders.wording import GOODS, names
from domain.rules.ruleset import Action
from domain.rules.text import Text


def say_action(board: RaidersBoard, action: Action) -> Text:
    """What a seat is about to do, without its name. Says something of any action, a refused one too."""
    return _ACTIONS[type(action)](board, action)


def _place(board: RaidersBoard, x: a.PlaceWorker) -> Text:
    name = board.setting.label(x.building)
    return Text(f"places a worker on the {name.en}", f"place un Ouvrier : {name.fr}")


def _take(board: RaidersBoard, x: a.TakeWorker) -> Text:
    name = board.setting.label(x.building)
    return Text(f"takes the worker of the {name.en}", f"récupère l'Ouvrier : {name.fr}")


def _use(board: RaidersBoard, x: a.UseBuilding) -> Text:
    name = board.setting.label(board.using or "…")
    return Text(f"uses the {name.en} (exchange {x.deal})", f"utilise le bâtiment : {name.fr} (échange {x.deal})")


def _hire(board: RaidersBoard, x: a.HireCrew) -> Text:
    card, old = board.setting.label(x.card), board.setting.label(x.instead_of)
    if x.instead_of:
        return Text(f"hires {card.en} in the place of {old.en}", f"recrute {card.fr} à la place de {old.fr}")
    return Text(f"hires {card.en}", f"recrute {card.fr}")


def _play(board: RaidersBoard, x: a.PlayTownsfolk) -> Text:
    card = board.setting.label(x.card)
    ids = tuple(id for id in (x.hire, x.crew, x.offering, x.less, x.building) if id)
    also = Text(", ".join(_word(board, i).en for i in ids), ", ".join(_word(board, i).fr for i in ids))
    return Text(f"plays {card.en}" + (f": {also.en}" if ids else ""), f"joue {card.fr}" + (f" : {also.fr}" if ids else ""))


def _word(board: RaidersBoard, id: str) -> Text:
    return GOODS.get(id) or board.setting.label(id)


def _offer(board: RaidersBoard, x: a.MakeOffering) -> Text:
    return Text(f"makes offering {x.offering}", f"fait l'Offrande {x.offering}")


def _forgo(board: RaidersBoard, x: a.Forgo) -> Text:
    return Text("forgoes what is open", "renonce à ce qui lui est ouvert")


def _raid(board: RaidersBoard, x: a.Raid) -> Text:
    where = board.setting.space_label(space_id(x.site, x.space))
    return Text(f"raids {where.en}", f"pille : {where.fr}")


def _reroll(board: RaidersBoard, x: a.Reroll) -> Text:
    return Text(f"rolls die {x.die} again", f"relance le dé {x.die}")


def _lose(board: RaidersBoard, x: a.LoseCrew) -> Text:
    crew = names(board.setting, x.crew)
    return Text(f"gives {crew.en} to the Valkyries", f"laisse aux Valkyries : {crew.fr}")


def _reveal(board: RaidersBoard, x: a.Reveal) -> Text:
    if x.card is None:
        return Text("reveals a scheme card", "révèle une carte tactique")
    site = board.setting.label(x.card.site)
    return Text(f"reveals a scheme card for {site.en}", f"révèle une carte tactique : {site.fr}")


_ACTIONS: dict[type[Action], Callable[[RaidersBoard, Any], Text]] = {
    a.PlaceWorker: _place,
    a.TakeWorker: _take,
    a.UseBuilding: _use,
    a.HireCrew: _hire,
    a.PlayTownsfolk: _play,
    a.MakeOffering: _offer,
    a.Forgo: _forgo,
    a.Raid: _raid,
    a.Reroll: _reroll,
    a.LoseCrew: _lose,
    a.Reveal: _reveal,
}
