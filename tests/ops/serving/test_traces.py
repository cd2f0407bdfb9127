import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from ops.settings.config import ROOT, BadSetting, Settings
from tests.amount import slow, slow_but
from tests.builders.refusals import refused_with
from tests.builders.servers import PATIENCE, Server, eventually
from tests.ops.messages.receivers import Receiver
from tests.ops.serving.live import watch

WORDS = "nobody but us two may read this"
CLAIM = {"seat": "blue", "about": 1, "text": WORDS}
STEPS = {
    "write": "greffe-web",
    "log": "greffe-log",
    "follower": "greffe-follower",
    "live": "greffe-web",
    "notifier": "greffe-notifier",
    "delivery": "greffe-notifier",
}


def spans(collector: Receiver) -> list[dict[str, Any]]:
    """The spans that the collector got by OTLP over HTTP (protobuf, gzip or not)."""
    sent: list[dict[str, Any]] = []
    for request in collector.taken():
        assert request.path == "/v1/traces"
        zipped = request.headers.get("content-encoding") == "gzip"
        body = gzip.decompress(request.body) if zipped else request.body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            of = {each.key: each.value.string_value for each in resource.resource.attributes}
            sent += [
                {
                    "service": of["service.name"],
                    "trace": span.trace_id.hex(),
                    "span": span.span_id.hex(),
                    "parent": span.parent_span_id.hex(),
                    "name": span.name,
                    "seconds": (span.end_time_unix_nano - span.start_time_unix_nano) / 1e9,
                    "attributes": {each.key: str(each.value).strip() for each in span.attributes},
                    "whole": str(span),
                }
                for scope in resource.scope_spans
                for span in scope.spans
            ]
    return sent


def trace(collector: Receiver, number: str) -> dict[str, dict[str, Any]]:
    return {
        span["name"]: span
        for span in spans(collector)
        if f'"{number}"' in span["attributes"].get("greffe.request", "")
    }


def logged(server: Server, number: str) -> dict[str, dict[str, Any]]:
    lines = [
        json.loads(line)
        for line in server.log.read_text("utf-8").splitlines()
        if line.startswith("{")
    ]
    return {
        line["logger"]: line
        for line in lines
        if number in line.get("requests", ())
        or (line.get("request"), line["event"]) == (number, "request")
    }


@pytest.fixture(scope="module")
def collector() -> Iterator[Receiver]:
    with Receiver() as traces:
        yield traces


@pytest.fixture(scope="module")
def traced(
    tmp_path_factory: pytest.TempPathFactory, collector: Receiver
) -> Iterator[tuple[Server, Receiver]]:
    folder = tmp_path_factory.mktemp("traced")
    env = {
        "GREFFE_TRACES": collector.url(""),
        "GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8",
        "GREFFE_LOG": "debug",
    }
    with (
        Receiver() as hook,
        Server(folder / "data", **env, OTEL_BSP_SCHEDULE_DELAY="200") as server,
    ):
        body = {"way": "webhook", "to": f"http://127.0.0.1:{hook.port}/in"}
        made = server.ask("POST", "/api/v1/subscriptions", body, Idempotency_Key="one").data
        server.ask("POST", f"/api/v1/subscriptions/{made['id']}/test", Idempotency_Key="two")
        assert eventually(hook.taken), "whoever subscribes is told of what comes after"
        yield server, hook


@pytest.fixture(scope="module")
def claimed(traced: tuple[Server, Receiver]) -> tuple[str, str]:
    """A seat files a claim in a game that somebody watches, and a subscriber gets a message.
    Returns the id of the claim's request, and the game."""
    server, hook = traced
    game = server.ask(
        "POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key="game"
    ).data["id"]
    with watch(server, game=game) as here:
        before, key = len(hook.taken()), server.key
        link = server.ask(
            "POST",
            f"/api/v1/games/{game}/links",
            {"role": "seat", "seats": ["blue"]},
            Idempotency_Key="link",
        ).data
        server.key = link["token"]
        answer = server.ask(
            "POST", f"/api/v1/games/{game}/claims", CLAIM, If_Match='"1"', Idempotency_Key="claim"
        )
        server.key = key
        assert answer.status == 201, answer.data
        assert here.take(1)[0].id == 2
        assert eventually(lambda: len(hook.taken()) > before)
    return answer.headers["X-Request-Id"], game


