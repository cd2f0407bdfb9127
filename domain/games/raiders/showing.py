"""The position for people: as data for a page and as text for a terminal.

Everything lies open in this game: the order of pile and stack is not determined before a card is drawn, and of the player's hand
only the number of cards is known here. So every audience sees the same.
"""

from __future__ import annotations

from typing import Any

from domain.games.raiders.board import RaidersBoard, space_id
from domain.games.raiders.field import PLUNDER
from domain.games.raiders.scoring import score
from domain.games.raiders.wording import COLOURS, amount, amounts, gain, goods, names
from domain.rules.text import Lang, Text
from domain.rules.whole import whole

# -- data ---------------------------------------------------------------------------------------------------------------


def view(board: RaidersBoard) -> dict[str, Any]:
    """The whole position as plain data."""
    return {
        "stage": board.stage,
        "round": board.round,
        "difficulty": board.setting.options.difficulty,
        "player": whole(board.player),
        "automa": whole(board.automa),
        "village": {
            id: {"worker": board.village.get(id, ""), "blocked": id == board.blocked} for id in board.setting.values.buildings
        },
        "blocked": board.blocked,
        "placed": board.placed,
        "using": {"building": board.using, "worker": board.colour, "actions": board.actions} if board.using else None,
        "raid": whole(board.assault) if board.assault else None,
        "sites": {
            site: [_space(board, space_id(site, n)) for n in range(1, len(printed.spaces) + 1)]
            for site, printed in board.setting.values.sites.items()
        },
        "offerings": {"face_up": [_tile(board, id) for id in board.face_up], "stack": board.tiles_left},
        "schemes": {
            "pile": len(board.pile),
            "discard": list(board.discard),
            "set_aside": list(board.set_aside),
            "revealed": _scheme(board, board.revealed) if board.revealed else None,
        },
        "supply": whole(board.supply),
        "end": {"trigger": board.trigger, "by": board.trigger_by, "turns_left": board.turns_left} if board.trigger else None,
    }


def _space(board: RaidersBoard, id: str) -> dict[str, Any]:
    space = board.spaces[id]
    return {"id": id, "worker": space.worker, **{piece: getattr(space, piece) for piece in PLUNDER}}


def _tile(board: RaidersBoard, id: str) -> dict[str, Any]:
    tile = board.setting.values.offerings[id]
    return {"id": id, "cost": whole(tile.cost), "points": tile.points}


def _scheme(board: RaidersBoard, id: str) -> dict[str, Any]:
    """A scheme card with where each of its numbers comes from: a house value is shown as one."""
    card = whole(board.scheme(id))
    catalog = board.setting.catalog
    origin = {field: "table" if id in board.entered else catalog.origin(f"/schemes/{id}/{field}") for field in card}
    return {"id": id, **card, "origin": origin}


# -- text ---------------------------------------------------------------------------------------------------------------


def drawing(board: RaidersBoard, lang: Lang) -> str:
    """The position as lines of text."""
    parts = (_header(board), *_sides(board), *_village(board), *_sites(board), *_cards(board))
    return "\n".join(part.to(lang).rstrip() for part in parts)


def _header(board: RaidersBoard) -> Text:
    en, fr = f"Round {board.round}", f"Tour {board.round}"
    if board.stage == "over":
        return Text(f"{en}: the game is over", f"{fr} : la partie est finie")
    if board.trigger:
        return Text(f"{en}, {board.turns_left} turns left", f"{fr}, encore {board.turns_left} tour(s)")
    return Text(en, fr)


def _sides(board: RaidersBoard) -> tuple[Text, ...]:
    player, automa = board.player, board.automa
    have = amounts(tuple((f, getattr(player, f)) for f in ("silver", "provisions", "gold", "iron", "livestock", "cards")))
    food, tiles = amount(automa.provisions, "provisions"), len(automa.offerings) + automa.face_down
    crew, mine = names(board.setting, player.crew), score(board)
    tracks = [f"{side.armour:2}/{side.valkyries}" for side in (player, automa)]
    return (
        Text(
            f"  player    {mine[0].points:3} VP   armour/Valkyries {tracks[0]}   {have.en}",
            f"  joueur     {mine[0].points:3} PV   Armement/Valkyries {tracks[0]}   {have.fr}",
        ),
        Text(f"            crew: {crew.en}", f"             Équipage : {crew.fr}"),
        Text(
            f"  opponent  {mine[1].points:3} VP   armour/Valkyries {tracks[1]}   {food.en}, {tiles} offerings",
            f"  adversaire {mine[1].points:3} PV   Armement/Valkyries {tracks[1]}   {food.fr}, {tiles} Offrandes",
        ),
    )


def _village(board: RaidersBoard) -> tuple[Text, ...]:
    lines = [Text("  village", "  village")]
    for id in board.setting.values.buildings:
        name, colour = board.setting.label(id), COLOURS.get(board.village.get(id, ""), Text("-", "-"))
        barred = Text("  forbidden", "  interdit") if id == board.blocked else Text("", "")
        lines.append(Text(f"    {name.en:22}{colour.en}{barred.en}", f"    {name.fr:22}{colour.fr}{barred.fr}"))
    return tuple(lines)


def _sites(board: RaidersBoard) -> tuple[Text, ...]:
    lines = []
    for id, site in board.setting.values.sites.items():
        name = board.setting.label(id)
        spaces = [board.spaces[space_id(id, n)] for n in range(1, len(site.spaces) + 1)]
        cells = "  ".join(_cell(tuple(getattr(s, piece) for piece in PLUNDER)) for s in spaces)
        lines.append(Text(f"    {name.en:22}{cells}", f"    {name.fr:22}{cells}"))
    title = Text("  raids (g gold, i iron, l livestock, V Valkyrie)", "  pillages (g or, i fer, l bétail, V Valkyrie)")
    return (title, *lines)


def _cell(counts: tuple[int, ...]) -> str:
    return f"{''.join(mark * n for mark, n in zip('gilV', counts, strict=True)) or '.':5}"


def _cards(board: RaidersBoard) -> tuple[Text, ...]:
    lines = []
    for id in board.face_up:
        tile = board.setting.values.offerings[id]
        cost = goods(tile.cost)
        lines.append(Text(f"    {id}  {cost.en} for {tile.points}", f"    {id}  {cost.fr} pour {tile.points}"))
    left = board.tiles_left
    title = Text(f"  offerings ({left} in the stack)", f"  Offrandes ({left} dans la pile)")
    pile = Text(f"  schemes: {len(board.pile)} in the pile", f"  cartes tactiques : {len(board.pile)} dans la pile")
    if not board.revealed:
        return (title, *lines, pile)
    card = board.scheme(board.revealed)
    site, prepare = board.setting.label(card.site), gain(card.prepare)
    food = amount(card.provisions, "provisions")
    last = Text(
        f", last {board.revealed}: {site.en}, needs {card.armour} armour, {food.en}; prepares {prepare.en}",
        f", dernière {board.revealed} : {site.fr}, {card.armour} Armement, {food.fr} ; prépare {prepare.fr}",
    )
    return (title, *lines, Text(pile.en + last.en, pile.fr + last.fr))
