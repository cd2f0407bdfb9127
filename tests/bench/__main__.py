"""`python -P -m tests.bench` measures how fast the service is; each figure is compared with its own
floor or bound."""

import argparse
import gc
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from ops.serving.web import GARBAGE
from tests.bench.audit import audit
from tests.bench.measure import Row, as_text
from tests.bench.pages import browsers, desk, pages
from tests.bench.store import flat, one_action, replay
from tests.bench.streams import live

PARTS: dict[str, tuple[Callable[[Path], list[Row]], Callable[[Path], list[Row]]]] = {
    "action": (lambda f: one_action(f, 4_000), lambda f: one_action(f, 300)),
    "replay": (lambda f: replay(f, 10_000), lambda f: replay(f, 500)),
    "undo": (lambda f: flat(f, 5_000, 150), lambda f: flat(f, 300, 10)),
    "pages": (lambda f: pages(f, 2_000), lambda f: pages(f, 60, 4, 1)),
    "browsers": (lambda f: browsers(f, 240), lambda f: browsers(f, 6)),
    "desk": (lambda f: desk(f, 60), lambda f: desk(f, 4)),
    "streams": (lambda f: live(f, 500), lambda f: live(f, 20)),
    "audit": (lambda f: audit(f, 1_000_000), lambda f: audit(f, 3_000)),
}
"""Every part with its full and its quick size. The quick size shows that it runs, not how fast the
machine is."""


def measure(parts: list[str], *, quick: bool = False) -> list[Row]:
    gc.freeze()  # as the service does when it is up
    gc.set_threshold(*GARBAGE)
    rows: list[Row] = []
    for part in parts:
        print(f"{part} …", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            rows += PARTS[part][quick](Path(folder))
    return [replace(row, reach=None) for row in rows] if quick else rows


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -P -m tests.bench",
        description="Measure this machine: each figure against its own floor.",
    )
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"what to measure: {', '.join(PARTS)}; everything by default",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="small sizes: shows that it runs, not what the machine can do",
    )
    chosen = parser.parse_args()
    unknown = [part for part in chosen.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}: there are {', '.join(PARTS)}")
    print(as_text(measure(chosen.parts or list(PARTS), quick=chosen.quick)))


if __name__ == "__main__":
    main()
