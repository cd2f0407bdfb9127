"""Threads take turns, and nobody is held up by one who keeps his."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

import pytest

from domain.store import turns as module
from domain.store.turns import PausingLock, Ticket, Turns

TIME = 30
"""Seconds after which a thread that should have gone on has not."""


class Someone:
    """A thread that takes turns: has the turn, and does one thing after another as it is told."""

    def __init__(self, turns: Turns, work: Callable[[Ticket], None]) -> None:
        self.turns, self.ticket, self.work = turns, Ticket(takes=True), work
        self.began, self.done = Event(), Event()
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        self.turns.take_part(self.ticket)
        self.turns.take(self.ticket)
        self.began.set()
        self.work(self.ticket)
        self.turns.give(self.ticket)
        self.done.set()


@pytest.fixture
def turns() -> Turns:
    return Turns()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes a turn over."""
    monkeypatch.setattr(module, "LONGEST", TIME)
    monkeypatch.setattr(module, "GATHERS", TIME)


@pytest.mark.usefixtures("patient")
def test_one_works_at_a_time_until_it_waits(turns: Turns) -> None:
    waits, heard = Event(), Event()

    def work(_: Ticket) -> None:
        assert waits.wait(TIME)
        with turns.paused():
            assert heard.wait(TIME)

    first = Someone(turns, work)
    assert first.began.wait(TIME)
    second = Someone(turns, lambda _: heard.set())
    while second.ticket not in turns._ready:
        pass
    assert not second.began.is_set()
    waits.set()
    assert first.done.wait(TIME)
    assert second.done.wait(TIME)


def test_a_turn_that_lasts_is_taken_over_and_its_thread_goes_on_without(turns: Turns) -> None:
    end = Event()
    slow = Someone(turns, lambda _: end.wait(TIME) and None)
    assert slow.began.wait(TIME)
    others = [Someone(turns, lambda _: None) for _ in range(3)]
    assert all(one.done.wait(TIME) for one in others), "who waits and does not say so holds nobody up"
    assert not slow.done.is_set()
    end.set()
    assert slow.done.wait(TIME)
    last = Someone(turns, lambda _: None)
    assert last.done.wait(TIME)


def test_a_thread_that_ends_with_the_turn_takes_nothing_along(turns: Turns) -> None:
    def gone() -> None:
        ticket = Ticket(takes=True)
        turns.take_part(ticket)
        turns.take(ticket)

    thread = Thread(target=gone)
    thread.start()
    thread.join(TIME)
    assert Someone(turns, lambda _: None).done.wait(TIME)


@pytest.mark.usefixtures("patient")
def test_who_lets_others_go_first_goes_when_they_have(turns: Turns) -> None:
    order: list[str] = []
    ready = Event()

    def polite(_: Ticket) -> None:
        assert ready.wait(TIME)
        turns.others_first()
        order.append("polite")

    first = Someone(turns, polite)
    assert first.began.wait(TIME)
    others = [Someone(turns, lambda _: order.append("other")) for _ in range(3)]
    while len(turns._ready) < 3:
        pass
    ready.set()
    assert first.done.wait(TIME)
    assert order == ["other", "other", "other", "polite"]
    assert all(one.done.wait(TIME) for one in others)


@pytest.mark.usefixtures("patient")
def test_who_is_alone_need_not_wait_for_others(turns: Turns) -> None:
    one = Someone(turns, lambda _: turns.others_first())
    assert one.done.wait(TIME)


@pytest.mark.parametrize("takes", [True, False])
def test_who_is_called_goes_on_whether_it_waits_already_or_not(turns: Turns, takes: bool) -> None:
    ticket, before, done = Ticket(takes=takes), Event(), Event()

    def parked() -> None:
        turns.take_part(ticket)
        if takes:
            turns.take(ticket)
        turns.park()
        before.set()
        turns.park()
        turns.give(ticket)
        done.set()

    turns.call(ticket)
    thread = Thread(target=parked, daemon=True)
    thread.start()
    assert before.wait(TIME)
    while not ticket.parked:
        pass
    assert not done.is_set()
    turns.call(ticket)
    assert done.wait(TIME)


def test_who_was_called_does_not_wait_for_one_who_keeps_the_turn(turns: Turns) -> None:
    one = Someone(turns, lambda _: turns.park())
    while not one.ticket.parked:
        pass
    end = Event()
    slow = Someone(turns, lambda _: end.wait(TIME) and None)
    assert slow.began.wait(TIME)
    turns.call(one.ticket)
    assert one.done.wait(TIME)
    end.set()
    assert slow.done.wait(TIME)


def test_who_finds_a_lock_taken_gives_the_turn_up(monkeypatch: pytest.MonkeyPatch, turns: Turns) -> None:
    monkeypatch.setattr(module, "TURNS", turns)
    monkeypatch.setattr(module, "LONGEST", TIME)
    lock, held, free = PausingLock(), Event(), Event()

    def holds() -> None:
        with lock, lock:
            held.set()
            assert free.wait(TIME)

    holder = Thread(target=holds, daemon=True)
    holder.start()
    assert held.wait(TIME)
    got = Event()

    def wants(_: Ticket) -> None:
        with lock:
            got.set()

    first = Someone(turns, wants)
    assert first.began.wait(TIME)
    assert Someone(turns, lambda _: None).done.wait(TIME)
    assert not got.is_set()
    free.set()
    assert first.done.wait(TIME)
    assert got.is_set()
