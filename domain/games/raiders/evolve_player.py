"""How the facts of the player's turn change the position: the village and his raids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.raiders import facts as f
from domain.games.raiders.board import Assault, RaidersBoard, Space, swap
from domain.games.raiders.field import Stage
from domain.games.raiders.printed import Goods
from domain.rules.ruleset import Fact


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """A tuple less the first of an item."""
    at = items.index(item)
    return items[:at] + items[at + 1 :]


# -- the village ------------------------------------------------------------------------------------------------------


def _placed(board: RaidersBoard, fact: f.WorkerPlaced) -> RaidersBoard:
    return replace(
        board,
        village={**board.village, fact.building: fact.worker},
        player=replace(board.player, worker=""),
        placed=fact.building,
        using=fact.building,
        colour=fact.worker,
        actions=fact.actions,
        stage="use",
    )


def _taken(board: RaidersBoard, fact: f.WorkerTaken) -> RaidersBoard:
    return replace(
        board,
        village=swap(board.village, fact.building, ""),
        player=replace(board.player, worker=fact.worker),
        using=fact.building,
        colour=fact.worker,
        actions=fact.actions,
        stage="use",
    )


def _copied(board: RaidersBoard, fact: f.BuildingCopied) -> RaidersBoard:
    return replace(board, using=fact.building, actions=fact.actions)


def _used(board: RaidersBoard, fact: f.BuildingUsed) -> RaidersBoard:
    return replace(board, actions=board.actions - 1) if board.actions > 1 else _leave(board)


def _forgone(board: RaidersBoard, fact: f.ActionForgone) -> RaidersBoard:
    if board.assault is not None:
        return replace(board, assault=replace(board.assault, rerolls=0))
    return _leave(board)


def _leave(board: RaidersBoard) -> RaidersBoard:
    """The building is done: a worker is to be taken, or the turn to be closed if the player has taken one."""
    stage: Stage = "close" if board.player.worker else "take"
    return replace(board, using="", colour="", actions=0, stage=stage)


def _exchanged(board: RaidersBoard, fact: f.GoodsExchanged) -> RaidersBoard:
    return _discarded(_trade(board, fact.pay, fact.gain), unnamed=fact.pay.cards)


def _discarded(board: RaidersBoard, *named: str, unnamed: int = 0) -> RaidersBoard:
    """Townsfolk on the discard pile. It is counted since version 2: the boards of older games stay what they were."""
    if board.setting.version == 1:
        return board
    return replace(board, discards=board.discards + named, unnamed=board.unnamed + unnamed)


def _trade(board: RaidersBoard, pay: Goods, gain: Goods) -> RaidersBoard:
    player, supply = board.player, board.supply
    return replace(
        board,
        player=replace(
            player,
            silver=player.silver - pay.silver + gain.silver,
            provisions=player.provisions - pay.provisions + gain.provisions,
            gold=player.gold - pay.gold + gain.gold,
            iron=player.iron - pay.iron + gain.iron,
            livestock=player.livestock - pay.livestock + gain.livestock,
            cards=player.cards - pay.cards + gain.cards,
            armour=player.armour - pay.armour + gain.armour,
        ),
        supply=replace(
            supply,
            silver=supply.silver + pay.silver - gain.silver,
            provisions=supply.provisions + pay.provisions - gain.provisions,
            gold=supply.gold + pay.gold - gain.gold,
            iron=supply.iron + pay.iron - gain.iron,
            livestock=supply.livestock + pay.livestock - gain.livestock,
            cards=supply.cards + pay.cards - gain.cards,
        ),
    )


def _drawn(board: RaidersBoard, fact: f.TownsfolkDrawn) -> RaidersBoard:
    """A deck that runs out is shuffled from the discarded cards."""
    if fact.cards > board.deck:
        board = replace(board, discards=(), unnamed=0)
    return _trade(board, Goods(), Goods(cards=fact.cards))


def _played(board: RaidersBoard, fact: f.TownsfolkPlayed) -> RaidersBoard:
    return _discarded(_trade(board, Goods(cards=1), Goods()), fact.card)


def _hired(board: RaidersBoard, fact: f.CrewHired) -> RaidersBoard:
    player = board.player
    return replace(board, player=replace(player, cards=player.cards - 1, crew=(*player.crew, fact.card)))


def _left(board: RaidersBoard, fact: f.CrewLeft | f.CrewKilled) -> RaidersBoard:
    player, supply = board.player, board.supply
    crew = without(player.crew, fact.card)
    if fact.to_hand:
        return replace(board, player=replace(player, crew=crew, cards=player.cards + 1))
    return _discarded(replace(board, player=replace(player, crew=crew), supply=replace(supply, cards=supply.cards + 1)), fact.card)


def _struck(board: RaidersBoard, fact: f.AutomaStruck) -> RaidersBoard:
    automa, player, supply = board.automa, board.player, board.supply
    automa = replace(automa, armour=automa.armour - fact.armour, provisions=automa.provisions - fact.provisions)
    if fact.taken:
        return replace(board, automa=automa, player=replace(player, provisions=player.provisions + fact.provisions))
    return replace(board, automa=automa, supply=replace(supply, provisions=supply.provisions + fact.provisions))


def _nothing(board: RaidersBoard, fact: Fact) -> RaidersBoard:
    return board


# -- the player's raid ------------------------------------------------------------------------------------------------


def _launched(board: RaidersBoard, fact: f.RaidLaunched) -> RaidersBoard:
    paid = _trade(board, Goods(provisions=fact.provisions, gold=fact.gold), Goods())
    return replace(paid, player=replace(paid.player, worker=""), assault=Assault(fact.space, fact.worker))


def _rolled(board: RaidersBoard, fact: f.DiceRolled) -> RaidersBoard:
    assault = replace(_assault(board), dice=fact.dice, rerolls=fact.rerolls)
    return replace(board, assault=assault, stage="reroll" if fact.rerolls else board.stage)


def _rerolled(board: RaidersBoard, fact: f.DieRerolled) -> RaidersBoard:
    assault = _assault(board)
    dice = (*assault.dice[: fact.die - 1], fact.value, *assault.dice[fact.die :])
    return replace(board, assault=replace(assault, dice=dice, rerolls=assault.rerolls - 1))


def _fought(board: RaidersBoard, fact: f.RaidFought) -> RaidersBoard:
    return replace(board, player=replace(board.player, points=board.player.points + fact.points))


def _plundered(board: RaidersBoard, fact: f.PlunderTaken) -> RaidersBoard:
    player, assault, found = board.player, _assault(board), board.spaces[fact.space]
    return replace(
        board,
        spaces={**board.spaces, fact.space: Space(worker=assault.worker)},
        player=replace(
            player,
            gold=player.gold + fact.gold,
            iron=player.iron + fact.iron,
            livestock=player.livestock + fact.livestock,
            valkyries=player.valkyries + fact.valkyries,
            worker=found.worker,
        ),
        supply=replace(board.supply, valkyries=board.supply.valkyries + fact.valkyries),
        assault=replace(assault, deaths=fact.deaths) if fact.deaths else None,
        stage="mourn" if fact.deaths else "close",
    )


def _killed(board: RaidersBoard, fact: f.CrewKilled) -> RaidersBoard:
    board = _trade(_left(board, fact), Goods(), Goods(gold=fact.gold))
    deaths = _assault(board).deaths - 1
    return replace(
        board,
        player=replace(board.player, points=board.player.points + fact.points),
        assault=replace(_assault(board), deaths=deaths) if deaths else None,
        stage="mourn" if deaths else "close",
    )


def _assault(board: RaidersBoard) -> Assault:
    assert board.assault is not None, "a fact of a raid without a raid"
    return board.assault


def _surplus(board: RaidersBoard, fact: f.SurplusReturned) -> RaidersBoard:
    paid = _trade(board, Goods(silver=fact.silver, provisions=fact.provisions, cards=fact.cards), Goods())
    return _discarded(paid, unnamed=fact.cards)


PLAYER_CHANGES: dict[type[Fact], Callable[[RaidersBoard, Any], RaidersBoard]] = {
    f.WorkerPlaced: _placed,
    f.WorkerTaken: _taken,
    f.GoodsExchanged: _exchanged,
    f.TownsfolkDrawn: _drawn,
    f.BuildingUsed: _used,
    f.ActionForgone: _forgone,
    f.BuildingCopied: _copied,
    f.TownsfolkPlayed: _played,
    f.CrewHired: _hired,
    f.CrewLeft: _left,
    f.AutomaStruck: _struck,
    f.EffectIgnored: _nothing,
    f.RaidLaunched: _launched,
    f.DiceRolled: _rolled,
    f.DieRerolled: _rerolled,
    f.RaidFought: _fought,
    f.PlunderTaken: _plundered,
    f.CrewKilled: _killed,
    f.SurplusReturned: _surplus,
}