@slow("a whole service that sends its spans")
def test_one_trace_follows_a_record_through_all_processes(
    claimed: tuple[str, str], collector: Receiver, traced: tuple[Server, Receiver]
) -> None:
    number, game = claimed
    server, _ = traced
    assert eventually(lambda: set(STEPS) <= set(trace(collector, number))), trace(collector, number)
    steps = trace(collector, number)
    claim_span = steps.pop("POST /api/v1/games/<game>/claims")
    assert (claim_span["service"], claim_span["parent"]) == ("greffe-web", "")
    assert {name: span["service"] for name, span in steps.items()} == STEPS
    assert {span["trace"] for span in steps.values()} == {claim_span["trace"]}
    written = steps.pop("write")
    assert written["parent"] == claim_span["span"]
    assert {span["parent"] for span in steps.values()} == {written["span"]}
    assert all(0 <= span["seconds"] < 60 for span in steps.values())
    assert "201" in claim_span["attributes"]["http.response.status_code"]
    assert "sqlite" in written["attributes"]["db.system.name"]
    lines = logged(server, number)
    assert lines.pop("greffe.access")["trace"] == claim_span["trace"]
    assert {name for name, line in lines.items() if claim_span["trace"] in line["traces"]} == {
        f"greffe.{step}" for step in STEPS if step != "write"
    }
    text = json.dumps(spans(collector))
    for secret in (WORDS, server.key, game, "whsec_"):
        assert secret not in text


@slow("a whole service that sends its spans")
def test_what_machines_ask_all_the_time_is_not_traced(
    claimed: tuple[str, str], collector: Receiver, traced: tuple[Server, Receiver]
) -> None:
    server, _ = traced
    for path in ("/readyz", "/healthz"):
        assert server.ask("GET", path).status == 200
    last = server.ask("GET", "/api/v1/games").headers["X-Request-Id"]
    assert eventually(lambda: trace(collector, last))
    assert not [
        span
        for span in spans(collector)
        if "z" in span["name"].rpartition("/")[2] and "read" in span["name"]
    ]


def test_a_requests_number_is_in_the_log_of_every_process_that_has_its_record(
    server: Server,
) -> None:
    answer = server.ask(
        "POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key="numbered"
    )
    number = answer.headers["X-Request-Id"]
    names = {"greffe.access", "greffe.follower", "greffe.log"}
    assert eventually(lambda: set(logged(server, number)) == names), logged(server, number)
    assert all("traces" not in line for line in logged(server, number).values())


PROCESSES = (
    "ops.serving.wsgi",
    "ops.stores.follow",
    "ops.log.__main__",
    "ops.serving.web",
    "ops.messages.__main__",
)


@pytest.mark.parametrize("module", slow_but(PROCESSES[:2], PROCESSES))
def test_without_the_extra_every_process_does_without_it(module: str) -> None:
    program = (
        "import sys\nclass Away:\n    def find_spec(self, name, *_):\n"
        "        if name.partition('.')[0] in ('opentelemetry', 'google'): raise "
        "ModuleNotFoundError(name=name)\n"
        "sys.meta_path.insert(0, Away())\n"
        f"import {module}\nfrom ops.settings.config import Settings\nfrom ops.settings.tracing "
        f"import tracing_of\n"
        "assert tracing_of(Settings.load({}), 'web') is None\n"
        "print([one for one in sys.modules if one.startswith(('opentelemetry', 'google', "
        "'requests'))])"
    )
    sentence = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert sentence.stdout == "[]\n"


def test_a_collector_without_the_extra_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ops.settings import config

    there: Callable[[str], Any] = config.find_spec
    monkeypatch.setattr(
        config, "find_spec", lambda name: None if name == "opentelemetry" else there(name)
    )
    refused_with(
        BadSetting,
        r"needs the extra telemetry: run ops/setup.sh telemetry",
        Settings.load,
        {"GREFFE_TRACES": "http://localhost:4318"},
    )
    for wrong in ("localhost:4318", "ftp://localhost", "http://user:password@localhost:4318"):
        refused_with(BadSetting, "it has to be an address", Settings.load, {"GREFFE_TRACES": wrong})


@slow("a whole service that sends its spans")
def test_nobody_waits_for_a_collector_that_is_not_there(tmp_path: Path) -> None:
    with Server(
        tmp_path / "data", GREFFE_TRACES="http://127.0.0.1:9", OTEL_BSP_SCHEDULE_DELAY="100"
    ) as server:
        numbers = [
            server.ask(
                "POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key=f"g{n}"
            ).headers["X-Request-Id"]
            for n in range(5)
        ]
        assert eventually(lambda: all("greffe.log" in logged(server, number) for number in numbers))
        assert server.stop() == 0
        text = server.log.read_text("utf-8")
    assert "Traceback" not in text


@slow("a whole service that sends its spans")
def test_what_was_not_sent_yet_is_sent_at_the_end(collector: Receiver, tmp_path: Path) -> None:
    with Server(
        tmp_path / "data", GREFFE_TRACES=collector.url(""), OTEL_BSP_SCHEDULE_DELAY="3600000"
    ) as server:
        # a record that is there before the views are built with them, and not followed by itself
        assert eventually(lambda: server.ask("GET", "/healthz").data["status"] == "ok")
        answer = server.ask(
            "POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key="last"
        )
        number = answer.headers["X-Request-Id"]
        assert eventually(
            lambda: (
                set(logged(server, number)) == {"greffe.access", "greffe.follower", "greffe.log"}
            )
        )
        assert server.stop() == 0
    assert eventually(
        lambda: {"POST /api/v1/games", "write", "log", "follower"} == set(trace(collector, number))
    )
