import json
import logging
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
import structlog

from ops.settings.config import ROOT, SETTINGS, BadSetting, Settings, unknown_variables
from ops.settings.errors import CannotServe
from ops.settings.keys import LOST_WITH_LINKS, read_key, read_or_make_key, secret_key
from ops.settings.listening import listen
from ops.settings.logs import configure_logging
from tests.builders.refusals import refused_with
from tests.builders.servers import PATIENCE


def test_where_it_is_empty_or_not_set_a_setting_has_its_default() -> None:
    settings = Settings.load({"GREFFE_PORT": ""})
    assert (settings.port, settings.host, settings.data) == (8000, "127.0.0.1", ROOT / "var")
    assert [settings.key_file, settings.link_key_file] == [
        ROOT / "var" / name for name in ("operator.key", "links.key")
    ]
    assert (settings.link_rate, settings.operator_rate) == ("600/minute", "off")
    assert settings.redis_url == ""
    assert settings.views_url == f"unix://{quote(str(ROOT))}/var/redis.sock"
    assert set(settings.origins.values()) == {"default"}


def test_the_environment_goes_before_defaults_and_flags_before_the_environment(
    tmp_path: Path,
) -> None:
    env = {
        "GREFFE_PORT": "9000",
        "GREFFE_HOST": "0.0.0.0",
        "GREFFE_DATA": "/nowhere",
        "GREFFE_LOG": "debug",
    }
    settings = Settings.load(env, port="9001", data=str(tmp_path), host=None)
    assert (settings.port, settings.host, settings.data, settings.log) == (
        9001,
        "0.0.0.0",
        tmp_path,
        "debug",
    )
    assert settings.origins["port"] == settings.origins["data"] == "flag"
    assert settings.origins["host"] == settings.origins["log"] == "environment"
    assert (settings.key_file, settings.link_key_file) == (
        tmp_path / "operator.key",
        tmp_path / "links.key",
    )


def test_a_relative_folder_is_one_of_where_the_command_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings.load({"GREFFE_DATA": "games"}).data == tmp_path / "games"


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        (
            "GREFFE_PORT",
            "http",
            "GREFFE_PORT is 'http': it has to be a whole number from 0 to 65535.",
        ),
        ("GREFFE_PORT", "65536", "a whole number from 0 to 65535"),
        ("GREFFE_PORT", "-1", "a whole number from 0 to 65535"),
        ("GREFFE_PORT", "８０００", "a whole number from 0 to 65535"),
        ("GREFFE_HOST", "http://here", "the name or address of a network interface"),
        ("GREFFE_HOST", "1.2.3.999", "the name or address of a network interface"),
        ("GREFFE_REDIS_URL", "localhost:6379", "an address such as redis://host:6379/0"),
        ("GREFFE_REDIS_URL", "redis://", "an address such as redis://host:6379/0"),
        ("GREFFE_WORKERS", "0", "a whole number from 1 to 64"),
        ("GREFFE_THREADS", "1", "a whole number from 2 to 1024"),
        ("GREFFE_DATA", "a\0b", "a path"),
        ("GREFFE_DEMO", "perhaps", "one of yes, no"),
        (
            "GREFFE_PUBLIC_URL",
            "greffe.example.org",
            "an address such as https://greffe.example.org",
        ),
        ("GREFFE_PUBLIC_URL", "https://me:secret@greffe.example.org", "an address such as"),
        ("GREFFE_PUBLIC_URL", "https://greffe.example.org/?x=1", "an address such as"),
        ("GREFFE_LINK_RATE", "600", "a rate such as 10/second, 600/minute, 1000/hour, or off"),
        ("GREFFE_KEY_RATE", "0/minute", "a rate such as"),
        ("GREFFE_FAILED_RATE", "many", "a rate such as"),
        ("GREFFE_LOG", "loud", "one of debug, info, warning, error"),
        ("GREFFE_NOTIFY_NETWORKS", "10.0.0.1/8", "networks such as"),
        ("GREFFE_NOTIFY_NETWORKS", "home", "networks such as"),
        ("GREFFE_SMTP", "mail.club.example", "the address of a mail server"),
        ("GREFFE_SMTP", "smtp://mail.club.example:99999", "the address of a mail server"),
        ("GREFFE_MAIL_FROM", "greffe", "an address such as greffe@club.example"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_one_sentence(
    variable: str, value: str, says: str
) -> None:
    refused = str(refused_with(BadSetting, "", Settings.load, {variable: value}))
    assert says in refused and refused.startswith(variable) and refused.endswith(".")


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("192.0.2.1", "This machine has no address 192.0.2.1: choose another with --host."),
        ("nowhere.invalid", "The host nowhere.invalid is not known"),
    ],
)
def test_a_host_that_this_machine_has_not_is_one_sentence(host: str, says: str) -> None:
    refused_with(CannotServe, says, listen, host, 0)


