"""The witness from outside: C2SP `tlog-witness` over HTTP, its memory, its key, and the requests it
refuses."""

import os
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

import pytest
from click.testing import Result

from domain.proof.log.add_checkpoint import MOST_BYTES, AddCheckpoint
from domain.proof.log.notes import COSIGNATURE, SignerKey
from ops.settings.errors import CannotServe
from ops.witness import ask, http
from ops.witness.ask import WitnessAway, WitnessClient
from ops.witness.http import WitnessServer
from ops.witness.service import KEY, RECORD, Witness, log_keys, read_or_make_signer
from ops.witness.store import HeadStore
from tests.builders.refusals import refused_with
from tests.builders.servers import eventually
from tests.builders.threads import answering, serving
from tests.builders.world import CLUB, LOG
from tests.ops.cli.test_commands import one_sentence
from tests.ops.witness.witnesses import cosigned, growing, post, request

TIME = 1_767_225_600


@pytest.fixture
def heads(tmp_path: Path) -> Iterator[HeadStore]:
    with closing(HeadStore(tmp_path / RECORD)) as heads:
        yield heads


@pytest.fixture
def witness(heads: HeadStore) -> Witness:
    ticks = count(TIME)
    return Witness(heads, [LOG.verifier], CLUB, lambda: next(ticks))


@pytest.fixture
def port(witness: Witness) -> Iterator[int]:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        answering(WitnessServer(witness, listener)),
    ):
        yield listener.getsockname()[1]


# -- the protocol ----------------------------------------------------------------------------------


def test_a_log_that_grows_is_cosigned_step_by_step(port: int) -> None:
    world = growing(20)
    for old, new in ((0, 1), (1, 7), (7, 7), (7, 8), (8, 20)):
        reply = post(port, request(world, old, new))
        assert (reply.status, reply.kind) == (200, "text/plain; charset=utf-8"), reply
        assert reply.body.startswith("\u2014 club.example/w ".encode()), reply.body
        (cosignature,) = cosigned(world, new, CLUB.verifier, reply.body)
        assert cosignature.time >= TIME and reply.body.endswith(b"=\n")


def test_the_statuses_are_those_of_the_specification(port: int) -> None:
    world, other = growing(20), growing(20, seed=1)
    stranger = SignerKey.generate("example.org/another")
    forger = SignerKey.generate(LOG.verifier.name)
    assert post(port, request(world, 3, 5)) == (409, "text/x.tlog.size", b"0\n")
    first = AddCheckpoint(0, (bytes(32),), world.signed(7, witnesses=())).encode()
    assert post(port, first).status == 422, "a proof where there is nothing to prove"
    assert post(port, request(world, 0, 7)).status == 200
    assert post(port, request(world, 0, 9)) == (409, "text/x.tlog.size", b"7\n"), (
        "the size it holds"
    )
    assert post(port, request(world, 5, 9)) == (409, "text/x.tlog.size", b"7\n")
    for body, status, why in (
        (AddCheckpoint(9, (), world.signed(8, witnesses=())).encode(), 400, "old beyond new"),
        (request(other, 7, 7), 409, "another root for the size it holds"),
        (request(other, 7, 12), 422, "a history that was rewritten with the real key"),
        (AddCheckpoint(7, (), world.signed(12, witnesses=())).encode(), 422, "no proof"),
        (
            AddCheckpoint(7, (bytes(32),), world.signed(7, witnesses=())).encode(),
            422,
            "a proof too many",
        ),
        (request(world, 7, 9).replace(b"\n9\n", b"\n8\n"), 403, "not what the log signed"),
    ):
        assert post(port, body).status == status, why
    world.key = forger
    assert post(port, request(world, 7, 9)).status == 403, "another key of the log's name"
    world.key = stranger
    assert post(port, request(world, 0, 9)).status == 404, "another log"
    world.key = LOG
    for bad in (
        b"",
        b"old 7\n",
        b"old 07\n\n" + world.signed(9),
        b"old 7\r\n\n" + world.signed(9),
        b"\xff\n\n" + world.signed(9),
        b"new 7\n\n" + world.signed(9),
        b"old 7\n" + (b"A" * 43 + b"=\n") * 64 + b"\n" + world.signed(9),
        b"old 0\n\nnot a checkpoint",
    ):
        assert post(port, bad).status == 400, bad
    assert post(port, request(world, 7, 9)).status == 200, (
        "nothing of all that has changed what it holds"
    )


