"""The facts of Training Grounds: what each changes on the board, and its sentence. Facts are stored
for ever: fields are only added, with defaults.

Territories have the names that they have on the board at that moment. Numbers are changes, so that
applying a fact needs no rule."""

from typing import ClassVar

from domain.kernel.text import joined, listed
from domain.titles.kit import Fact, OfSeat, Text, replace
from domain.titles.northgard.board import Battle, Board, Connection, Fought, Side
from domain.titles.northgard.land import LyingTile, Territory

NOTHING, AND = Text("", ""), Text(" and ")


class TileRevealed(Fact, frozen=True):
    """A tile was turned up in a cell, turned clockwise by so many quarter turns (`turns`). Areas
    that meet at its open edges become one territory."""

    cell: str
    tile: str
    turns: int
    reveals: ClassVar[bool] = True
    called = Text("Tile turned up")

    def apply(self, board: Board) -> Board:
        grid = {**board.grid, self.cell: LyingTile(self.tile, self.turns)}
        return replace(
            board, grid=grid, territories=board.setting.land.survey(grid, board.territories)
        )

    def say(self, board: Board) -> Text:
        land = board.setting.land.areas_of[self.tile]
        wider = [
            id
            for id, t in sorted(board.territories.items())
            if not set(t.areas).isdisjoint(land) and len(t.areas) > 1
        ]
        lands = [f"{id} ({', '.join(board.territories[id].areas)})" for id in wider]
        turned = Text(", turned {turns}/4", turns=self.turns) if self.turns else NOTHING
        sentence = (
            Text("Tile {tile} lies in {cell}{turned}; it extends {lands}.")
            if lands
            else Text("Tile {tile} lies in {cell}{turned}.")
        )
        return sentence.filled(
            {"tile": self.tile, "cell": self.cell, "turned": turned, "lands": joined(lands, AND)}
        )


class FirstPlayerDrawn(OfSeat, frozen=True):
    """A seat was drawn to begin."""

    says = Text("{seat} is first player.")

    def apply(self, board: Board) -> Board:
        return replace(board, turn=self.seat)


class UnitsPlaced(OfSeat, frozen=True):
    """A seat placed its first units."""

    units: dict[str, int]
    called = Text("First units placed")

    def apply(self, board: Board) -> Board:
        territories = dict(board.territories)
        for id, units in self.units.items():
            territories[id] = _territory_with_units(territories[id], self.seat, units)
        side = board.sides[self.seat]
        side = replace(side, reserve=side.reserve - sum(self.units.values()), placed=True)
        return replace(board, territories=territories, sides={**board.sides, self.seat: side})

    def say(self, board: Board) -> Text:
        return Text(
            "{seat} places {where}.",
            seat=board.setting.name(self.seat),
            where=units_in_words(self.units),
        )


class CardPlayed(OfSeat, frozen=True):
    """A seat activated a card, which is no longer face up."""

    card: str
    called = Text("Card activated")
    says = Text("{seat} activates {card}.")

    def apply(self, board: Board) -> Board:
        return replace(board, sides=_sides_without(board, self.seat, self.card), playing=self.card)


class UnitsRecruited(OfSeat, frozen=True):
    """Units came from a seat's reserve into a territory."""

    territory: str
    units: int
    called = Text("Units recruited")
    says = Text("{seat} recruits {units:unit|units} in {territory}.")

    def apply(self, board: Board) -> Board:
        return _with_units(board, self.seat, self.territory, self.units)


class BuildingPlaced(OfSeat, frozen=True):
    """A building token came from the supply into a territory."""

    building: str
    territory: str
    called = Text("Building placed")
    says = Text("{seat} builds {building} in {territory}.")

    def apply(self, board: Board) -> Board:
        there = board.territories[self.territory]
        there = replace(there, buildings=tuple(sorted((*there.buildings, self.building))))
        supply = {**board.supply, self.building: board.supply[self.building] - 1}
        return replace(
            board, territories={**board.territories, self.territory: there}, supply=supply
        )


