"""The sentences of the pages: one file a room of pages, one name a sentence, `page.what`. A test
holds every name that a template or a script uses to this table, and every name here to a use."""

from api.web.wording.audit import WORDS as AUDIT
from api.web.wording.clocks import WORDS as CLOCKS
from api.web.wording.common import WORDS as COMMON
from api.web.wording.desk import WORDS as DESK
from api.web.wording.documents import WORDS as DOCUMENTS
from api.web.wording.halls import WORDS as HALLS
from api.web.wording.messages import WORDS as MESSAGES
from api.web.wording.organise import WORDS as ORGANISE
from api.web.wording.play import WORDS as PLAY
from api.web.wording.studies import WORDS as STUDIES
from api.web.wording.tournament_results import WORDS as TOURNAMENT_RESULTS
from api.web.wording.tournaments import WORDS as TOURNAMENTS
from api.web.wording.watch import WORDS as WATCH
from domain.kernel.text import Text

_PAGES = (
    AUDIT,
    CLOCKS,
    COMMON,
    DESK,
    DOCUMENTS,
    HALLS,
    MESSAGES,
    ORGANISE,
    PLAY,
    STUDIES,
    TOURNAMENTS,
    TOURNAMENT_RESULTS,
    WATCH,
)

WORDS: dict[str, Text] = {
    name: text for page in _PAGES for name, text in page.items()
}  # all of them by name
