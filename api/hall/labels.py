from api.web.pages.labels import LABELS
from domain.kernel.text import Text

LABELS |= {
    "hall-state": {
        "waiting": Text("wait for you"),
        "over": Text("time is over"),
        "finished": Text("finished, to be closed"),
        "playing": Text("being played"),
        "begins": Text("not begun"),
        "done": Text("done"),
    },
}