class OfUnits(OfSeat, frozen=True):
    """Base of facts about units that went from one territory to another."""

    origin: str
    target: str
    units: int


class UnitsMoved(OfUnits, frozen=True):
    """Units took a step. `left`: how many steps of the card in play remain."""

    left: int
    says = Text("{seat} moves {units:unit|units} from {origin} to {target}.")

    def apply(self, board: Board) -> Board:
        return replace(board, territories=_territories_after_move(board, self), steps=self.left)


class EnemiesConnected(OfSeat, frozen=True):
    """A tile that a seat explored is connected to these territories of its rival, and the seat has
    to fight for each."""

    tile: str
    targets: tuple[str, ...]
    called = Text("Enemies connected")

    def apply(self, board: Board) -> Board:
        return _with_connection(board, self.seat, Connection(self.tile, self.targets))

    def say(self, board: Board) -> Text:
        return Text(
            "Tile {tile} is connected to the enemy in {lands}.",
            tile=self.tile,
            lands=joined(self.targets, AND),
        )


class UnitsAdvanced(OfUnits, frozen=True):
    """All units of a territory beside an explored tile went into an enemy territory beside it."""

    called = Text("Units advanced")
    says = Text("{seat} advances with {units:unit|units} from {origin} to {target}.")

    def apply(self, board: Board) -> Board:
        connection = board.sides[self.seat].connection
        assert connection is not None
        left = tuple(id for id in connection.targets if id != self.target)
        rest = Connection(connection.tile, left) if left else None
        return _with_connection(
            replace(board, territories=_territories_after_move(board, self)), self.seat, rest
        )


class PointsGained(OfSeat, frozen=True):
    """A seat scored because its rival played Renew. `points`: the sum gained; `trios`,
    `monopolies`: what it is for."""

    foretold: ClassVar[bool] = True
    points: int
    trios: int
    monopolies: int
    called = Text("Points gained")
    says = Text("{seat} gains {points} VP (trios {trios}, Monopolies {monopolies}).")

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat]
        return replace(
            board, sides={**board.sides, self.seat: replace(side, points=side.points + self.points)}
        )


class CardsTurnedUp(OfSeat, frozen=True):
    """Cards of a seat were turned face up. If the seat had to answer a drawn Renew, it has done
    so."""

    cards: tuple[str, ...]
    called = Text("Cards turned face up")
    says = Text("{seat} turns face up: {cards}.")

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat]
        up = tuple(c for c in board.setting.cards if c in side.up or c in self.cards)
        renewing = tuple(s for s in board.renewing if s != self.seat)
        return replace(
            board, sides={**board.sides, self.seat: replace(side, up=up)}, renewing=renewing
        )


class CombatBegun(Fact, frozen=True):
    """Units of both seats met in a territory."""

    territory: str
    attacker: str
    defender: str
    says = Text("Combat in {territory}: {attacker} attacks {defender}.")

    def apply(self, board: Board) -> Board:
        return replace(board, battle=Battle(self.territory, self.attacker, self.defender, {}, ""))


class BonusDrawn(OfSeat, frozen=True):
    """A card of a seat was drawn as its combat bonus and turned face down."""

    card: str
    bonus: int
    called = Text("Combat bonus drawn")
    says = Text("{seat}'s {card} is drawn: combat bonus {bonus}.")

    def apply(self, board: Board) -> Board:
        battle = board.battle and replace(
            board.battle, cards={**board.battle.cards, self.seat: self.card}
        )
        return replace(board, sides=_sides_without(board, self.seat, self.card), battle=battle)


class RenewDrawn(OfSeat, frozen=True):
    """A seat's bonus card was Renew, so the seat may turn its cards face up."""

    called = Text("Renew drawn in combat")
    says = Text("{seat} may turn all cards face up.")

    def apply(self, board: Board) -> Board:
        return replace(board, renewing=(*board.renewing, self.seat))


