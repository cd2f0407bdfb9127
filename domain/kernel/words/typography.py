import re
from collections.abc import Iterator

from domain.kernel.words.places import locale_of
from domain.kernel.words.remembered import remembered

NARROW, WIDE = "\u202f", "\u00a0"
"""Two spaces that do not break a line: `NARROW` before `;`, `!` and `?`, `WIDE` inside quotation
marks and before a colon."""

_BEFORE = re.compile(r"(?<=[\w»”’…)\]}`]) ?([;!?])(?=\s|$|»)")
_COLON = re.compile(r" :(?=\s|$)")
_UNSET = re.compile(r"'| [:;!?»]|« |[^\s\u202f\u00a0][;!?](?=\s|$)|[“”]")
_PLACE = re.compile(r"\{[^}]*\}")


@remembered(4096)
def french(text: str) -> str:
    """French typography: curved apostrophes, and non-breaking spaces before `: ; ! ?` and inside «
    »."""
    text = _COLON.sub(
        f"{WIDE}:", _BEFORE.sub(NARROW + r"\1", text.replace(f"{WIDE};", ";").replace("'", "’"))
    )
    return text.replace("« ", f"«{WIDE}").replace(" »", f"{WIDE}»")


def printed(text: str, lang: str) -> str:
    """A sentence with the typography of its language."""
    return french(text) if lang == "fr" or lang.startswith("fr-") else text


def decimal(number: str, lang: str) -> str:
    """A number with the decimal separator of the language: `0,43`."""
    return number.replace(".", locale_of(lang).number_symbols["latn"]["decimal"])


def unhandled_punctuation(text: str, lang: str) -> Iterator[str]:
    """The passages of a translation with French punctuation that no rule here handles."""
    if lang.partition("-")[0] == "fr":
        printed = french("{}" + _PLACE.sub("{}", text))  # it may go on from something
        for match in _UNSET.finditer(printed, 2):
            yield printed[max(match.start() - 12, 2) : match.end() + 12]


def needlessly_curved(text: str, lang: str) -> Iterator[str]:
    """The passages of a translation with a curved apostrophe that `french` would also make from a
    straight one."""
    if lang.partition("-")[0] == "fr":
        for match in re.finditer("’", text):
            yield text[max(match.start() - 12, 0) : match.end() + 12]
