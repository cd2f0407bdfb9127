"""`greffe serve`: prepares everything, starts the processes, and watches them.

    supervisor (this process)
    ├── redis       the views, on a socket in the data folder; not if GREFFE_REDIS_URL names another
                    server
    ├── clock       marks the service's time
    ├── follower    folds the record into the views
    ├── log         hashes the record into the log and signs it
    ├── notifier    sends messages to subscribers
    └── web         answers requests and sends live streams, on the socket that the supervisor
                    opened; one or several

The supervisor holds the listening socket and the data folder's lock. If it is killed, the kernel
kills the others.

Its processes are forks of it, which share what it has imported. So it has no open store and no
threads while it starts them."""

import os
import socket
import sys
from contextlib import closing
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from time import monotonic

from msgspec.structs import replace

from api.web.access.access import MINUTES, SessionTokens
from domain.game.clerk.first_game import open_first_game
from domain.kernel.text import ENGLISH, NO_WORDS, Lang, Text
from ops.serving.forks import Process, import_shared
from ops.serving.prepare import prepare, remove_metrics
from ops.serving.supervisor import ProcessFamily, WatchedProcess
from ops.settings.config import Settings
from ops.settings.errors import CommandFailed
from ops.settings.listening import address_of, banner_lines, listen
from ops.settings.logs import configure_logging
from ops.settings.signals import StopSignal
from ops.stores import data_folder
from ops.stores.redis_server import EmbeddedRedis

PROGRAMS = {
    "clock": "ops.stores.clock_marks",
    "follower": "ops.stores.follow",
    "log": "ops.log.__main__",
    "notifier": "ops.messages.__main__",
}
"""The programs beside the web processes, by name. They are stopped in reverse order, so the clock's
last mark covers everything the others did."""
PATIENCE = 120.0
"""Seconds until the web server must be ready; a small, busy machine takes long."""


class WebFailed(CommandFailed):
    """The web server did not become ready."""


def serve(settings: Settings, lang: Lang = ENGLISH) -> None:
    """Serve until a signal to stop. Raises `Trouble`. `lang`: the language of the banner."""
    begin = monotonic()
    if sys.stderr.isatty() and settings.origins["log"] == "default":
        settings = replace(settings, log="warning")  # what is said at the start stays on the screen
    configure_logging(settings.log)
    os.umask(0o077)  # of the processes started here, too: what they write is this user's alone
    stop = StopSignal()
    with data_folder.lock_folder(settings.data), listen(settings.host, settings.port) as listener:
        key, secret = prepare(settings)
        with closing(data_folder.open_clerk(settings)) as clerk:
            shown = open_first_game(clerk) if settings.demo else None
            now = clerk.clock().timestamp()
        family = ProcessFamily()
        try:
            web = _start(family, settings, listener)
            if _wait_until_ready(settings.host, listener.getsockname()[1], web, stop):
                entrance = SessionTokens(secret, sha256(key.encode()).digest()).sign_in_token(now)
                _print_banner(settings, listener, entrance, shown, monotonic() - begin, lang)
                family.watch(stop.wait)
            listener.close()
        finally:
            family.stop()
            remove_metrics()


def _start(family: ProcessFamily, settings: Settings, listener: socket.socket) -> WatchedProcess:
    if not settings.redis_url:
        family.add("redis", EmbeddedRedis(settings.data))
    env = {**os.environ, **settings.environment()}
    import_shared()
    for name, module in PROGRAMS.items():
        family.add(name, Process([module], env, seconds=5))
    for number in range(1, settings.workers + 1):
        program = ["ops.serving.web", f"fd://{listener.fileno()}"]
        name = "web" if settings.workers == 1 else f"web {number}"
        web = family.add(name, Process(program, env, seconds=8, fds=(listener.fileno(),)))
    return web


def _wait_until_ready(host: str, port: int, web: WatchedProcess, stop: StopSignal) -> bool:
    """Wait until `/readyz` answers 200. Returns False if a stop is requested before. Raises
    `WebFailed` if the web process ends or takes longer than `PATIENCE`."""
    until = monotonic() + PATIENCE
    while not stop.asked:
        if web.child.poll() is not None:
            raise WebFailed(
                Text("The web server ended as soon as it was started: the log above says why.")
            )
        if _is_ready(host, port):
            return True
        if monotonic() > until:
            raise WebFailed(
                Text(
                    "The web server is not ready after {seconds} s: the log above may say why.",
                    seconds=f"{PATIENCE:.0f}",
                )
            )
        stop.wait(0.02)
    return False


def _is_ready(host: str, port: int) -> bool:
    try:
        with closing(HTTPConnection(_reachable_host(host), port, timeout=1)) as client:
            client.request("GET", "/readyz")
            return client.getresponse().status == 200
    except (OSError, HTTPException):
        return False


def _reachable_host(host: str) -> str:
    """The address by which this machine reaches its own server: `host`, or the loopback address if
    the server listens on all interfaces."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _print_banner(
    settings: Settings,
    listener: socket.socket,
    entrance: str,
    demonstration: str | None,
    seconds: float,
    lang: Lang,
) -> None:
    """Print the addresses of the service. `entrance`: the token of the link that signs the operator
    in. `demonstration`: the id of the demonstration game, if there is one. `seconds`: how long the
    start took."""
    base = address_of(listener, _reachable_host(settings.host))
    once = Text("once, within {minutes} minutes", minutes=MINUTES)
    rows = [
        (Text("ready?"), f"{base}/readyz"),
        (Text("the API"), f"{base}/openapi.json"),
        (Text("the record"), str(settings.data)),
        (Text("sign in"), f"{base}/enter/{entrance}"),
        (NO_WORDS, f"({once.to(lang)})"),
        (Text("operator's key"), Text("in {file}", file=settings.key_file).to(lang)),
    ]
    if demonstration:
        rows.append((Text("a game to see"), f"{base}/games/{demonstration}"))
    serves = Text(
        "Greffe serves at {base} (ready after {seconds} s)", base=base, seconds=f"{seconds:.1f}"
    )
    lines = banner_lines(serves, rows, lang)
    print("\n".join(lines), flush=True)
