"""Jobs that an event loop gives to threads."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier, enumerate as all_threads
from typing import Any

from ops.serving.threads import ThreadPool
from tests.builders.servers import PATIENCE


def in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a new event loop, independent of loops that other tests left in this
    thread. Returns its result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result(PATIENCE)


def test_each_job_is_done_once_and_its_end_is_told_whatever_it_is() -> None:
    """Of many jobs at once, some return, some raise, and some are cancelled. There are as many
    threads as are needed, up to the limit."""
    rng, done = Random(7), list[int]()

    def job(n: int) -> int:
        done.append(n)
        if n % 3 == 0:
            raise KeyError(n)
        return n

    async def ask(n: int) -> object:
        future = threads.run(lambda: job(n))
        if n % 5 == 0:
            future.cancel()
        return await future

    async def all_of_them() -> list[object]:
        asked = [ask(n) for n in rng.sample(range(1, 301), 300)]
        return await asyncio.gather(*asked, return_exceptions=True)

    before, threads = set(all_threads()), ThreadPool(4)
    ends = in_a_loop(all_of_them())
    assert len(set(all_threads()) - before) <= 4
    threads.close()
    assert (set(all_threads()) - before, sorted(done)) == (set(), list(range(1, 301)))
    answered = sorted(end for end in ends if isinstance(end, int))
    assert answered == [n for n in range(1, 301) if n % 3 and n % 5]
    raised = sorted(end.args[0] for end in ends if isinstance(end, KeyError))
    assert raised == [n for n in range(1, 301) if n % 3 == 0 and n % 5]


def test_jobs_that_wait_for_each_other_have_a_thread_each() -> None:
    met, threads = Barrier(3), ThreadPool(3)

    async def meet() -> list[int]:
        return await asyncio.gather(*(threads.run(lambda: met.wait(60)) for _ in range(3)))

    assert sorted(in_a_loop(meet())) == [0, 1, 2]
    threads.close()
