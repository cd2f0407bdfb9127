"""Problems of proofs and of the log that are no refusals of the domain, and the advice that pages
give about problems."""

from api.web.pages.labels import add_labels
from domain.kernel.refusals import Kind
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

DECLARED = (
    Kind(
        "bundle-hides",
        403,
        Text("The bundle would show what you may not see"),
        Text(
            "A bundle is whole or it proves nothing, and this game has records that are hidden "
            "from you for now."
        ),
        Text(
            "Ask the arbiter for it, take it once everything is open, or take it up to a record "
            "before `first` with `?at=`."
        ),
    ),
    Kind(
        "no-such-tile",
        404,
        Text("The log has no such tile"),
        Text(
            "The path is not spelt as C2SP tlog-tiles has it, or the log that is signed does not "
            "reach so far."
        ),
        Text(
            "Read `/log/checkpoint` first: its size says which tiles there are, and how wide the "
            "last of each level is."
        ),
    ),
    Kind(
        "not-cosigned-yet",
        503,
        Text("No head of the log is cosigned yet"),
        Text(
            "The log has witnesses, and no signed head has the cosignatures of enough of them yet. "
            "An uncosigned head is not published as the log's checkpoint."
        ),
        Text(
            "Try again after `Retry-After` seconds; `/readyz` names the witnesses that refuse or "
            "are away."
        ),
    ),
    Kind(
        "not-logged-yet",
        503,
        Text("The log does not cover this yet"),
        Text(
            "The record is kept, but no signed head of the log covers it yet: the log's writer is "
            "behind, is not running, or does not sign. `/healthz` says which."
        ),
        Text("Try again after `Retry-After` seconds."),
    ),
)

add_labels(
    {
        "meaning": Sentences("""
            not-logged-yet = The record is kept, but the signed log does not cover it yet.
        """),
        "remedy": Sentences("""
            not-logged-yet = Try again in some seconds.
            not-cosigned-yet = Try again in some seconds.
            bundle-hides = Ask the arbiter for it, or take it once everything is open.
        """),
    }
)
