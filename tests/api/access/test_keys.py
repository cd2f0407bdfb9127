"""Keys are found by their ids, those made before there was an index too."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from api.access.keys import KIND, Key, all_keys, keys_of, make_key, revoke_keys
from domain.clerk.clerk import Clerk

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def keep_without_index(clerk: Clerk, digest: str, id: str, at: datetime) -> None:
    """Keep a key as it was kept before there was an index."""
    clerk.key_values.keep(KIND, digest, msgspec.json.encode(Key(id, "organiser", digest, at)))


@pytest.fixture
def both(clerk: Clerk) -> Clerk:
    """A clerk who kept two keys with the id `club` and one with `clubs`, all before there was an index."""
    for hours, (digest, id) in enumerate([("aa", "club"), ("bb", "clubs"), ("cc", "club")]):
        keep_without_index(clerk, digest, id, NOON + timedelta(hours=hours))
    return clerk


@pytest.mark.parametrize("again", [False, True])
def test_keys_of_before_the_index_are_found_by_their_id(both: Clerk, *, again: bool) -> None:
    if again:
        keys_of(both.key_values, "club")
    assert [one.key.label for one in keys_of(both.key_values, "club")] == ["aa", "cc"]
    assert [one.key.label for one in keys_of(both.key_values, "clubs")] == ["bb"]
    assert keys_of(both.key_values, "nobody") == []


def test_a_key_made_anew_joins_those_of_before_the_index(both: Clerk) -> None:
    make_key(both.key_values, "organiser", "new", NOON + timedelta(days=1), "club")
    assert [one.key.label for one in keys_of(both.key_values, "club")] == ["aa", "cc", "new"]


def test_revoking_an_id_revokes_all_its_keys_and_no_other(both: Clerk) -> None:
    revoke_keys(both.key_values, "club", NOON, "operator")
    assert {one.key.label: one.revoked is not None for one in all_keys(both.key_values)} == {"aa": True, "bb": False, "cc": True}


def test_a_key_that_is_found_is_not_looked_for_among_all(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    key, _ = make_key(clerk.key_values, "organiser", "club", NOON)
    monkeypatch.setattr(type(clerk.key_values), "items", lambda *_: pytest.fail("all keys were read"))
    assert [one.key for one in keys_of(clerk.key_values, key.id)] == [key]
