"""People's names in the order in which a reader looks for them."""

from __future__ import annotations

import unicodedata


def name_key(name: str) -> tuple[str, str]:
    """What names are sorted by: letters without accents and case first, so that Évariste stands between Emmy and Zu; then the name
    itself, so that the order is always one."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    for letters, sorted_as in (("œ", "oe"), ("æ", "ae"), ("ø", "o"), ("ł", "l"), ("đ", "d"), ("ð", "d"), ("þ", "th")):
        plain = plain.replace(letters, sorted_as)
    return plain, name
