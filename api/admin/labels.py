from api.web.pages.labels import LABELS
from domain.kernel.text import Text

LABELS |= {
    "events": {
        "record": Text("Record, version"),
        "stream": Text("Stream"),
        "meaning": Text("What it says"),
        "since": Text("Since version"),
        "writes": Text("Written by"),
        "reads": Text("Read by"),
    },
    "links-for": {
        "all": Text("everybody"),
        "seat": Text.pgettext("links", "players"),
        "arbiter": Text("arbiters"),
        "spectator": Text("spectators"),
    },
    "links-role": {
        "seat": Text("a player, or a scribe for several"),
        "arbiter": Text("an arbiter"),
        "spectator": Text("spectators"),
    },
    "projections-name": {
        "views": Text("Views"),
        "log": Text("Signed log"),
        "messages": Text("Messages"),
    },
    "projections-state": {
        "paused": Text("It is paused."),
        "forgotten": Text(
            "It is paused for more than an hour: let it go on, or it falls further behind."
        ),
        "frozen": Text(
            "It stands still although the record goes on: see what went wrong last, and "
            "start it again."
        ),
        "unknown": Text("It cannot be asked: what it keeps does not answer."),
    },
}
