"""A flipped byte damages only its own stream (`tests/faults/flips.py`)."""

from tests.amount import count
from tests.faults.flips import faults


def test_a_flipped_byte_takes_nothing_away_but_what_follows_it_in_its_stream() -> None:
    assert list(faults(count(2, 24), 1)) == []
