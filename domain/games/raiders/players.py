"""A random player with some sense: he raids when he can, goes where he lacks something, and uses the building he went to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from domain.games.raiders import offers
from domain.games.raiders.actions import Forgo, PlaceWorker, TakeWorker
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.people import RaidPoints, RaidSaving, RaidStrength, Reroll, StrengthPer
from domain.rules.ruleset import Action

ENOUGH = 4
"""Of silver, provisions or cards: with less, the player would rather have more."""

USEFUL = (RaidPoints, RaidStrength, RaidSaving, StrengthPer, Reroll)
"""Abilities that help on a raid."""


def sample(board: RaidersBoard, judge: offers.Judge, rng: Random) -> Action | None:
    """A legal action; none if there is none."""
    if board.stage == "place":
        raid = _pick(list(offers.raids(board)), board, judge, rng) if rng.random() < 0.9 else None
        return raid or _visit(board, judge, rng, [PlaceWorker(building) for building in board.setting.values.buildings])
    if board.stage == "take":
        return _visit(board, judge, rng, [TakeWorker(building) for building in board.village])
    if board.stage == "use":
        return _use(board, judge, rng)
    legal = offers.legal(board, judge)
    if legal.templates:  # a table's own scheme card: any that the catalog knows and that can still come up will do
        return _pick(list(offers.cards(board)), board, judge, rng)
    return rng.choice(legal.choices).action if legal.choices else None


def _visit(board: RaidersBoard, judge: offers.Judge, rng: Random, visits: Sequence[PlaceWorker | TakeWorker]) -> Action | None:
    """A building that may be visited, the more likely the more it is wanted."""
    can = [visit for visit in visits if judge(board, visit)]
    return rng.choices(can, [_appeal(board, visit.building) for visit in can])[0] if can else None


def _appeal(board: RaidersBoard, building: str) -> int:
    player, printed = board.player, board.setting.values.buildings[building]
    if printed.hires:
        return 20 if player.cards and player.silver >= ENOUGH and len(player.crew) < board.setting.values.limits.crew else 1
    wanted = ("silver", "provisions", "cards") if player.crew else ("silver", "cards")
    gains = {name for deal in printed.deals for name, _ in deal.gain.parts()}
    return 5 if any(getattr(player, name) < ENOUGH for name in gains.intersection(wanted)) else 2


def _use(board: RaidersBoard, judge: offers.Judge, rng: Random) -> Action:
    """Something of what the building offers, seldom nothing; crew is mostly hired for raids, and a full one seldom changed."""
    if rng.random() < 0.03:
        return Forgo()
    values, building = board.setting.values, board.setting.values.buildings[board.using]
    ways: list[Iterator[Action]] = [offers.exchanges(board), offers.tiles(board)]
    if building.plays:
        ways += [offers.plays(board, card) for card in values.townsfolk]
    if building.hires and (len(board.player.crew) < values.limits.crew or rng.random() < 0.1):
        hands = [card for card, printed in values.townsfolk.items() if isinstance(printed.crew, USEFUL) or rng.random() < 0.2]
        ways += [offers.hires(board, card) for card in hands]
    rng.shuffle(ways)
    found = (_pick(list(way), board, judge, rng) for way in ways)
    return next((action for action in found if action is not None), Forgo())


def _pick(tries: Sequence[Action], board: RaidersBoard, judge: offers.Judge, rng: Random) -> Action | None:
    """The first legal one in random order."""
    return next((action for action in rng.sample(tries, len(tries)) if judge(board, action)), None)
