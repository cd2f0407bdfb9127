from api.web.pages.labels import LABELS
from domain.kernel.text import Text

LABELS |= {
    "numbers": {
        "seconds-ms": Text("In all (ms)"),
        "middle-ms": Text("Median (ms)"),
        "longest-ms": Text("Longest (ms)"),
        "seat": Text("Seat"),
        "actions": Text("Actions"),
        "gone": Text("Taken back"),
        "rate": Text("Share"),
        "seconds": Text("In all"),
        "middle": Text("Median"),
        "longest": Text("Longest"),
        "face": Text("Face"),
        "count": Text("Rolled"),
        "mean": Text.pgettext("numbers.mean", "Expected"),
    },
}
