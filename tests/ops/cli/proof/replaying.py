"""Replaying bundles with the whole program (`greffe verify --replay`), and games to replay."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from click.testing import Result

from domain.game.clerk.clerk import Clerk
from domain.transfer.bundles import bundle_of
from tests.builders.policies import policy_text
from tests.builders.table import DUEL, Table
from tests.builders.world import LOG, Record, World
from tests.domain.proof.agreeing import agree_on_checks
from tests.domain.proof.games import rows_of


def logged(id: str, rows: Sequence[Record], catalog: str | None = None) -> bytes:
    world = World().play(id, rows)
    return world.bundle(id, proof=world.proof(id, len(rows), witnesses=()), catalog=catalog)


class Auditor:
    def __init__(self, folder: Path, greffe: Callable[..., Result]) -> None:
        self.bundle, self._policy, self._greffe = folder / "game.jsonl", folder / "policy", greffe
        self._policy.write_text(policy_text([LOG.verifier]))

    def replay(self, clerk: Clerk, id: str, upto: int | None = None) -> dict[str, Any]:
        world, rows = World(), rows_of(clerk, id)
        world.play(id, rows)
        upto = upto or len(rows)
        self.bundle.write_bytes(
            b"".join(bundle_of(clerk, id, upto, world.proof(id, upto, witnesses=()), names=True))
        )
        return self.report()

    def replay_rows(self, id: str, rows: Sequence[Record], catalog: str | None) -> dict[str, Any]:
        """Log rows of a game as a forger who has all keys could, and return the report on them."""
        self.bundle.write_bytes(logged(id, rows, catalog))
        return self.report()

    def report(self, *words: str) -> dict[str, Any]:
        data = self.bundle.read_bytes() if self.bundle.is_file() else None
        greffe = self._greffe(
            "verify", str(self.bundle), "--policy", str(self._policy), "--replay", "--json", *words
        )
        report: dict[str, Any] = json.loads(greffe.stdout)
        assert greffe.exit_code == report["exit"]
        for check in report["checks"]:
            assert check["en"] and check["fr"]
        if data is not None:
            agree_on_checks(report, data, self._policy.read_bytes())
        return report


def lines(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (check["status"], check["en"]) for check in report["checks"] if check["check"] == "replay"
    ]


def holds(report: dict[str, Any], verdict: str = "verified") -> str:
    assert report["verdict"] == verdict, report
    ((status, sentence),) = lines(report)
    assert status in ("ok", "note"), sentence
    return sentence


def game_of(clerk: Clerk, title: str = DUEL) -> tuple[str, list[Record], str]:
    table = Table(clerk, title).play(8)
    clerk.close_game(table.order())
    catalog = clerk.key_values.fetch("catalog", table.game.opened.catalog)
    assert catalog is not None
    return table.id, rows_of(clerk, table.id), catalog.decode()
