import msgspec
import pytest
from msgspec import Struct

from domain.kernel.text import Text


class Said(Struct, frozen=True):
    code: str
    text: Text


SAID = Said(
    "won",
    Text(
        "{seat} wins with {points}.",
        "{seat} gagne avec {points}.",
        seat=Text("Red", "Rouge"),
        points=Text("{n:point|points}", n=3),
    ),
)
DATA = {
    "code": "won",
    "text": {"en": "Red wins with 3 points.", "fr": "Rouge gagne avec 3 points."},
}


@pytest.mark.parametrize("order", [None, "deterministic", "sorted"])
def test_both_languages_are_written_whatever_the_order_of_fields(order: object) -> None:
    """An encoder that sorts fields looks at all of them before it writes the first."""
    for text in (SAID, msgspec.convert(DATA, Said)):
        assert msgspec.json.decode(
            msgspec.json.Encoder(order=order).encode({"b": text, "a": [text]})
        ) == {"b": DATA, "a": [DATA]}  # type: ignore[arg-type]
        assert msgspec.to_builtins(text, order=order) == DATA  # type: ignore[arg-type]
