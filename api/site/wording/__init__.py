"""The sentences of the pages in both languages: one file a page, one name a sentence, `page.what`. A test holds every name that a
template or a script uses to this table, and every name here to a use."""

from __future__ import annotations

from api.site.wording.audit import WORDS as AUDIT
from api.site.wording.branches import WORDS as BRANCHES
from api.site.wording.campaigns import WORDS as CAMPAIGNS
from api.site.wording.common import WORDS as COMMON
from api.site.wording.desk import WORDS as DESK
from api.site.wording.desk_home import WORDS as DESK_HOME
from api.site.wording.forms import WORDS as FORMS
from api.site.wording.halls import WORDS as HALLS
from api.site.wording.home import WORDS as HOME
from api.site.wording.numbers import WORDS as NUMBERS
from api.site.wording.organise import WORDS as ORGANISE
from api.site.wording.play import WORDS as PLAY
from api.site.wording.play_seals import WORDS as PLAY_SEALS
from api.site.wording.remedies import WORDS as REMEDIES
from api.site.wording.replay import WORDS as REPLAY
from api.site.wording.report import WORDS as REPORT
from api.site.wording.titles import WORDS as TITLES
from domain.rules.text import Text, french

_TABLE = (DESK, DESK_HOME, PLAY, PLAY_SEALS, REMEDIES, REPLAY, REPORT)
_PAGES = (AUDIT, BRANCHES, CAMPAIGNS, COMMON, FORMS, HALLS, HOME, NUMBERS, ORGANISE, TITLES, *_TABLE)

WORDS: dict[str, Text] = {name: Text(text.en, french(text.fr)) for page in _PAGES for name, text in page.items()}
"""All of them by name."""
