"""Settings: environment variables with defaults, some with a flag that goes before them. `greffe config` shows them all.

An empty variable counts as not set. A value that cannot be used is refused with one sentence, before anything is touched.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from msgspec import Struct

from ops.settings.errors import Trouble

ROOT = Path(__file__).resolve().parents[2]
"""The folder the rooms stand in: a checkout, or the folder that packages are installed in."""
CHECKOUT = (ROOT / "ops" / "setup.sh").is_file()
"""Whether that is a checkout; no package has the set-up script."""
HOME = ROOT if CHECKOUT else Path()
"""Where folders of people's data are made unless they are named: in the checkout, or in the working directory."""
LEVELS = ("debug", "info", "warning", "error")


class BadSetting(Trouble):
    """A setting that cannot be used; the sentence says what it may be."""


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(raw: str) -> int:
        if not re.fullmatch(r"[0-9]{1,10}", raw) or not least <= int(raw) <= most:
            raise BadSetting(f"a whole number from {least} to {most}")
        return int(raw)

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """Reads one of some words."""

    def read(raw: str) -> str:
        if raw not in words:
            raise BadSetting(f"one of {', '.join(words)}")
        return raw

    return read


def _host(raw: str) -> str:
    try:
        ipaddress.ip_address(raw)
    except ValueError:
        if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", raw) or re.fullmatch(r"[0-9.]+", raw):
            raise BadSetting("the name or address of a network interface of this machine, such as 127.0.0.1 or 0.0.0.0") from None
    return raw


def _redis_url(raw: str) -> str:
    parts = urlsplit(raw)
    if parts.scheme not in ("redis", "rediss", "unix") or not (parts.hostname or (parts.scheme == "unix" and parts.path)):
        raise BadSetting("an address such as redis://host:6379/0 or unix:///path/to/socket")
    return raw


def _public_url(raw: str) -> str:
    parts = urlsplit(raw)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadSetting("an address such as https://greffe.example.org")
    return raw.rstrip("/")


def _origin(raw: str) -> str:
    if not re.fullmatch(r"[!-*,-~]{1,200}", raw):
        raise BadSetting("up to 200 letters without spaces and plus signs, such as greffe.example.org/log")
    return raw


