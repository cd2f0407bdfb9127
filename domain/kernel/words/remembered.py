"""Caches of what is made of texts, bounded in letters and not in number alone: a text that somebody
sends may be as long as a body."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

LONGEST = 250
"""Letters of a text whose result is remembered."""

F = TypeVar("F", bound=Callable[..., Any])


def remembered(most: int, longest: int = LONGEST) -> Callable[[F], F]:
    """Have a function of a text, its first argument, remember so many results: those used last, of
    texts that are no longer than that."""

    def of_short_ones(function: F) -> F:
        cached = lru_cache(most)(function)

        @wraps(function)
        def made(text: Any, *args: Any) -> Any:
            return (cached if len(text) <= longest else function)(text, *args)

        return cast(F, made)

    return of_short_ones
