import json
import subprocess
import sys
from pathlib import Path

import pytest

import domain
from domain.proof import __main__ as cli
from domain.proof.bundle.carried import page_of, read_carried
from domain.proof.bundle.pieces import MOST_LINE
from domain.proof.errors import Refused
from tests.builders.refusals import refused_with
from tests.builders.world import LOG, World, policy
from tests.domain.proof import carrying
from tests.domain.proof.agreeing import spelt
from tests.domain.proof.auditor import Files
from tests.domain.proof.second.carried import carried as second
from tests.domain.proof.second.spelling import Rejected


def test_exit_codes(files: Files, world: World, good: bytes) -> None:
    bundle = files.write("g1.jsonl", good)
    cut = files.write("cut.jsonl", world.bundle("g1", 7))
    bad = files.write("bad.jsonl", good.replace(b"blue", b"teal"))
    code, out, err = files.run("verify", bundle)
    assert (code, err) == (0, "")
    assert "\nverified\nWhat no proof can show:\n" in out
    assert (files.run("verify", cut)[0], files.run("verify", bad)[0]) == (3, 1)
    code, out, err = files.run("verify", bad, "--lang", "fr")
    assert "échec à l'écriture" in out
    code, out, err = files.run("verify", bundle, "--json")
    assert json.loads(out)["verdict"] == "verified"


def test_the_log_and_receipts_on_the_command_line(
    files: Files, world: World, good: bytes, tmp_path: Path
) -> None:
    world.mirror(tmp_path / "log")
    bundle, receipt = (
        files.write("g1.jsonl", good),
        files.write("r", world.receipt("g1", 4).encode()),
    )
    code, out, _ = files.run(
        "verify", bundle, "--log", str(tmp_path / "log"), "--receipt", receipt, "--receipt", receipt
    )
    assert code == 0
    assert out.count("the one for record 4 agrees") == 2
    assert files.run("receipt", receipt)[0] == 0
    assert (
        "record 4 of game g1, ContributionRevealed, is entry 10" in files.run("receipt", receipt)[1]
    )
    assert files.run("receipt", files.write("p", world.proof("g1", 4).encode()))[0] == 1
    assert files.run("compare", bundle, receipt)[0] == 0
    assert (
        files.run("compare", bundle, files.write("h", world.signed(9)))[0],
        files.run(
            "compare", bundle, files.write("h", world.signed(9)), "--log", str(tmp_path / "log")
        )[0],
    ) == (3, 0)
    stray = files.write(
        "s",
        world.bundle(
            "g1", proof=world.proof("g1", 10, keys=(LOG, type(LOG)(LOG.verifier.name, b"n" * 32)))
        ),
    )
    assert files.run("verify", stray)[0] == 1
    assert files.run("verify", stray, "--pass-unknown")[0] == 0


@pytest.mark.parametrize(
    ("words", "says", "dit"),
    [
        ([], "the following arguments are required: command", "arguments inutilisables"),
        (["prove"], "invalid choice", "arguments inutilisables"),
        (["verify"], "the following arguments are required: BUNDLE", "arguments inutilisables"),
        (["verify", "x", "--deep"], "unrecognized arguments: --deep", "arguments inutilisables"),
        (
            ["verify", "missing"],
            "without --policy there is nobody to believe",
            "sans --policy, il n'y a personne à croire",
        ),
        (
            ["verify", "missing", "--policy", "missing"],
            "missing cannot be read: No such file",
            "est illisible",
        ),
        (["verify", "missing", "--policy", "."], "cannot be read: Is a directory", "est illisible"),
        (["verify", "a\0b", "--policy", "a\0b"], "cannot be read", "est illisible"),
    ],
)
def test_calls_that_cannot_be_carried_out(
    files: Files, words: list[str], says: str, dit: str
) -> None:
    code, out, err = files.run(*words, policy=False)
    assert (code, out) == (2, "")
    assert err.startswith("greffe: ")
    assert says in err
    assert err.count("\n") == 1
    code, _, err = (
        files.run("--lang", "fr", *words, policy=False)
        if not words
        else files.run(*words, "--lang", "fr", policy=False)
    )
    assert (code, dit in err) == (2, True)


def test_files_that_cannot_be_used(files: Files, good: bytes, tmp_path: Path) -> None:
    bundle = files.write("g1.jsonl", good)
    for words, says in (
        (["verify", "missing"], "cannot be read"),
        (["verify", str(Path(cli.__file__).parent)], "holds no file *.jsonl"),
        (["verify", bundle, "--log", "missing"], "no folder with a copy of the log"),
        (["verify", bundle, "--receipt", "missing"], "cannot be read"),
        (["compare", bundle, "missing"], "cannot be read"),
        (["compare", bundle, str(tmp_path)], "no file checkpoint in the copy"),
        (["compare", bundle, files.write("odd", b'{"format":1}\n')], "it is no bundle"),
        (["receipt", "missing"], "cannot be read"),
    ):
        code, out, err = files.run(*words)
        assert (code, out) == (2, ""), err
        assert says in err
    files.write("policy", b"quorum nobody\n")
    code, _, err = files.run("verify", bundle)
    assert (code, "line 1 of the policy" in err) == (2, True)


