"""A few thousand broken inputs; `fuzz.py` runs a million."""

from hypothesis import given, settings, strategies as st

from tests.amount import count
from tests.builders.world import World, audit, lines
from tests.domain.proof.fuzz import odd_stories, run, targets
from tests.domain.proof.games import small_game

SEED = 20260101


def test_a_few_thousand_broken_inputs() -> None:
    many = count(5_000, 30_000)
    counts = run(many, SEED)
    assert counts.total() == many
    assert {name for name, _ in counts} == set(targets())
    assert counts["bundle", "failed"] > 1000
    assert counts["policy", "read"] > 10, (
        "changes that leave a policy well-formed must be among them"
    )


def test_records_with_one_odd_field() -> None:
    counts = odd_stories(1500, SEED)
    assert counts["refused"] > 300
    assert counts["told"] > 100


@settings(max_examples=count(100, 300))
@given(st.data())
def test_a_bundle_with_its_lines_moved_about(data: st.DataObject) -> None:
    """Any other sequence of its own lines, and lines of another game, is refused."""
    world = World()
    for game in ("g1", "g2"):
        world.play(game, small_game(game))
    good = world.bundle("g1")
    all = lines(good) + lines(world.bundle("g2"))
    picked = b"".join(data.draw(st.lists(st.sampled_from(all), max_size=14)))
    assert audit(picked).exit == (0 if picked == good else 1)


@given(st.binary(max_size=500))
def test_any_bytes_are_no_bundle(data: bytes) -> None:
    assert audit(data).exit == 1