def _origins(raw: str) -> str:
    found = raw.replace(",", " ").split()
    if not all(
        one == "*" or re.fullmatch(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?", one)
        for one in found
    ):
        raise BadSetting("origins such as https://club.example, with spaces between them, or *")
    return " ".join(found)


def _rate(raw: str) -> str:
    if raw != "off" and not re.fullmatch(r"[1-9][0-9]{0,6}/(second|minute|hour|day)", raw):
        raise BadSetting("a rate such as 10/second, 600/minute, 1000/hour, or off")
    return raw


def _path(raw: str) -> Path:
    if "\0" in raw:
        raise BadSetting("a path")
    return Path(raw).expanduser().absolute()


class Setting(Struct, frozen=True):
    """One setting: its field in `Settings`, its variable, its default as it would be written, its meaning, its reader."""

    field: str
    variable: str
    default: str
    about: str
    read: Callable[[str], Any]
    flag: str = ""


SETTINGS = (
    Setting("port", "GREFFE_PORT", "8000", "TCP port to serve on; 0 takes a free one", whole(0, 65535), "--port"),
    Setting("host", "GREFFE_HOST", "127.0.0.1", "network interface to serve on; 0.0.0.0 for all", _host, "--host"),
    Setting("data", "GREFFE_DATA", str(HOME / "var"), "folder of the record and everything else that is kept", _path, "--data"),
    Setting(
        "redis_url", "GREFFE_REDIS_URL", "", "Redis server for the views; empty: one of our own in the data folder", _redis_url
    ),
    Setting("workers", "GREFFE_WORKERS", "1", "web server processes", whole(1, 64)),
    Setting("threads", "GREFFE_THREADS", "64", "threads of each web server process; a live stream keeps one", whole(2, 1024)),
    Setting(
        "streams",
        "GREFFE_STREAMS",
        "",
        "most live streams of each web server process; empty: three in four of its threads",
        whole(1, 1023),
    ),
    Setting(
        "heartbeat", "GREFFE_HEARTBEAT", "15", "seconds of silence after which a live stream says that it is there", whole(1, 300)
    ),
    Setting("connections", "GREFFE_CONNECTIONS", "2000", "most connections of each web server process", whole(64, 100_000)),
    Setting(
        "address_connections",
        "GREFFE_ADDRESS_CONNECTIONS",
        "256",
        "most of them from one address; its next one takes the place of its longest idle one",
        whole(8, 100_000),
    ),
    Setting("key_file", "GREFFE_KEY_FILE", "", "file of the operator's key; empty: operator.key in the data folder", _path),
    Setting("link_key_file", "GREFFE_LINK_KEY_FILE", "", "file of what signs links; empty: links.key in the data folder", _path),
    Setting(
        "secret_key_file",
        "GREFFE_SECRET_KEY_FILE",
        "",
        "file of what encrypts secrets at rest and seals the views; empty: secret.key in the data folder",
        _path,
    ),
    Setting(
        "log_key_file", "GREFFE_LOG_KEY_FILE", "", "file of the keys that sign the log; empty: log.key in the data folder", _path
    ),
    Setting("guard_file", "GREFFE_GUARD_FILE", "", "file of the last head signed; empty: log.guard in the data folder", _path),
    Setting("origin", "GREFFE_ORIGIN", "", "name of a new log, such as greffe.example.org/log; empty: the public address", _origin),
    Setting(
        "witnesses", "GREFFE_WITNESSES", "", "file of the witnesses to ask for cosignatures, a C2SP tlog-policy; empty: none", _path
    ),
    Setting("public_url", "GREFFE_PUBLIC_URL", "", "where people reach this service, as links on paper say it", _public_url),
    Setting("cors_origins", "GREFFE_CORS_ORIGINS", "", "other sites whose scripts may use the API with a key; * for all", _origins),
    Setting("link_rate", "GREFFE_LINK_RATE", "600/minute", "most requests with one link: 5/second, 600/minute, …, or off", _rate),
    Setting("key_rate", "GREFFE_KEY_RATE", "1200/minute", "most requests with one organiser's key, or off", _rate),
    Setting("operator_rate", "GREFFE_OPERATOR_RATE", "off", "most requests with one operator's key, or off", _rate),
    Setting("failed_rate", "GREFFE_FAILED_RATE", "30/minute", "most wrong keys and links from one address, or off", _rate),
    Setting("body_limit", "GREFFE_BODY_LIMIT", "1000000", "most bytes in the body of a request", whole(1_000, 10**9)),
    Setting("import_limit", "GREFFE_IMPORT_LIMIT", "32000000", "most bytes in a game to import", whole(1_000, 10**9)),
    Setting("demo", "GREFFE_DEMO", "yes", "open a demonstration game in an empty record", one_of("yes", "no")),
    Setting("log", "GREFFE_LOG", "info", "least level that is logged: debug, info, warning or error", one_of(*LEVELS)),
)


class Settings(Struct, frozen=True):
    """The settings in use. `origins` says for each where it comes from: `default`, `environment` or `flag`."""

    port: int
    host: str
    data: Path
    redis_url: str
    workers: int
    threads: int
    streams: int
    heartbeat: int
    connections: int
    address_connections: int
    key_file: Path
    link_key_file: Path
    secret_key_file: Path
    log_key_file: Path
    guard_file: Path
    origin: str
    witnesses: Path | None
    public_url: str
    cors_origins: str
    link_rate: str
    key_rate: str
    operator_rate: str
    failed_rate: str
    body_limit: int
    import_limit: int
    demo: bool
    log: str
    origins: dict[str, str]

    @classmethod
    def load(cls, env: Mapping[str, str], **flags: str | None) -> Settings:
        """Settings from flags, else the environment, else the defaults; raises `BadSetting`."""
        values: dict[str, Any] = {}
        origins: dict[str, str] = {}
        for setting in SETTINGS:
            raw, origins[setting.field] = _chosen(setting, env, flags.get(setting.field))
            values[setting.field] = _read(setting, raw, origins[setting.field]) if raw else ""
        values["key_file"] = values["key_file"] or values["data"] / "operator.key"
        values["link_key_file"] = values["link_key_file"] or values["data"] / "links.key"
        values["secret_key_file"] = values["secret_key_file"] or values["data"] / "secret.key"
        values["log_key_file"] = values["log_key_file"] or values["data"] / "log.key"
        values["guard_file"] = values["guard_file"] or values["data"] / "log.guard"
        values["witnesses"] = values["witnesses"] or None
        values["demo"] = values["demo"] == "yes"
        values["streams"] = values["streams"] or values["threads"] * 3 // 4
        if values["streams"] >= values["threads"]:
            raise BadSetting(
                f"GREFFE_STREAMS is {values['streams']}: it has to be less than the {values['threads']} threads (GREFFE_THREADS), "
                "or streams leave none to answer anybody else."
            )
        return cls(**values, origins=origins)

    @property
    def store(self) -> Path:
        """The SQLite file."""
        return self.data / "greffe.sqlite"

    @property
    def ledger(self) -> Path:
        """The SQLite file of the log."""
        return self.data / "ledger.sqlite"

    @property
    def views_url(self) -> str:
        """The Redis server of the views: the one that is set, or the embedded one of the data folder."""
        return self.redis_url or socket_url(self.data)

    def shown(self) -> dict[str, str]:
        """Every setting as text, passwords left out."""
        texts = {s.field: str(getattr(self, s.field)) for s in SETTINGS}
        texts["demo"] = "yes" if self.demo else "no"
        texts["witnesses"] = str(self.witnesses or "")
        texts["redis_url"] = re.sub(r"//[^/]*@", "//…@", self.redis_url)
        return texts

    def environment(self) -> dict[str, str]:
        """The variables that make another process load these settings."""
        texts = self.shown() | {"redis_url": self.redis_url}
        return {s.variable: texts[s.field] for s in SETTINGS}


def unknown(env: Mapping[str, str]) -> list[str]:
    """Variables that look like settings and are none."""
    known = {s.variable for s in SETTINGS} | {"GREFFE_SLOW", "GREFFE_REWRITE", "GREFFE_LINK"}
    return sorted(name for name in env if name.startswith("GREFFE_") and name not in known)


def _chosen(setting: Setting, env: Mapping[str, str], flag: str | None) -> tuple[str, str]:
    if flag is not None:
        return flag, "flag"
    if env.get(setting.variable):
        return env[setting.variable], "environment"
    return setting.default, "default"


def _read(setting: Setting, raw: str, origin: str) -> Any:
    try:
        return setting.read(raw)
    except BadSetting as e:
        name = setting.flag if origin == "flag" else setting.variable
        raise BadSetting(f"{name} is {raw!r}: it has to be {e}.") from None


LONGEST = 100
"""Bytes of a socket's path that every system takes (Linux ends at 107, others at 103)."""

SOCKET = "redis.sock"


def socket_path(folder: Path) -> Path:
    """Where the server of a data folder listens: in the folder, or, if its path is too long for a socket, in a folder of this
    user in the system's temporary folder, named after it. The same folder always gives the same path."""
    path = folder.resolve() / SOCKET
    if len(os.fsencode(path)) <= LONGEST:
        return path
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"greffe-{os.getuid()}-{name}" / SOCKET


def socket_url(folder: Path) -> str:
    """The server's address for a Redis client."""
    return "unix://" + quote(str(socket_path(folder)))
