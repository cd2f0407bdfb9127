"""A second verifier of Greffe's bundles, written from `domain/proof/FORMAT.md` alone. It shares no
code with the first one and imports only the standard library and `cryptography`; what the page does
not say, it does not know.

    spelling.py   section 1: numbers, hex, base64, text, the strings of bundle lines
    parsing.py    section 6: the strict JSON of stored records
    signing.py    section 4: keys, signed notes, cosignatures
    trust.py      section 5: policies
    tree.py       sections 3, 4 and 11: entries, leaves, proofs, checkpoints, receipts, copies of a
                  log
    chance.py     section 9: commitments, keys, draws
    course.py     section 9: what is in force, and rolls that come again
    times.py      section 6: the times of records
    naming.py     section 6: records that name others
    game.py       sections 6 to 10: what records tell
    verdict.py    sections 2 and 12: the bundle as a whole
"""
