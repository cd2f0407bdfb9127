"""Mise en place: the board before the game, and the facts of the set-up.

It is the standard set-up for two players, but the opponent gets only a ship card and markers: no
silver, no townsfolk, no worker."""

from collections import Counter

from domain.titles.kit import Course, Text
from domain.titles.raiders import facts as f
from domain.titles.raiders.board import Automa, Board, Player, Setting, Space, Supply, space_id
from domain.titles.raiders.chapters.offerings import show_next_tile
from domain.titles.raiders.values import PLUNDER


def blank(setting: Setting) -> Board:
    values = setting.values
    spaces = {
        space_id(site, n): Space(worker=space.worker)
        for site, printed in values.sites.items()
        for n, space in enumerate(printed.spaces, start=1)
    }
    village = {id: building.start for id, building in values.buildings.items() if building.start}
    workers = Counter(
        [*(space.worker for space in spaces.values()), *village.values(), values.player.worker]
    )
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
    return Board(
        setting=setting,
        spaces=spaces,
        village=dict(village),
        player=Player(
            silver=values.player.silver, cards=values.player.cards, worker=values.player.worker
        ),
        automa=Automa(),
        supply=supply,
        stack=tuple(values.offerings),
        pile=setting.deck,
    )


def set_up(course: Course) -> None:
    values, options = course.board.setting.values, course.board.setting.options
    course.emit(f.SchemesSetAside(_draw_set_aside(course)))
    _lay_plunder(course)
    for slot in range(values.offerings_face_up):
        show_next_tile(course, slot)
    extra = values.difficulty[options.difficulty]
    if extra.armour or extra.provisions:
        course.emit(f.AutomaEquipped(extra.armour, extra.provisions))


def _draw_set_aside(course: Course) -> tuple[str, ...]:
    """The scheme cards to set aside: of each kind of site, as many at random as the catalog says.
    If the table sets aside cards of its own deck, unseen, they are the last numbers of the deck."""
    setting, values = course.board.setting, course.board.setting.values
    if setting.options.schemes == "table":
        aside: tuple[str, ...] = setting.deck[-sum(values.set_aside.values()) :]
        return aside
    cards: list[str] = []
    for kind, count in values.set_aside.items():
        pool = [
            id for id, scheme in values.schemes.items() if values.sites[scheme.site].kind == kind
        ]
        cards += map(
            str,
            course.chance.draw(
                "set-aside", Text("{kind} scheme card to set aside", kind=kind), pool, count
            ),
        )
    return tuple(cards)


def _lay_plunder(course: Course) -> None:
    board, setting = course.board, course.board.setting
    bag = [piece for piece in PLUNDER for _ in range(getattr(board.supply, piece))]
    for space, site in setting.site_of.items():
        count = setting.values.sites[site].spaces[int(space.rpartition("-")[2]) - 1].plunder
        drawn = [
            str(v)
            for v in course.chance.draw(
                "plunder", Text("plunder for {space}", space=setting.space_label(space)), bag, count
            )
        ]
        for piece in drawn:
            bag.remove(piece)
        course.emit(f.PlunderLaid(space, **Counter(drawn)))
