"""Section 11: a proof to carry."""

import re
from hashlib import sha256

from .parsing import a_text, read_object
from .spelling import Rejected, refuse, un64
from .tree import leaf_of, read_proof, read_record_entry
from .trust import accept, read_policy

_CARRIED = re.compile(rb"greffe/carried@v1\nrecord ([^\n]+)\n(?:sheet ([^\n]+)\n)?(.*)", re.DOTALL)


def carried(data: bytes, policy: bytes) -> tuple[str, int, bool]:
    """Check a carried proof. Returns the record's stream and number, and whether enough witnesses
    cosigned its head. Raises `Rejected`."""
    match = _CARRIED.fullmatch(data)
    if match is None:
        raise Rejected("no proof to carry")
    record, sheet, proof = un64(match[1].decode("latin")), match[2], read_proof(match[3])
    stream, seq = read_record_entry(proof.extra or b"")
    lines = (proof.extra or b"").decode().split("\n")
    try:
        fields = read_object(record.decode())
    except UnicodeDecodeError:
        raise Rejected("no text") from None
    refuse(
        un64(lines[5][5:]) != sha256(record).digest()
        or lines[4] != f"topic {a_text(fields, 'type')}",
        "another record than was logged",
    )
    refuse(
        sheet and sha256(un64(sheet.decode("latin"))).hexdigest() != a_text(fields, "standings"),
        "another sheet than the record names",
    )
    accepted = accept(read_policy(policy), proof.checkpoint, strict=False)
    proof.check(leaf_of(proof.extra or b""), accepted.head)
    return stream, seq, accepted.enough
