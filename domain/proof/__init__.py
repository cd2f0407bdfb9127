"""The ledger: records hashed into a log, the log's heads signed, and a verifier that trusts nobody.

It needs the standard library and `cryptography`, nothing else of the house, and runs as `python -m
domain.proof`.
"""
