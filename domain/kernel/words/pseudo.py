"""Pseudo-locale `en-XA`: English accented and 40 % longer, to look at pages with.

What a page shows without accents did not come from a message; what does not fit its place would not
fit in German either. No list of languages has it; a page takes it from its address: `?lang=en-XA`,
the tag that the CLDR has for it.
"""

from domain.kernel.words.places import PLACE
from domain.kernel.words.remembered import remembered

LANG = "en-XA"
LONGER = 0.4
_ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒğħîĵķļɱñöþɋřšţûṽŵẋýžÅƁÇĐÉƑĞĤÎĴĶĻḾÑÖÞɊŘŠŢÛṼŴẊÝŽ",
)
_FILLING = "ẋýžåéîöû"


@remembered(8192)
def of(message: str) -> str:
    """A message in this language: its places as they are, some of its words longer."""
    parts, at = [], 0
    for place in PLACE.finditer(message):
        parts += [_longer(message[at : place.start()]), place[0]]
        at = place.end()
    return "".join((*parts, _longer(message[at:])))


def _longer(words: str) -> str:
    longer, owed = [], 0.0
    for word in words.split(" "):
        accented = word.translate(_ACCENTED)
        owed += (len(word) + 1) * LONGER if accented != word else 0
        more = int(owed)
        owed -= more
        letters = accented.rstrip(".,:;!?…»”)")
        longer.append(
            letters
            + "".join(_FILLING[n % len(_FILLING)] for n in range(more))
            + accented[len(letters) :]
        )
    return " ".join(longer)
