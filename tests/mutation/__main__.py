"""Tests the tests: `python -m tests.mutation` changes the program in one place after another, and
names the changes that no test of the room notices.

    python -m tests.mutation domain/tournament/standings/direct.py    # a sample of 40 changes of it
    python -m tests.mutation --since HEAD~20 --seconds 300            # of the lines changed since
    python -m tests.mutation FILE --line 93 --tests tests/api         # all of a line; other tests

Which changes a sample has follows from the newest commit, or from `--seed`.
"""

import os
import re
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from ops.settings.config import ROOT
from tests.mutation.mutants import places

ROOMS = ("domain", "projections", "api", "ops")


class Change(NamedTuple):
    file: str
    number: int
    line: int
    what: str


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def changed_since(commit: str) -> Iterator[tuple[str, set[int]]]:
    """The lines of the program that differ from a commit, by file."""
    diff = git("diff", "-U0", "--no-renames", "--diff-filter=AM", commit, "--", *ROOMS)
    for part in diff.split("\n+++ b/")[1:]:
        file, hunks = part.split("\n", 1)
        lines = set[int]()
        for first, count in re.findall(r"^@@ .*\+(\d+)(?:,(\d+))? @@", hunks, re.MULTILINE):
            lines |= set(range(int(first), int(first) + int(count or 1)))
        if file.endswith(".py"):
            yield file, lines


def tests_of(file: str) -> str:
    """The folder of tests for the room of a file, or for the nearest room around it that has
    tests."""
    rooms = (Path("tests", room) for room in Path(file).parents)
    return str(next(room for room in rooms if any((ROOT / room).rglob("test_*.py"))))


def noticed(change: Change, tests: list[str], seconds: float) -> bool | None:
    """Whether a test fails with a change; None if the tests do not end within `seconds`."""
    env = os.environ | {
        "MUTANT": f"{ROOT / change.file}:{change.number}",
        "PYTHONPATH": str(Path(__file__).parent),
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-m",
        "not slow",
        "-p",
        "no:cacheprovider",
    ]
    run = subprocess.Popen(
        [*command, *tests],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return run.wait(seconds) not in (0, 5)  # 5: there are no tests
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait(60)
        return None


def main() -> None:
    parser = ArgumentParser("python -m tests.mutation", description=__doc__)
    parser.add_argument("files", nargs="*", help="of the program, if not --since")
    parser.add_argument("--since", default="", help="the lines that changed since this commit")
    parser.add_argument("--line", type=int, action="append", help="only these lines")
    parser.add_argument("--tests", action="append", help="if not those of the room")
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=3_600.0, help="after which it ends")
    parser.add_argument("--most", type=float, default=300.0, help="seconds for one change")
    parser.add_argument("--seed", default="")
    given = parser.parse_args()
    wanted = dict(changed_since(given.since)) if given.since else dict.fromkeys(given.files)
    changes = [
        Change(file, number, line, what)
        for file, lines in sorted(wanted.items())
        for number, (line, what) in enumerate(places((ROOT / file).read_text("utf-8")))
        if line in (given.line or lines or {line})
    ]
    seed, until = given.seed or git("rev-parse", "HEAD")[:12], monotonic() + given.seconds
    drawn = Random(seed).sample(changes, min(given.sample, len(changes)))
    tried, survived, unknown = 0, 0, 0
    for change in drawn:
        left = until - monotonic()
        if left < given.most:
            break
        tried += 1
        found = noticed(change, given.tests or [tests_of(change.file)], given.most)
        unknown += found is None
        if found is False:
            survived += 1
            print(f"   {change.file}:{change.line}: nobody notices that {change.what}", flush=True)
    print(
        f"{tried} of {len(changes)} changes tried: {survived} not noticed, {unknown} took too long "
        f"to tell (seed {seed})"
    )


if __name__ == "__main__":
    main()
