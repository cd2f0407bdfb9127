"""What is not taken: the error that a call ends in, and calls that end in one."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import pytest

from domain.kernel.text import Text

E = TypeVar("E", bound=Exception)


def failing(error: Exception) -> Callable[..., NoReturn]:
    """What ends in this error, whatever it is called with: for the place of something that broke."""

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
    """The error of this kind that `call` raises of these arguments. In its words `says` is found,
    a regular expression; and they are there in both languages if they are for people."""
    with pytest.raises(error, match=says or None) as raised:
        call(*args, **named)
    text = getattr(raised.value, "text", None)
    assert not isinstance(text, Text) or text.en != text.fr
    return raised.value
