"""No test waits without a bound, hopes that something is done by now, checks what a clock shows, or
leaves something to chance."""

import ast
from collections.abc import Iterator

from ops.settings.config import ROOT

WAITS = {"wait", "join", "result", "communicate", "acquire"}
RUNS = {"run", "check_output", "check_call", "call"}
CLOCKS = {"sleep", "monotonic", "perf_counter", "process_time"}
"""Allowed only in `eventually` and the like in `builders/`, in measurements, and in tests that
break something on purpose."""

SHORT = 5
"""A word of this many letters is in no random text by chance; a shorter one may be."""

MAY_LOOK = ("tests/builders/", "tests/bench/", "tests/faults/", "tests/mutation/")


def offences(source: str, *, may_look: bool = False) -> Iterator[tuple[int, str]]:
    awaited = set[int]()
    for node in ast.walk(ast.parse(source)):  # whatever awaits a call comes before it
        match node:
            case ast.Await():
                awaited.add(id(node.value))
            case ast.Compare(
                left=ast.Constant(value=str(text)),
                ops=[ast.NotIn()],
                comparators=[
                    ast.Attribute(attr="text") | ast.Call(func=ast.Attribute(attr="dumps"))
                ],
            ) if text.isalnum() and len(text) < SHORT:
                yield node.lineno, f"{text} may stand in an address or a key by chance"
            case ast.Call(func=ast.Attribute(value=ast.Constant())):
                pass  # ", ".join
            case ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]) if name in WAITS:
                if id(node) not in awaited:
                    yield node.lineno, f"{name} without a bound"
            case ast.Call(func=ast.Attribute(attr=name, value=ast.Name(id="subprocess"))) if (
                name in RUNS and "timeout" not in {keyword.arg for keyword in node.keywords}
            ):
                yield node.lineno, f"subprocess.{name} without a timeout"
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if (
                name in CLOCKS and not may_look
            ):
                yield node.lineno, f"{name}: wait for the thing itself"


def test_no_wait_is_without_a_bound_and_no_test_looks_at_a_clock() -> None:
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        text = path.read_text("utf-8")
        for line, what in offences(text, may_look=where.startswith(MAY_LOOK)):
            found.append(f"{where}:{line}: {what}")
    assert not found, "\n".join(found)


def test_what_is_forbidden_is_found() -> None:
    bad = (
        "thread.join()",
        "lock.acquire()",
        "subprocess.run(['x'])",
        "sleep(1)",
        "time.monotonic()",
        "'Ada' not in page.text",
    )
    assert all(list(offences(line)) for line in bad)
    good = (
        "', '.join()\nthread.join(9)\nsubprocess.run(['x'], timeout=9)\n'Adalbert' not in page.text"
    )
    assert not list(offences(good))
