"""The facts of Raiders: what each changes on the board, and its sentence. Facts are stored for
ever: fields are only added, with defaults."""

from typing import ClassVar

from domain.titles.kit import ChangesNothing, Fact, OfSeat, Text, replace
from domain.titles.raiders.board import PLAYER, Assault, Board, Space, Stage, Supply, Trigger
from domain.titles.raiders.values import GOODS, Goods, Scheme, amount_text, amounts_text


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def with_exchange(board: Board, pay: Goods, gain: Goods) -> Board:
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


def with_discards(board: Board, *named: str, unnamed: int = 0) -> Board:
    """The board after townsfolk were discarded: those named, and a number of others. Version 1 did
    not count them, so under it the board does not change."""
    if board.setting.version == 1:
        return board
    return replace(board, discards=board.discards + named, unnamed=board.unnamed + unnamed)


def with_crew_leaving(board: Board, card: str, to_hand: bool) -> Board:
    player, supply = board.player, board.supply
    crew = without(player.crew, card)
    if to_hand:
        return replace(board, player=replace(player, crew=crew, cards=player.cards + 1))
    return with_discards(
        replace(
            board, player=replace(player, crew=crew), supply=replace(supply, cards=supply.cards + 1)
        ),
        card,
    )


def goods_text(fact: Fact, board: Board) -> Text:
    """The goods among a fact's fields, in words."""
    return amounts_text(
        **{name: getattr(fact, name) for name in fact.__struct_fields__ if name in GOODS}
    )


class OfCard(Fact, frozen=True):
    """Base of facts about a townsfolk or scheme card."""

    card: str


# -- the turns -------------------------------------------------------------------------------------


# -- set-up ----------------------------------------------------------------------------------------


class SchemesSetAside(Fact, frozen=True):
    """These scheme cards were set aside and are not used in this game."""

    cards: tuple[str, ...]
    called = Text("Scheme cards set aside")
    says = Text("Scheme cards set aside: {cards}.")

    def apply(self, board: Board) -> Board:
        pile = tuple(card for card in board.pile if card not in self.cards)
        return replace(board, pile=pile, set_aside=board.set_aside + self.cards)


class PlunderLaid(Fact, frozen=True):
    """Pieces from the bag were laid on a raid space."""

    space: str
    gold: int = 0
    iron: int = 0
    livestock: int = 0
    valkyries: int = 0
    called = Text("Plunder laid out")
    says = Text("{space}: {goods}.")
    goods = goods_text

    def apply(self, board: Board) -> Board:
        space = Space(
            self.gold, self.iron, self.livestock, self.valkyries, board.spaces[self.space].worker
        )
        supply = replace(
            board.supply,
            gold=board.supply.gold - self.gold,
            iron=board.supply.iron - self.iron,
            livestock=board.supply.livestock - self.livestock,
            valkyries=board.supply.valkyries - self.valkyries,
        )
        return replace(board, spaces={**board.spaces, self.space: space}, supply=supply)


class AutomaEquipped(Fact, frozen=True):
    """The difficulty gives the opponent armour and provisions to start with."""

    armour: int
    provisions: int
    called = Text("Opponent equipped")
    says = Text("The opponent starts with {goods}.")
    goods = goods_text

    def apply(self, board: Board) -> Board:
        return _with_automa_gain(board, self)


# -- the opponent's turn ---------------------------------------------------------------------------


class SchemesReshuffled(Fact, frozen=True):
    """The discarded scheme cards became the new pile."""

    called = Text("Scheme cards reshuffled")
    says = Text("The {count} discarded scheme cards are the new pile.")

    def apply(self, board: Board) -> Board:
        return replace(board, pile=board.discard, discard=())

    def count(self, board: Board) -> Text:
        return Text(str(len(board.pile)), str(len(board.pile)))


