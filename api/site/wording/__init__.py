"""The sentences of the pages: one file a room of pages, one name a sentence, `page.what`. A test holds every name
that a template or a script uses to this table, and every name here to a use."""

from __future__ import annotations

from api.site.wording.audit import WORDS as AUDIT
from api.site.wording.clocks import WORDS as CLOCKS
from api.site.wording.common import WORDS as COMMON
from api.site.wording.desk import WORDS as DESK
from api.site.wording.documents import WORDS as DOCUMENTS
from api.site.wording.halls import WORDS as HALLS
from api.site.wording.messages import WORDS as MESSAGES
from api.site.wording.organise import WORDS as ORGANISE
from api.site.wording.play import WORDS as PLAY
from api.site.wording.studies import WORDS as STUDIES
from api.site.wording.tournament_results import WORDS as TOURNAMENT_RESULTS
from api.site.wording.tournaments import WORDS as TOURNAMENTS
from api.site.wording.watch import WORDS as WATCH
from domain.rules.text import Text

_PAGES = (AUDIT, CLOCKS, COMMON, DESK, DOCUMENTS, HALLS, MESSAGES, ORGANISE, PLAY, STUDIES, TOURNAMENTS, TOURNAMENT_RESULTS, WATCH)

WORDS: dict[str, Text] = {name: text for page in _PAGES for name, text in page.items()}
"""All of them by name."""
