"""Score sheets on pages: how large they can be, and whose names stand on them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.score_sheet.values import CELLS
from tests.api.site.organise.test_organise import person
from tests.builders.api.client import KEY, Caller, Table, new_key
from tests.domain.games.score_sheet.sheets import catalog

MOST_BYTES = 2_000_000
"""Of a page or an answer at most."""


def brought(caller: Caller, **sheet: Any) -> str:
    """A sheet that an organiser has added, by its SHA-256."""
    answer = caller.post("/api/v1/catalogs", catalog(**sheet).data, Idempotency_Key=new_key())
    assert answer.status_code == 201, answer.json
    sha256: str = answer.json["sha256"]
    return sha256


def wide(text: str, **more: Any) -> dict[str, Any]:
    """Something whose name is as long as one can be."""
    return {"id": text, "name": {"en": text.ljust(100, "x"), "fr": text.ljust(100, "y")}, **more}


@pytest.mark.parametrize("choices", [0, 24])
def test_the_largest_sheet_makes_pages_that_can_be_sent(caller: Caller, choices: int) -> None:
    made = [wide(f"c{n}", points=n) for n in range(choices)]
    lines = [wide(f"line-{n}", per="round", **({"kind": "choice", "choices": made} if made else {})) for n in range(40)]
    rounds = 60
    while rounds * 12 * len(lines) * (1 + choices) > CELLS:
        lines, rounds = (lines[:-1], rounds) if len(lines) > 1 else (lines, rounds - 1)
    sheet = brought(caller, rounds=rounds, categories=lines, seats={"most": 12})
    table = Table.open(caller, ruleset="score-sheet", catalog=sheet, players=12)
    whoever = person(caller, KEY)
    pages = ("/play", "?at=1", "/score-sheet", "/desk", "/audit")
    sizes = {path: len(whoever.go(f"/games/{table.id}{path}").data) for path in pages}
    sizes |= {path: len(table.get(path).data) for path in ("", "/board", "/legal", "/score")}
    assert max(sizes.values()) < MOST_BYTES, sizes