def test_signatures_of_unknown_keys_are_passed_over(port: int) -> None:
    note = growing(3).signed(3, witnesses=(), keys=(SignerKey.generate(LOG.verifier.name), LOG))
    assert post(port, AddCheckpoint(0, (), note).encode()).status == 200


def test_a_connection_carries_many_requests(port: int) -> None:
    world = growing(5)
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        for size in range(5):
            connection.request("POST", "/add-checkpoint", request(world, size, size + 1))
            answer = connection.getresponse()
            assert (answer.status, answer.version) == (200, 11)
            answer.read()
        connection.request("GET", "/")
        assert (
            connection.getresponse().read().decode()
            == f"{CLUB.verifier.encode()}\nlog {LOG.verifier.encode()}\n"
        )


def test_of_many_requests_at_once_only_one_history_is_cosigned(port: int, heads: HeadStore) -> None:
    worlds = [growing(12, seed) for seed in range(4)]
    bodies = [(world, size, request(world, 0, size)) for size in (4, 8, 12) for world in worlds]
    with ThreadPoolExecutor(12) as pool:
        replies = list(pool.map(lambda body: post(port, body[2]), bodies))
    assert sorted(reply.status for reply in replies) == [200] + [409] * 11
    (held,) = heads.heads()
    won = next(body for body, reply in zip(bodies, replies, strict=True) if reply.status == 200)
    assert held.checkpoint == won[0].head(won[1])


def test_a_log_may_sign_with_two_keys_while_one_takes_over(heads: HeadStore) -> None:
    new = SignerKey.generate(LOG.verifier.name)
    witness, world = Witness(heads, [LOG.verifier, new.verifier], CLUB), growing(9)
    assert witness.add_checkpoint(request(world, 0, 3)).status == 200
    assert (
        witness.add_checkpoint(
            AddCheckpoint(3, (), world.signed(3, witnesses=(), keys=(LOG, new))).encode()
        ).status
        == 200
    )
    world.key = new
    assert witness.add_checkpoint(request(world, 3, 9)).status == 200


def test_a_clock_that_goes_back_or_stands_still_vouches_for_no_other_history(
    heads: HeadStore,
) -> None:
    """The witness signs with the time of its clock. Which heads it cosigns depends only on sizes
    and roots."""
    world, other = growing(9), growing(9, seed=1)
    clock = iter([TIME, TIME, TIME - 86_400, TIME - 86_400, 0, 0, TIME, TIME])
    witness = Witness(heads, [LOG.verifier], CLUB, lambda: next(clock))
    for old, new in ((0, 3), (3, 5), (5, 9)):
        answer = witness.add_checkpoint(request(world, old, new))
        (cosignature,) = cosigned(world, new, CLUB.verifier, answer.body)
        assert cosignature.time in (TIME, TIME - 86_400, 0)
    assert witness.add_checkpoint(request(other, 9, 9)).status == 409


# -- its memory ------------------------------------------------------------------------------------


def test_what_convicts_a_log_is_kept(witness: Witness, heads: HeadStore) -> None:
    world, other = growing(9), growing(9, seed=1)
    witness.add_checkpoint(request(world, 0, 7))
    for old, new in ((7, 7), (0, 7), (7, 7), (7, 9)):
        assert witness.add_checkpoint(request(other, old, new)).status in (409, 422)
    witness.add_checkpoint(request(world, 0, 9))
    evidence = heads.evidence()
    assert [proof.shown for proof in evidence] == [
        other.signed(7, witnesses=()),
        other.signed(9, witnesses=()),
    ], "each once"
    assert {proof.held for proof in evidence} == {world.signed(7, witnesses=())}
    assert "two roots for size 7" in evidence[0].why


