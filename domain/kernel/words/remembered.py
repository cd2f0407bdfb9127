"""Caches of what is made of texts, bounded in letters and not in number alone: a text that somebody
sends may be as long as a body."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

LONGEST = 250
"""Letters of a text whose result is remembered."""

F = TypeVar("F", bound=Callable[..., Any])


def remembered(most: int) -> Callable[[F], F]:
    """Have a function of a text, its first argument, remember so many results: those used last, of
    short texts."""

    def of_short_ones(function: F) -> F:
        cached = lru_cache(most)(function)

        @wraps(function)
        def made(text: str, *args: Any) -> Any:
            return (cached if len(text) <= LONGEST else function)(text, *args)

        return cast(F, made)

    return of_short_ones
