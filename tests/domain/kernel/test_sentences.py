import pytest

from domain.kernel.faults import Fault
from domain.kernel.sentences import Sentences, entries
from domain.kernel.text import Text

TABLE = Sentences("""
coins = You have {n:coin|coins} = {n}.

seat=left [time] = left
long | 2.1 [a]
  It stands
    below.
""")


def test_a_sentence_is_read_on_the_line_of_its_slug_or_below_it() -> None:
    assert {
        "coins": Text("You have {n:coin|coins} = {n}."),
        "seat=left": Text("left", context="time"),
        "long": Text("It stands below."),
    } == TABLE
    assert [text.context for text in TABLE.values()] == ["", "time", ""]
    assert (TABLE("coins", n=2).en, TABLE("long").en) == (
        "You have 2 coins = 2.",
        "It stands below.",
    )


def test_a_sentence_is_given_where_something_is_wrong() -> None:
    assert TABLE.when([], "long") == TABLE.at_when(False, "/hand", "long") == ()
    assert TABLE.when("x", "coins", n=1) == (TABLE("coins", n=1),)
    assert TABLE.at_when(True, "/hand", "coins", n=1) == (Fault("/hand", TABLE("coins", n=1)),)


@pytest.mark.parametrize("table", ["none", "none\n", "a = b\nold | Old", " = Of nothing"])
def test_an_entry_without_slug_or_sentence_is_refused(table: str) -> None:
    with pytest.raises(ValueError, match="is no “slug = sentence”"):
        list(entries(table))
