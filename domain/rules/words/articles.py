"""French articles that merge with the word before them: `à le` is `au`, `de les` is `des`.

A name that is put into a message may bring its article along: the sentence that has `de {name}` knows nothing of it. So this is a
rule of the language, applied where a message meets what stands in its place, and nowhere else.
"""

from __future__ import annotations

import re

_MERGED = {("à", "le"): "au", ("à", "les"): "aux", ("de", "le"): "du", ("de", "les"): "des"}
_BEFORE = re.compile(r"(?:^|(?<=[\s('’«\u00a0\u202f]))(à|de) $", re.IGNORECASE)
_ARTICLE = re.compile(r"(le|les) ")


def merged(before: str, value: str, lang: str) -> tuple[str, str]:
    """What stands before a place and what stands in it, with the article merged where the language does so."""
    if lang[:2] != "fr" or not value.startswith("le") or not before.endswith(("à ", "À ", "de ", "De ")):
        return before, value
    preposition, article = _BEFORE.search(before), _ARTICLE.match(value)
    if preposition is None or article is None:
        return before, value
    word = _MERGED[preposition[1].lower(), article[1]]
    capital = word.capitalize() if preposition[1][0].isupper() else word
    return before[: preposition.start()] + capital, value[article.end() - 1 :]
