"""The bundle: one game in one file, for an auditor who has nothing else. JSON Lines in ASCII, each
ended by LF.

    {"format":"greffe/bundle@v1","game":"0b3k…"}
    {"seq":1,"topic":"GameOpened","data":"{\"type\":\"GameOpened\",…}"}
                    the exact bytes that are stored, as a string
    …
    {"catalog":"…"}
                    optional: the catalog the game was opened with
    {"commitment":"…","salt":"…","text":"…"}
                    optional: words or names that records commit to
    {"about":8,"seat":"blue","public":"…","signature":"…"}
                    optional: seats' signatures that came after the game was closed, by record,
                    seat and key
    {"proof":"c2sp.org/tlog-proof@v1\nindex …"}
                    one proof, for the last record

A tournament's bundle may be followed in the same file by those of its games.

It has no keys and no hashes of records: the verifier computes everything from bytes. A bundle has
exactly one spelling; `reader.py` writes every line again from what it read and requires equality.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from domain.proof.errors import Unproven
from domain.proof.log.proofs import Proof
from domain.proof.spelling import read_hex

FORMAT = "greffe/bundle@v1"


class BundleRecord(NamedTuple):
    """A record of a bundle. The UTF-8 of `text` is its stored bytes."""

    seq: int
    topic: str
    text: str

    @property
    def stored(self) -> bytes:
        return self.text.encode()


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The text of a commitment (64 hex digits) in a record, words or a name, with the salt (hex)
    that opens it."""

    commitment: str
    salt: str
    text: str

    def check(self) -> None:
        """Raise `Unproven` unless salt and text open the commitment. Raise `Misspelt` if the salt
        is not hex. Salt and text are hashed with a line break between them: if the salt could have
        one, part of the text could be passed off as salt."""
        read_hex(self.salt)
        if (
            sha256(f"greffe/text@v1\n{self.salt}\n{self.text}".encode()).hexdigest()
            != self.commitment
        ):
            raise Unproven(
                f"the words disclosed for {self.commitment} do not open that commitment",
                f"les mots divulgués pour {self.commitment} n'ouvrent pas cet engagement",
            )


@dataclass(frozen=True, slots=True)
class CatalogText:
    """The text of a catalog file."""

    text: str

    @property
    def sha256(self) -> str:
        return sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SignedBeside:
    """A seat's signature over record `about`, made after the game was closed, so that no record
    contains it."""

    about: int
    seat: str
    public: str
    signature: str

    @property
    def sort_key(self) -> tuple[int, str, str]:
        """The sort key of signatures in a bundle, in which none may occur twice."""
        return self.about, self.seat, self.public


@dataclass(frozen=True, slots=True)
class ProofText:
    text: str


Line = BundleRecord | CatalogText | Disclosure | SignedBeside | ProofText


def write_bundle(
    game: str,
    records: Iterable[tuple[str, bytes]],
    proof: Proof,
    disclosures: Iterable[Disclosure] = (),
    catalog: str | None = None,
    signed: Iterable[SignedBeside] = (),
) -> Iterator[bytes]:
    """The lines of a bundle: topic and stored bytes of each record in order, then the catalog,
    disclosures and signatures, then the proof of the last record.

    Raises `UnicodeDecodeError` for stored bytes that are not UTF-8; the service stores no such
    bytes.
    """
    yield bundle_header(game)
    for seq, (topic, stored) in enumerate(records, start=1):
        yield spell_line(BundleRecord(seq, topic, stored.decode())).encode() + b"\n"
    catalog_line = () if catalog is None else (CatalogText(catalog),)
    in_order = sorted(signed, key=lambda signature: signature.sort_key)
    for line in (*catalog_line, *disclosures, *in_order, ProofText(proof.encode().decode())):
        yield spell_line(line).encode() + b"\n"


spelt_text = json.JSONEncoder().encode
"""A string as bundles spell it: ASCII JSON with the escapes of Python's encoder."""


def bundle_header(game: str) -> bytes:
    return f'{{"format":{spelt_text(FORMAT)},"game":{spelt_text(game)}}}\n'.encode()


def spell_line(line: Line) -> str:
    if isinstance(line, BundleRecord):
        return f'{{"seq":{line.seq},"topic":"{line.topic}","data":{spelt_text(line.text)}}}'
    if isinstance(line, CatalogText):
        return f'{{"catalog":{spelt_text(line.text)}}}'
    if isinstance(line, Disclosure):
        return f'{{"commitment":{spelt_text(line.commitment)},"salt":{spelt_text(line.salt)},"text":{spelt_text(line.text)}}}'
    if isinstance(line, SignedBeside):
        by = f'"seat":{spelt_text(line.seat)},"public":{spelt_text(line.public)},"signature":{spelt_text(line.signature)}'
        return f'{{"about":{line.about},{by}}}'
    return f'{{"proof":{spelt_text(line.text)}}}'
