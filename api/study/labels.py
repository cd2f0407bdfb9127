from api.web.pages.labels import LABELS
from domain.kernel.text import Text

LABELS |= {
    "study-colour": {
        "green": Text("green"),
        "red": Text("red"),
        "blue": Text("blue"),
        "yellow": Text("yellow"),
    },
}