def test_a_refused_flag_is_called_by_its_name() -> None:
    refused_with(BadSetting, r"^--port is 'x'", Settings.load, {}, port="x")


def test_another_process_loads_the_same_settings_from_the_environment(tmp_path: Path) -> None:
    env = {
        "GREFFE_REDIS_URL": "redis://:secret@host:6379/1",
        "GREFFE_DEMO": "no",
        "GREFFE_THREADS": "8",
    }
    settings = Settings.load(env, data=str(tmp_path), port="0")
    again = Settings.load(settings.environment())
    assert [getattr(again, field) for field in SETTINGS] == [
        getattr(settings, field) for field in SETTINGS
    ]


def test_a_password_in_the_address_of_redis_is_not_shown() -> None:
    shown = Settings.load({"GREFFE_REDIS_URL": "redis://me:secret@host:6379/1"}).shown()
    assert shown["redis_url"] == "redis://…@host:6379/1"


def test_variables_that_look_like_settings_and_are_none_are_found() -> None:
    assert unknown_variables(
        {"GREFFE_PORT": "1", "GREFFE_PROT": "2", "GREFFE_SLOW": "1", "PATH": "/bin"}
    ) == ["GREFFE_PROT"]


def test_every_variable_that_a_page_a_unit_or_a_script_names_is_known() -> None:
    rooms = (ROOT / room for room in ("domain", "projections", "api", "ops", "tests"))
    pages = [
        ROOT / "README.md",
        *(path for room in rooms for path in room.rglob("*.md") if path.parent.name != "decisions"),
    ]
    texts = [
        *pages,
        *(path for path in (ROOT / "ops" / "deploy").iterdir() if path.is_file()),
        ROOT / "ops" / "test",
    ]
    named = {
        name
        for path in texts
        for name in re.findall(r"GREFFE_[A-Z]+(?:_[A-Z]+)*", path.read_text("utf-8"))
    }
    assert {"GREFFE_STORE", "GREFFE_SHOTS", "GREFFE_REDIS_URL"} <= named
    assert unknown_variables(dict.fromkeys(named, "1")) == []


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "operator.key"
    key = read_or_make_key(file)
    assert len(key) > 40 and file.stat().st_mode & 0o777 == 0o600
    assert read_or_make_key(file) == read_key(file) == key != read_or_make_key(tmp_path / "another")
    assert {p.name for p in tmp_path.iterdir()} == {"operator.key", "another"}


@pytest.mark.parametrize(
    ("mode", "content", "says"),
    [
        *(
            (mode, "k" * 43, rf"can be read by others \(mode {mode:04o}\): run chmod 600")
            for mode in (0o644, 0o640, 0o660, 0o604)
        ),
        *(
            (0o600, content, "holds no key")
            for content in (
                "",
                "short\n",
                "two words that are long enough\n",
                "ceci n’est pas à lire\n",
            )
        ),
    ],
)
def test_a_file_that_others_can_read_or_that_holds_no_key_is_refused(
    tmp_path: Path, mode: int, content: str, says: str
) -> None:
    file = tmp_path / "operator.key"
    file.write_text(content, "utf-8")
    file.chmod(mode)
    refused_with(CannotServe, says, read_or_make_key, file)


