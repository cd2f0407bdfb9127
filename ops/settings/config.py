"""Settings: environment variables with defaults, some with a command-line flag that takes
precedence. `greffe config` lists them.

An empty variable counts as unset. An invalid value is refused with one sentence before anything
else happens.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints
from urllib.parse import quote, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text
from ops.settings.addresses import LOG, NOTIFICATIONS, RECORD, Address, Place, without_password
from ops.settings.errors import Trouble
from projections.messages.subscriptions import is_mail_address

ROOT = Path(__file__).resolve().parents[2]
"""The folder that contains the packages: a checkout or an installation."""
CHECKOUT = (ROOT / "ops" / "setup.sh").is_file()
"""Whether `ROOT` is a checkout: an installation does not contain the set-up script."""
HOME = ROOT if CHECKOUT else Path()
"""The folder in which default data folders are made: the checkout, else the working directory."""
LEVELS = ("debug", "info", "warning", "error")


class BadSetting(Trouble):
    """A setting has an invalid value. The sentence lists the allowed values."""


class SettingKind(NamedTuple):
    """The type of a setting. `usable`: whether a text is valid (also invalid if it raises
    `ValueError`). `meant`: describes the valid texts. `made`: converts a valid text to the
    setting's value."""

    usable: Callable[[str], object]
    meant: Text
    made: Callable[[str], Any] = str

    def read(self, raw: str) -> Any:
        """The value of a text. Raises `BadSetting` if the text is invalid."""
        with suppress(ValueError):
            if self.usable(raw):
                return self.made(raw)
        raise BadSetting(self.meant)


def whole_number(least: int, most: int) -> SettingKind:
    return SettingKind(
        lambda raw: re.fullmatch(r"[0-9]{1,10}", raw) and least <= int(raw) <= most,
        Text("a whole number from {least} to {most}", least=least, most=most),
        int,
    )


def one_of(*words: str) -> SettingKind:
    return SettingKind(words.__contains__, Text("one of {words}", words=", ".join(words)))


def matching(pattern: str, meant: Text) -> SettingKind:
    return SettingKind(re.compile(pattern).fullmatch, meant)


def _is_host(raw: str) -> object:
    with suppress(ValueError):
        return ipaddress.ip_address(raw)
    name = r"(?![0-9.]+$)[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?"
    return re.fullmatch(name, raw)


def _words(raw: str) -> list[str]:
    return raw.replace(",", " ").split()


HOST = SettingKind(
    _is_host,
    Text(
        "the name or address of a network interface of this machine, such as 127.0.0.1 or 0.0.0.0"
    ),
)
REDIS_URL = SettingKind(
    lambda raw: (
        (parts := urlsplit(raw)).scheme in ("redis", "rediss", "unix")
        and (parts.hostname or (parts.scheme == "unix" and parts.path))
    ),
    Text("an address such as redis://host:6379/0 or unix:///path/to/socket"),
)
STORE = matching(
    r"(?i:postgres(ql)?):[^\0\s]*",
    Text("the address of a PostgreSQL database such as postgresql://greffe@localhost/greffe"),
)
ADDRESS = SettingKind(
    lambda raw: (
        (parts := urlsplit(raw)).scheme in ("http", "https")
        and parts.hostname
        and not (parts.query or parts.fragment or "@" in parts.netloc)
    ),
    Text("an address such as https://greffe.example.org"),
    lambda raw: raw.rstrip("/"),
)
ORIGIN = matching(
    r"[!-*,-~]{1,200}",
    Text("up to 200 letters without spaces and plus signs, such as greffe.example.org/log"),
)
_SITE = re.compile(
    r"\*|https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?"
)
ORIGINS = SettingKind(
    lambda raw: all(map(_SITE.fullmatch, _words(raw))),
    Text("origins such as https://club.example, with spaces between them, or *"),
    lambda raw: " ".join(_words(raw)),
)
RATE = matching(
    r"off|[1-9][0-9]{0,6}/(second|minute|hour|day)",
    Text("a rate such as 10/second, 600/minute, 1000/hour, or off"),
)
NETWORKS = SettingKind(
    bool,
    Text("networks such as 10.0.0.0/8 or fd00::/8, with spaces between them"),
    lambda raw: " ".join(str(ipaddress.ip_network(word)) for word in _words(raw)),
)
SMTP = SettingKind(
    lambda raw: (
        (parts := urlsplit(raw)).scheme in ("smtp", "smtps")
        and parts.hostname
        and not parts.path.strip("/")
        and parts.port != 0
    ),
    Text(
        "the address of a mail server such as smtp://user:password@mail.example.org:587 or "
        "smtps://mail.example.org"
    ),
)
MAIL_ADDRESS = SettingKind(is_mail_address, Text("an address such as greffe@club.example"))
PATH = SettingKind(
    lambda raw: "\0" not in raw, Text("a path"), lambda raw: Path(raw).expanduser().absolute()
)
YES_OR_NO = one_of("yes", "no")._replace(made="yes".__eq__)


