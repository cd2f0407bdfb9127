"""The board as its readers may see it: views, visibility, score, outcome, the drawing."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.games.fief import actions as a
from domain.games.fief import actions as b
from domain.games.fief import words
from domain.games.fief.actions import FiefAction
from domain.games.fief.battle.arrows import covered, shown
from domain.games.fief.battle.forces import army, captain, round_dice
from domain.games.fief.battle.forces import points as combat_points
from domain.games.fief.board import SIDES, TURN, Auction, Battle, Board, Lord, SideName
from domain.games.fief.facts import battle as bf
from domain.games.fief.facts import troops as t
from domain.games.fief.facts.realm import FiefFact
from domain.games.fief.realm.ending import points
from domain.rules.ruleset import ARBITER, Audience, Outcome, ScoreLine
from domain.rules.text import Lang, Text

# -- views -----------------------------------------------------------------------------------------------------------


def view(board: Board, audience: Audience, to_act: tuple[str, ...]) -> dict[str, Any]:
    """Everything lies open on the table but bids in closed hands and what archers will do until both sides have chosen: of those
    an audience sees its own, the arbiter all."""
    return {
        "turn": board.turn,
        "phase": board.phase,
        "to_act": list(to_act),
        "families": {seat: {**_full(family), "points": points(board, seat)} for seat, family in board.families.items()},
        "pool": board.pool,
        "guard_box": _full(board.guard_box),
        "bank": board.bank,
        "places": {id: _full(place) for id, place in board.places.items()},
        "lords": {id: _full(lord) for id, lord in board.lords.items()},
        "recruited": board.recruited,
        "auction": _auction(board.auction, audience) if board.auction else None,
        "battle": _battle(board, board.battle, audience) if board.battle else None,
        "battles": board.battles,
        "revolt": _full(board.revolt),
        "proposal": _full(board.proposal),
        "ending": _full(board.ending),
        "house_values": list(board.setting.placeholders),
    }


def _full(value: Any) -> Any:
    """A struct as plain data, defaults included."""
    if isinstance(value, Struct):
        return {name: _full(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: _full(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _auction(auction: Auction, audience: Audience) -> dict[str, Any]:
    """Who has bid is seen by all; what, only by whom it may concern."""
    bids = auction.bids if audience == ARBITER else {s: n for s, n in auction.bids.items() if s == audience}
    return {"round": auction.round, "have_bid": sorted(auction.bids), "bids": bids, "revealed": auction.revealed}


def _battle(board: Board, battle: Battle, audience: Audience) -> dict[str, Any]:
    """The battle with each side's combat points and the dice they give in a round."""
    told: dict[str, Any] = _full(battle)
    for name in SIDES:
        told[name]["combat_points"] = combat_points(board, army(board, battle, battle.side(name)))
        told[name]["round_dice"] = round_dice(board, battle, name)
    for name in covered(board):
        if audience not in (ARBITER, captain(board, battle, name)):
            del told[name]["shot"], told[name]["target"]
    return told


def visible(board: Board, audience: Audience, seat: str, item: FiefAction | FiefFact) -> bool:
    """A bid, as action or as fact, is its family's and the arbiter's until its round was revealed; and so is what archers will do
    until both sides have chosen."""
    if audience in (ARBITER, seat):
        return True
    if isinstance(item, a.Bid | t.BidSealed):
        return _opened(board, item.turn, item.round)
    return not isinstance(item, b.Volley | b.AimAtLord | b.HoldFire | bf.ShotChosen) or shown(board, item.battle)


def _opened(board: Board, turn: int, round: int) -> bool:
    if turn != board.turn:
        return turn < board.turn
    if board.auction is not None:
        return round < board.auction.round
    return board.phase in TURN and TURN.index(board.phase) > TURN.index("auction")


# -- score and outcome -------------------------------------------------------------------------------------------------


def score(board: Board) -> tuple[ScoreLine, ...]:
    """Victory points of the recorded titles, family by family."""
    lines = []
    for seat in board.setting.seats:
        titles = [board.setting.titles[t] for lord in board.lords.values() if lord.family == seat for t in lord.titles]
        parts = tuple((Text(card.en, card.fr), card.points) for card in titles if card.points)
        lines.append(ScoreLine(seat, sum(n for _, n in parts), parts))
    return tuple(lines)


