"""The ledger: records hashed into a log, signed heads of the log, and a verifier that trusts
nobody.

It needs only the standard library and `cryptography`, and runs as `python -m domain.proof`.
"""
