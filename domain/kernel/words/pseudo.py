"""The pseudo-locale `en-XA`: English with accents and 40 % longer, for checking pages.

Text without accents on a page did not come from a message. Text that does not fit there would not
fit in German either. No list of languages names it; `?lang=en-XA` (the CLDR's tag) shows a page in
it.
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
    """A message in the pseudo-locale. Its places stay as they are; words get accents and some get
    longer."""
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
