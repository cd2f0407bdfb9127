"""Section 1: one spelling for each value."""

import base64
import binascii
import re

HIGHEST = (1 << 63) - 1


class Rejected(Exception):
    """A refusal; `record` is the record that it names, or 0."""

    def __init__(self, why: str, record: int = 0) -> None:
        super().__init__(why)
        self.record = record


def refuse(wrong: object, why: str, record: int = 0) -> None:
    if wrong:
        raise Rejected(why, record)


def decimal(text: str) -> int:
    refuse(
        re.fullmatch("0|[1-9][0-9]{0,18}", text) is None or int(text) > HIGHEST,
        f"no decimal: {text[:30]!r}",
    )
    return int(text)


def unhex(text: str, size: int | None = None) -> bytes:
    refuse(re.fullmatch("([0-9a-f]{2})*", text) is None, f"no hex: {text[:30]!r}")
    return sized(bytes.fromhex(text), size)


def un64(text: str, size: int | None = None) -> bytes:
    refuse(
        re.fullmatch("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text) is None,
        f"no base64: {text[:30]!r}",
    )
    try:
        data = base64.b64decode(text)
    except binascii.Error:
        raise Rejected("no base64") from None
    refuse(to64(data) != text, f"base64 with stray bits: {text[:30]!r}")
    return sized(data, size)


def to64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def sized(data: bytes, size: int | None) -> bytes:
    refuse(size is not None and len(data) != size, f"{len(data)} bytes instead of {size}")
    return data


def text_file(data: bytes, most: int) -> str:
    refuse(len(data) > most, "too long")
    refuse(any(byte in data for byte in range(0x20) if byte != 0x0A), "a control character")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Rejected("no UTF-8") from None


_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def quoted(text: str) -> str:
    """A string in its spelling in bundle lines. Refuses half a surrogate pair."""
    return '"' + re.sub(r"[^ !#-\[\]-~]", _escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    c = match[0]
    code = ord(c)
    if c in _SHORT:
        return _SHORT[c]
    refuse(0xD800 <= code <= 0xDFFF, "half a surrogate pair")
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
