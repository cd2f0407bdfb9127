from api.web.pages.labels import LABELS
from domain.kernel.text import Text

LABELS |= {
    "catalogs": {
        "text": Text("rule text"),
        "published": Text("published"),
        "inferred": Text("inferred"),
        "placeholder": Text("placeholder"),
    },
    "title": {
        "reading": Text("Reading"),
        "enforced": Text("enforced"),
        "context": Text("nothing to enforce"),
        "declared": Text("declared by the table"),
    },
}
