"""What a seat may do now: everything that could be tried here, kept if the rules say yes.

Offers go through `judge`, so that a button never promises what would be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

import msgspec

from domain.games.raiders import people as p
from domain.games.raiders.actions import (
    Forgo,
    HireCrew,
    LoseCrew,
    MakeOffering,
    Outcome,
    PlaceWorker,
    PlayTownsfolk,
    Raid,
    Reroll,
    Reveal,
    TakeWorker,
    UseBuilding,
)
from domain.games.raiders.automa import room
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.field import Stage
from domain.games.raiders.labels import DECLARED, FIELDS, PRINTED, label
from domain.games.raiders.printed import Gain, Goods
from domain.games.raiders.townsfolk import asks
from domain.games.raiders.wording import GOODS
from domain.rules.ruleset import Action, Choice, Field, Legal, Template, kebab

Judge = Callable[[RaidersBoard, Action], bool]


def legal(board: RaidersBoard, judge: Judge) -> Legal:
    """Every action that can be listed, and a template for whatever wants more named than a button can show."""
    choices = [Choice(a, label(board, a)) for a in _TRIES[board.stage](board) if judge(board, a)]
    templates: list[Template] = []
    if board.stage == "use":
        for card in board.setting.values.townsfolk:
            found: list[Action] = [a for a in (*hires(board, card), *plays(board, card)) if judge(board, a)]
            if len(found) == 1 and getattr(found[0], "outcome", None) is None:
                choices.append(Choice(found[0], label(board, found[0])))
            elif found:
                templates.append(_template(board, found))
    elif board.stage == "reveal" and not choices:
        example = next(action for action in cards(board) if judge(board, action))
        fields = {"card": Field(FIELDS["card"], within=_printed(board))}
        templates.append(Template("reveal", label(board, example), fields, example))
    return Legal(tuple(choices), tuple(templates))


def _template(board: RaidersBoard, found: Sequence[Action]) -> Template:
    """One template for actions of one type about one card: what each field may be, by itself."""
    example = found[0]
    fields: dict[str, Field] = {}
    for field in msgspec.structs.fields(type(example)):
        values = tuple(dict.fromkeys(getattr(a, field.name) for a in found))
        if field.name == "outcome":
            if values != (None,):
                fields[field.name] = Field(FIELDS[field.name], within=_declared())
        elif values != (field.default,):
            fields[field.name] = Field(FIELDS[field.name], values)
    return Template(kebab(type(example).__name__), label(board, example), fields, example)


def _printed(board: RaidersBoard) -> dict[str, Field]:
    """What is to be read off a real scheme card."""
    values = board.setting.values
    within = {name: Field(label) for name, label in PRINTED.items()}
    within["site"] = Field(PRINTED["site"], tuple(site for site in values.sites if room(board, site)))
    within["blocks"] = Field(PRINTED["blocks"], tuple(values.buildings))
    within["prepare"] = Field(PRINTED["prepare"], within={name: Field(GOODS[name]) for name in Gain.__struct_fields__})
    return within


def _declared() -> dict[str, Field]:
    """What is to be said of a card whose effect the catalog does not know."""
    goods = {name: Field(GOODS[name]) for name in Goods.__struct_fields__}
    within = {name: Field(label) for name, label in DECLARED.items()}
    return within | {name: Field(DECLARED[name], within=goods) for name in ("pay", "gain")}


# -- what could be tried ------------------------------------------------------------------------------------------------


def _start(board: RaidersBoard) -> Iterator[Action]:
    yield from raids(board)
    yield from (PlaceWorker(building) for building in board.setting.values.buildings)


def raids(board: RaidersBoard) -> Iterator[Raid]:
    """Every raid space with plunder."""
    for space, site in board.setting.site_of.items():
        if board.spaces[space].plunder:
            yield Raid(site, int(space.rpartition("-")[2]))


def _take(board: RaidersBoard) -> Iterator[Action]:
    yield from (TakeWorker(building) for building in board.village)


def _use(board: RaidersBoard) -> Iterator[Action]:
    yield from exchanges(board)
    yield from tiles(board)
    yield Forgo()


def exchanges(board: RaidersBoard) -> Iterator[UseBuilding]:
    """Every exchange of the building in use."""
    deals = board.setting.values.buildings[board.using].deals
    yield from (UseBuilding(n) for n in range(1, len(deals) + 1))


def tiles(board: RaidersBoard) -> Iterator[MakeOffering]:
    """Every offering on show, where offerings are made."""
    if board.setting.values.buildings[board.using].offers:
        yield from (MakeOffering(tile) for tile in board.face_up)


def hires(board: RaidersBoard, card: str) -> Iterator[HireCrew]:
    """Hiring a card at the Barracks; with somebody leaving only if the crew is full."""
    if board.setting.values.buildings[board.using].hires:
        yield from (HireCrew(card, leaving) for leaving in _leaving(board))


def _leaving(board: RaidersBoard) -> tuple[str, ...]:
    full = len(board.player.crew) >= board.setting.values.limits.crew
    return tuple(dict.fromkeys(board.player.crew)) if full else ("",)


def plays(board: RaidersBoard, card: str) -> Iterator[PlayTownsfolk]:
    """Every way to play a card at the Town Hall."""
    if not board.setting.values.buildings[board.using].plays:
        return
    values = board.setting.values
    hall, crew = values.townsfolk[card].town_hall, tuple(dict.fromkeys(board.player.crew))
    pieces = tuple(dict.fromkeys(name for tile in board.face_up for name, _ in values.offerings[tile].cost.parts()))
    could_be: dict[str, Sequence[object]] = {
        "deal": range(1, len(hall.deals) + 1) if isinstance(hall, p.Exchange) else (1,),
        "crew": _leaving(board) if isinstance(hall, p.Hire) else crew,
        "hire": tuple(values.townsfolk),
        "offering": board.face_up,
        "less": pieces,
        "building": tuple(values.buildings),
        "outcome": (Outcome(),),
    }
    fields = asks(hall)
    for chosen in product(*(could_be[field] for field in fields)):
        yield msgspec.structs.replace(PlayTownsfolk(card), **dict(zip(fields, chosen, strict=True)))


def _reroll(board: RaidersBoard) -> Iterator[Action]:
    dice = board.assault.dice if board.assault else ()
    yield from (Reroll(n) for n in range(1, len(dice) + 1))
    yield Forgo()


def _mourn(board: RaidersBoard) -> Iterator[Action]:
    deaths = board.assault.deaths if board.assault else 0
    yield from (LoseCrew(crew) for crew in dict.fromkeys(combinations(sorted(board.player.crew), deaths)))


def _reveal(board: RaidersBoard) -> Iterator[Action]:
    if board.setting.options.schemes == "catalog":
        yield Reveal()
        return
    pile = board.pile or board.discard
    seen = dict.fromkeys(board.entered[id] for id in pile) if all(id in board.entered for id in pile) else ()
    yield from (Reveal(card) for card in seen)


def cards(board: RaidersBoard) -> Iterator[Reveal]:
    """What a table's own scheme card could say, as far as the catalog knows."""
    yield from map(Reveal, board.setting.values.schemes.values())


def _nothing(board: RaidersBoard) -> Iterator[Action]:
    return iter(())


_TRIES: dict[Stage, Callable[[RaidersBoard], Iterator[Action]]] = {
    "place": _start,
    "use": _use,
    "take": _take,
    "reroll": _reroll,
    "mourn": _mourn,
    "close": _nothing,
    "reveal": _reveal,
    "over": _nothing,
}
