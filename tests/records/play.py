"""Replay a recorded game line by line, and write a random one down."""

import json
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.titles import registry
from domain.titles.contract.chance import Chance, TableChance
from domain.titles.contract.ruleset import PUBLIC, Board, open_setting
from domain.titles.simulation import opening, steps

HERE = Path(__file__).parent


@dataclass
class Replay:
    rules: registry.AnyRuleset
    board: Board
    claimed: dict[str, Any]
    transcript: list[str] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)


def home(title: str) -> Path:
    """The folder of a title's recorded games: `records/` in the title's own folder, as packages
    have it, or the folder here with the title's name."""
    module = sys.modules[type(registry.ruleset(title)).__module__]
    own = Path(str(module.__file__)).parent / "records"
    return own if own.is_dir() else HERE / title


def files(title: str | None = None) -> list[Path]:
    """The recorded games of a title, or of all."""
    titles = [title] if title else registry.ids()
    return [path for id in titles for path in sorted(home(id).glob("*.jsonl"))]


def two_a_title(*titles: str) -> list[Path]:
    """The first and the last recorded game of each title, or of these titles, for laws that are
    tried on few. A title that is still being written may have none."""
    games = map(files, titles or registry.ids())
    return [path for paths in games for path in dict.fromkeys((*paths[:1], *paths[-1:]))]


def game_name(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return f"{json.loads(next(lines))['title']}/{path.stem}"


@cache
def replay(path: Path) -> Replay:
    """Replay a recorded game, cached for all callers, who must not change it. Raises
    `AssertionError` with the line that is wrong."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    head, moves, claimed = lines[0], lines[1:-1], lines[-1]["result"]
    rules = registry.ruleset(head["title"], head.get("version", 1))
    catalog = rules.catalogs()[head.get("catalog", "default")]
    board = rules.blank(open_setting(rules, catalog, head.get("options", {}), head.get("players")))
    game = Replay(rules, board, claimed, [head["about"], ""])
    chance = TableChance(head.get("values", []))
    _apply_and_note(game, rules.setup(board, chance), chance)
    game.boards.append(game.board)
    number = chance.number
    for at, move in enumerate(moves, start=2):
        number = _move(game, move, number, f"{path.name} line {at}")
    outcome = rules.outcome(game.board)
    game.transcript += ["", outcome.text.en if outcome else "The game goes on."]
    return game


def _move(game: Replay, move: dict[str, Any], number: int, where: str) -> int:
    rules = game.rules
    if "expect" in move:
        view = msgspec.json.decode(msgspec.json.encode(rules.view(game.board, PUBLIC)))
        for pointer, value in move["expect"].items():
            assert _value_at(view, pointer) == value, (
                f"{where}: {pointer} is {_value_at(view, pointer)!r}, not {value!r}"
            )
        return number
    seat, action = move["seat"], msgspec.convert(move["action"], union(rules.action_types))
    verdict = rules.judge(game.board, seat, action)
    if "refused" in move:
        assert not verdict.legal, f"{where}: was judged legal"
        assert verdict.code == move["refused"], f"{where}: refused as {verdict.code}"
        game.transcript.append(f"  ({seat} may not: {verdict.text.en} [{verdict.rule}])")
        return number
    assert verdict.legal, f"{where}: {verdict.rule}: {verdict.text.en}"
    chance = TableChance(move.get("values", []), number)
    game.transcript.append(f"{seat} {rules.say_action(game.board, seat, action).en}")
    facts = rules.decide(game.board, seat, action, chance)
    chance.check_all_used()
    _apply_and_note(game, facts, chance)
    game.boards.append(game.board)
    return chance.number


def _apply_and_note(game: Replay, facts: tuple[Any, ...], chance: Chance) -> None:
    game.transcript += [
        f"    roll {r.number} ({r.kind} {r.spec}): {', '.join(map(str, r.values))}"
        for r in chance.rolls
    ]
    for fact in facts:
        game.board = game.rules.evolve(game.board, fact)
        game.transcript.append(f"    {game.rules.say_fact(game.board, fact).en}")


def union(types: tuple[type, ...]) -> Any:
    from typing import Union

    return Union[types]  # noqa: UP007


def _value_at(view: Any, pointer: str) -> Any:
    for part in pointer.strip("/").split("/") if pointer.strip("/") else []:
        view = view[int(part)] if isinstance(view, list | tuple) else view[part]
    return view


def random_game(title: str, seed: int, catalog: str = "default") -> list[str]:
    rules = registry.ruleset(title)
    board, _, chance = opening(rules, seed, catalog=rules.catalogs()[catalog])
    head: dict[str, Any] = {
        "title": title,
        "version": rules.version,
        "about": f"A random game ({seed}).",
        "catalog": catalog,
        "values": [list(r.values) for r in chance.rolls],
    }
    lines: list[dict[str, Any]] = [head]
    for step in steps(rules, board, chance, Random(seed)):
        rolled = [
            list(r.values) for r in chance.rolls[sum(len(line["values"]) for line in lines) :]
        ]
        lines.append(
            {"seat": step.seat, "action": msgspec.to_builtins(step.action), "values": rolled}
        )
        board = step.after
    outcome = rules.outcome(board)
    result = {
        "outcome": outcome and outcome.code,
        "winners": list(outcome.winners) if outcome else [],
    }
    result |= {"score": {line.seat: line.points for line in rules.score(board)}}
    return [json.dumps(line, ensure_ascii=False) for line in [*lines, {"result": result}]]


if __name__ == "__main__":
    print("\n".join(random_game(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])))
