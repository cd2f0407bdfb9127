"""Alarms and the dashboard ask for what there is, and every alarm has its paragraph."""

from __future__ import annotations

import json
import re

from ops.settings.config import ROOT
from tests.builders.servers import Server

DEPLOY = ROOT / "ops" / "deploy"
OF_PROMETHEUS = {"up"}
"""What Prometheus itself knows of whom it asks."""


def alarms() -> dict[str, str]:
    text = (DEPLOY / "alarms.yml").read_text("utf-8")
    return dict(re.findall(r"- alert: (\w+)\n +expr: (.+)", text))


def queries() -> list[str]:
    panels = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def names(expression: str) -> set[str]:
    bare = re.sub(r"\{[^}]*\}|\[\w+\]|offset \w+|by \([^)]*\)", " ", expression)
    words = set(re.findall(r"[a-z_][a-z0-9_]*", bare))
    return words - {"sum", "rate", "increase", "histogram_quantile", "absent", "or", "unless", "on", "offset"}


def counted(server: Server) -> set[str]:
    """The metrics that `/metrics` of a whole service has, as queries name them."""
    assert server.ask("GET", "/readyz").status == 200
    found = set()
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", server.metrics(), re.MULTILINE):
        found |= {f"{name}_{part}" for part in ("bucket", "count", "sum")} if kind == "histogram" else {name}
    return found


def test_every_query_names_a_metric_that_there_is(server: Server) -> None:
    asked = [*alarms().values(), *queries()]
    assert len(asked) > 20
    assert {name for one in asked for name in names(one)} <= counted(server) | OF_PROMETHEUS


def test_every_alarm_has_its_paragraph_and_every_paragraph_its_alarm() -> None:
    told = re.findall(r"^## (\w+)\n\n(.+)$", (DEPLOY / "RUNBOOK.md").read_text("utf-8"), re.MULTILINE)
    assert [name for name, _ in told] == list(alarms())