Values = Mapping[str, Any]


class Setting(Struct, frozen=True):
    """The description of a setting: its default as text, what it means, its kind, and its
    command-line flag ("": none). `empty`: computes the value if the text is empty, from the values
    of earlier settings. `variable`: its environment variable."""

    default: str
    about: Text
    kind: SettingKind
    flag: str = ""
    empty: Callable[[Values], Any] = lambda _: ""
    variable: str = ""


def data_file_setting(name: str, about: Text) -> Setting:
    """The setting for a file's path. The default is a file of this name in the data folder."""
    return Setting(
        "",
        Text("{about}; empty: {name} in the data folder", about=about, name=name),
        PATH,
        empty=lambda values: values["data"] / name,
    )


class Settings(Struct, frozen=True):
    """The settings in use. A setting is declared only here. Its environment variable has its name:
    `GREFFE_LINK_RATE` for `link_rate`.

    `origins`: the source of each setting's value: `default`, `environment` or `flag`.
    """

    port: Annotated[
        int,
        Setting(
            "8000",
            Text("TCP port to serve on; 0 takes a free one"),
            whole_number(0, 65535),
            flag="--port",
        ),
    ]
    host: Annotated[
        str,
        Setting(
            "127.0.0.1", Text("network interface to serve on; 0.0.0.0 for all"), HOST, flag="--host"
        ),
    ]
    data: Annotated[
        Path,
        Setting(
            str(HOME / "var"),
            Text("folder of the record and everything else that is kept"),
            PATH,
            flag="--data",
        ),
    ]
    store: Annotated[
        str,
        Setting(
            "",
            Text(
                "PostgreSQL database of the record and its log, postgresql://…; empty: SQLite in "
                "the data folder"
            ),
            STORE,
        ),
    ]
    redis_url: Annotated[
        str,
        Setting(
            "",
            Text("Redis server for the views; empty: one of our own in the data folder"),
            REDIS_URL,
        ),
    ]
    workers: Annotated[int, Setting("1", Text("web server processes"), whole_number(1, 64))]
    threads: Annotated[
        int, Setting("64", Text("threads of each web server process"), whole_number(2, 1024))
    ]
    streams: Annotated[
        int,
        Setting(
            "4000", Text("most live streams of each web server process"), whole_number(1, 100_000)
        ),
    ]
    heartbeat: Annotated[
        int,
        Setting(
            "15",
            Text("seconds of silence after which a live stream says that it is there"),
            whole_number(1, 300),
        ),
    ]
    connections: Annotated[
        int,
        Setting(
            "2000",
            Text("most connections of each web server process, besides its streams"),
            whole_number(64, 100_000),
        ),
    ]
    memory: Annotated[
        int,
        Setting(
            "512",
            Text("most megabytes of memory of each process; what stays above is started again"),
            whole_number(200, 1_000_000),
        ),
    ]
    key_file: Annotated[Path, data_file_setting("operator.key", Text("file of the operator's key"))]
    link_key_file: Annotated[
        Path, data_file_setting("links.key", Text("file of the key that signs links"))
    ]
    secret_key_file: Annotated[
        Path,
        data_file_setting(
            "secret.key", Text("file of the key that encrypts secrets at rest and seals the views")
        ),
    ]
    log_key_file: Annotated[
        Path, data_file_setting("log.key", Text("file of the keys that sign the log"))
    ]
    guard_file: Annotated[
        Path, data_file_setting("log.guard", Text("file of the last head signed"))
    ]
    origin: Annotated[
        str,
        Setting(
            "",
            Text("name of a new log, such as greffe.example.org/log; empty: the public address"),
            ORIGIN,
        ),
    ]
    witnesses: Annotated[
        Path | None,
        Setting(
            "",
            Text("file of the witnesses to ask for cosignatures, a C2SP tlog-policy; empty: none"),
            PATH,
            empty=lambda _: None,
        ),
    ]
    public_url: Annotated[
        str, Setting("", Text("where people reach this service, as links on paper say it"), ADDRESS)
    ]
    cors_origins: Annotated[
        str,
        Setting(
            "", Text("other sites whose scripts may use the API with a key; * for all"), ORIGINS
        ),
    ]
    embed_origins: Annotated[
        str,
        Setting(
            "", Text("other sites that may show public games in their pages; * for all"), ORIGINS
        ),
    ]
    notify_networks: Annotated[
        str,
        Setting(
            "",
            Text(
                "private networks that notifications may be sent into, also by http://, such as "
                "10.1.0.0/16; empty: none"
            ),
            NETWORKS,
        ),
    ]
    smtp: Annotated[
        str,
        Setting(
            "",
            Text("mail server for notifications, smtp://user:password@host:587; empty: no e-mail"),
            SMTP,
        ),
    ]
    beacon: Annotated[
        str,
        Setting(
            "https://api.drand.sh",
            Text("address that rounds of a public beacon are fetched from"),
            ADDRESS,
        ),
    ]
    mail_from: Annotated[str, Setting("", Text("address that e-mail is sent from"), MAIL_ADDRESS)]
    link_rate: Annotated[
        str,
        Setting(
            "600/minute", Text("most requests with one link: 5/second, 600/minute, …, or off"), RATE
        ),
    ]
    key_rate: Annotated[
        str, Setting("1200/minute", Text("most requests with one organiser's key, or off"), RATE)
    ]
    operator_rate: Annotated[
        str, Setting("off", Text("most requests with one operator's key, or off"), RATE)
    ]
    failed_rate: Annotated[
        str, Setting("30/minute", Text("most wrong keys and links from one address, or off"), RATE)
    ]
    register_rate: Annotated[
        str,
        Setting("60/hour", Text("most registrations for events from one address, or off"), RATE),
    ]
    trial_rate: Annotated[
        str,
        Setting(
            "off", Text("most trials without a key from one address, or off: nobody may try"), RATE
        ),
    ]
    body_limit: Annotated[
        int,
        Setting("1000000", Text("most bytes in the body of a request"), whole_number(1_000, 10**9)),
    ]
    import_limit: Annotated[
        int, Setting("32000000", Text("most bytes in a game to import"), whole_number(1_000, 10**9))
    ]
    demo: Annotated[
        bool, Setting("yes", Text("open a demonstration game in an empty record"), YES_OR_NO)
    ]
    traces: Annotated[
        str,
        Setting(
            "",
            Text(
                "collector of traces by OTLP over HTTP, such as http://localhost:4318; empty: none"
            ),
            ADDRESS,
        ),
    ]
    log: Annotated[
        str,
        Setting(
            "info",
            Text("least level that is logged: debug, info, warning or error"),
            one_of(*LEVELS),
        ),
    ]
    origins: dict[str, str]

    @classmethod
    def load(cls, env: Mapping[str, str], **flags: str | None) -> Settings:
        """The settings. Each value comes from its flag if given, else from its variable in `env`,
        else it is the default. Raises `BadSetting`."""
        values: dict[str, Any] = {}
        origins: dict[str, str] = {}
        for field, setting in SETTINGS.items():
            raw, origins[field] = _raw_value(setting, env, flags.get(field))
            values[field] = _read(setting, raw, origins[field]) if raw else setting.empty(values)
        if values["store"] and find_spec("psycopg") is None:
            how = "ops/setup.sh postgres" if CHECKOUT else "pip install 'greffe[postgres]'"
            raise BadSetting(
                Text(
                    "GREFFE_STORE names a PostgreSQL database, which needs the extra postgres: "
                    "run {how}.",
                    how=how,
                )
            )
        if values["traces"] and find_spec("opentelemetry") is None:
            how = "ops/setup.sh telemetry" if CHECKOUT else "pip install 'greffe[telemetry]'"
            raise BadSetting(
                Text(
                    "GREFFE_TRACES names a collector of traces, which needs the extra telemetry: "
                    "run {how}.",
                    how=how,
                )
            )
        if values["smtp"] and not values["mail_from"]:
            raise BadSetting(
                Text(
                    "GREFFE_SMTP names a mail server: say with GREFFE_MAIL_FROM which address "
                    "mail is sent from."
                )
            )
        if values["smtp"] and not values["public_url"]:
            raise BadSetting(
                Text(
                    "GREFFE_SMTP names a mail server: say with GREFFE_PUBLIC_URL which address "
                    "links in e-mails lead to."
                )
            )
        return cls(**values, origins=origins)

    @property
    def record(self) -> Place:
        return Address(self.store, RECORD) if self.store else self.data / "greffe.sqlite"

    @property
    def notifications(self) -> Place:
        return (
            Address(self.store, NOTIFICATIONS) if self.store else self.data / "notifications.sqlite"
        )

    @property
    def ledger(self) -> Place:
        return Address(self.store, LOG) if self.store else self.data / "ledger.sqlite"

    def shown_store(self) -> str:
        """The place of the store as text, without a password."""
        return without_password(self.store) if self.store else str(self.data)

    @property
    def tables(self) -> Path:
        return self.data / "tables"

    @property
    def dumps(self) -> Path:
        return self.data / "dumps"

    @property
    def views_url(self) -> str:
        """The URL of the Redis server with the views: the configured one, or that of the embedded
        server of the data folder."""
        return self.redis_url or socket_url(self.data)

    def shown(self) -> dict[str, str]:
        """Every setting as text, without passwords."""
        texts = {field: _as_text(getattr(self, field)) for field in SETTINGS}
        texts["redis_url"] = re.sub(r"//[^/]*@", "//…@", self.redis_url)
        texts |= {name: without_password(getattr(self, name)) for name in SECRETS}
        return texts

    def environment(self) -> dict[str, str]:
        """The environment variables that give another process these settings, passwords
        included."""
        texts = self.shown() | {name: getattr(self, name) for name in ("redis_url", *SECRETS)}
        return {setting.variable: texts[field] for field, setting in SETTINGS.items()}


