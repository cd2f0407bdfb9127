"""The board before the game, and what chance adds to it (`Mise en place`).

The standard set-up for two players, of which the opponent gets a ship card and markers only: no silver, no townsfolk, no worker.
"""

from __future__ import annotations

from collections import Counter

from domain.games.raiders import facts as f
from domain.games.raiders.board import Automa, Player, RaidersBoard, RaidersSetting, Space, Supply, space_id
from domain.games.raiders.evolve import evolve
from domain.games.raiders.field import PLUNDER
from domain.games.raiders.offerings import show_next
from domain.rules.chance import Chance
from domain.rules.ruleset import Fact, Resolution
from domain.rules.text import Text


def blank(setting: RaidersSetting) -> RaidersBoard:
    """What is the same in every game of a setting: workers on their places, the player's start, all plunder in the bag."""
    values = setting.values
    spaces = {
        space_id(site, n): Space(worker=space.worker)
        for site, printed in values.sites.items()
        for n, space in enumerate(printed.spaces, start=1)
    }
    village = {id: building.start for id, building in values.buildings.items() if building.start}
    workers = Counter([*(space.worker for space in spaces.values()), *village.values(), values.player.worker])
    pieces = values.pieces
    supply = Supply(
        silver=pieces.silver - values.player.silver,
        provisions=pieces.provisions,
        gold=pieces.gold,
        iron=pieces.iron,
        livestock=pieces.livestock,
        valkyries=pieces.valkyries,
        black=pieces.black - workers["black"],
        grey=pieces.grey - workers["grey"],
        white=pieces.white - workers["white"],
        cards=sum(card.copies for card in values.townsfolk.values()) - values.player.cards,
    )
    return RaidersBoard(
        setting=setting,
        spaces=spaces,
        village=dict(village),
        player=Player(silver=values.player.silver, cards=values.player.cards, worker=values.player.worker),
        automa=Automa(),
        supply=supply,
        stack=tuple(values.offerings),
        pile=pile(setting),
    )


def pile(setting: RaidersSetting) -> tuple[str, ...]:
    """All scheme cards. Those of a table are numbered until they are seen."""
    schemes = setting.values.schemes
    if setting.options.schemes == "catalog":
        return tuple(schemes)
    return tuple(f"T{n:02d}" for n in range(1, len(schemes) + 1))


def setup(board: RaidersBoard, chance: Chance) -> tuple[Fact, ...]:
    """Scheme cards set aside, plunder laid, offerings shown, and what the difficulty gives the opponent."""
    course: Resolution[RaidersBoard, Fact] = Resolution(evolve, board)
    course.tell(f.SchemesSetAside(_set_aside(board.setting, chance)))
    _lay_plunder(course, chance)
    for slot in range(board.setting.values.offerings_face_up):
        show_next(course, slot, chance)
    extra = board.setting.values.difficulty[board.setting.options.difficulty]
    if extra.armour or extra.provisions:
        course.tell(f.AutomaEquipped(extra.armour, extra.provisions))
    return course.facts


def _set_aside(setting: RaidersSetting, chance: Chance) -> tuple[str, ...]:
    """One outpost and one monastery at random. A table does this itself, unseen: the last numbers stand for its two cards."""
    values = setting.values
    if setting.options.schemes == "table":
        return pile(setting)[-sum(values.set_aside.values()) :]
    cards: list[str] = []
    for kind, count in values.set_aside.items():
        pool = [id for id, scheme in values.schemes.items() if values.sites[scheme.site].kind == kind]
        label = Text(f"{kind} scheme card to set aside", f"carte tactique à écarter ({kind})")
        cards += map(str, chance.draw("set-aside", label, pool, count))
    return tuple(cards)


def _lay_plunder(course: Resolution[RaidersBoard, Fact], chance: Chance) -> None:
    """Space by space, as many pieces from the bag as are printed there."""
    board, setting = course.board, course.board.setting
    bag = [piece for piece in PLUNDER for _ in range(getattr(board.supply, piece))]
    for space, site in setting.site_of.items():
        count = setting.values.sites[site].spaces[int(space.rpartition("-")[2]) - 1].plunder
        name = setting.space_label(space)
        drawn = [str(v) for v in chance.draw("plunder", Text(f"plunder for {name.en}", f"Butin pour {name.fr}"), bag, count)]
        for piece in drawn:
            bag.remove(piece)
        course.tell(f.PlunderLaid(space, **Counter(drawn)))
