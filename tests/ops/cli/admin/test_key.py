"""`greffe key`: make, list, renew and revoke keys, with effect in a running server."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ops.cli.test_commands import Greffe, one_sentence


def made(greffe: Greffe, *more: str) -> dict[str, Any]:
    shown = greffe("key", "add", "--label", "Club de Lyon", "--json", *more)
    assert shown.exit_code == 0, shown.output
    return dict(json.loads(shown.stdout))


def test_a_key_is_shown_once_alone_on_standard_output(greffe: Greffe, data: Path) -> None:
    shown = greffe("key", "add", "--label", "Club de Lyon")
    key = shown.stdout.strip()
    assert key.startswith("greffe-") and len(key) > 40
    assert "It is shown this once" in shown.stderr and key not in shown.stderr
    listed = greffe("key", "list").stdout
    assert "Club de Lyon" in listed and key not in listed
    assert key.encode() not in b"".join(file.read_bytes() for file in data.glob("greffe.sqlite*"))


def test_keys_are_listed_oldest_first_with_their_state(greffe: Greffe, data: Path) -> None:
    first, other = made(greffe), made(greffe, "--scope", "operator")
    assert greffe("key", "revoke", first["id"]).stdout == f"Key {first['id']} is revoked.\n"
    rows = [line.split() for line in greffe("key", "list").stdout.splitlines()]
    assert rows[0] == ["id", "scope", "made", "state", "label"]
    assert [(row[0], row[1], row[4]) for row in rows[1:]] == [
        (first["id"], "organiser", "revoked"),
        (other["id"], "operator", "good"),
    ]
    assert "révoquée" in greffe("key", "list", "--lang", "fr").stdout
    listed = json.loads(greffe("key", "list", "--json").stdout)
    assert [(k["id"], k["revoked_at"] is None) for k in listed] == [
        (first["id"], False),
        (other["id"], True),
    ]
    assert set(listed[0]) == {"id", "scope", "label", "at", "revoked_at"}


def test_revoking_twice_says_when_it_was(greffe: Greffe, data: Path) -> None:
    key = made(greffe)
    greffe("key", "revoke", key["id"])
    assert f"Key {key['id']} was revoked already, 2" in greffe("key", "revoke", key["id"]).stdout
    assert "était déjà révoquée" in greffe("key", "revoke", key["id"], "--lang", "fr").stdout


def test_a_renewed_key_keeps_its_id_and_ends_the_old_one(greffe: Greffe, data: Path) -> None:
    key = made(greffe)
    new = json.loads(greffe("key", "renew", key["id"], "--json").stdout)
    assert (new["id"], new["scope"], new["label"]) == (key["id"], key["scope"], key["label"])
    assert new["key"] != key["key"]
    states = [k["revoked_at"] is None for k in json.loads(greffe("key", "list", "--json").stdout)]
    assert states == [False, True]
    assert json.loads(greffe("key", "renew", key["id"], "--json").stdout)["id"] == key["id"]


def test_an_empty_list_says_so(greffe: Greffe, data: Path) -> None:
    shown = greffe("key", "list")
    assert (shown.stdout, shown.stderr) == ("", "No key was made.\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("key", "revoke", "nothing"), "There is no key nothing"),
        (("key", "renew", "nothing", "--lang", "fr"), "Il n'y a pas de clé nothing"),
        (("key", "add", "--label", " x"), "A label is a line"),
        (("key", "add", "--label", "a\nb"), "A label is a line"),
        (("key", "add", "--label", "x" * 65), "1 to 64 characters"),
        (("key", "add"), "--label"),
        (("key", "add", "--label", "x", "--scope", "king"), "king"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    arguments: tuple[str, ...], says: str, greffe: Greffe, data: Path
) -> None:
    assert says in one_sentence(greffe(*arguments))
    assert json.loads(greffe("key", "list", "--json").stdout) == []
