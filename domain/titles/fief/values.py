"""The structure of the catalog: the printed numbers of Fief and of its tactical expansion.

The expansion prints its own costs and limits. The base game's numbers come from published rules and
the map, the names of lords and titles from its components. The catalog states the origin of each
number."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.titles.fief.words import counts
from domain.titles.kit import Text, ValueRule

Ground = Literal["open", "castle", "city"]
Count = Annotated[int, Meta(ge=0)]
FAMILIES = 6
"""The largest number of players."""


class Token(Struct, frozen=True):
    """A kind of troop. `cost`: its price in écus; `cp`: combat points; `hits`: hits that fell it
    (0: it absorbs none); `max`: tokens per family."""

    cost: Count
    cp: Count
    hits: Count
    max: Count


class TroopTable(Struct, frozen=True):
    sergeant: Token
    knight: Token
    archer: Token
    bombard: Token


class ByGround(Struct, frozen=True):
    open: Count
    castle: Count
    city: Count

    def on(self, ground: Ground) -> int:
        return self.castle if ground == "castle" else self.city if ground == "city" else self.open


class Pool(Struct, frozen=True):
    """The neutral mercenaries (TA 4), who fight as sergeants. `pool`: how many tokens there are;
    `upkeep`: écus for each."""

    pool: Count
    upkeep: Count


class LordValues(Struct, frozen=True):
    cp_man: Count
    cp_lady_titled: Count
    cp_lady_untitled: Count
    hits: Annotated[int, Meta(ge=1)]


class Guards(Struct, frozen=True):
    """A number of knights and sergeants of the royal guard."""

    knight: Count = 0
    sergeant: Count = 0

    @property
    def in_words(self) -> Text:
        return counts(guard_knight=self.knight, guard_sergeant=self.sergeant)

    @property
    def has_any(self) -> bool:
        return self.knight + self.sergeant > 0


class GuardValues(Struct, frozen=True):
    """TA 3. `king`, `queen`: the largest guard of each; `box`: the guard tokens that exist;
    `bonus`: added to the roll of a side with guards."""

    king: Guards
    queen: Guards
    box: Guards
    bonus: Count


class Aim(Struct, frozen=True):
    """TA 1.2.1: the die of an aimed shot. `sides`: its number of faces; `kills`: the faces that
    kill."""

    sides: Annotated[int, Meta(ge=2)]
    kills: Annotated[
        tuple[int, ...],
        ValueRule(
            lambda kills, values: kills and all(1 <= face <= values.aim.sides for face in kills),
            Text("the faces that kill must be on the die, 1 to {sides}"),
            sides=lambda kills, values: values.aim.sides,
        ),
    ]


class RevoltValues(Struct, frozen=True):
    """Numbers of a revolt: its battle dice, the bonus to their sum, and the écus a cardinal pays to
    calm it."""

    dice: Annotated[int, Meta(ge=1)]
    bonus: Count
    calm: Count


class AuctionValues(Struct, frozen=True):
    rounds: Annotated[int, Meta(ge=1)]
    least: Count


class Fort(Struct, frozen=True):
    cost: Count
    count: Count


class Forts(Struct, frozen=True):
    castle: Fort
    city: Fort


class Ransom(Struct, frozen=True):
    base: Count
    per_title: Count


class Victory(Struct, frozen=True):
    alone: Annotated[int, Meta(ge=1)]
    married: Annotated[int, Meta(ge=1)]


class Start(Struct, frozen=True):
    purse: Count
    sergeant: Count
    knight: Count
    fort: Ground


class Village(Struct, frozen=True):
    id: str
    name: str
    fief: int
    bishopric: int


class LordCard(Struct, frozen=True):
    """A lord or a lady. `warrior`: a lady who fights even without a title."""

    id: str
    name: str
    sex: Literal["man", "lady"]
    warrior: bool = False


class TitleCard(Struct, frozen=True):
    id: str
    en: str
    fr: str
    kind: Literal["king", "queen", "fief", "bishop", "cardinal", "pope"]
    points: Count


def enough(text: Text) -> ValueRule:
    return ValueRule(
        lambda cards, values: len(cards) >= FAMILIES, text, families=lambda *_: FAMILIES
    )


class Values(Struct, frozen=True):
    die_faces: Annotated[
        tuple[Count, ...],
        ValueRule(lambda faces, values: any(faces), Text("the battle die needs a face that hits")),
    ]
    dice_by_cp: Annotated[
        tuple[tuple[int, int], ...],
        ValueRule(
            lambda steps, values: is_increasing([points for points, _ in steps]),
            Text("steps must rise from 1 combat point or more"),
        ),
        ValueRule(
            lambda steps, values: all(dice >= 0 for _, dice in steps),
            Text("a step cannot give fewer dice than none"),
        ),
    ]
    fort_penalty: ByGround
    engines: Count
    troops: TroopTable
    mercenary: Pool
    lord: LordValues
    archer_min: ByGround
    aim: Aim
    guard: GuardValues
    revolt: RevoltValues
    plague_fells_one_in: Annotated[int, Meta(ge=2)]
    auction: AuctionValues
    tokens_per_village: Annotated[int, Meta(ge=1)]
    forts: Forts
    quiet_rounds: Annotated[int, Meta(ge=1)]
    ransom: Ransom
    victory: Victory
    start: Start
    overseas: Village
    villages: Annotated[
        tuple[Village, ...], enough(Text("{families} families need a village each"))
    ]
    lords: Annotated[tuple[LordCard, ...], enough(Text("{families} families need a lord each"))]
    titles: tuple[TitleCard, ...]


def is_increasing(points: list[int]) -> bool:
    return bool(points) and points == sorted(set(points)) and points[0] >= 1