class SchemeRevealed(OfCard, frozen=True):
    """A scheme card was turned up. `scheme`: what is printed on it, if the table entered it."""

    reveals: ClassVar[bool] = True
    scheme: Scheme | None = None
    called = Text("Scheme card revealed")

    def apply(self, board: Board) -> Board:
        entered = {**board.entered, self.card: self.scheme} if self.scheme else board.entered
        discard = (*board.discard, self.card)
        return replace(
            board,
            pile=without(board.pile, self.card),
            discard=discard,
            entered=entered,
            revealed=self.card,
        )

    def say(self, board: Board) -> Text:
        card = board.scheme(self.card)
        text = Text(
            "{card}: {site}, armour {armour}, provisions {provisions}, {points} points; or gain "
            "{gain}."
        )
        numbers = {"armour": card.armour, "provisions": card.provisions, "points": card.points}
        return text.filled(
            {
                **numbers,
                "card": self.card,
                "site": board.setting.label(card.site),
                "gain": card.prepare.in_words,
            }
        )


class AutomaRaided(Fact, frozen=True):
    """The opponent raided a space. `provisions`: paid; `points`: scored; `valkyries`: found there;
    `armour`: lost to them. All plunder and the worker of the space went to the general supply."""

    reports_combat: ClassVar[bool] = True
    space: str
    provisions: int
    points: int
    valkyries: int = 0
    armour: int = 0
    called = Text("Opponent raided")

    def apply(self, board: Board) -> Board:
        automa, space = board.automa, board.spaces[self.space]
        return replace(
            board,
            spaces={**board.spaces, self.space: Space()},
            automa=replace(
                automa,
                armour=automa.armour - self.armour,
                provisions=automa.provisions - self.provisions,
                valkyries=automa.valkyries + self.valkyries,
                points=automa.points + self.points,
            ),
            supply=_with_plunder_back(
                replace(board.supply, provisions=board.supply.provisions + self.provisions), space
            ),
        )

    def sentence(self) -> Text:
        if self.valkyries:
            return Text(
                "The opponent raids {space}: pays {pay}, scores {points}, meets {met} and loses "
                "{armour} armour."
            )
        return Text("The opponent raids {space}: pays {pay}, scores {points}.")

    def pay(self, board: Board) -> Text:
        return amount_text(self.provisions, "provisions")

    def met(self, board: Board) -> Text:
        return amount_text(self.valkyries, "valkyries")


class AutomaPrepared(Fact, frozen=True):
    """The opponent gained armour and provisions."""

    armour: int
    provisions: int
    called = Text("Opponent prepared")
    says = Text("The opponent prepares and gains {goods}.")
    goods = goods_text

    def apply(self, board: Board) -> Board:
        return _with_automa_gain(board, self)


class BuildingBlocked(Fact, frozen=True):
    """In the player's next turn no worker may be placed on this building or taken from it."""

    building: str
    says = Text("The {building} is forbidden in the player's next turn.")

    def apply(self, board: Board) -> Board:
        return replace(board, blocked=self.building)


# -- turns -----------------------------------------------------------------------------------------


class SurplusReturned(Fact, frozen=True):
    """At the end of his turn the player gave back what he had above the limits."""

    foretold: ClassVar[bool] = True
    silver: int = 0
    provisions: int = 0
    cards: int = 0
    says = Text("Beyond the limits, {goods} go back.")
    goods = goods_text

    def apply(self, board: Board) -> Board:
        board = with_exchange(
            board, Goods(silver=self.silver, provisions=self.provisions, cards=self.cards), Goods()
        )
        return with_discards(board, unnamed=self.cards)


class TurnEnded(OfSeat, frozen=True):
    """A seat's turn is over."""

    says = Text("{seat}'s turn is over.")

    def apply(self, board: Board) -> Board:
        left = board.turns_left - 1 if board.trigger else 0
        over = bool(board.trigger) and left == 0
        if self.seat == PLAYER:
            stage: Stage = "over" if over else "reveal"
            return replace(board, stage=stage, turns_left=left, blocked="", placed="", assault=None)
        stage = "over" if over else "place"
        return replace(board, stage=stage, turns_left=left, round=board.round + 1)


class EndTriggered(Fact, frozen=True):
    """A condition for the end of the game was met in this seat's turn. Each side has one more
    turn."""

    foretold: ClassVar[bool] = True
    trigger: Trigger
    seat: str
    says = Text("The end is near: {trigger}. Each has one more turn.")

    def apply(self, board: Board) -> Board:
        return replace(board, trigger=self.trigger, trigger_by=self.seat, turns_left=2)


def _with_automa_gain(board: Board, fact: AutomaEquipped | AutomaPrepared) -> Board:
    automa = replace(
        board.automa,
        armour=board.automa.armour + fact.armour,
        provisions=board.automa.provisions + fact.provisions,
    )
    return replace(
        board,
        automa=automa,
        supply=replace(board.supply, provisions=board.supply.provisions - fact.provisions),
    )


