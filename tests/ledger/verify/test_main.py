from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import domain
from domain.ledger.bundle.pieces import MOST_LINE
from tests.ledger.auditor import Files

GIGABYTE = 1 << 30
MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is empty"),
        (b"\n", "it is no bundle"),
        (b"hello\n", "it is no bundle"),
        (b"hello", "its last line does not end with LF"),
        (b"\x00" * 1000, "its last line does not end with LF"),
        (b"\xff\xfe", "line 1 has a byte that is not printable ASCII"),
        (b"{}\n", "it is no bundle"),
        (b"[" * 10**6 + b"\n", "it is no bundle"),
        (b'{"format":"greffe/bundle@v2","game":"g1"}\n', "it is no bundle"),
        (b'{"format":"greffe/bundle@v1","game":""}\n', "it is no bundle"),
        (b'{"format":"greffe/bundle@v1","game":"a/b"}\n', "it is no bundle"),
        (b'{"format":"greffe/bundle@v1","game":"g1"}\n', "it has no records"),
        (b'{"format":"greffe/bundle@v1","game":"g1"}\n{"proof":""}\n', "it has no records"),
        (b'{"format":"greffe/bundle@v1","game":"g1"}\n' + b"\n" * 10**6, "it has no records"),
    ],
)
def test_bundles_that_are_none(files: Files, data: bytes, says: str) -> None:
    code, out, err = files.run("verify", files.write("odd", data))
    assert (code, err) == (1, "")
    assert f"failed because {says}" in out or says in out


def test_deep_nesting(files: Files, good: bytes) -> None:
    deep = b'{\\"type\\":\\"NoteAdded\\",\\"x\\":' + b"[" * 10**5 + b"]" * 10**5 + b"}"
    for data in (
        good.replace(b'{"seq":2', b'{"seq":2,"x":' + b"[" * 10**5),
        good.replace(b'{"proof":"', b"[" * 10**5 + b'{"proof":"'),
        good.split(b"\n")[0] + b"\n" + good.split(b"\n")[1] + b'\n{"seq":2,"topic":"NoteAdded","data":"' + deep + b'"}\n',
    ):
        code, out, _ = files.run("verify", files.write("deep", data))
        assert code == 1
        assert "failed" in out


def test_a_million_proof_lines(files: Files, good: bytes) -> None:
    start = good[: good.index(b'{"proof"')]
    hashes = (b"A" * 43 + b"=\\n") * 60_000
    for data in (
        start + b'{"proof":"c2sp.org/tlog-proof@v1\\nindex 0\\n' + hashes + b'"}\n',
        start + b'{"proof":"x"}\n' * 10**6,
        start + (b"A" * 43 + b"=\n") * 10**6,
    ):
        assert files.run("verify", files.write("many", data))[0] == 1


def limited(*words: str, megabytes: int = 400) -> subprocess.CompletedProcess[bytes]:
    code = (
        "import resource, runpy, sys\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({megabytes << 20}, {megabytes << 20}))\n"
        f"sys.argv = ['greffe', *{list(words)!r}]\n"
        "runpy.run_module('domain.ledger', run_name='__main__')\n"
    )
    root = Path(domain.__file__).parents[1]
    return subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("where", ["header", "record", "proof", "policy", "receipt", "head"])
def test_a_line_of_a_gigabyte(files: Files, good: bytes, where: str) -> None:
    """A file with a hole in it, so that it costs no room; the reader stops long before its end."""
    start = {
        "record": good[: good.index(b'{"seq":7')] + b'{"seq":7,"topic":"ActionTaken","data":"',
        "proof": good[: good.index(b'{"proof"')] + b'{"proof":"',
    }.get(where, b"")
    huge = files.write("huge", start)
    with Path(huge).open("r+b") as file:
        file.truncate(GIGABYTE)
    bundle, policy = files.write("g1.jsonl", good), str(files.folder / "policy")
    ran = limited(
        *{
            "policy": ["verify", bundle, "--policy", huge],
            "receipt": ["verify", bundle, "--policy", policy, "--receipt", huge],
            "head": ["compare", bundle, huge, "--policy", policy],
        }.get(where, ["verify", huge, "--policy", policy])
    )
    said = (ran.stdout + ran.stderr).decode()
    assert ran.returncode == (2 if where == "policy" else 1), said
    assert "Traceback" not in said
    assert "longer than" in said or "has more than" in said
    assert MOST_LINE < GIGABYTE // 100


@pytest.mark.parametrize("which", ["disclosures", "records"])
def test_many_long_lines_are_not_kept(files: Files, good: bytes, which: str) -> None:
    """Twenty-two lines of four megabytes, each of them well spelt, in a process that has not the room for them."""
    proof = good.index(b'{"proof"')
    with Path(files.write("long", good[: good.index(b'{"seq":2,')] if which == "records" else good[:proof])).open("ab") as file:
        for n in range(22):
            salt = b"%032x" % n + b"0" * (4 * MEGABYTE - 1000)
            if which == "records":
                note = b'{\\"type\\":\\"NoteAdded\\",\\"text\\":\\"%b\\"}' % salt
                file.write(b'{"seq":%d,"topic":"NoteAdded","data":"%b"}\n' % (n + 2, note))
            else:
                file.write(b'{"commitment":"%064x","salt":"%b","text":""}\n' % (n, salt))
        file.write(good[proof:])
    ran = limited("verify", str(files.folder / "long"), "--policy", str(files.folder / "policy"), megabytes=140)
    assert ran.stderr == b""
    assert ran.returncode == 1
    assert (b"do not open that commitment" if which == "disclosures" else b"does not lead to the signed root") in ran.stdout
