"""A real PostgreSQL server for tests: one for each test process, with its databases in memory, each
a copy of a migrated one.

The programs are Debian's, or those on the PATH; `ops/postgres.sh` installs them. The server is
stopped with its test process at the latest."""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

import psycopg
import pytest

from ops.settings.addresses import LOG, RECORD, Address
from ops.stores.postgres import log_schema, recorder
from tests.builders.servers import eventually, family_of

SETTINGS = {
    "listen_addresses": "''",
    "fsync": "off",  # no test cuts the power
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
}
TEMPLATE = "greffe_template"
BY_FILE = "STRATEGY file_copy"
"""Takes half as long as a copy by the write-ahead log. PostgreSQL has it since version 15."""
PATIENCE = 30.0
BESIDE = ".postgres"
"""The ending of a file that names the database which replaces another file."""
_numbers = count(1)


def programs() -> Path | None:
    newest = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda program: int(program.parts[-3])
    )
    if newest:
        return newest[-1].parent
    which = shutil.which("initdb")
    return None if which is None else Path(which).resolve().parent


needs_postgres = pytest.mark.skipif(
    programs() is None, reason="PostgreSQL is not installed: apt-get install postgresql"
)


class PostgresServer:
    """A server in a folder of its own, on a socket there. If the tests run as root, it runs as
    another user, since PostgreSQL refuses root."""

    def __init__(self, folder: Path, settings: dict[str, str] | None = None) -> None:
        folder_found = programs()
        assert folder_found is not None
        self._bin, self.folder = folder_found, folder
        self._user = _unprivileged() if os.getuid() == 0 else None
        self._settings = SETTINGS | (settings or {})
        if self._user:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self._run(
            "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            "greffe",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        )
        self._process: subprocess.Popen[bytes] | None = None
        self.longest_file = 0
        """The largest number of bytes in one of its files, or 0. A larger file fails as on a full
        disk."""

    def start(self) -> None:
        options = [f"-c{name}={value.strip(chr(39))}" for name, value in self._settings.items()]
        command = [
            str(self._bin / "postgres"),
            "-D",
            str(self.folder / "data"),
            "-k",
            str(self.folder),
            *options,
        ]
        if self.longest_file:
            command = ["prlimit", f"--fsize={self.longest_file}", *command]
        until, process = monotonic() + PATIENCE, None
        while True:
            # anew if it ended: processes of a server that was killed may hold its memory for a while
            if process is None or process.poll() is not None:
                with (self.folder / "server.log").open("ab") as log:
                    self._process = process = subprocess.Popen(
                        self._as_user(command), stdout=log, stderr=log, cwd=self.folder
                    )
            try:
                psycopg.connect(self.dsn("postgres"), connect_timeout=2).close()
            except psycopg.OperationalError:
                assert monotonic() < until, (self.folder / "server.log").read_text()
                sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it at once: SIGINT ends its connections, SIGQUIT does not even write a
        checkpoint."""
        if self._process is not None:
            pid = (
                int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
                if self._process.poll() is None
                else 0
            )
            if pid:
                os.kill(pid, how)
            self._process.wait(PATIENCE)
            self._process = None

    @contextmanager
    def halted(self) -> Iterator[None]:
        """Suspend all processes of the server during the `with` block: connections stay open, and
        nothing is answered."""
        halted = family_of(self._process.pid)
        for pid in halted:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in halted:
                os.kill(pid, signal.SIGCONT)

    def dsn(self, name: str) -> str:
        return f"postgresql://greffe@/{name}?host={self.folder}"

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as db:
            db.execute(statement.encode())

    def standbys(self, names: str) -> None:
        """Have commits wait for standbys. `names` is an SQL literal (`''`: wait for none). Returns
        once the server has applied the setting."""
        self.execute(f"ALTER SYSTEM SET synchronous_standby_names = {names}")
        self.execute("SELECT pg_reload_conf()")
        assert eventually(lambda: self._commit_waits() == (names != "''"))

    def _commit_waits(self) -> bool:
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as db:
            pid = db.pgconn.backend_pid

            def ended() -> bool:
                db.pgconn.consume_input()
                return not db.pgconn.is_busy()

            db.pgconn.send_query(b"COMMENT ON DATABASE postgres IS 'heard'")
            assert eventually(lambda: ended() or self.waiting(pid))
            waits = bool(self.waiting(pid))
            db.cancel()
            while db.pgconn.get_result() is not None:
                pass
        return waits

    def waiting(self, pid: int | None = None) -> int:
        """The number of commits that wait for a standby, in all connections or in that of `pid`."""
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as db:
            row = db.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' "
                "AND pid = coalesce(%s, pid)",
                (pid,),
            ).fetchone()
        return int(row[0]) if row else 0

    def new_database(self) -> str:
        name = f"greffe_{next(_numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} {BY_FILE}")
        return self.dsn(name)

    def copy(self, dsn: str) -> str:
        """Copy a database, to which nobody may be connected. Returns the address of the copy."""
        name, old = f"greffe_{next(_numbers)}", dsn.partition("@/")[2].partition("?")[0]
        self.execute(f"CREATE DATABASE {name} TEMPLATE {old} {BY_FILE}")
        return self.dsn(name)

    def make_template(self) -> None:
        self.execute(f"CREATE DATABASE {TEMPLATE}")
        recorder.migrate(Address(self.dsn(TEMPLATE), RECORD))
        log_schema.migrate(Address(self.dsn(TEMPLATE), LOG))

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            self._as_user([str(self._bin / program), *arguments]),
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr

    def _as_user(self, command: list[str]) -> list[str]:
        if self._user is None:
            return command
        return [
            "setpriv",
            f"--reuid={self._user.pw_uid}",
            f"--regid={self._user.pw_gid}",
            "--clear-groups",
            *command,
        ]


def _unprivileged() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise AssertionError("there is no user postgres or nobody to run a server as")


def in_memory() -> Path:
    folder = Path(mkdtemp(prefix="pg-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    folder.chmod(0o755)
    return folder


@contextmanager
def own_server(**settings: str) -> Iterator[PostgresServer]:
    """A server of its own for a test, which may kill it. It is removed after the `with` block."""
    folder = in_memory()
    server = PostgresServer(folder, settings)
    server.start()
    server.make_template()
    yield server
    server.stop(signal.SIGQUIT)
    shutil.rmtree(folder, ignore_errors=True)


def end_leases(dsn: str) -> None:
    """End all sessions that hold a lease in the database."""
    name = dsn.partition("@/")[2].partition("?")[0]
    shared_server().execute(
        "SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON l.database = "
        f"d.oid WHERE l.locktype = 'advisory' AND d.datname = '{name}'"
    )


@cache
def shared_server() -> PostgresServer:
    folder = in_memory()
    server = PostgresServer(folder)

    def end() -> None:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    server.start()
    server.make_template()
    return server


def database_for(path: Path) -> str:
    """The address of the database that replaces a file. It is created at the first call. A file
    beside it stores the address, so that processes that a test starts find it, too."""
    beside = path.with_name(path.name + BESIDE)
    try:
        return beside.read_text()
    except FileNotFoundError:
        beside.write_text(shared_server().new_database())
    return beside.read_text()


def copy_databases(folder: Path) -> None:
    for beside in folder.glob(f"*{BESIDE}"):
        beside.write_text(shared_server().copy(beside.read_text()))