def _with_plunder_back(supply: Supply, space: Space) -> Supply:
    """The supply with all plunder and the worker of a raid space."""
    return replace(
        supply,
        gold=supply.gold + space.gold,
        iron=supply.iron + space.iron,
        livestock=supply.livestock + space.livestock,
        valkyries=supply.valkyries + space.valkyries,
        black=supply.black + (space.worker == "black"),
        grey=supply.grey + (space.worker == "grey"),
        white=supply.white + (space.worker == "white"),
    )


# -- the village -----------------------------------------------------------------------------------


REROLL = "reroll"
"""The value of `ActionForgone.what` for a forgone reroll; otherwise it is a building's id."""


# -- workers in buildings --------------------------------------------------------------------------


class WorkerPlaced(Fact, frozen=True):
    """The player placed his worker on a building. `actions`: how often he may use it."""

    building: str
    worker: str
    actions: int = 1
    says = Text("The {worker} worker stands on the {building}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            village={**board.village, self.building: self.worker},
            player=replace(board.player, worker=""),
            placed=self.building,
            using=self.building,
            colour=self.worker,
            actions=self.actions,
            stage="use",
        )


class WorkerTaken(Fact, frozen=True):
    """The player took the worker of a building. `actions`: how often he may use it."""

    building: str
    worker: str
    actions: int = 1
    says = Text("The {worker} worker leaves the {building}.")

    def apply(self, board: Board) -> Board:
        village = dict(board.village)
        del village[self.building]
        return replace(
            board,
            village=village,
            player=replace(board.player, worker=self.worker),
            using=self.building,
            colour=self.worker,
            actions=self.actions,
            stage="use",
        )


class GoodsExchanged(Fact, frozen=True):
    """The player paid goods to the general supply and gained others from it."""

    foretold: ClassVar[bool] = True
    pay: Goods
    gain: Goods

    def apply(self, board: Board) -> Board:
        return with_discards(with_exchange(board, self.pay, self.gain), unnamed=self.pay.cards)

    def sentence(self) -> Text:
        if not self.pay.parts():
            return Text("The player gains {gain}.")
        return (
            Text("The player pays {pay} and gains {gain}.")
            if self.gain.parts()
            else Text("The player pays {pay}.")
        )


class BuildingUsed(Fact, frozen=True):
    """The player used one action of the building."""

    building: str
    says = Text("The {building} has been used.")

    def apply(self, board: Board) -> Board:
        return (
            replace(board, actions=board.actions - 1)
            if board.actions > 1
            else _after_building_use(board)
        )


class ActionForgone(Fact, frozen=True):
    """The player forwent a possible action. `what`: the building, or `reroll` for the dice of a
    raid."""

    what: str

    def apply(self, board: Board) -> Board:
        return (
            _after_building_use(board)
            if board.assault is None
            else replace(board, assault=replace(board.assault, rerolls=0))
        )

    def say(self, board: Board) -> Text:
        return (
            Text("The dice stay as they are.")
            if self.what == REROLL
            else Text(
                "The action of the {building} is forgone.", building=board.setting.label(self.what)
            )
        )


class BuildingCopied(Fact, frozen=True):
    """A card lets the player use another building, without placing the worker there. `actions`: how
    often."""

    building: str
    actions: int = 1
    says = Text("The worker acts as if on the {building}.")

    def apply(self, board: Board) -> Board:
        return replace(board, using=self.building, actions=self.actions)


# -- townsfolk -------------------------------------------------------------------------------------


class TownsfolkDrawn(Fact, frozen=True):
    """The player drew cards and has seen them, so he cannot undo it alone."""

    reveals: ClassVar[bool] = True
    cards: int
    says = Text("The player draws {drawn}.")

    def apply(self, board: Board) -> Board:
        if (
            self.cards > board.townsfolk_left
        ):  # a deck that runs out is shuffled from the discarded cards
            board = replace(board, discards=(), unnamed=0)
        return with_exchange(board, Goods(), Goods(cards=self.cards))

    def drawn(self, board: Board) -> Text:
        return amount_text(self.cards, "cards")


