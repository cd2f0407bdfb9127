"""Decoding the text of lists and report files."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.tournament.formats.common import MOST_BYTES, fault, refuse

NOT_UTF_8 = Text("Not in UTF-8: the file was read as Windows wrote it in western Europe.")


def text_of(data: bytes) -> tuple[str, tuple[FileFault, ...]]:
    """A file's text with `\n` line ends, and notes about its encoding: UTF-16 by its mark, else
    UTF-8, else Windows-1252, which is noted at the first line that is not UTF-8. Raises
    `FormatRefused`, with the line if one cannot be decoded."""
    if len(data) > MOST_BYTES:
        raise refuse(0, Text("The file is larger than 5 MB."))
    notes: list[FileFault] = []
    for encoding in (
        ("utf-16",) if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else ("utf-8-sig", "cp1252")
    ):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError as e:
            line = 1 + max(data[: e.start].count(end) for end in b"\n\r")
            notes.append(fault(line, NOT_UTF_8))
    else:
        raise refuse(line, Text("The file is in no encoding that is known here: save it as UTF-8."))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        raise refuse(1 + text.partition("\0")[0].count("\n"), Text("The file is no text."))
    return text, tuple(notes)
