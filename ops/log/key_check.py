"""Comparison of the log's table of keys with its entries: every key but the first is announced by
an entry."""

from collections.abc import Iterator, Sequence

from domain.kernel.log import LogKey
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.entries import KEY, KeyEntry, read_entry
from domain.proof.log.notes import VerifierKey, read_verifier_key

_KEY = KEY.encode()


class KeyCheck:
    """Compares the table of keys with the log. `see` must be called with every entry; then `faults`
    lists the keys that do not fit."""

    def __init__(self, origin: str, keys: Sequence[LogKey]) -> None:
        self._origin, self._keys = origin, keys
        self._announced: dict[int, str] = {}
        self._faults: list[Text] = []
        self.verifiers: list[VerifierKey] = []
        for number, key in enumerate(keys, start=1):
            self._read(number, key)

    def see(self, leaf: int, entry: bytes) -> None:
        if entry.startswith(_KEY):
            try:
                parsed = read_entry(entry)
            except Refused:
                return  # the comparison of entries says so
            if isinstance(parsed, KeyEntry):
                self._announced[leaf] = parsed.key.encode()

    def faults(self) -> Iterator[Text]:
        yield from self._faults
        listed = {key.announced: key.verifier for key in self._keys if key.announced is not None}
        for key in self._keys:
            if key.announced is not None and self._announced.get(key.announced) != key.verifier:
                yield Text(
                    "the key {label} is listed as announced by entry {announced}, which does not "
                    "announce it",
                    label=key.label,
                    announced=key.announced,
                )
        for leaf, verifier in self._announced.items():
            if listed.get(leaf) != verifier:
                label = read_verifier_key(verifier).label
                yield Text(
                    "entry {leaf} announces the key {label}, which is not listed with it",
                    leaf=leaf,
                    label=label,
                )
        if self._origin and sum(key.announced is None for key in self._keys) != 1:
            yield Text("there is not one first key in the list of keys")

    def _read(self, number: int, key: LogKey) -> None:
        try:
            read = read_verifier_key(key.verifier)
        except Refused as e:
            sentence = Text(
                "key {number} of the log cannot be read: {said}", number=number, said=e.said
            )
            self._faults.append(sentence)
            return
        self.verifiers.append(read)
        if read.label != key.label:
            sentence = Text(
                "key {number} is listed as {label} and is {own}",
                number=number,
                label=key.label,
                own=read.label,
            )
            self._faults.append(sentence)
        if read.name != self._origin:
            sentence = Text(
                "the log says it is that of {origin}, and key {number} is for {name}",
                origin=self._origin,
                number=number,
                name=read.name,
            )
            self._faults.append(sentence)