class TownsfolkPlayed(OfCard, frozen=True):
    """A card of the hand was discarded for its Town Hall action."""

    says = Text("{card} is discarded.")

    def apply(self, board: Board) -> Board:
        return with_discards(with_exchange(board, Goods(cards=1), Goods()), self.card)


class CrewHired(OfCard, frozen=True):
    """A card of the hand became crew."""

    says = Text("{card} joins the crew.")

    def apply(self, board: Board) -> Board:
        player = board.player
        return replace(
            board, player=replace(player, cards=player.cards - 1, crew=(*player.crew, self.card))
        )


class CrewLeft(OfCard, frozen=True):
    """A crew member went to the discard pile, or back to the hand."""

    to_hand: bool = False

    def apply(self, board: Board) -> Board:
        return with_crew_leaving(board, self.card, self.to_hand)

    def sentence(self) -> Text:
        return (
            Text("{card} returns to the hand.") if self.to_hand else Text("{card} leaves the crew.")
        )


class AutomaStruck(Fact, frozen=True):
    """A townsfolk cost the opponent armour and provisions. The provisions went to the player if
    `taken`, else to the supply."""

    foretold: ClassVar[bool] = True
    armour: int = 0
    provisions: int = 0
    taken: bool = False
    called = Text("Opponent struck")
    goods = goods_text

    def apply(self, board: Board) -> Board:
        automa, player, supply = board.automa, board.player, board.supply
        automa = replace(
            automa,
            armour=automa.armour - self.armour,
            provisions=automa.provisions - self.provisions,
        )
        if self.taken:
            return replace(
                board,
                automa=automa,
                player=replace(player, provisions=player.provisions + self.provisions),
            )
        return replace(
            board,
            automa=automa,
            supply=replace(supply, provisions=supply.provisions + self.provisions),
        )

    def sentence(self) -> Text:
        return (
            Text("The opponent gives the player {goods}.")
            if self.taken
            else Text("The opponent loses {goods}.")
        )


class EffectIgnored(OfCard, ChangesNothing, frozen=True):
    """A townsfolk was played without effect, since there was nothing it could affect."""

    says = Text("{card} finds nothing to act upon.")


# -- offerings -------------------------------------------------------------------------------------


class OfferingRevealed(Fact, frozen=True):
    """A tile of the stack was turned up in a slot, counted from 0 on the left."""

    reveals: ClassVar[bool] = True
    offering: str
    slot: int
    called = Text("Offering turned up")

    def apply(self, board: Board) -> Board:
        row = (*board.face_up[: self.slot], self.offering, *board.face_up[self.slot :])
        return replace(_without_stack_tile(board, self.offering), face_up=row)

    def say(self, board: Board) -> Text:
        tile = board.setting.values.offerings[self.offering]
        return Text(
            "Offering {offering} is shown: {cost} for {points}.",
            offering=self.offering,
            cost=tile.cost.in_words,
            points=tile.points,
        )


class OfferingTaken(OfSeat, frozen=True):
    """A seat took a face-up tile."""

    offering: str
    says = Text("{seat} takes offering {offering}.")

    def apply(self, board: Board) -> Board:
        return _with_offering(
            replace(board, face_up=without(board.face_up, self.offering)), self.seat, self.offering
        )


class OfferingDrawn(OfSeat, frozen=True):
    """A seat took the tile on top of the stack, which was turned up."""

    reveals: ClassVar[bool] = True
    offering: str
    says = Text("{seat} draws offering {offering} from the stack.")

    def apply(self, board: Board) -> Board:
        return _with_offering(_without_stack_tile(board, self.offering), self.seat, self.offering)


class OfferingLaidDown(OfSeat, frozen=True):
    """A seat took the tile on top of the stack face down: nobody has seen it."""

    called = Text("Offering laid face down")
    says = Text("{seat} lays the top offering of the stack face down before it.")

    def apply(self, board: Board) -> Board:
        """The board with one more face-down tile. Nobody knows which tile it is, so it stays in
        `stack`. If all tiles in `stack` are face down already, it is the first of the `sunk` tiles,
        which therefore moves to `stack`."""
        if len(board.stack) == board.automa.face_down:
            board = replace(board, stack=(*board.stack, board.sunk[0]), sunk=board.sunk[1:])
        return replace(board, automa=replace(board.automa, face_down=board.automa.face_down + 1))


