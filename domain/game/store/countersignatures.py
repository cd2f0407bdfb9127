from collections.abc import Iterator
from datetime import datetime

import msgspec
from msgspec import Struct

from domain.kernel.key_values import KeyValueStore

KIND = "countersignature"
"""Where the key-value store keeps signatures under closed games, by `<game>/<record>/<seat>/<key>`;
they are never erased."""


class Signed(Struct, frozen=True):
    """A counter-signature: the record that holds it (0: it lies beside the record, the game was
    closed), when it came, by whose link or key, for which seat, over which record, the key and the
    signature in base64."""

    seq: int
    at: datetime
    actor: str
    seat: str
    about: int
    public: str
    signature: str


def beside(key_values: KeyValueStore, game: str) -> Iterator[Signed]:
    """The counter-signatures that came after a game was closed, by the record that they sign."""
    return (
        msgspec.json.decode(data, type=Signed) for _, data in key_values.items(KIND, f"{game}/")
    )
