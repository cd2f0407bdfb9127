import subprocess
import sys

import pytest

from ops.settings.config import ROOT

HAMMER = """
import random, signal
from ops.settings.signals import Stop
stop = Stop(signal.SIGALRM)
for _ in range(5000):
    stop.asked = False
    signal.setitimer(signal.ITIMER_REAL, random.uniform(0.00002, 0.0003))
    while not stop.wait(0.00005):
        pass
print("every signal was heard")
"""


def test_a_signal_is_heard_at_any_moment() -> None:
    """With a `threading.Event` in place of `Stop`, this hangs after some hundred rounds."""
    run = subprocess.run([sys.executable, "-c", HAMMER], capture_output=True, text=True, timeout=60, cwd=ROOT, check=False)
    assert run.stdout == "every signal was heard\n", run.stderr


@pytest.mark.parametrize(("before", "stops"), [("SIG_DFL", True), ("SIG_IGN", False)])
def test_a_closed_terminal_stops_it_unless_that_was_ignored_before_as_nohup_does(before: str, stops: bool) -> None:
    lines = (
        "import signal",
        "from ops.settings.signals import Stop",
        f"signal.signal(signal.SIGHUP, signal.{before})",
        "stop = Stop()",
        "signal.raise_signal(signal.SIGHUP)",
        "print(stop.wait(0))",
    )
    run = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout == f"{stops}\n"