class CombatResolved(Fact, frozen=True):
    """A combat was decided. `scores`, `losses`: by seat; `winner`: empty if all units fell;
    `loser`: the seat whose survivors have to retreat, empty if it has none."""

    territory: str
    scores: dict[str, int]
    losses: dict[str, int]
    winner: str
    loser: str
    reports_combat: ClassVar[bool] = True
    called = Text("Combat decided")

    def apply(self, board: Board) -> Board:
        for seat, units in self.losses.items():
            board = _with_units(board, seat, self.territory, -units)
        battle = board.battle and replace(board.battle, loser=self.loser) if self.loser else None
        standing = board.territories[self.territory].units.get(board.turn, 0)
        fought = Fought(self.territory, standing) if self.winner == board.turn else None
        return replace(board, battle=battle, fought=fought)

    def say(self, board: Board) -> Text:
        name = board.setting.name
        each = (
            Text("{seat} {score} (loses {lost})", seat=name(s), score=score, lost=self.losses[s])
            for s, score in self.scores.items()
        )
        scores = listed(tuple(each), NOTHING)
        return (
            Text("{scores}: {winner} wins.", scores=scores, winner=name(self.winner))
            if self.winner
            else Text("{scores}: all units fell.", scores=scores)
        )


class UnitsRetreated(OfUnits, frozen=True):
    """The survivors of a lost combat retreated to another territory."""

    called = Text("Units retreated")
    says = Text("{seat} retreats with {units:unit|units} from {origin} to {target}.")

    def apply(self, board: Board) -> Board:
        fought = Fought(self.target, self.units) if self.seat == board.turn else board.fought
        return replace(
            board, territories=_territories_after_move(board, self), battle=None, fought=fought
        )


class UnitsEliminated(OfSeat, frozen=True):
    """The survivors of a lost combat had no territory to retreat to and went back to the
    reserve."""

    foretold: ClassVar[bool] = True
    territory: str
    units: int
    called = Text("Units eliminated")
    says = Text("{seat} finds no retreat from {territory} and loses {units:unit|units}.")

    def apply(self, board: Board) -> Board:
        return replace(_with_units(board, self.seat, self.territory, -self.units), battle=None)


class TurnPassed(OfSeat, frozen=True):
    """The turn passed to this seat."""

    says = Text("{seat} is to act.")

    def apply(self, board: Board) -> Board:
        if board.turn and board.sides[board.turn].connection is not None:
            board = _with_connection(board, board.turn, None)
        return replace(board, turn=self.seat, playing="", steps=0, fought=None)


def units_in_words(units: dict[str, int]) -> Text:
    return listed(
        tuple(
            Text("{units:unit|units} in {territory}", units=n, territory=id)
            for id, n in sorted(units.items())
        ),
        Text.pgettext("northgard", "none"),
    )


def _territory_with_units(there: Territory, seat: str, change: int) -> Territory:
    units = {**there.units, seat: there.units.get(seat, 0) + change}
    if not units[seat]:
        del units[seat]
    return replace(there, units=units)


def _with_connection(board: Board, seat: str, connection: Connection | None) -> Board:
    return replace(
        board, sides={**board.sides, seat: replace(board.sides[seat], connection=connection)}
    )


def _territories_after_move(
    board: Board, fact: UnitsMoved | UnitsAdvanced | UnitsRetreated
) -> dict[str, Territory]:
    territories = dict(board.territories)
    territories[fact.origin] = _territory_with_units(
        territories[fact.origin], fact.seat, -fact.units
    )
    territories[fact.target] = _territory_with_units(
        territories[fact.target], fact.seat, fact.units
    )
    return territories


def _with_units(board: Board, seat: str, territory: str, units: int) -> Board:
    side = board.sides[seat]
    return replace(
        board,
        territories={
            **board.territories,
            territory: _territory_with_units(board.territories[territory], seat, units),
        },
        sides={**board.sides, seat: replace(side, reserve=side.reserve - units)},
    )


def _sides_without(board: Board, seat: str, card: str) -> dict[str, Side]:
    side = board.sides[seat]
    return {**board.sides, seat: replace(side, up=tuple(c for c in side.up if c != card))}
