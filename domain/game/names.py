"""Names of people, stored outside the records so that they can be erased, and the streams each
person is in.

A record names a player by a random id and commits to a name with a salt, as it does with free text
(`domain/kernel/commitments.py`). The key-value store contains

    name    <player>/<microseconds>/<commitment>    the name with its salt, as given at that time
    <role>  <player>/<stream>                       nothing; it lists the player in this stream,
                                                    under a role such as player or entrant
    erased  <player>                                the time at which the player was erased

All of these are written before the record that needs them, so none is missing. An entry without a
record is harmless."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from domain.kernel import commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.refusals import BadRequest
from domain.kernel.registry import Record
from domain.kernel.text import Text
from domain.kernel.writer import Unit

LONGEST = 80
"""Characters in a name."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_JOINERS = "\u200c\u200d"
_WORD = re.compile(r"[^\W_]+")
_NO_NAME = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def checked_name(name: str) -> str:
    """The name with composed characters and single spaces. Raises `BadRequest` if it is too long or
    has control characters."""
    if any(unicodedata.category(c) in _NO_NAME and c not in _JOINERS for c in name):
        raise BadRequest(
            "/name",
            Text("A name stands on one line: leave control characters out."),
        )
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if len(name) > LONGEST:
        raise BadRequest("/name", Text("A name has at most {longest} characters.", longest=LONGEST))
    return name


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name for searching, without case and accents."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return tuple(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c))))


def matches_name(words: tuple[str, ...], name: str) -> bool:
    """Whether each of `words`, as `name_words` returns them, begins a word of the name."""
    own = name_words(name)
    return all(any(word.startswith(begun) for word in own) for begun in words)


def named_players(body: Any) -> Iterator[tuple[str, str]]:
    """The players that a record names, in its own fields or in its seats: player id and commitment
    to the name."""
    for named in (body, *getattr(body, "seats", ())):
        player, name = getattr(named, "player", ""), getattr(named, "name", "")
        if player and name:
            yield player, name


def name_key(player: str, moment: datetime, commitment: str) -> tuple[str, str]:
    """Kind and key of the entry in the key-value store that contains a name. `moment`: the time of
    the record that commits to the name."""
    micros = (moment - _EPOCH) // datetime.resolution
    return "name", f"{player}/{micros:017d}/{commitment}"


def kept_keys(body: Record) -> Iterator[tuple[str, str]]:
    """Kind and key, in the key-value store, of the words and names that a record commits to."""
    for commitment in commitments.text_commitments(body):
        yield "text", commitment
    for player, commitment in named_players(body):
        yield name_key(player, body.at, commitment)


def keep_name(unit: Unit, player: str, name: str) -> str:
    """Store a name for a record of this unit of work. Returns its commitment, empty for an empty
    name."""
    return unit.keep(name, lambda commitment: name_key(player, unit.stamp["at"], commitment))


class Names:
    def __init__(self, key_values: KeyValueStore) -> None:
        self._key_values = key_values

    def keep(self, player: str, moment: datetime, name: str) -> str:
        """Store a name for a record written at `moment`. Returns its commitment."""
        commitment, data = commitments.commit_anew(name)
        self._key_values.keep(*name_key(player, moment, commitment), data)
        return commitment

    def forget(self, player: str, moment: datetime, commitment: str) -> None:
        self._key_values.erase(*name_key(player, moment, commitment))

    def stored(self, player: str, moment: datetime, commitment: str) -> bytes | None:
        return self._key_values.fetch(*name_key(player, moment, commitment))

    def read(self, player: str, moment: datetime, commitment: str) -> str | None:
        """The name that a record written at `moment` commits to, or None if it was erased."""
        return commitments.read_committed(self.stored(player, moment, commitment), commitment)

    def of(self, player: str) -> tuple[str, ...]:
        """The distinct stored names of a player, oldest first."""
        return tuple(
            dict.fromkeys(filter(None, map(_name_in, self._key_values.items("name", f"{player}/"))))
        )

    def all_names(self) -> dict[str, tuple[str, ...]]:
        """The distinct stored names of all players, oldest first, by player id."""
        names_of: dict[str, dict[str, None]] = {}
        for key, data in self._key_values.items("name"):
            name = _name_in((key, data))
            if name:
                names_of.setdefault(key.partition("/")[0], {})[name] = None
        return {player: tuple(names) for player, names in names_of.items()}

    def count(self, player: str) -> int:
        """The number of names stored for a player: one for each record that gave one."""
        return len(list(self._key_values.keys("name", f"{player}/")))

    # -- streams and erasing -----------------------------------------------------------------------

    def enter_stream(self, player: str, role: str, stream: str) -> None:
        """Store that a player is in a stream under a role."""
        self._key_values.keep(role, f"{player}/{stream}", b"")

    def streams(self, player: str, role: str) -> tuple[str, ...]:
        return tuple(key.partition("/")[2] for key in self._key_values.keys(role, f"{player}/"))

    def is_erased(self, player: str) -> bool:
        return self._key_values.fetch("erased", player) is not None

    def mark_erased(self, player: str, moment: datetime) -> None:
        """Mark a player as erased. Callers store no name for a player with this mark."""
        self._key_values.keep("erased", player, moment.isoformat().encode())

    def erase(self, player: str) -> None:
        for key in self._key_values.keys("name", f"{player}/"):
            self._key_values.erase("name", key)


def _name_in(item: tuple[str, bytes]) -> str | None:
    key, data = item
    return commitments.read_committed(data, key.rpartition("/")[2])
