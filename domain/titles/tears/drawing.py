"""The position as monospaced text: the two battlefields, front lines facing each other over the
wedges. `*` is exhausted, `-2` damage, `+1` attachments."""

from domain.kernel.text import Lang, texts
from domain.titles.contract.types import Audience
from domain.titles.tears.board import Board, InPlay
from domain.titles.tears.view import rank_now, resources, score_line

WIDTH = 26
WORDS = texts("""
round [tears] | Round
resources | Enemy resources
objective | objective
line | line
wedge | Wedge
taken | taken by
player | player
enemy | Enemy
hand | Hand
reserve | Reserve
points | points
""")


def drawing(board: Board, audience: Audience, lang: Lang) -> str:
    words = {word: text.to(lang) for word, text in WORDS.items()}
    total = resources(board)["total"]
    lines = [
        f"{words['round']} {board.round} · {words['resources']} {'-' if total is None else total} "
        f"· {board.phase}"
    ]
    lines += _side(board, "enemy", (3, 2, 1), words)
    lines.append(
        "          " + " ".join(f"{_wedge(board, n, words):{WIDTH}}" for n in (1, 2, 3)).rstrip()
    )
    lines += _side(board, "player", (1, 2, 3), words)
    if board.player.hand:
        lines.append(f"{words['hand']}: {', '.join(board.player.hand)}")
    lines.append(f"{score_line(board).points} {words['points']}: {rank_now(board).name.to(lang)}")
    return "\n".join(lines) + "\n"


def _side(board: Board, seat: str, order: tuple[int, ...], words: dict[str, str]) -> list[str]:
    side, objective = board.army(seat), board.objective(seat)
    strength = (
        "" if objective.strength is None else f" {side.objective_damage}/{objective.strength}"
    )
    lines = [f"{words[seat]} ({side.faction}) · {words['objective']} {objective.letter}{strength}"]
    for line in order:
        cells = " ".join(f"{_short(s):{WIDTH}}" for s in side.spaces[3 * line - 3 : 3 * line])
        lines.append(f" {words['line']} {line}".ljust(10) + cells.rstrip())
    if side.reserve:
        lines.append(f" {words['reserve']}: {', '.join(_short(s) for s in side.reserve)}")
    return lines


def _short(stands: InPlay | None) -> str:
    if stands is None:
        return "."
    marks = ("*" if stands.exhausted else "") + (f" -{stands.damage}" if stands.damage else "")
    return stands.card + marks + (f" +{len(stands.attached)}" if stands.attached else "")


def _wedge(board: Board, number: int, words: dict[str, str]) -> str:
    wedge = board.wedges[number - 1]
    taken = f" {words['taken']} {words[wedge.taken]}" if wedge.taken else ""
    return f"[{words['wedge']} {number}: {wedge.by_player}/{wedge.by_enemy}{taken}]"
