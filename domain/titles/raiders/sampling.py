"""A random player with some sense: he raids if he can, visits buildings that give what he lacks,
and uses the building he visits."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from domain.titles.kit import Action, Move
from domain.titles.raiders.actions import Forgo, PlaceWorker, TakeWorker
from domain.titles.raiders.board import PLAYER, Board
from domain.titles.raiders.chapters import automa
from domain.titles.raiders.chapters.hiring import offer_hiring
from domain.titles.raiders.chapters.offerings import offer_tiles
from domain.titles.raiders.chapters.raid import offer_raids
from domain.titles.raiders.chapters.townsfolk import offer_playing
from domain.titles.raiders.chapters.workers import offer_exchanges, offer_placing, offer_taking
from domain.titles.raiders.values import RaidPoints, RaidSaving, RaidStrength, Reroll, StrengthPer

Moves = Mapping[type[Action], Move]

ENOUGH = 4
"""With less silver, provisions or cards than this, the random player prefers buildings that give
more."""

USEFUL = (RaidPoints, RaidStrength, RaidSaving, StrengthPer, Reroll)


def sample(board: Board, moves: Moves, rng: Random) -> Action | None:
    if board.stage == "place":
        raid = (
            _random_legal(list(offer_raids(board, PLAYER)), board, moves, rng)
            if rng.random() < 0.9
            else None
        )
        return raid or _random_visit(board, moves, rng, list(offer_placing(board, PLAYER)))
    if board.stage == "take":
        return _random_visit(board, moves, rng, list(offer_taking(board, PLAYER)))
    if board.stage == "use":
        return _random_use(board, moves, rng)
    actions = [
        action
        for move in moves.values()
        if board.stage in move.phases
        for action in _legal_offers(board, move)
    ]
    if (
        not actions
    ):  # a table's own scheme card: any that the catalog knows and that can still come up will do
        return (
            _random_legal(list(automa.reveals_by_catalog(board)), board, moves, rng)
            if board.stage == "reveal"
            else None
        )
    return rng.choice(actions)


def _legal_offers(board: Board, move: Move) -> Iterator[Action]:
    return (
        action for action in move.offers(board, PLAYER) if move.judge(board, PLAYER, action).legal
    )


def _random_visit(
    board: Board, moves: Moves, rng: Random, visits: Sequence[PlaceWorker | TakeWorker]
) -> Action | None:
    """A random legal visit to a building, by appeal; None if none is legal."""
    can = [visit for visit in visits if moves[type(visit)].judge(board, PLAYER, visit).legal]
    return rng.choices(can, [_appeal(board, visit.building) for visit in can])[0] if can else None


def _appeal(board: Board, building: str) -> int:
    """The weight with which a building is visited."""
    player, printed = board.player, board.setting.values.buildings[building]
    if printed.hires:
        return (
            20
            if player.cards
            and player.silver >= ENOUGH
            and len(player.crew) < board.setting.values.limits.crew
            else 1
        )
    goods = ("silver", "provisions", "cards") if player.crew else ("silver", "cards")
    gains = {name for deal in printed.deals for name, _ in deal.gain.parts()}
    return 5 if any(getattr(player, name) < ENOUGH for name in gains.intersection(goods)) else 2


def _random_use(board: Board, moves: Moves, rng: Random) -> Action:
    if rng.random() < 0.03:
        return Forgo()
    values, building = board.setting.values, board.setting.values.buildings[board.using]
    ways: list[Iterator[Action]] = [offer_exchanges(board, PLAYER), offer_tiles(board, PLAYER)]
    if building.plays:
        ways += [offer_playing(board, card) for card in values.townsfolk]
    if building.hires and (len(board.player.crew) < values.limits.crew or rng.random() < 0.1):
        hands = [
            card
            for card, printed in values.townsfolk.items()
            if isinstance(printed.crew, USEFUL) or rng.random() < 0.2
        ]
        ways += [offer_hiring(board, card) for card in hands]
    rng.shuffle(ways)
    picks = (_random_legal(list(way), board, moves, rng) for way in ways)
    return next((action for action in picks if action is not None), Forgo())


def _random_legal(
    tries: Sequence[Action], board: Board, moves: Moves, rng: Random
) -> Action | None:
    """A random legal action of these; None if none is legal."""
    tried = rng.sample(tries, len(tries))
    return next(
        (action for action in tried if moves[type(action)].judge(board, PLAYER, action).legal), None
    )
