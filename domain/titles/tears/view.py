"""The board of 1066 as data, and gauges for analysts. Every audience sees the same: a solo game
hides only the order of the decks, which is not determined before a card is drawn."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.amounts import Amount
from domain.titles.contract.series import Gauge, GaugeReader, read_gauges
from domain.titles.contract.types import Audience
from domain.titles.contract.whole import with_all_fields
from domain.titles.kit import Outcome, Ranking, ScoreLine, Sentences, Text
from domain.titles.tears.board import SEATS, VICTORIES, Board, InPlay
from domain.titles.tears.facts import ENDED
from domain.titles.tears.turn import PROMPTS, to_act
from domain.titles.tears.values import Rank, Values


def view(board: Board, audience: Audience) -> dict[str, Any]:
    line = score_line(board)
    return {
        "round": board.round,
        "marker": board.marker,
        "phase": board.phase,
        "left": list(board.left),
        "to_act": list(to_act(board)),
        "difficulty": board.setting.options.difficulty,
        "resources": resource_counts(board),
        "player": {**_army(board, "player"), "hand": list(board.player.hand)},
        "enemy": _army(board, "enemy"),
        "wedges": [
            {"by_player": w.by_player, "by_enemy": w.by_enemy, "taken": w.taken}
            for w in board.wedges
        ],
        "turn": with_all_fields(board.turn),
        "question": _question(board),
        "score": {"points": line.points, "rank": rank_now(board).name},
        "ending": board.ending,
        "house_values": board.setting.house_values,
    }


def resource_counts(board: Board) -> dict[str, int | None]:
    """The Enemy's resources: by the table, of its cards, and in total. `table` and `total` are None
    if it draws no card."""
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
    return shown | {
        "exhausted": stands.exhausted,
        "damage": stands.damage,
        "attached": list(stands.attached),
    }


def _question(board: Board) -> dict[str, Any] | None:
    question = board.question
    if question is None:
        return None
    prompt = PROMPTS[question.kind]
    return {
        "kind": question.kind,
        "rule": prompt.rule,
        "text": prompt.text,
        "about": question.about,
        "options": list(question.options),
    }


# -- the count ("Décompte") ------------------------------------------------------------------------

PARTS = Sentences("""
damage = damage tokens on wedges
win = victory
leader = Enemy leader killed
three = option: three cards a round
""")


def score(board: Board) -> tuple[ScoreLine, ...]:
    return (score_line(board),)


def score_line(board: Board) -> ScoreLine:
    worth = board.setting.values.points
    parts = [(PARTS["damage"], worth.damage * sum(w.by_player for w in board.wedges))]
    if board.ending in VICTORIES:
        parts.append((PARTS["win"], worth.win))
    if enemy_leader_killed(board):
        parts.append((PARTS["leader"], worth.leader_killed))
    if board.setting.options.three_cards:
        parts.append((PARTS["three"], worth.three_cards))
    return ScoreLine("player", sum(points for _, points in parts), tuple(parts))


def enemy_leader_killed(board: Board) -> bool:
    """Whether the game is over and the Enemy's leader was killed."""
    return board.ending == "enemy-leader-killed" or (
        bool(board.ending) and board.leader_id("enemy") in board.enemy.discard
    )


def rank(values: Values, points: Amount, shared: str) -> Rank:
    """The rank for a number of points. If two printed rows contain it, `shared` decides: `lower` or
    `higher` (A-TM-1). Below the first row it is the first rank."""
    fits = [r for r in values.ranks if r.least <= points and (r.most is None or points <= r.most)]
    if not fits:
        return values.ranks[0]
    return fits[0] if shared == "lower" else fits[-1]


def rank_now(board: Board, penalty: Amount = 0) -> Rank:
    """The player's rank by his present points, with a penalty."""
    return rank(
        board.setting.values,
        score_line(board).points + penalty,
        board.setting.options.shared_points,
    )


def ranking(board: Board, penalties: Mapping[str, Amount]) -> Ranking:
    """The outcome, None before the end. Penalties change the points and the rank in its sentence,
    but not the winner."""
    if not board.ending:
        return Ranking(None)
    penalty = penalties.get("player", 0)
    points = score_line(board).points + penalty
    text = Text(
        "{why} {points} points: {rank}.",
        why=ENDED(board.ending),
        points=points,
        rank=rank_now(board, penalty).name,
    )
    return Ranking(
        Outcome(board.ending, ("player",) if board.ending in VICTORIES else ("enemy",), text)
    )


def sheet(board: Board) -> dict[str, Any]:
    options, name = board.setting.options, rank_now(board).name
    return {
        "rank": {"en": name.en, "fr": name.fr},
        "difficulty": options.difficulty,
        "faction": options.faction,
        "draw_variant": options.draw_variant,
        "three_cards": options.three_cards,
        "rounds": board.round,
        "wedges": [wedge.taken or None for wedge in board.wedges],
    }


# -- series ----------------------------------------------------------------------------------------


def _wedge_gauge(board: Board) -> dict[str, int]:
    by_player, by_enemy = (
        sum([wedge.by_player for wedge in board.wedges]),
        sum([wedge.by_enemy for wedge in board.wedges]),
    )
    return {"player": by_player, "enemy": by_enemy}


def _field_gauge(board: Board) -> dict[str, int]:
    return {
        seat: len(spaces) - spaces.count(None)
        for seat in SEATS
        for spaces in (board.army(seat).spaces,)
    }


def _resource_gauge(board: Board) -> dict[str, int]:
    total = resource_counts(board)["total"]
    return {} if total is None else {"player": total}


GAUGES: tuple[GaugeReader, ...] = (
    ("wedges", Text("Damage on the wedges"), _wedge_gauge),
    ("field", Text("Cards in the field"), _field_gauge),
    ("resources", Text("Resources"), _resource_gauge),
)


def gauges(board: Board, audience: Audience) -> tuple[Gauge, ...]:
    return read_gauges(GAUGES, board)
