"""Turns of the threads that answer requests: one of them works at a time, and gives its turn up where it waits for something.

The interpreter runs one thread at a time anyway. Left to itself it changes threads at each call that might wait, dozens of times
for one action, and wakes threads that cannot go on. With turns a thread is woken once, when it can.

Turns are a courtesy. Locks do what they always did, nothing is true or false by them, and they hold nothing up: a turn that has
lasted `LONGEST` is taken over by whoever waits for it, and the thread that had it goes on without. So a thread that computes for
long, waits without saying so, or ends, costs the others no more. Threads that take no part (of tests, of other processes) notice
nothing of all this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, RLock, local
from time import monotonic

LONGEST = 0.005
"""Seconds after which a turn may be taken over: what the interpreter, too, gives a thread while others wait."""

GATHERS = 0.002
"""Seconds that a thread lets others go first (`others_first`)."""

LOOK = 0.02
"""Seconds between two looks of a thread that waits to be called, whether somebody has the turn for too long."""


class Ticket:
    """A thread's place among the others. `gate` is opened when it may go on: it has the turn then."""

    __slots__ = ("called", "due", "gate", "parked", "takes")

    def __init__(self, *, takes: bool) -> None:
        """`takes`: whether the thread takes turns."""
        self.gate = Lock()
        self.gate.acquire()
        self.takes = takes
        self.parked = self.called = False
        self.due = 0.0
        """When it goes before others, where it has let them go first."""


class Turns:
    """The turns of one process. Whoever gives out work has `fresh` and `round`, everybody else `paused`, `others_first`, `park`
    and `call`."""

    def __init__(self) -> None:
        self.fresh: Callable[[], Ticket | None] = lambda: None
        """Gives the ticket of a thread that has just been given something new to do; none where there is nothing. Asked while
        all this is locked: it may not come back here."""
        self._lock = Lock()
        self._mine = local()
        self._holder: Ticket | None = None
        self._since = 0.0
        self._ready: deque[Ticket] = deque()
        self._last: deque[Ticket] = deque()
        self._giver: Ticket | None = None
        """Of the thread that gives out work, while it waits in `round`."""
        self._looked = False
        """Whether it has looked for work since anybody worked."""
        self._asked = 0.0
        """When it was last asked for something new."""

    def mine(self) -> Ticket:
        """The ticket of this thread."""
        try:
            ticket: Ticket = self._mine.ticket
        except AttributeError:
            ticket = self._mine.ticket = Ticket(takes=False)
        return ticket

    def take_part(self, ticket: Ticket) -> None:
        """Have this thread take turns from now on."""
        self._mine.ticket = ticket

    # -- for threads that wait for something ---------------------------------------------------------------------

    @contextmanager
    def paused(self) -> Iterator[None]:
        """A block in which something is waited for: others have the turn meanwhile."""
        self.pause()
        try:
            yield
        finally:
            self.resume()

    def pause(self) -> None:
        """Something is waited for from now on: others have the turn."""
        self.give(self.mine())

    def resume(self) -> None:
        """It is waited for no longer."""
        ticket = self.mine()
        if ticket.takes:
            self.take(ticket)

    def others_first(self) -> None:
        """Let others do what they can do now, for about `GATHERS` at most; only who has the turn waits here."""
        ticket = self.mine()
        with self._lock:
            if self._holder is not ticket:
                return
            ticket.due = monotonic() + GATHERS
            self._last.append(ticket)
            self._pass()
        self._wait(ticket)

    def park(self) -> None:
        """Wait, without the turn, until another thread calls this one."""
        ticket = self.mine()
        with self._lock:
            if ticket.called:
                ticket.called = False
                return
            ticket.parked = True
            if self._holder is ticket:
                self._pass()
        if ticket.takes:
            self._wait(ticket, LOOK)
        else:
            ticket.gate.acquire()

    def call(self, ticket: Ticket) -> None:
        """Have a thread go on that is parked or about to be."""
        with self._lock:
            if not ticket.parked:
                ticket.called = True
                return
            ticket.parked = False
            if not ticket.takes:
                ticket.gate.release()
                return
            self._ready.append(ticket)
            if self._holder is None:
                self._pass()

    # -- for who gives out work, and for who is given it ---------------------------------------------------------

    def take(self, ticket: Ticket) -> None:
        """Wait for the turn."""
        with self._lock:
            if self._holder is ticket:
                return
            if self._holder is None:
                self._holder, self._since = ticket, monotonic()
                return
            self._ready.append(ticket)
        self._wait(ticket)

    def give(self, ticket: Ticket) -> None:
        """Give the turn to the next. Who has none, because it was taken over, sees to it that it does not lie about."""
        with self._lock:
            if self._holder is ticket or self._holder is None:
                self._pass()

    def round(self, ticket: Ticket, given: int) -> bool:
        """For the thread that gives out work, after so many were `given` some. Where others have things to do besides, wait until
        all have done what they can do now, at most for `LONGEST`, and have the turn; or, at once, answer false without the turn."""
        with self._lock:
            mine = self._holder is ticket or self._holder is None
            if mine and given <= 1 and not self._ready and not self._last:
                self._pass()
                return False
            ticket.due = monotonic() + LONGEST
            self._giver, self._looked = ticket, mine
            if mine:
                self._pass()
        self._wait(ticket)
        return True

    # -- inside --------------------------------------------------------------------------------------------------

    def _pass(self) -> None:
        """Let the next have the turn: who has let others go first for long enough, who can go on, what is new, the thread that
        gives out work, who has let others go first; or nobody. What is new goes before who can go on once in `LONGEST`:
        else a short request would wait for all long ones that wait often, and so always can go on."""
        now = monotonic()
        giver = None if self._looked else self._giver
        ticket: Ticket | None = None
        if self._last and now >= self._last[0].due:
            ticket = self._last.popleft()
        elif giver is not None and now >= giver.due:
            ticket = giver
        else:
            if not self._ready or now >= self._asked + LONGEST:
                self._asked = now
                ticket = self.fresh()
            if ticket is None:
                ticket = self._ready.popleft() if self._ready else giver
            if ticket is None and self._last:
                ticket = self._last.popleft()
        self._holder, self._since = ticket, now
        if ticket is self._giver:
            self._giver = None
        else:
            self._looked = False
        if ticket is not None:
            ticket.gate.release()

    def _wait(self, ticket: Ticket, look: float = LONGEST) -> None:
        """Wait for the turn; take it over where somebody has had it for too long."""
        while not ticket.gate.acquire(timeout=look):
            with self._lock:
                if ticket.parked or monotonic() < self._since + LONGEST:
                    continue
                if ticket.gate.acquire(blocking=False):
                    return
                if ticket is self._giver:
                    self._giver = None
                else:
                    (self._ready if ticket in self._ready else self._last).remove(ticket)
                self._holder, self._since = ticket, monotonic()
                return


TURNS = Turns()
"""Those of this process, since it has one interpreter."""


class PausingLock:
    """A lock that the same thread may take several times; who finds it taken gives the turn up until it is free."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            with TURNS.paused():
                self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
