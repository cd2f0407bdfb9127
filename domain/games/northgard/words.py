"""Actions and facts of Training Grounds as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.rules.text import Text, listed


def say_action(board: Board, action: a.AnyAction) -> Text:
    """What a player is about to do."""
    return _ACTIONS[type(action)](board, action)


def say_fact(board: Board, fact: f.AnyFact) -> Text:
    """What has just become true."""
    return _FACTS[type(fact)](board, fact)


def units(count: int) -> Text:
    """So many units."""
    return Text("1 unit", "1 unité") if count == 1 else Text(f"{count} units", f"{count} unités")


def cards(board: Board, ids: tuple[str, ...]) -> Text:
    """Names of cards, joined."""
    return listed(tuple(_card(board, c) for c in ids), Text("none", "aucune"))


def _card(board: Board, id: str) -> Text:
    card = board.setting.cards.get(id)
    return card.name if card else Text(id, id)


def _building(board: Board, id: str) -> Text:
    kind = board.setting.values.buildings.get(id)
    return kind.name if kind else Text(id, id)


def _spread(spread: dict[str, int]) -> Text:
    return listed(
        tuple(Text(f"{units(n).en} in {id}", f"{units(n).fr} en {id}") for id, n in sorted(spread.items())), Text("none", "aucune")
    )


# -- actions ---------------------------------------------------------------------------------------------------------


def _place(board: Board, action: a.PlaceUnits) -> Text:
    where = _spread(action.units)
    return Text(f"places {where.en}", f"place {where.fr}")


def _recruit(board: Board, action: a.Recruit) -> Text:
    card = _card(board, action.card)
    return Text(f"plays {card.en}: recruits in {action.territory}", f"joue {card.fr} : recrute en {action.territory}")


def _build(board: Board, action: a.Build) -> Text:
    card, what = _card(board, action.card), _building(board, action.building)
    return Text(
        f"plays {card.en}: builds {what.en} in {action.territory}", f"joue {card.fr} : construit {what.fr} en {action.territory}"
    )


def _explore(board: Board, action: a.Explore) -> Text:
    card = _card(board, action.card)
    return Text(f"plays {card.en}: explores {action.cell}", f"joue {card.fr} : explore {action.cell}")


def _move(board: Board, action: a.Move) -> Text:
    card, step = _card(board, action.card), _step(board, action)
    return Text(f"plays {card.en}: {step.en}", f"joue {card.fr} : {step.fr}")


def _step(board: Board, action: a.Move | a.Step) -> Text:
    n = units(action.units)
    return Text(f"moves {n.en} from {action.origin} to {action.target}", f"déplace {n.fr} de {action.origin} vers {action.target}")


def _stop(board: Board, action: a.Stop) -> Text:
    return Text("moves no further", "ne se déplace pas plus loin")


def _renew(board: Board, action: a.Renew) -> Text:
    if action.turn_up:
        return Text("plays Renew and turns all cards face up", "joue Renouveler et retourne toutes ses cartes face visible")
    return Text("plays Renew and leaves the cards as they lie", "joue Renouveler et laisse ses cartes telles quelles")


def _combat_renew(board: Board, action: a.CombatRenew) -> Text:
    if action.turn_up:
        return Text("turns all cards face up with the drawn Renew", "retourne toutes ses cartes grâce au Renouveler tiré")
    return Text("leaves the cards as they lie", "laisse ses cartes telles quelles")


def _retreat(board: Board, action: a.Retreat) -> Text:
    return Text(f"retreats to {action.target}", f"se replie en {action.target}")


_ACTIONS: dict[type, Callable[[Board, Any], Text]] = {
    a.PlaceUnits: _place,
    a.Recruit: _recruit,
    a.Build: _build,
    a.Explore: _explore,
    a.Move: _move,
    a.Step: _step,
    a.Stop: _stop,
    a.Renew: _renew,
    a.CombatRenew: _combat_renew,
    a.Retreat: _retreat,
}


# -- facts -----------------------------------------------------------------------------------------------------------


def _seat(board: Board, seat: str, en: str, fr: str) -> Text:
    name = board.setting.name(seat)
    return Text(f"{name.en} {en}.", f"{name.fr} {fr}.")


def _tile_revealed(board: Board, fact: f.TileRevealed) -> Text:
    land = board.setting.land.areas_of[fact.tile]
    wider = [id for id, t in sorted(board.territories.items()) if not set(t.areas).isdisjoint(land) and len(t.areas) > 1]
    joined = [f"{id} ({', '.join(board.territories[id].areas)})" for id in wider]
    en = f"; it extends {' and '.join(joined)}" if joined else ""
    fr = f" ; elle étend {' et '.join(joined)}" if joined else ""
    turned = Text(f", turned {fact.turns}/4", f", tournée de {fact.turns}/4") if fact.turns else Text("", "")
    return Text(f"Tile {fact.tile} lies in {fact.cell}{turned.en}{en}.", f"La tuile {fact.tile} est en {fact.cell}{turned.fr}{fr}.")


def _bonus_drawn(board: Board, fact: f.BonusDrawn) -> Text:
    name, card = board.setting.name(fact.seat), _card(board, fact.card)
    return Text(
        f"{name.en}'s {card.en} is drawn: combat bonus {fact.bonus}.",
        f"{card.fr} de {name.fr} est tirée : bonus de combat {fact.bonus}.",
    )


def _combat_begun(board: Board, fact: f.CombatBegun) -> Text:
    att, dfn = board.setting.name(fact.attacker), board.setting.name(fact.defender)
    return Text(
        f"Combat in {fact.territory}: {att.en} attacks {dfn.en}.", f"Combat en {fact.territory} : {att.fr} attaque {dfn.fr}."
    )


def _combat_resolved(board: Board, fact: f.CombatResolved) -> Text:
    names = {s: board.setting.name(s) for s in fact.scores}
    scores = Text(
        ", ".join(f"{names[s].en} {fact.scores[s]} (loses {fact.losses[s]})" for s in fact.scores),
        ", ".join(f"{names[s].fr} {fact.scores[s]} (perd {fact.losses[s]})" for s in fact.scores),
    )
    if not fact.winner:
        return Text(f"{scores.en}: all units fell.", f"{scores.fr} : toutes les unités sont éliminées.")
    won = names[fact.winner]
    return Text(f"{scores.en}: {won.en} wins.", f"{scores.fr} : {won.fr} l'emporte.")


_FACTS: dict[type, Callable[[Board, Any], Text]] = {
    f.TileRevealed: _tile_revealed,
    f.FirstPlayerDrawn: lambda b, x: _seat(b, x.seat, "is first player", "est premier joueur"),
    f.UnitsPlaced: lambda b, x: _seat(b, x.seat, f"places {_spread(x.units).en}", f"place {_spread(x.units).fr}"),
    f.CardPlayed: lambda b, x: _seat(b, x.seat, f"activates {_card(b, x.card).en}", f"active {_card(b, x.card).fr}"),
    f.UnitsRecruited: lambda b, x: _seat(
        b, x.seat, f"recruits {units(x.units).en} in {x.territory}", f"recrute {units(x.units).fr} en {x.territory}"
    ),
    f.BuildingPlaced: lambda b, x: _seat(
        b,
        x.seat,
        f"builds {_building(b, x.building).en} in {x.territory}",
        f"construit {_building(b, x.building).fr} en {x.territory}",
    ),
    f.UnitsMoved: lambda b, x: _seat(
        b,
        x.seat,
        f"moves {units(x.units).en} from {x.origin} to {x.target}",
        f"déplace {units(x.units).fr} de {x.origin} vers {x.target}",
    ),
    f.PointsGained: lambda b, x: _seat(
        b,
        x.seat,
        f"gains {x.points} VP (trios {x.trios}, Monopolies {x.monopolies})",
        f"gagne {x.points} PV (trios {x.trios}, Monopoles {x.monopolies})",
    ),
    f.CardsTurnedUp: lambda b, x: _seat(
        b, x.seat, f"turns face up: {cards(b, x.cards).en}", f"retourne face visible : {cards(b, x.cards).fr}"
    ),
    f.CombatBegun: _combat_begun,
    f.BonusDrawn: _bonus_drawn,
    f.RenewDrawn: lambda b, x: _seat(b, x.seat, "may turn all cards face up", "peut retourner toutes ses cartes face visible"),
    f.CombatResolved: _combat_resolved,
    f.UnitsRetreated: lambda b, x: _seat(
        b,
        x.seat,
        f"retreats with {units(x.units).en} from {x.origin} to {x.target}",
        f"se replie avec {units(x.units).fr} de {x.origin} vers {x.target}",
    ),
    f.UnitsEliminated: lambda b, x: _seat(
        b,
        x.seat,
        f"finds no retreat from {x.territory} and loses {units(x.units).en}",
        f"ne trouve aucun repli depuis {x.territory} et perd {units(x.units).fr}",
    ),
    f.TurnPassed: lambda b, x: _seat(b, x.seat, "is to act", "doit agir"),
}
