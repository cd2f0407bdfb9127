"""Functions that raise a given error, and checks that a call raises one."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import pytest

from domain.kernel.text import Text

E = TypeVar("E", bound=Exception)


def failing(error: Exception) -> Callable[..., NoReturn]:
    """A function that raises this error for any arguments, to replace a part that shall fail."""

    def fails(*_: object, **__: object) -> NoReturn:
        raise error

    return fails


def refused_with(
    error: type[E] | tuple[type[E], ...],
    says: str,
    call: Callable[..., object],
    *args: Any,
    **named: Any,
) -> E:
    """Call `call` with these arguments and return the error of this kind that it must raise. Its
    text must match the regular expression `says`. If it has a `Text`, English and French must
    differ."""
    with pytest.raises(error, match=says or None) as raised:
        call(*args, **named)
    text = getattr(raised.value, "text", None)
    assert not isinstance(text, Text) or text.en != text.fr
    return raised.value
