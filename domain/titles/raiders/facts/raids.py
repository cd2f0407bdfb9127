from typing import ClassVar

from domain.titles.kit import Fact, Text, replace
from domain.titles.raiders.board import Assault, Board, Space
from domain.titles.raiders.facts.changes import goods_of, left_crew, traded
from domain.titles.raiders.goods import Goods


class RaidLaunched(Fact, frozen=True):
    """The player sent his worker to a raid space and paid."""

    foretold: ClassVar[bool] = True
    space: str
    worker: str
    provisions: int
    gold: int = 0
    says = Text("The ship sails for {space}: {goods} paid.")
    goods = goods_of

    def apply(self, board: Board) -> Board:
        board = traded(board, Goods(provisions=self.provisions, gold=self.gold), Goods())
        return replace(
            board, player=replace(board.player, worker=""), assault=Assault(self.space, self.worker)
        )


class DiceRolled(Fact, frozen=True):
    """The dice of the raid; so many of them may be rolled again."""

    settles: ClassVar[bool] = True
    dice: tuple[int, ...]
    rerolls: int = 0
    says = Text("The dice show {dice}.")

    def apply(self, board: Board) -> Board:
        assault = replace(board.raid, dice=self.dice, rerolls=self.rerolls)
        return replace(board, assault=assault, stage="reroll" if self.rerolls else board.stage)


class DieRerolled(Fact, frozen=True):
    """One die, counted from 1, shows another value."""

    die: int
    value: int
    called = Text("Die rolled again")
    says = Text("Die {die} shows {value} now.")

    def apply(self, board: Board) -> Board:
        raid = board.raid
        dice = (*raid.dice[: self.die - 1], self.value, *raid.dice[self.die :])
        return replace(board, assault=replace(raid, dice=dice, rerolls=raid.rerolls - 1))


class RaidFought(Fact, frozen=True):
    """The crew fought with this strength for this many points."""

    settles: ClassVar[bool] = True
    foretold: ClassVar[bool] = True
    strength: int
    points: int
    says = Text("Strength {strength}: {points:victory point|victory points}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, player=replace(board.player, points=board.player.points + self.points)
        )


class PlunderTaken(Fact, frozen=True):
    """The player took what lay on a raid space and the worker found there; so many of the crew are
    lost to Valkyries."""

    settles: ClassVar[bool] = True
    foretold: ClassVar[bool] = True
    space: str
    gold: int = 0
    iron: int = 0
    livestock: int = 0
    valkyries: int = 0
    deaths: int = 0
    says = Text("The player takes {goods} and the worker there.")
    goods = goods_of

    def apply(self, board: Board) -> Board:
        player, assault, space = board.player, board.raid, board.spaces[self.space]
        return replace(
            board,
            spaces={**board.spaces, self.space: Space(worker=assault.worker)},
            player=replace(
                player,
                gold=player.gold + self.gold,
                iron=player.iron + self.iron,
                livestock=player.livestock + self.livestock,
                valkyries=player.valkyries + self.valkyries,
                worker=space.worker,
            ),
            supply=replace(board.supply, valkyries=board.supply.valkyries + self.valkyries),
            assault=replace(assault, deaths=self.deaths) if self.deaths else None,
            stage="mourn" if self.deaths else "close",
        )


class CrewKilled(Fact, frozen=True):
    """A Valkyrie took a crew member; some cards leave something."""

    settles: ClassVar[bool] = True
    card: str
    gold: int = 0
    points: int = 0
    to_hand: bool = False
    goods = goods_of

    def apply(self, board: Board) -> Board:
        board = traded(left_crew(board, self.card, self.to_hand), Goods(), Goods(gold=self.gold))
        deaths = board.raid.deaths - 1
        return replace(
            board,
            player=replace(board.player, points=board.player.points + self.points),
            assault=replace(board.raid, deaths=deaths) if deaths else None,
            stage="mourn" if deaths else "close",
        )

    def sentence(self) -> Text:
        if self.to_hand:
            return Text("A Valkyrie takes {card}. The card returns to the hand.")
        if self.points:
            return Text("A Valkyrie takes {card}. That is worth {points} points.")
        return (
            Text("A Valkyrie takes {card}. It leaves {goods}.")
            if self.gold
            else Text("A Valkyrie takes {card}.")
        )
