"""The board for everyone to read, and the numbers of it that an analyst follows. A solo game hides nothing but the order of the
decks, which does not exist before a card is drawn: every audience sees the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.tears import score
from domain.games.tears.board import SEATS, Board, InPlay
from domain.games.tears.prompts import PROMPTS
from domain.games.tears.turn import to_act
from domain.kit import Text
from domain.rules.series import Reading, Seen
from domain.rules.whole import whole


def view(board: Board) -> dict[str, Any]:
    """The position as plain data."""
    line = score.score_line(board)
    return {
        "round": board.round,
        "marker": board.marker,
        "phase": board.phase,
        "left": list(board.left),
        "to_act": list(to_act(board)),
        "difficulty": board.setting.options.difficulty,
        "resources": resources(board),
        "player": {**_army(board, "player"), "hand": list(board.player.hand)},
        "enemy": _army(board, "enemy"),
        "wedges": [{"by_player": w.by_player, "by_enemy": w.by_enemy, "taken": w.taken} for w in board.wedges],
        "turn": whole(board.turn),
        "question": _question(board),
        "score": {"points": line.points, "rank": score.rank_now(board).name},
        "ending": board.ending,
        "house_values": board.setting.house_values,
    }


def resources(board: Board) -> dict[str, int | None]:
    """What the Enemy can pay with: by the table, by its cards, in all."""
    row, cards = board.table_row(), board.card_resources()
    return {"table": row, "cards": cards, "total": None if row is None else row + cards}


def _army(board: Board, seat: str) -> dict[str, Any]:
    side, objective = board.army(seat), board.objective(seat)
    return {
        "faction": side.faction,
        "lines": [[_card(board, s) for s in side.spaces[line : line + 3]] for line in (0, 3, 6)],
        "reserve": [_card(board, s) for s in side.reserve],
        "deck": len(side.deck) + len(side.turned),
        "discard": list(side.discard),
        "objective": {
            "letter": objective.letter,
            "name": objective.name,
            "strength": objective.strength,
            "damage": side.objective_damage,
        },
    }


def _card(board: Board, stands: InPlay | None) -> dict[str, Any] | None:
    if stands is None:
        return None
    shown: dict[str, Any] = {"card": stands.card, "name": board.card(stands.card).name}
    return shown | {"exhausted": stands.exhausted, "damage": stands.damage, "attached": list(stands.attached)}


def _question(board: Board) -> dict[str, Any] | None:
    asked = board.question
    if asked is None:
        return None
    prompt = PROMPTS[asked.kind]
    return {"kind": asked.kind, "rule": prompt.rule, "text": prompt.text, "about": asked.about, "options": list(asked.options)}


# -- series ------------------------------------------------------------------------------------------------------------


def _wedges(view: Seen) -> Mapping[str, int]:
    return {seat: sum(wedge[f"by_{seat}"] for wedge in view["wedges"]) for seat in SEATS}


def _field(view: Seen) -> Mapping[str, int]:
    return {seat: sum(card is not None for line in view[seat]["lines"] for card in line) for seat in SEATS}


def _resources(view: Seen) -> Mapping[str, int]:
    """Of the table's cards the number is not always known."""
    total = view["resources"]["total"]
    return {} if total is None else {"player": total}


GAUGES: tuple[Reading, ...] = (
    ("wedges", Text("Damage on the wedges"), _wedges),
    ("field", Text("Cards in the field"), _field),
    ("resources", Text("Resources"), _resources),
)
