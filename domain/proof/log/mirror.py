"""A copy of the log as plain files. It shows whether a game's records are in the log, and whether
there are later ones. Any tool can fetch it: `checkpoint` and `tile/entries/…` are needed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from domain.proof.errors import Misspelt, Sentence, Unproven
from domain.proof.log.checkpoints import Checkpoint
from domain.proof.log.entries import MOST_BYTES, RecordEntry, read_entry
from domain.proof.log.merkle import Frontier, leaf_hash
from domain.proof.log.notes import MOST_BYTES as MOST_NOTE
from domain.proof.log.policy import Policy, TrustedCheckpoint
from domain.proof.log.tiles import CHECKPOINT, WIDTH, read_entry_bundle, tile_at


class Mirror:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def head(self, policy: Policy) -> TrustedCheckpoint:
        """The head of the copy, signed by the log of the policy. Raises `Misspelt`, `Unproven`."""
        return policy.open(self.note())

    def note(self) -> bytes:
        """The checkpoint as it is stored, not verified. Raises `Misspelt`."""
        data = self._read(CHECKPOINT, MOST_NOTE)
        if data is None:
            raise Misspelt(
                f"there is no file {CHECKPOINT} in the copy of the log",
                f"la copie du journal n'a pas de fichier {CHECKPOINT}",
            )
        return data

    def entries(self, size: int) -> Iterator[bytes]:
        """The first `size` entries of the copy. Raises `Misspelt` if one of its files is missing or
        damaged."""
        for index in range((size + WIDTH - 1) // WIDTH):
            tile = tile_at(size, None, index)
            data = self._read(str(tile), WIDTH * (MOST_BYTES + 2))
            if data is None and tile.width < WIDTH:
                data = self._read(str(tile.full), WIDTH * (MOST_BYTES + 2))
            if data is None:
                raise Misspelt(
                    f"{tile} is missing in the copy of the log",
                    f"{tile} manque dans la copie du journal",
                )
            yield from read_entry_bundle(data, tile.width)

    def _read(self, path: str, most: int) -> bytes | None:
        try:
            with (self.folder / path).open("rb") as file:
                data = file.read(most + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as e:
            raise Misspelt(
                f"{path} cannot be read: {e.strerror}", f"{path} est illisible : {e.strerror}"
            ) from None
        if len(data) > most:
            raise Misspelt(f"{path} is longer than {most} bytes", f"{path} dépasse {most} octets")
        return data


@dataclass(frozen=True, slots=True)
class MirrorDifference:
    """A difference between log and bundle, at the first record of the game that has one."""

    record: int
    said: Sentence


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing a game with a copy of the log: the copy's head, the number of the
    game's records in the copy, the first difference (or None), and whether the copy is `older` than
    the proof."""

    head: TrustedCheckpoint
    records: int
    difference: MirrorDifference | None
    older: bool
    """Whether the copy ends before the head of the bundle's proof."""


def compare_game(
    mirror: Mirror,
    policy: Policy,
    game: str,
    records: int,
    leaf_of: Callable[[int], bytes],
    proven: Checkpoint | None,
) -> Comparison:
    """Read a copy of the log and compare its entries of a game with the leaves of the game's
    `records`. The copy's head must follow the policy and match its entries. `proven` is the head of
    the game's own proof, if it has one.

    Raises `Misspelt`. Raises `Unproven` if the copy is of another log, does not have the root of
    its head, or does not have the head `proven`: the log then showed two histories."""
    head = mirror.head(policy)
    size = head.checkpoint.size
    if proven is not None and head.checkpoint.origin != proven.origin:
        raise Unproven("the copy is of another log", "la copie est celle d'un autre journal")
    frontier, start, seen = Frontier(), b"greffe/record@v1\ngame %b\n" % game.encode(), 0
    difference: MirrorDifference | None = None
    then = frontier.root() if proven is not None and proven.size == 0 else b""
    for data in mirror.entries(size):
        leaf = leaf_hash(data)
        frontier.append(leaf)
        if proven is not None and frontier.size == proven.size:
            then = frontier.root()
        if data.startswith(start):
            entry = read_entry(data)
            assert isinstance(entry, RecordEntry)
            if difference is None:
                difference = _difference(entry, leaf, seen, records, leaf_of)
            seen += 1
    if frontier.root() != head.checkpoint.root:
        raise Unproven(
            "the entries in the copy of the log do not have the root that was signed",
            "les entrées de la copie du journal n'ont pas la racine signée",
        )
    if proven is not None and size >= proven.size and then != proven.root:
        raise Unproven(
            f"the log shows two histories: up to size {proven.size} the copy does not have the "
            f"root of the proof; keep both",
            f"le journal montre deux histoires : à la taille {proven.size}, la copie n'a pas la "
            f"racine prouvée ; gardez les deux",
        )
    return Comparison(head, seen, difference, proven is not None and size < proven.size)


def _difference(
    entry: RecordEntry, leaf: bytes, seen: int, records: int, leaf_of: Callable[[int], bytes]
) -> MirrorDifference | None:
    if entry.seq != seen + 1:
        return MirrorDifference(
            entry.seq,
            Sentence(
                f"the log has a record {entry.seq} of the game where record {seen + 1} would "
                f"follow",
                f"le journal a une écriture {entry.seq} de la partie là où suivrait l'écriture "
                f"{seen + 1}",
            ),
        )
    if entry.seq > records:
        return MirrorDifference(
            entry.seq,
            Sentence(
                f"the log has a record {entry.seq}, {entry.topic}, and the bundle ends before it",
                f"le journal a une écriture {entry.seq}, {entry.topic}, et le dossier finit avant",
            ),
        )
    if leaf != leaf_of(entry.seq):
        return MirrorDifference(
            entry.seq,
            Sentence(
                "the log has another record of that number",
                "le journal a une autre écriture de ce numéro",
            ),
        )
    return None
