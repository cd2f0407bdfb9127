from api.web.pages.labels import add_labels
from domain.kernel.text import Text

add_labels(
    {
        "verdict": {
            "holds": Text("The record holds"),
            "open": Text("Nothing contradicts the record; not all of it is proven"),
            "broken": Text("The record does not hold"),
            "signed": Text("The log is signed up to entry {size}."),
            "position": Text("The position, played again: {how}."),
            "faults": Text("Irregularities, listed below: {count}"),
        },
        "report": {
            "illegal-action": Text("illegal action"),
            "let-stand": Text("let stand"),
            "inherited": Text("inherited"),
            "correction": Text("correction"),
            "annulment": Text("annulment"),
            "penalty": Text("penalty"),
            "adjudication": Text("adjudication"),
            "overturned": Text("overturned"),
            "divergence": Text("divergence"),
            "clock": Text("clock set"),
        },
        "audit": {
            "sealed": Text("sealed"),
            "table": Text("from the table"),
            "attested": Text("attested"),
            "draws": Text("Draws, not tested: {count}."),
            "repeated": Text("Rolls that were let stand and came again: {count}."),
            "hidden-rolls": Text("Hidden rolls: {count}."),
            "unknown-dice": Text("Rolls whose die cannot be told any more: {count}."),
            "retracts": Text("takes back {seq}"),
            "restores": Text("restores {seq}"),
            "asks": Text("asks back from {seq}"),
            "answers": Text("answers {seq}"),
            "decides": Text("decides {seq}"),
            "annuls": Text("annuls from {seq}"),
            "corrects": Text("corrects {seq}"),
            "overturns": Text("overturns {seq}"),
            "about": Text("about {seq}"),
            "signs": Text("signs {seq}"),
            "keeps": Text("lets {seq} stand"),
        },
    }
)