def test_a_reader_that_goes_away(files: Files, good: bytes) -> None:
    bundle = files.write("g1.jsonl", good)
    root = Path(domain.__file__).parents[1]
    words = [
        sys.executable,
        "-m",
        "domain.proof",
        "verify",
        bundle,
        "--policy",
        str(files.folder / "policy"),
    ]
    with subprocess.Popen(
        words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        sentence = process.stderr.read()
        process.wait(60)
    assert sentence == b""


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt, cli.INTERRUPTED, {"en": "", "fr": ""}),
        (
            MemoryError,
            2,
            {
                "en": "greffe: there is not enough memory for this here\n",
                "fr": "greffe: la mémoire d'ici n'y suffit pas\n",
            },
        ),
    ],
)
def test_a_run_that_is_interrupted_or_lacks_memory(
    files: Files,
    good: bytes,
    monkeypatch: pytest.MonkeyPatch,
    error: type[BaseException],
    code: int,
    said: dict[str, str],
) -> None:
    def stopped(*_: object) -> None:
        raise error

    monkeypatch.setattr(cli, "verify", stopped)
    bundle = files.write("g1.jsonl", good)
    for lang, err in said.items():
        assert files.run("verify", bundle, "--lang", lang) == (code, "", err)


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


def limited(*words: str, megabytes: int = 400) -> subprocess.CompletedProcess[bytes]:
    code = (
        "import resource, runpy, sys\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({megabytes << 20}, {megabytes << 20}))\n"
        f"sys.argv = ['greffe', *{list(words)!r}]\n"
        "runpy.run_module('domain.proof', run_name='__main__')\n"
    )
    root = Path(domain.__file__).parents[1]
    return subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("where", ["header", "record", "proof", "policy", "receipt", "head"])
def test_a_line_of_a_gigabyte(files: Files, good: bytes, where: str) -> None:
    """The file is sparse, so that it takes no space on disk. The reader stops long before its
    end."""
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
    sentence = (ran.stdout + ran.stderr).decode()
    assert ran.returncode == (2 if where == "policy" else 1), sentence
    assert "Traceback" not in sentence
    assert "longer than" in sentence or "has more than" in sentence
    assert MOST_LINE < GIGABYTE // 100


@pytest.mark.parametrize("which", ["disclosures", "records"])
def test_many_long_lines_are_not_kept(files: Files, good: bytes, which: str) -> None:
    """Twenty-two well-formed lines of four megabytes each are read by a process that does not have
    that much memory."""
    proof = good.index(b'{"proof"')
    with Path(
        files.write(
            "long", good[: good.index(b'{"seq":2,')] if which == "records" else good[:proof]
        )
    ).open("ab") as file:
        for n in range(22):
            salt = b"%032x" % n + b"0" * (4 * MEGABYTE - 1000)
            if which == "records":
                note = b'{\\"type\\":\\"NoteAdded\\",\\"text\\":\\"%b\\"}' % salt
                file.write(b'{"seq":%d,"topic":"NoteAdded","data":"%b"}\n' % (n + 2, note))
            else:
                file.write(b'{"commitment":"%064x","salt":"%b","text":""}\n' % (n, salt))
        file.write(good[proof:])
    ran = limited(
        "verify",
        str(files.folder / "long"),
        "--policy",
        str(files.folder / "policy"),
        megabytes=140,
    )
    assert ran.returncode == 1, ran.stderr
    assert (
        b"do not open that commitment"
        if which == "disclosures"
        else b"does not lead to the signed root"
    ) in ran.stdout


# -- carried ---------------------------------------------------------------------------------------


def test_a_proof_is_read_as_it_was_written_and_says_of_which_record_it_is(files: Files) -> None:
    world = carrying.world()
    for seq, sheet in ((6, b""), (10, carrying.SHEET)):
        carried = carrying.carried(world, seq, sheet)
        data = carried.encode()
        assert read_carried(data) == carried
        assert carried.entry().seq == seq
        assert second(data, spelt(policy())) == ("g1", seq, True)
        code, out, err = files.run("receipt", files.write("carried.txt", data))
        assert (code, err) == (0, "")
        assert carried.record.decode() in out
        assert (carrying.SHEET.decode() in out) is bool(sheet)


def test_what_somebody_changed_is_refused_by_both_verifiers(files: Files) -> None:
    world = carrying.world()
    honest = carrying.carried(world, 10, carrying.SHEET)
    changes = dict(carrying.changed(honest, carrying.carried(world, 6)))
    assert len(changes) > 15
    for what, data in changes.items():
        code, out, _ = files.run("receipt", files.write("carried.txt", data))
        assert code == 1, (what, out)
        refused_with(Rejected, "", second, data, spelt(policy()))


def test_the_page_is_one_file_with_the_proof_in_it_and_asks_nobody() -> None:
    carried = carrying.carried(carrying.world(), 6)
    page = page_of(carried, "<script>key</script>").decode()
    assert carried.encode().decode() in page
    assert "script>key/script>" in page
    assert len(page.rpartition("<script>")[2].partition("</script>")[0].strip().split("\n")) < 200
    assert not any(word in page for word in ("http", "fetch(", "import(", "src=", "href="))


def test_text_that_is_no_proof_is_refused() -> None:
    for data in (b"", b"greffe/carried@v1\n", b"greffe/carried@v1\nrecord ***\n"):
        refused_with(Refused, "", read_carried, data)
