from api.web.pages.labels import add_labels
from domain.kernel.sentences import Sentences

add_labels(
    {
        "verdict": Sentences("""
            holds = The record holds
            open = Nothing contradicts the record; not all of it is proven
            broken = The record does not hold
            signed = The log is signed up to entry {size}.
            position = The position, played again: {how}.
            faults = Irregularities, listed below: {count}
        """),
        "report": Sentences("""
            illegal-action = illegal action
            let-stand = let stand
            inherited = inherited
            correction = correction
            annulment = annulment
            penalty = penalty
            adjudication = adjudication
            overturned = overturned
            divergence = divergence
            clock = clock set
        """),
        "audit": Sentences("""
            sealed = sealed
            table = from the table
            attested = attested
            draws = Draws, not tested: {count}.
            repeated = Rolls that were let stand and came again: {count}.
            hidden-rolls = Hidden rolls: {count}.
            unknown-dice = Rolls whose die cannot be told any more: {count}.
            retracts = takes back {seq}
            restores = restores {seq}
            asks = asks back from {seq}
            answers = answers {seq}
            decides = decides {seq}
            annuls = annuls from {seq}
            corrects = corrects {seq}
            overturns = overturns {seq}
            about = about {seq}
            signs = signs {seq}
            keeps = lets {seq} stand
        """),
    }
)
