"""The position as lines of text."""

from __future__ import annotations

from domain.games.raiders.board import Board, space_id
from domain.games.raiders.goods import COLOUR_NAMES, PLUNDER, amount, amounts
from domain.games.raiders.view import score
from domain.kit import Sentences, Text
from domain.rules.text import Lang, same

SAID = Sentences("""
round
  Round {round}
  Tour {round}
last-round
  Round {round}, {left} turns left
  Tour {round}, encore {left} tour(s)
over
  Round {round}: the game is over
  Tour {round} : la partie est finie
crew
  crew: {crew}
  Équipage : {crew}
raids
  raids (g gold, i iron, l livestock, V Valkyrie)
  pillages (g or, i fer, l bétail, V Valkyrie)
offerings
  offerings ({left} in the stack)
  Offrandes ({left} dans la pile)
tile
  {id}  {cost} for {points}
  {id}  {cost} pour {points}
pile
  schemes: {pile} in the pile
  cartes tactiques : {pile} dans la pile
last
  schemes: {pile} in the pile, last {id}: {site}, needs {armour} armour, {food}; prepares {gain}
  cartes tactiques : {pile} dans la pile, dernière {id} : {site}, {armour} Armement, {food} ; prépare {gain}
side
  {points} VP   armour/Valkyries {tracks}   {have}
  {points} PV   Armement/Valkyries {tracks}   {have}
tiles
  {food}, {tiles} offerings
  {food}, {tiles} Offrandes
""")
PLAYER_IS, OPPONENT_IS = Text("player    ", "joueur     "), Text("opponent  ", "adversaire ")
FORBIDDEN, VILLAGE, NOBODY = Text("  forbidden", "  interdit"), same("village"), same("-")
INDENT = 22
"""Columns of a name in a list."""


def drawing(board: Board, lang: Lang) -> str:
    """The position as lines of text in one language."""
    lines = [_head(board).to(lang)]
    for indent, text in (*_sides(board, lang), (2, VILLAGE), *_village(board), (2, SAID("raids")), *_sites(board), *_cards(board)):
        lines.append(" " * indent + text.to(lang))
    return "\n".join(line.rstrip() for line in lines)


def _head(board: Board) -> Text:
    told = "over" if board.stage == "over" else "last-round" if board.trigger else "round"
    return SAID(told, round=board.round, left=board.turns_left)


def _sides(board: Board, lang: Lang) -> list[tuple[int, Text]]:
    player, automa, (mine, theirs) = board.player, board.automa, score(board)
    have = amounts(**{what: getattr(player, what) for what in ("silver", "provisions", "gold", "iron", "livestock", "cards")})
    tiles = len(automa.offerings) + automa.face_down
    held = SAID("tiles", food=amount(automa.provisions, "provisions"), tiles=tiles)
    tracks = [f"{side.armour:2}/{side.valkyries}" for side in (player, automa)]
    ours = SAID("side", points=f"{mine.points:3}", tracks=tracks[0], have=have)
    them = SAID("side", points=f"{theirs.points:3}", tracks=tracks[1], have=held)
    crew = SAID("crew", crew=board.setting.labels(player.crew))
    return [(2, _both(PLAYER_IS, ours)), (2 + len(PLAYER_IS.to(lang)), crew), (2, _both(OPPONENT_IS, them))]


def _both(first: Text, second: Text) -> Text:
    return Text(first.en + second.en, first.fr + second.fr)


def _named(name: Text, rest: Text) -> tuple[int, Text]:
    """A line of a list: a name and what stands behind it."""
    return 4, Text(f"{name.en:{INDENT}}{rest.en}", f"{name.fr:{INDENT}}{rest.fr}")


def _village(board: Board) -> list[tuple[int, Text]]:
    lines = []
    for id in board.setting.values.buildings:
        worker = COLOUR_NAMES.get(board.village.get(id, ""), NOBODY)
        lines.append(_named(board.setting.label(id), _both(worker, FORBIDDEN) if id == board.blocked else worker))
    return lines


def _sites(board: Board) -> list[tuple[int, Text]]:
    lines = []
    for id, site in board.setting.values.sites.items():
        spaces = [board.spaces[space_id(id, n)] for n in range(1, len(site.spaces) + 1)]
        lines.append(_named(board.setting.label(id), same("  ".join(_cell(tuple(getattr(s, p) for p in PLUNDER)) for s in spaces))))
    return lines


def _cell(counts: tuple[int, ...]) -> str:
    return f"{''.join(mark * n for mark, n in zip('gilV', counts, strict=True)) or '.':5}"


def _cards(board: Board) -> list[tuple[int, Text]]:
    lines = [(2, SAID("offerings", left=board.tiles_left))]
    for id in board.face_up:
        tile = board.setting.values.offerings[id]
        lines.append((4, SAID("tile", id=id, cost=tile.cost.said, points=tile.points)))
    if not board.revealed:
        return [*lines, (2, SAID("pile", pile=len(board.pile)))]
    card = board.scheme(board.revealed)
    told = {"site": board.setting.label(card.site), "armour": card.armour, "food": amount(card.provisions, "provisions")}
    return [*lines, (2, SAID("last", pile=len(board.pile), id=board.revealed, gain=card.prepare.said, **told))]
