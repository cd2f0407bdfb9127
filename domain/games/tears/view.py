"""The board for everyone to read. A solo game hides nothing but the order of the decks, which does not exist before a card is
drawn: every audience sees the same."""

from __future__ import annotations

from typing import Any

from domain.games.tears import score
from domain.games.tears.asking import PROMPTS
from domain.games.tears.board import Army, InPlay, TearsBoard, army, card, card_resources, table_row, to_act
from domain.rules.text import Lang
from domain.rules.whole import whole


def view(board: TearsBoard) -> dict[str, Any]:
    """The position as plain data."""
    line = score.score_line(board)
    return {
        "round": board.round,
        "marker": board.marker,
        "phase": board.phase,
        "left": list(board.left),
        "to_act": list(to_act(board)),
        "difficulty": board.setting.options.difficulty,
        "resources": _resources(board),
        "player": {**_army(board, board.player, "player"), "hand": list(board.player.hand)},
        "enemy": _army(board, board.enemy, "enemy"),
        "wedges": [{"by_player": w.by_player, "by_enemy": w.by_enemy, "taken": w.taken} for w in board.wedges],
        "turn": whole(board.turn),
        "question": _question(board),
        "score": {"points": line.points, "rank": score.rank_now(board).name},
        "ending": board.ending,
        "house_values": board.setting.house_values,
    }


def _resources(board: TearsBoard) -> dict[str, int | None]:
    row, cards = table_row(board), card_resources(board)
    return {"table": row, "cards": cards, "total": None if row is None else row + cards}


def _army(board: TearsBoard, side: Army, seat: str) -> dict[str, Any]:
    objective = board.setting.values.factions[side.faction].objectives[side.objective]
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


def _card(board: TearsBoard, stands: InPlay | None) -> dict[str, Any] | None:
    if stands is None:
        return None
    shown: dict[str, Any] = {"card": stands.card, "name": card(board, stands.card).name}
    return shown | {"exhausted": stands.exhausted, "damage": stands.damage, "attached": list(stands.attached)}


def _question(board: TearsBoard) -> dict[str, Any] | None:
    if board.question is None:
        return None
    prompt, asked = PROMPTS[board.question.kind], board.question
    return {"kind": asked.kind, "rule": prompt.rule, "text": prompt.text, "about": asked.about, "options": list(asked.options)}


_WORDS: dict[str, dict[Lang, str]] = {
    "round": {"en": "Round", "fr": "Round"},
    "resources": {"en": "Enemy resources", "fr": "Ressources de l'Ennemi"},
    "objective": {"en": "objective", "fr": "objectif"},
    "line": {"en": "line", "fr": "ligne"},
    "wedge": {"en": "Wedge", "fr": "Aile"},
    "taken": {"en": "taken by", "fr": "prise par"},
    "player": {"en": "player", "fr": "joueur"},
    "enemy": {"en": "Enemy", "fr": "Ennemi"},
    "hand": {"en": "Hand", "fr": "Main"},
    "reserve": {"en": "Reserve", "fr": "Réserve"},
    "points": {"en": "points", "fr": "points"},
}


def drawing(board: TearsBoard, lang: Lang) -> str:
    """The two battlefields, front lines facing each other over the wedges. `*` is exhausted, `-2` damage, `+1` attachments."""
    words = {word: by[lang] for word, by in _WORDS.items()}
    row, total = table_row(board), _resources(board)["total"]
    lines = [f"{words['round']} {board.round} · {words['resources']} {'-' if row is None else total} · {board.phase}"]
    lines += _side(board, "enemy", (3, 2, 1), words)
    lines.append("          " + " ".join(f"{_wedge(board, n, words):26}" for n in (1, 2, 3)).rstrip())
    lines += _side(board, "player", (1, 2, 3), words)
    if board.player.hand:
        lines.append(f"{words['hand']}: {', '.join(board.player.hand)}")
    line = score.score_line(board)
    lines.append(f"{line.points} {words['points']}: {score.rank_now(board).name.to(lang)}")
    return "\n".join(lines) + "\n"


def _side(board: TearsBoard, seat: str, order: tuple[int, ...], words: dict[str, str]) -> list[str]:
    side = army(board, seat)
    objective = board.setting.values.factions[side.faction].objectives[side.objective]
    strength = "" if objective.strength is None else f" {side.objective_damage}/{objective.strength}"
    lines = [f"{words[seat]} ({side.faction}) · {words['objective']} {objective.letter}{strength}"]
    for line in order:
        cells = " ".join(f"{_short(s):26}" for s in side.spaces[3 * line - 3 : 3 * line])
        lines.append(f" {words['line']} {line}".ljust(10) + cells.rstrip())
    if side.reserve:
        lines.append(f" {words['reserve']}: {', '.join(_short(s) for s in side.reserve)}")
    return lines


def _short(stands: InPlay | None) -> str:
    if stands is None:
        return "."
    marks = ("*" if stands.exhausted else "") + (f" -{stands.damage}" if stands.damage else "")
    return stands.card + marks + (f" +{len(stands.attached)}" if stands.attached else "")


def _wedge(board: TearsBoard, number: int, words: dict[str, str]) -> str:
    wedge = board.wedges[number - 1]
    taken = f" {words['taken']} {words[wedge.taken]}" if wedge.taken else ""
    return f"[{words['wedge']} {number}: {wedge.by_player}/{wedge.by_enemy}{taken}]"
