import tracemalloc

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.text import Text, french


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
    """An encoder that sorts fields reads all of them before it writes the first."""
    for text in (SAID, msgspec.convert(DATA, Said)):
        assert msgspec.json.decode(
            msgspec.json.Encoder(order=order).encode({"b": text, "a": [text]})
        ) == {"b": DATA, "a": [DATA]}  # type: ignore[arg-type]
        assert msgspec.to_builtins(text, order=order) == DATA  # type: ignore[arg-type]


def test_caches_of_texts_keep_no_long_text() -> None:
    tracemalloc.start()
    try:
        for n in range(20):
            words = f"{n}" * 500_000
            assert french(Text(words, words, n=n).to("fr")) == words
        assert tracemalloc.get_traced_memory()[0] < 5_000_000
    finally:
        tracemalloc.stop()