@pytest.mark.parametrize("fatal", ["begun", "judged", "kept"])
def test_killed_between_any_two_steps_it_remembers_what_it_has_answered(
    fatal: str, tmp_path: Path
) -> None:
    world, path = growing(9), tmp_path / RECORD
    heads = HeadStore(path)
    assert Witness(heads, [LOG.verifier], CLUB).add_checkpoint(request(world, 0, 3)).status == 200
    heads.close()
    read, write = os.pipe()
    pid = os.fork()
    if (
        not pid
    ):  # a process that dies in the middle of a request, and would tell if it had come to an answer

        def step(done: str) -> None:
            if done == fatal:
                os.kill(os.getpid(), signal.SIGKILL)

        os.write(
            write,
            Witness(HeadStore(path, step), [LOG.verifier], CLUB)
            .add_checkpoint(request(world, 3, 7))
            .body,
        )
        os._exit(0)
    os.close(write)
    assert os.waitpid(pid, 0)[1] == signal.SIGKILL
    assert os.read(read, 1) == b"", "it has answered nothing"
    os.close(read)

    with closing(HeadStore(path)) as heads:
        witness = Witness(heads, [LOG.verifier], CLUB)
        held = heads.heads()[0].checkpoint.size
        assert held == (7 if fatal == "kept" else 3)
        if held == 7:
            assert witness.add_checkpoint(request(growing(9, seed=1), 7, 7)).status == 409
        assert witness.add_checkpoint(request(world, held, 7)).status == 200, (
            "the log asks again and has its cosignature"
        )
        assert witness.add_checkpoint(request(world, 7, 9)).status == 200


def test_without_a_memory_nothing_is_cosigned(port: int, heads: HeadStore, tmp_path: Path) -> None:
    world = growing(3)
    with closing(sqlite3.connect(tmp_path / RECORD)) as other:
        other.execute("DROP TABLE heads")
        other.commit()
    reply = post(port, request(world, 0, 3))
    assert reply.status == 500
    assert b"nothing was cosigned" in reply.body


# -- what it does not let past ---------------------------------------------------------------------