def outcome(board: Board) -> Outcome | None:
    """Who won, or that the families agreed to stop."""
    ending = board.ending
    if ending is None:
        return None
    who = words.families(board, ending.winners)
    text = {
        "victory": Text(f"{who.en} wins the session.", f"{who.fr} gagne la partie."),
        "married-victory": Text(f"{who.en} win together, by marriage.", f"{who.fr} gagnent ensemble, par mariage."),
        "agreement": Text("The families agreed to end the session.", "Les familles ont convenu d'arrêter la partie."),
    }[ending.code]
    return Outcome(ending.code, ending.winners, text)


# -- the drawing -------------------------------------------------------------------------------------------------------


def drawing(board: Board, audience: Audience, lang: Lang) -> str:
    """Families, then every village where something stands."""
    phase = words.PHASES[board.phase].to(lang)
    lines = [f"{Text('Turn', 'Tour').to(lang)} {board.turn} · {phase}", ""]
    for seat, family in board.families.items():
        camp = words.count(family.camp, "mercenary").to(lang)
        purse = words.ecus(family.purse).to(lang)
        lines.append(
            f"{words.family(board, seat).to(lang):<8}{purse:>9} · {points(board, seat)} {Text('VP', 'PV').to(lang)} · {camp}"
        )
    pool = Text("In the pool: ", "En réserve : ").to(lang) + words.count(board.pool, "mercenary").to(lang)
    lines += [pool, *_auction_lines(board, audience, lang), ""]
    for id in board.setting.places:
        lines += _place_lines(board, id, lang)
    captives = [id for id, lord in board.lords.items() if lord.captor and not lord.dead]
    for id in captives:
        by = words.family(board, board.lords[id].captor).to(lang)
        lines.append(f"{words.lord(board, id)}: {Text('captive of', 'prisonnier,').to(lang)} {by}")
    if board.battle is not None:
        lines += ["", *(_side_line(board, board.battle, name, lang) for name in SIDES)]
    return "\n".join(lines)


def _auction_lines(board: Board, audience: Audience, lang: Lang) -> list[str]:
    if board.auction is None:
        return []
    shown = _auction(board.auction, audience)
    hands = [f"{words.family(board, s).to(lang)} {shown['bids'].get(s, '?')}" for s in shown["have_bid"]]
    return [f"{Text('Bids', 'Mises').to(lang)} ({shown['round']}): {', '.join(hands) or '–'}"]


def _place_lines(board: Board, id: str, lang: Lang) -> list[str]:
    place = board.place(id)
    seats = [s for s in board.setting.seats if board.present(s, id)]
    if not (seats or place.holder or place.plague):
        return []
    notes = [words.GROUNDS[place.fort].to(lang)]
    if place.holder:
        notes.append(words.family(board, place.holder).to(lang))
    if place.plague:
        notes.append(Text("plague", "peste").to(lang))
    lines = [f"{words.place(board, id)} ({', '.join(notes)})"]
    for seat in seats:
        lords = [_lord_line(board, lord, board.lords[lord], lang) for lord in board.lords_of(seat, id)]
        troops = board.troops(seat, id)
        tokens = [words.troops(troops).to(lang)] if troops.total else []
        lines.append(f"  {words.family(board, seat).to(lang):<8}{', '.join([*lords, *tokens])}")
    return lines


def _lord_line(board: Board, id: str, lord: Lord, lang: Lang) -> str:
    notes = [words.title(board, t).to(lang) for t in lord.titles]
    if lord.guard.any:
        notes.append(words.guards(lord.guard).to(lang))
    return words.lord(board, id) + (f" [{', '.join(notes)}]" if notes else "")


def _side_line(board: Board, battle: Battle, name: SideName, lang: Lang) -> str:
    side = battle.side(name)
    label = {"attack": Text("Attack", "Attaque"), "defence": Text("Defence", "Défense")}[name].to(lang)
    who = words.families(board, side.families).to(lang) if side.families else str(side.horde)
    cp = combat_points(board, army(board, battle, side))
    unit = Text("CP", "PC").to(lang)
    return f"{label}: {who}, {cp} {unit}, {words.faces(side.dice)}" + (f" +{side.bonus}" if side.bonus else "")
