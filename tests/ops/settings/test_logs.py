"""Logs: JSON lines, whoever writes them, without secrets."""

import json
import logging

import pytest
import structlog

from ops.settings.logs import configure


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> object:
    kept, level = logging.root.handlers[:], logging.root.level

    def read() -> list[dict[str, object]]:
        return [json.loads(line) for line in capsys.readouterr().err.splitlines()]

    yield read
    logging.root.handlers[:] = kept
    logging.root.setLevel(level)
    structlog.reset_defaults()


def test_ours_and_the_libraries_talk_are_json_lines_alike(lines) -> None:  # type: ignore[no-untyped-def]
    configure("info")
    structlog.get_logger("greffe.test").info("an action", game="abc", seq=7)
    logging.getLogger("somebody.else").warning("%d things", 3)
    ours, theirs = lines()
    assert (ours["event"], ours["game"], ours["seq"], ours["level"]) == ("an action", "abc", 7, "info")
    assert (theirs["event"], theirs["level"], theirs["logger"]) == ("3 things", "warning", "somebody.else")
    assert ours["timestamp"].endswith("Z")


def test_what_is_below_the_level_is_left_out(lines) -> None:  # type: ignore[no-untyped-def]
    configure("warning")
    structlog.get_logger("greffe.test").info("quiet")
    logging.getLogger("x").info("quiet")
    structlog.get_logger("greffe.test").error("loud")
    assert [line["event"] for line in lines()] == ["loud"]


def test_secrets_are_never_written(lines) -> None:  # type: ignore[no-untyped-def]
    configure("info")
    structlog.get_logger("greffe.test").info(
        "x", operator_key="greffe-123", headers={"Authorization": "Bearer greffe-123", "Host": "h"}, seed=b"\1"
    )
    (line,) = lines()
    assert line["headers"] == {"Authorization": "…", "Host": "h"}
    assert "greffe-123" not in json.dumps(line)
    assert line["operator_key"] == line["seed"] == "…"


def test_an_exception_is_one_line_too(lines) -> None:  # type: ignore[no-untyped-def]
    configure("info")
    try:
        int("gone")
    except ValueError:
        logging.getLogger("x").exception("it went wrong")
    (line,) = lines()
    assert "ValueError: invalid literal" in line["exception"]
