import json
from pathlib import Path
from random import Random

import pytest

from tests.builders.world import World
from tests.domain.proof.auditor import Files
from tests.domain.proof.events import WithGames
from tests.domain.proof.verify.test_pieces import damaged


@pytest.fixture
def three(files: Files, world: World, good: bytes) -> list[str]:
    return [
        files.write("b.jsonl", good),
        files.write("a.jsonl", world.bundle("g2", 7)),
        files.write("c.jsonl", world.bundle("g0").replace(b"blue", b"teal")),
    ]


def test_one_report_with_the_exit_code_of_the_worst(files: Files, three: list[str]) -> None:
    code, out, err = files.run("verify", *three)
    assert (code, err) == (1, "")
    splitlines = out.splitlines()
    assert splitlines[0] == "greffe verify: 3 bundles"
    assert [
        line
        for line in splitlines
        if line.startswith("  ") and not line.startswith("   ") and "jsonl" in line
    ] == [
        f"  ok      {three[0]}: verified",
        next(
            line
            for line in splitlines
            if line.startswith(f"  open    {three[1]}: not complete: the game is not closed")
        ),
        next(line for line in splitlines if line.startswith(f"  FAILED  {three[2]}: failed ")),
    ]
    assert f"failed: 1 of 3 bundles, first {three[2]}" in splitlines
    assert sum("failed" in line for line in splitlines) == 2
    assert out.count("What no proof can show:") == 1
    assert files.run("verify", *three[:2])[0] == 3
    assert files.run("verify", three[0], three[0])[0] == 0
    assert (
        "vérifié : 2 sur 2 dossiers" in files.run("verify", three[0], three[0], "--lang", "fr")[1]
    )
    assert (
        f"incomplet : 1 sur 2 dossiers, d'abord {three[1]}"
        in files.run("verify", *three[:2], "--lang", "fr")[1]
    )


def test_a_folder_is_its_bundles_by_name(files: Files, three: list[str], tmp_path: Path) -> None:
    (tmp_path / "more.jsonl").mkdir()
    code, out, _ = files.run("verify", str(tmp_path), three[0], "--json")
    report = json.loads(out)
    assert [bundle["file"] for bundle in report["bundles"]] == [
        three[1],
        three[0],
        three[2],
        three[0],
    ]
    assert [bundle["verdict"] for bundle in report["bundles"]] == [
        "not complete",
        "verified",
        "failed",
        "verified",
    ]
    assert (code, report["exit"], report["verdict"], len(report["limits"])) == (1, 1, "failed", 5)
    assert report["bundles"][1]["checks"]
    empty = tmp_path / "more.jsonl"
    none = f"greffe: {empty} holds no file *.jsonl\n"
    assert files.run("verify", str(empty)) == (2, "", none)


def test_calls_that_cannot_be_carried_out(
    files: Files, three: list[str], world: World, tmp_path: Path
) -> None:
    receipt = files.write("r", world.receipt("g1", 4).encode())
    gone = tmp_path / "gone.jsonl"
    gone.symlink_to(tmp_path / "nowhere")
    for words, says in (
        ([*three, "missing"], "missing cannot be read: No such file or directory"),
        (
            [*three, "--receipt", receipt],
            "a receipt is for one game: --receipt goes with one bundle",
        ),
        ([str(tmp_path)], f"{gone} cannot be read: No such file or directory"),
    ):
        assert files.run("verify", *words) == (2, "", f"greffe: {says}\n")


def many(files: Files, good: bytes) -> list[str]:
    """Files of bundles: some damaged, one of a tournament with its games, one empty, and one that
    does not begin as a bundle does."""
    rng = Random(7)
    made = [damaged(good, rng) for _ in range(20)]
    made[3:3] = [WithGames().file(), b"", b"none\n"]
    return [files.write(f"{n:02}.jsonl", bundle) for n, bundle in enumerate(made)]


def test_bundles_that_are_damaged_each_say_how(files: Files, good: bytes) -> None:
    named = many(files, good)
    code, out, err = files.run("verify", *named, "--json")
    assert (code, err) == (1, "")
    assert len({bundle["said"]["en"] for bundle in json.loads(out)["bundles"]}) > 5
