import re
from pathlib import Path
from urllib.parse import quote

import pytest

from ops.settings.config import ROOT, SETTINGS, BadSetting, Settings, unknown


def test_without_anything_set_every_setting_has_its_default() -> None:
    settings = Settings.load({})
    assert (settings.port, settings.host, settings.data) == (8000, "127.0.0.1", ROOT / "var")
    assert settings.key_file == ROOT / "var" / "operator.key"
    assert settings.link_key_file == ROOT / "var" / "links.key"
    assert (settings.link_rate, settings.operator_rate) == ("600/minute", "off")
    assert settings.redis_url == ""
    assert settings.views_url == f"unix://{quote(str(ROOT))}/var/redis.sock"
    assert set(settings.origins.values()) == {"default"}


def test_the_environment_goes_before_defaults_and_flags_before_the_environment(tmp_path: Path) -> None:
    env = {"GREFFE_PORT": "9000", "GREFFE_HOST": "0.0.0.0", "GREFFE_DATA": "/nowhere", "GREFFE_LOG": "debug"}
    settings = Settings.load(env, port="9001", data=str(tmp_path), host=None)
    assert (settings.port, settings.host, settings.data, settings.log) == (9001, "0.0.0.0", tmp_path, "debug")
    assert settings.origins["port"] == settings.origins["data"] == "flag"
    assert settings.origins["host"] == settings.origins["log"] == "environment"
    assert (settings.key_file, settings.link_key_file) == (tmp_path / "operator.key", tmp_path / "links.key")


def test_an_empty_variable_counts_as_not_set() -> None:
    assert Settings.load({"GREFFE_PORT": ""}).origins["port"] == "default"


def test_a_relative_folder_is_one_of_where_the_command_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings.load({"GREFFE_DATA": "games"}).data == tmp_path / "games"


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("GREFFE_PORT", "http", "GREFFE_PORT is 'http': it has to be a whole number from 0 to 65535."),
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
        ("GREFFE_PUBLIC_URL", "greffe.example.org", "an address such as https://greffe.example.org"),
        ("GREFFE_PUBLIC_URL", "https://me:secret@greffe.example.org", "an address such as"),
        ("GREFFE_PUBLIC_URL", "https://greffe.example.org/?x=1", "an address such as"),
        ("GREFFE_LINK_RATE", "600", "a rate such as 10/second, 600/minute, 1000/hour, or off"),
        ("GREFFE_KEY_RATE", "0/minute", "a rate such as"),
        ("GREFFE_FAILED_RATE", "many", "a rate such as"),
        ("GREFFE_LOG", "loud", "one of debug, info, warning, error"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_one_sentence(variable: str, value: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.load({variable: value})
    assert says in str(refused.value)
    assert str(refused.value).startswith(variable)
    assert str(refused.value).endswith(".")


def test_a_refused_flag_is_called_by_its_name() -> None:
    with pytest.raises(BadSetting, match=r"^--port is 'x'"):
        Settings.load({}, port="x")


def test_another_process_loads_the_same_settings_from_the_environment(tmp_path: Path) -> None:
    env = {"GREFFE_REDIS_URL": "redis://:secret@host:6379/1", "GREFFE_DEMO": "no", "GREFFE_THREADS": "8"}
    settings = Settings.load(env, data=str(tmp_path), port="0")
    again = Settings.load(settings.environment())
    assert [getattr(again, field) for field in SETTINGS] == [getattr(settings, field) for field in SETTINGS]


def test_a_password_in_the_address_of_redis_is_not_shown() -> None:
    shown = Settings.load({"GREFFE_REDIS_URL": "redis://me:secret@host:6379/1"}).shown()
    assert shown["redis_url"] == "redis://…@host:6379/1"


def test_variables_that_look_like_settings_and_are_none_are_found() -> None:
    assert unknown({"GREFFE_PORT": "1", "GREFFE_PROT": "2", "GREFFE_SLOW": "1", "PATH": "/bin"}) == ["GREFFE_PROT"]


def test_every_variable_that_a_page_a_unit_or_a_script_names_is_known() -> None:
    rooms = (ROOT / room for room in ("domain", "projections", "api", "ops", "tests"))
    pages = [ROOT / "README.md", *(path for room in rooms for path in room.rglob("*.md") if path.parent.name != "decisions")]
    texts = [*pages, *(path for path in (ROOT / "ops" / "deploy").iterdir() if path.is_file()), ROOT / "ops" / "test"]
    named = {name for path in texts for name in re.findall(r"GREFFE_[A-Z]+(?:_[A-Z]+)*", path.read_text("utf-8"))}
    assert {"GREFFE_STORE", "GREFFE_SHOTS", "GREFFE_REDIS_URL"} <= named
    assert unknown(dict.fromkeys(named, "1")) == []
