"""`greffe projections` while the service runs."""

import json
import os
from typing import Any

from tests.builders.servers import Server, eventually
from tests.ops.cli.test_commands import Greffe, one_sentence


def test_followers_are_shown_and_steered_beside_the_service(greffe: Greffe, server: Server) -> None:
    os.environ["GREFFE_DATA"] = str(server.data)

    def at() -> dict[str, dict[str, Any]]:
        return {load["name"]: load for load in json.loads(greffe("projections", "--json").stdout)}

    assert eventually(lambda: [state["lag"] for state in at().values()] == [0, 0, 0])
    assert [line.split()[:2] for line in greffe("projections").stdout.splitlines()[1:4]] == [
        [name, "ok"] for name in at()
    ]
    for do in ("pause", "resume", "rebuild"):
        assert greffe("projections", "views", do).exit_code == 0
        assert at()["views"]["state"] == "paused" or do != "pause"
    assert eventually(
        lambda: (
            (at()["views"]["task"], at()["views"]["lag"], at()["views"]["failure"]) == ("", 0, None)
        )
    )
    assert "never made anew" in one_sentence(greffe("projections", "log", "rebuild"))
    assert greffe("projections", "views").exit_code == 2