SECRETS = ("store", "smtp")
"""Settings whose values may contain a password."""

SETTINGS: dict[str, Setting] = {
    field: replace(hint.__metadata__[0], variable=f"GREFFE_{field.upper()}")
    for field, hint in get_type_hints(Settings, include_extras=True).items()
    if field != "origins"
}
"""The description of every setting by field, in the order of `greffe config`."""


OTHERS = (
    "GREFFE_SLOW",
    "GREFFE_EXPLORE",
    "GREFFE_ORDER",
    "GREFFE_REWRITE",
    "GREFFE_SHOTS",
    "GREFFE_TEST_STORE",
)
"""Variables of the tests, which are no settings of a service."""


def unknown_variables(env: Mapping[str, str]) -> list[str]:
    """The names of environment variables that begin like settings but match none."""
    known = {*(setting.variable for setting in SETTINGS.values()), *OTHERS}
    return sorted(name for name in env if name.startswith("GREFFE_") and name not in known)


def _raw_value(setting: Setting, env: Mapping[str, str], flag: str | None) -> tuple[str, str]:
    if flag is not None:
        return flag, "flag"
    if env.get(setting.variable):
        return env[setting.variable], "environment"
    return setting.default, "default"


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _read(setting: Setting, raw: str, origin: str) -> Any:
    try:
        return setting.kind.read(raw)
    except BadSetting as e:
        name = (setting.flag if origin == "flag" else "") or setting.variable
        value = without_password(raw) if setting.kind in (STORE, SMTP) else raw
        raise BadSetting(
            Text("{name} is {value}: it has to be {why}.", name=name, value=repr(value), why=e.text)
        ) from None


LONGEST = 100
"""The longest socket path that every system accepts (Linux 107 bytes, others 103)."""

REDIS = "redis.sock"


def socket_path(folder: Path, name: str = REDIS) -> Path:
    """The path of the Unix socket for a process of a data folder: in the folder or, if that path is
    too long for the system, in a folder of this user below the system's temporary folder. The same
    data folder always has the same path."""
    path = folder.resolve() / name
    if len(os.fsencode(path)) <= LONGEST:
        return path
    digest = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"greffe-{os.getuid()}-{digest}" / name


def socket_url(folder: Path) -> str:
    return "unix://" + quote(str(socket_path(folder)))