class OfferingUncovered(OfSeat, frozen=True):
    """At the end of the game a tile that was face down before a seat was turned up."""

    reveals: ClassVar[bool] = True
    offering: str
    called = Text("Face-down offering turned up")

    def apply(self, board: Board) -> Board:
        board = replace(board, automa=replace(board.automa, face_down=board.automa.face_down - 1))
        return _with_offering(_without_stack_tile(board, self.offering), self.seat, self.offering)

    def say(self, board: Board) -> Text:
        points = board.setting.values.offerings[self.offering].points
        return Text(
            "{seat} turns up offering {offering}: {points} points.",
            seat=board.word("seat", self.seat),
            offering=self.offering,
            points=points,
        )


class OfferingsSunk(Fact, frozen=True):
    """All face-up tiles went below the stack, in their order from the left."""

    called = Text("Offerings put below")
    says = Text("The offerings go below the stack.")

    def apply(self, board: Board) -> Board:
        return replace(board, face_up=(), sunk=board.sunk + board.face_up)


def _after_building_use(board: Board) -> Board:
    """The board after a building was used: next the player takes a worker or, if he has taken one
    already, his turn ends."""
    stage: Stage = "close" if board.player.worker else "take"
    return replace(board, using="", colour="", actions=0, stage=stage)


def _without_stack_tile(board: Board, offering: str) -> Board:
    """The board without a tile, which lies in the stack or under it."""
    if offering in board.stack:
        return replace(board, stack=without(board.stack, offering))
    return replace(board, sunk=without(board.sunk, offering))


def _with_offering(board: Board, seat: str, offering: str) -> Board:
    if seat == PLAYER:
        return replace(
            board, player=replace(board.player, offerings=(*board.player.offerings, offering))
        )
    return replace(
        board, automa=replace(board.automa, offerings=(*board.automa.offerings, offering))
    )


# -- raids -----------------------------------------------------------------------------------------


class RaidLaunched(Fact, frozen=True):
    """The player sent his worker to a raid space and paid."""

    foretold: ClassVar[bool] = True
    space: str
    worker: str
    provisions: int
    gold: int = 0
    says = Text("The ship sails for {space}: {goods} paid.")
    goods = goods_text

    def apply(self, board: Board) -> Board:
        board = with_exchange(board, Goods(provisions=self.provisions, gold=self.gold), Goods())
        return replace(
            board, player=replace(board.player, worker=""), assault=Assault(self.space, self.worker)
        )


class DiceRolled(Fact, frozen=True):
    """The dice of a raid were rolled. `rerolls`: how many of them may be rolled again."""

    reports_combat: ClassVar[bool] = True
    dice: tuple[int, ...]
    rerolls: int = 0
    says = Text("The dice show {dice}.")

    def apply(self, board: Board) -> Board:
        assault = replace(board.raid, dice=self.dice, rerolls=self.rerolls)
        return replace(board, assault=assault, stage="reroll" if self.rerolls else board.stage)


class DieRerolled(Fact, frozen=True):
    """A die, counted from 1, was rolled again and has a new value."""

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

    reports_combat: ClassVar[bool] = True
    foretold: ClassVar[bool] = True
    strength: int
    points: int
    says = Text("Strength {strength}: {points:victory point|victory points}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, player=replace(board.player, points=board.player.points + self.points)
        )


class PlunderTaken(Fact, frozen=True):
    """The player took the plunder of a raid space and the worker there. `deaths`: how many of his
    crew he loses to Valkyries."""

    reports_combat: ClassVar[bool] = True
    foretold: ClassVar[bool] = True
    space: str
    gold: int = 0
    iron: int = 0
    livestock: int = 0
    valkyries: int = 0
    deaths: int = 0
    says = Text("The player takes {goods} and the worker there.")
    goods = goods_text

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


class CrewKilled(OfCard, frozen=True):
    """A Valkyrie killed a crew member. `gold`, `points`, `to_hand`: what the card gives when
    killed."""

    reports_combat: ClassVar[bool] = True
    gold: int = 0
    points: int = 0
    to_hand: bool = False
    goods = goods_text

    def apply(self, board: Board) -> Board:
        board = with_exchange(
            with_crew_leaving(board, self.card, self.to_hand), Goods(), Goods(gold=self.gold)
        )
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
