"""Problems of tournaments that are no refusals of the domain, and the advice that pages give about
problems."""

from api.web.pages.labels import add_labels
from domain.kernel.refusals import Kind
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

DECLARED = (
    Kind(
        "duty-too-low",
        403,
        Text("This link is for something else"),
        Text(
            "The address is not for what this link to the tournament is for. Nothing was recorded."
        ),
        Text("Ask with a link for one of the duties in `detail`; `duty` is yours."),
    ),
    Kind(
        "not-your-table",
        403,
        Text("This is not your table"),
        Text("A table's link speaks for its own entrants alone. Nothing was recorded."),
        Text("Send it with the entrant's own link."),
    ),
)

add_labels(
    {
        "remedy": Sentences("""
            unknown-tournament
              Look for the tournament in the list, or ask its organiser for a link.
            tournament-refused = Look at the round as it stands, and correct what stands in the way.
            confirmation-needed = Send the form again: its page asks for the reason.
            duty-too-low = Ask the director for a link that lets you do this.
        """),
    }
)