def test_what_is_lost_with_a_key_is_said_before_it_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "links.key"
    read_or_make_key(file)
    file.chmod(0o644)
    refused_with(
        CannotServe,
        r"write a new one .* \(every link that was handed out ends with it\)\.$",
        read_key,
        file,
        LOST_WITH_LINKS,
    )


def test_nobody_is_advised_to_delete_the_key_that_secrets_are_encrypted_with(
    tmp_path: Path,
) -> None:
    """If the key is missing, the service does not start: a new key could not decrypt the secrets of
    the old one."""
    file = tmp_path / "secret.key"
    assert secret_key(file) == secret_key(file)
    file.chmod(0o644)
    refused_with(CannotServe, r"run chmod 600 on it\.$", secret_key, file)
    file.write_text("short\n")
    file.chmod(0o600)
    refused_with(CannotServe, r"put back the key that was there", secret_key, file)


def test_a_key_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    refused_with(
        CannotServe,
        r"cannot be written: no such file or directory\.$",
        read_or_make_key,
        tmp_path / "not there" / "operator.key",
    )


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> object:
    return lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_log_lines_of_the_service_and_of_libraries_are_json(lines) -> None:  # type: ignore[no-untyped-def]
    configure_logging("info")
    structlog.get_logger("greffe.test").info("an action", game="abc", seq=7)
    logging.getLogger("somebody.else").warning("%d things", 3)
    ours, theirs = lines()
    assert (ours["event"], ours["game"], ours["seq"], ours["level"]) == (
        "an action",
        "abc",
        7,
        "info",
    )
    assert (theirs["event"], theirs["level"], theirs["logger"]) == (
        "3 things",
        "warning",
        "somebody.else",
    )
    assert ours["timestamp"].endswith("Z")
    configure_logging("warning")
    logging.getLogger("x").info("what is below the level is left out")
    assert lines() == []
    try:
        int("gone")
    except ValueError:
        logging.getLogger("x").exception("it went wrong")
    (line,) = lines()
    assert "ValueError: invalid literal" in line["exception"], "one line, too"


def test_secrets_are_never_written(lines) -> None:  # type: ignore[no-untyped-def]
    configure_logging("info")
    structlog.get_logger("greffe.test").info(
        "x",
        operator_key="greffe-123",
        headers={"Authorization": "Bearer greffe-123", "Host": "h"},
        seed=b"\1",
    )
    (line,) = lines()
    assert line["headers"] == {"Authorization": "…", "Host": "h"}
    assert "greffe-123" not in json.dumps(line)
    assert line["operator_key"] == line["seed"] == "…"


HAMMER = """
import random, signal
from ops.settings.signals import StopSignal
stop = StopSignal(signal.SIGALRM)
for _ in range(5000):
    stop.asked = False
    signal.setitimer(signal.ITIMER_REAL, random.uniform(0.00002, 0.0003))
    while not stop.wait(0.00005):
        pass
print("every signal was heard")
"""


def test_a_signal_is_heard_at_any_moment() -> None:
    """With a `threading.Event` in place of `StopSignal`, this hangs after some hundred rounds."""
    run = subprocess.run(
        [sys.executable, "-c", HAMMER],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        check=False,
    )
    assert run.stdout == "every signal was heard\n", run.stderr


@pytest.mark.parametrize(("before", "stops"), [("SIG_DFL", True), ("SIG_IGN", False)])
def test_a_closed_terminal_stops_it_unless_that_was_ignored_before_as_nohup_does(
    before: str, stops: bool
) -> None:
    lines = (
        "import signal",
        "from ops.settings.signals import StopSignal",
        f"signal.signal(signal.SIGHUP, signal.{before})",
        "stop = StopSignal()",
        "signal.raise_signal(signal.SIGHUP)",
        "print(stop.wait(0))",
    )
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        timeout=PATIENCE,
    )
    assert run.stdout == f"{stops}\n"