def test_requests_are_bounded(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert post(port, bytes(MOST_BYTES + 1)).status == 413
    assert post(port, b"", "/").status == 404
    for head, status in (
        (b"POST /add-checkpoint HTTP/1.1\r\n\r\n", 411),
        (b"POST /add-checkpoint HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
        (b"POST /add-checkpoint HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12", 400),
        (b"POST /add-checkpoint HTTP/1.1\r\nContent-Length: +1\r\n\r\n1", 400),
        (b"GET /add-checkpoint HTTP/1.1\r\n\r\n", 405),
        (b"DELETE /add-checkpoint HTTP/1.1\r\n\r\n", 501),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n", 431),
    ):
        assert raw(port, head).startswith(f"HTTP/1.1 {status} ".encode()), head[:60]


def raw(port: int, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(data)
        return client.recv(4096)


def test_a_request_that_drips_in_is_given_up(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"POST /add-checkpoint HTTP/1.1\r\nContent-Length: 1000\r\n\r\nold 7\n")
        assert client.recv(1) == b"", "the connection is closed, though it was alive"


def test_more_connections_than_it_holds_are_turned_away(port: int) -> None:
    held = [
        socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(http.CONNECTIONS)
    ]
    assert raw(port, b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 503 ")
    for file in held:
        file.close()
    assert eventually(lambda: raw(port, b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 200 "))


# -- its folder ------------------------------------------------------------------------------------


def test_its_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    refused_with(CannotServe, "name it once with --name", read_or_make_signer, tmp_path, "")
    refused_with(CannotServe, "cannot be called 'a b'", read_or_make_signer, tmp_path, "a b")
    made = read_or_make_signer(tmp_path, "club.example/w").verifier
    assert made.kind == COSIGNATURE
    assert (tmp_path / KEY).stat().st_mode & 0o777 == 0o600
    assert (
        read_or_make_signer(tmp_path, "").verifier
        == read_or_make_signer(tmp_path, "club.example/w").verifier
        == made
    )
    refused_with(
        CannotServe,
        r"is called club\.example/w, not rival\.example/w",
        read_or_make_signer,
        tmp_path,
        "rival.example/w",
    )
    (tmp_path / KEY).chmod(0o644)
    refused_with(
        CannotServe, r"can be read by others \(mode 0644\)", read_or_make_signer, tmp_path, ""
    )
    (tmp_path / KEY).chmod(0o600)
    for text, why in ((LOG.encode(), "the key of a log"), ("x" * 40, "no key of a witness")):
        (tmp_path / KEY).write_text(text)
        refused_with(CannotServe, why, read_or_make_signer, tmp_path, "")


def test_the_logs_it_watches_are_lines_of_a_file(tmp_path: Path) -> None:
    refused_with(CannotServe, "no log to watch", log_keys, tmp_path, ())
    other = SignerKey.generate("example.org/other").verifier
    (tmp_path / "logs").write_text(
        f"# the club's\n\nlog {LOG.verifier.encode()} https://example.org/log\n"
    )
    assert log_keys(tmp_path, [other.encode(), LOG.verifier.encode()]) == (LOG.verifier, other)
    refused_with(
        CannotServe,
        r"--log: club\.example/w\+.* is the key of a witness",
        log_keys,
        tmp_path,
        [CLUB.verifier.encode()],
    )
    (tmp_path / "logs").write_text("nonsense\n")
    refused_with(CannotServe, r"line 1 of .*/logs: ", log_keys, tmp_path, ())


def test_what_cannot_be_served_is_one_sentence(
    tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    for arguments, sentence in (
        ((), "--name"),
        (("--name", "club.example/w"), "There is no log to watch"),
        (("--name", "club.example/w", "--log", "x"), "--log: "),
    ):
        assert sentence in one_sentence(
            greffe("witness", "--folder", str(tmp_path / "w"), *arguments)
        )


def test_it_shows_what_it_cosigned_and_what_it_refused(
    tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    folder = tmp_path / "w"
    assert greffe("witness", "show", "--folder", str(folder)).exit_code == 2
    folder.mkdir()
    signer, heads = read_or_make_signer(folder, "club.example/w"), HeadStore(folder / RECORD)
    witness = Witness(heads, [LOG.verifier], signer, lambda: TIME)
    shown = greffe("witness", "show", "--folder", str(folder))
    assert shown.output == f"{signer.verifier.encode()}\nIt has cosigned nothing yet.\n"
    world, other = growing(9), growing(9, seed=1)
    witness.add_checkpoint(request(world, 0, 7))
    witness.add_checkpoint(request(other, 7, 7))
    heads.close()
    shown = greffe("witness", "show", "--folder", str(folder), "--lang", "fr")
    for words in ("greffe.example/log  7 ", "2026-01-01 00:00:00 UTC", "Refusé à"):
        assert words in shown.output
    assert shown.output.count("— greffe.example/log ") == 2, "both heads with their signatures"
    data = greffe("witness", "show", "--folder", str(folder), "--json").output
    assert '"size": 7' in data and '"evidence"' in data


@contextmanager
def peer(answer: bytes) -> Iterator[str]:
    """Serve these bytes as the answer to every request. If they are empty, wait until the client
    leaves. Yields the address."""

    def says(connection: socket.socket) -> None:
        with connection:
            connection.recv(1 << 20)
            connection.sendall(answer)
            if not answer:
                connection.recv(1)

    with serving(says) as port:
        yield f"http://127.0.0.1:{port}/prefix/"


def test_whoever_speaks_no_http_or_not_at_all_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask, "SECONDS", 0.2)
    for answer in (b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab", b""):
        with peer(answer) as address, pytest.raises(WitnessAway):
            WitnessClient(address).post(b"old 0\n")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        nobody = f"http://127.0.0.1:{listener.getsockname()[1]}"
    refused_with(WitnessAway, "refused", WitnessClient(nobody).post, b"")
    for name in ("a..b", "a" * 64, "greffe.invalid"):
        refused_with(WitnessAway, "", WitnessClient(f"http://{name}").post, b"")


def test_an_answer_without_an_end_is_cut_off() -> None:
    with peer(b"HTTP/1.1 200 OK\r\n\r\n" + bytes(1 << 18)) as address:
        assert len(WitnessClient(address).post(b"").body) == ask.MOST


def test_a_connection_that_was_closed_meanwhile_is_opened_again() -> None:
    with (
        peer(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") as address,
        closing(WitnessClient(address)) as client,
    ):
        assert [client.post(b"x").body for _ in range(2)] == [b"ok", b"ok"]
