from collections.abc import Iterator

from domain.kernel.text import Lang, same
from domain.titles.contract.types import Audience
from domain.titles.kit import Sentences, Text
from domain.titles.raiders.board import Automa, Board, Player, Space, space_id
from domain.titles.raiders.values import COLOUR_NAMES, PLUNDER, amount, amounts
from domain.titles.raiders.view import score

SAID = Sentences("""
round [raiders] = Round {round}
last-round = Round {round}, {left:turn|turns} left
over = Round {round}: the game is over
crew = crew: {crew}
raids = raids (g gold, i iron, l livestock, V Valkyrie)
offerings = offerings ({left} in the stack)
tile = {id}  {cost} for {points}
pile = schemes: {pile} in the pile
last = schemes: {pile} in the pile, last {id}: {site}, needs {armour} armour, {food}; prepares {gain}
side = {points} VP   armour/Valkyries {tracks}   {have}
tiles = {food}, {tiles} offerings
""")
SIDES = Text("player"), Text("opponent")
FORBIDDEN = Text("forbidden")
INDENT = 22


def drawing(board: Board, audience: Audience, lang: Lang) -> str:
    parts = (
        (0, [_head(board)]),
        (2, _sides(board, lang)),
        (2, ["village"]),
        (4, _village(board, lang)),
    )
    more = (
        (2, [SAID("raids")]),
        (4, _sites(board, lang)),
        (2, [SAID("offerings", left=board.tiles_left)]),
        (4, _tiles(board)),
    )
    lines = [
        (indent, line) for indent, some in (*parts, *more, (2, [_schemes(board)])) for line in some
    ]
    return "\n".join(
        (" " * indent + (line if isinstance(line, str) else line.to(lang))).rstrip()
        for indent, line in lines
    )


def _head(board: Board) -> Text:
    slug = "over" if board.stage == "over" else "last-round" if board.trigger else "round"
    return SAID(slug, round=board.round, left=board.turns_left)


def _sides(board: Board, lang: Lang) -> list[str]:
    player, automa = board.player, board.automa
    have = amounts(
        **{
            what: getattr(player, what)
            for what in ("silver", "provisions", "gold", "iron", "livestock", "cards")
        }
    )
    tiles = len(automa.offerings) + automa.face_down
    held = SAID("tiles", food=amount(automa.provisions, "provisions"), tiles=tiles)
    names = [name.to(lang) for name in SIDES]
    room = max(10, *(len(name) + 1 for name in names))
    lines = []
    both: tuple[Player | Automa, ...] = (player, automa)
    for name, line, side, there in zip(names, score(board), both, (have, held), strict=True):
        tracks = f"{side.armour:2}/{side.valkyries}"
        lines.append(
            name.ljust(room)
            + SAID("side", points=f"{line.points:3}", tracks=tracks, have=there).to(lang)
        )
    return [
        lines[0],
        " " * room + SAID("crew", crew=board.setting.labels(player.crew)).to(lang),
        lines[1],
    ]


def _village(board: Board, lang: Lang) -> Iterator[str]:
    for id in board.setting.values.buildings:
        worker = COLOUR_NAMES.get(board.village.get(id, ""), same("-")).to(lang)
        barred = f"  {FORBIDDEN.to(lang)}" if id == board.blocked else ""
        yield board.setting.label(id).to(lang).ljust(INDENT) + worker + barred


def _sites(board: Board, lang: Lang) -> Iterator[str]:
    for id, site in board.setting.values.sites.items():
        spaces = (board.spaces[space_id(id, n)] for n in range(1, len(site.spaces) + 1))
        yield board.setting.label(id).to(lang).ljust(INDENT) + "  ".join(map(_cell, spaces))


def _cell(space: Space) -> str:
    pieces = "".join(
        mark * getattr(space, piece) for mark, piece in zip("gilV", PLUNDER, strict=True)
    )
    return f"{pieces or '.':5}"


def _tiles(board: Board) -> Iterator[Text]:
    for id in board.face_up:
        tile = board.setting.values.offerings[id]
        yield SAID("tile", id=id, cost=tile.cost.said, points=tile.points)


def _schemes(board: Board) -> Text:
    pile = len(board.pile)
    if not board.revealed:
        return SAID("pile", pile=pile)
    card = board.scheme(board.revealed)
    named = {
        "site": board.setting.label(card.site),
        "armour": card.armour,
        "food": amount(card.provisions, "provisions"),
    }
    return SAID("last", pile=pile, id=board.revealed, gain=card.prepare.said, **named)
