import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import PATIENCE, Server

LINE = re.compile(
    r"^uvx (openapi-python-client generate --url) http://127\.0\.0\.1:8000(/openapi\.json)$",
    re.MULTILINE,
)


@pytest.fixture(scope="module")
def operations(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A function that imports modules of a client generated as `ops/TOUR.md` says:
    `operations("games.open_game")`."""
    line = LINE.search((ROOT / "ops" / "TOUR.md").read_text("utf-8"))
    assert line is not None
    command = [
        *line[1].split(),
        f"{server.address}{line[2]}",
        "--meta",
        "none",
        "--output-path",
        "generated_client",
    ]
    folder = tmp_path_factory.mktemp("client")
    made = subprocess.run(
        [str(Path(sys.executable).with_name(command[0])), *command[1:]],
        cwd=folder,
        env={"PATH": str(Path(sys.executable).parent), "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "Unable to" not in made.stdout + made.stderr, "a component of the document was left out"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield lambda name: import_module(f"generated_client.{name}")


@slow("the generator takes half a minute; that the document is OpenAPI 3.1 is tried quickly")
def test_a_generated_client_opens_a_game_and_plays_ten_actions(
    server: Server, operations: Any
) -> None:
    models = operations("models")
    act, legal, records = (
        operations(f"api.{name}")
        for name in ("actions.act", "positions.show_legal", "records.list_records")
    )
    with operations("client").AuthenticatedClient(server.address, server.key) as client:
        body = models.OpenGame("northgard-training")
        opened = operations("api.games.open_game").sync(
            client=client, body=body, idempotency_key="o"
        )
        game, seq = opened.game, opened.seq
        for n in range(10):
            seat = next(
                seat
                for seat in legal.sync(game, client=client).seats
                if seat.choices or seat.templates
            )
            action = seat.choices[0].action if seat.choices else seat.templates[0].example
            acted = act.sync(
                game,
                client=client,
                body=models.TakeAction(seat.seat, action),
                if_match=f'"{seq}"',
                idempotency_key=f"a{n}",
            )
            assert isinstance(acted, models.Acted), acted
            assert acted.seq > seq
            assert acted.action.to_dict() == action.to_dict()
            seq = acted.seq
        stale = act.sync_detailed(
            game,
            client=client,
            body=models.TakeAction(seat.seat, action),
            if_match='"1"',
            idempotency_key="late",
        )
        assert (stale.status_code, stale.parsed.type_) == (412, "/problems/stale")
        entries = records.sync(game, client=client)
    assert entries.records[-1].seq == seq
