"""The board of Raiders as data, both scores (`Fin de partie`), and gauges for analysts.

Nothing is hidden in this game: the order of pile and stack is not determined before a card is
drawn, and of the player's hand only the number of cards is known here. So every audience sees the
same.

The opponent scores only its raids, its Valkyrie and armour tracks and its offering tiles; the
player scores as in the base game."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.amounts import Amount
from domain.titles.contract.series import Gauge
from domain.titles.contract.types import Audience
from domain.titles.contract.whole import with_all_fields
from domain.titles.kit import Outcome, Ranking, ScoreLine, Sentences, Text
from domain.titles.raiders.board import AUTOMA, PLAYER, TRIGGERS, Automa, Board, Player, space_id
from domain.titles.raiders.values import PLUNDER, EndPoints, EndPointsPer, Values

SAID = Sentences("""
player = The game is over: {why}. {mine} to {theirs}. The tie goes to the player on {on}.
automa = The game is over: {why}. {mine} to {theirs}. The tie goes to the opponent on {on}.
""")  # fmt: skip
MARKER, VALKYRIES, ARMOUR = Text("score marker"), Text("Valkyries"), Text("armour")
OFFERINGS, CREW, PLUNDER_LEFT = (
    Text("offerings"),
    Text.pgettext("(offerings, crew, plunder-left", "crew"),
    Text("plunder"),
)


def view(board: Board, audience: Audience) -> dict[str, Any]:
    return {
        "stage": board.stage,
        "round": board.round,
        "difficulty": board.setting.options.difficulty,
        "player": with_all_fields(board.player),
        "automa": with_all_fields(board.automa),
        "village": {
            id: {"worker": board.village.get(id, ""), "blocked": id == board.blocked}
            for id in board.setting.values.buildings
        },
        "blocked": board.blocked,
        "placed": board.placed,
        "using": {"building": board.using, "worker": board.colour, "actions": board.actions}
        if board.using
        else None,
        "raid": with_all_fields(board.assault) if board.assault else None,
        "sites": {
            site: [_space(board, space_id(site, n)) for n in range(1, len(printed.spaces) + 1)]
            for site, printed in board.setting.values.sites.items()
        },
        "offerings": {
            "face_up": [_tile(board, id) for id in board.face_up],
            "stack": board.tiles_left,
        },
        "schemes": {
            "pile": len(board.pile),
            "discard": list(board.discard),
            "set_aside": list(board.set_aside),
            "revealed": _scheme(board, board.revealed) if board.revealed else None,
        },
        "supply": with_all_fields(board.supply),
        "end": {"trigger": board.trigger, "by": board.trigger_by, "turns_left": board.turns_left}
        if board.trigger
        else None,
    }


def _space(board: Board, id: str) -> dict[str, Any]:
    space = board.spaces[id]
    return {"id": id, "worker": space.worker, **{piece: getattr(space, piece) for piece in PLUNDER}}


def _tile(board: Board, id: str) -> dict[str, Any]:
    tile = board.setting.values.offerings[id]
    return {"id": id, "cost": with_all_fields(tile.cost), "points": tile.points}


def _scheme(board: Board, id: str) -> dict[str, Any]:
    """A scheme card as data, with the provenance of each of its numbers, so that pages can mark
    house values."""
    card = with_all_fields(board.scheme(id))
    catalog = board.setting.catalog
    origin = {
        field: "table" if id in board.entered else catalog.origin(f"/schemes/{id}/{field}")
        for field in card
    }
    return {"id": id, **card, "origin": origin}


# -- scores ----------------------------------------------------------------------------------------


def valkyrie_points(values: Values, taken: int) -> int:
    track = values.valkyrie_points
    return track[min(taken, len(track) - 1)]


def armour_points(values: Values, armour: int) -> int:
    return max((points for flag, points in values.armour_points if armour >= flag), default=0)


def offering_points(values: Values, held: Iterable[str]) -> int:
    return sum(values.offerings[tile].points for tile in held)


def crew_points(board: Board) -> int:
    player, total = board.player, 0
    counts = {"livestock": player.livestock, "offerings": len(player.offerings)}
    for card in player.crew:
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, EndPoints):
            total += ability.points
        elif isinstance(ability, EndPointsPer):
            total += counts[ability.of]
    return total


def score(board: Board) -> tuple[ScoreLine, ...]:
    values, player, automa = board.setting.values, board.player, board.automa
    per = values.pieces_per_point
    plunder = player.gold // per.gold + player.iron // per.iron + player.livestock // per.livestock
    mine = (
        (MARKER, player.points),
        (VALKYRIES, valkyrie_points(values, player.valkyries)),
        (ARMOUR, armour_points(values, player.armour)),
        (OFFERINGS, offering_points(values, player.offerings)),
        (CREW, crew_points(board)),
        (PLUNDER_LEFT, plunder),
    )
    theirs = (
        (MARKER, automa.points),
        (VALKYRIES, valkyrie_points(values, automa.valkyries)),
        (ARMOUR, armour_points(values, automa.armour)),
        (OFFERINGS, offering_points(values, automa.offerings)),
    )
    return (
        ScoreLine(PLAYER, sum(n for _, n in mine), mine),
        ScoreLine(AUTOMA, sum(n for _, n in theirs), theirs),
    )


def ranking(board: Board, penalties: Mapping[str, Amount]) -> Ranking:
    """The outcome by points, penalties included, once the game is over. Ties are broken by the
    Valkyrie track, then by armour."""
    return Ranking(_outcome(board, penalties))


def _outcome(board: Board, penalties: Mapping[str, Amount]) -> Outcome | None:
    if board.stage != "over":
        return None
    mine, theirs = (line.points + penalties.get(line.seat, 0) for line in score(board))
    sentence: dict[str, Any] = {"why": TRIGGERS[board.trigger], "mine": mine, "theirs": theirs}
    player, automa = board.player, board.automa
    if mine != theirs:
        won = mine > theirs
        return Outcome(
            "victory" if won else "defeat",
            (PLAYER if won else AUTOMA,),
            Text("The game is over: {why}. {mine} to {theirs}.", **sentence),
        )
    if (player.valkyries, player.armour) == (automa.valkyries, automa.armour):
        return Outcome(
            "draw",
            (),
            Text(
                "The game is over: {why}. {mine} to {theirs}. Valkyries and armour are even too.",
                **sentence,
            ),
        )
    ahead = (player.valkyries, player.armour) > (automa.valkyries, automa.armour)
    on, winner = (
        VALKYRIES if player.valkyries != automa.valkyries else ARMOUR,
        PLAYER if ahead else AUTOMA,
    )
    return Outcome(
        "victory-on-tie-break" if ahead else "defeat-on-tie-break",
        (winner,),
        SAID(winner, on=on, **sentence),
    )


def sheet(board: Board) -> dict[str, Any]:
    sides: dict[str, Player | Automa] = {PLAYER: board.player, AUTOMA: board.automa}
    return {
        "difficulty": board.setting.options.difficulty,
        "rounds": board.round,
        "trigger": board.trigger or None,
        "valkyries": {seat: side.valkyries for seat, side in sides.items()},
        "armour": {seat: side.armour for seat, side in sides.items()},
        "offerings": {
            PLAYER: len(board.player.offerings),
            AUTOMA: len(board.automa.offerings) + board.automa.face_down,
        },
    }


# -- series ----------------------------------------------------------------------------------------

_SERIES = Sentences("""
silver = Silver
provisions = Provisions
plunder = Gold, iron and livestock
armour = Armour
valkyries = Valkyries
""")


def gauges(board: Board, audience: Audience) -> tuple[Gauge, ...]:
    mine, theirs = board.player, board.automa
    values = {
        "silver": {PLAYER: mine.silver},
        "provisions": {PLAYER: mine.provisions, AUTOMA: theirs.provisions},
        "plunder": {PLAYER: mine.gold + mine.iron + mine.livestock},
        "armour": {PLAYER: mine.armour, AUTOMA: theirs.armour},
        "valkyries": {PLAYER: mine.valkyries, AUTOMA: theirs.valkyries},
    }
    return tuple([Gauge(id, name, values[id]) for id, name in _SERIES.items()])
