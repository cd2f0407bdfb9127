from api.web.pages.labels import LABELS
from domain.kernel.text import Text

LABELS |= {
    "campaigns-is": {
        "open": Text("going on"),
        "closed": Text("closed"),
    },
}
