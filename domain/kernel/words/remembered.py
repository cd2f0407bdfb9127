"""Caches of results computed from texts. They are bounded in letters as well as in number, because
a text from a request can be as long as the request's body."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

LONGEST = 250
"""The longest text, in letters, whose result is cached."""

F = TypeVar("F", bound=Callable[..., Any])


def remembered(most: int, longest: int = LONGEST) -> Callable[[F], F]:
    """A decorator that caches the `most` last used results of a function whose first argument is a
    text. Results for texts longer than `longest` letters are not cached."""

    def of_short_ones(function: F) -> F:
        cached = lru_cache(most)(function)

        @wraps(function)
        def made(text: Any, *args: Any) -> Any:
            return (cached if len(text) <= longest else function)(text, *args)

        return cast(F, made)

    return of_short_ones
