"""Labels of values on pages, a table for each kind of value. Subjects add their own
(`add_labels`)."""

from collections.abc import Mapping

from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

LABELS: dict[str, dict[str, Text]] = {
    "heading": Sentences("""
        again = That did not work
    """),
    "meaning": Sentences("""
        again = The page sent what the service could not take. Nothing was saved.
        record-damaged = A stored record is gone, or is not what was stored.
        invalid-parameters = The address has something in it that this page does not know.
        method-not-allowed = The page exists, but cannot be opened like this.
    """),
    "remedy": Sentences("""
        unauthorized
          Open the link you were given, or scan its code again; organisers sign in with their key.
        role-too-low = Ask the organiser for a link that lets you do this.
        stale = Look at what happened since, and enter it again if it still makes sense.
        store-unavailable = Try again in a moment. What you sent is recorded once at most.
        internal-error = Try again; if it stays, tell the operator the number below.
        method-not-allowed = Go back and use the button again.
        bad-request = Go back and use the form again.
        again = Go back, load the page again and try once more; if it stays, tell the operator.
        record-damaged = Tell the operator: a true copy has to be put back.
        unknown-table = Choose one from the list of tables.
        no-documents = Print the page itself: it is set for paper.
        form-not-ours = Open the page again and send it from there.
        sign-in-used = Sign in with the operator's key, or start the service again for another link.
        too-many-requests = Wait a little, then try again.
        host-unknown = Open the service by the address you were given, or tell the operator.
    """),
}


def add_labels(tables: Mapping[str, Mapping[str, Text]]) -> None:
    """Add labels to their tables. Raises `ValueError` for a label that exists."""
    for kind, labels in tables.items():
        table = LABELS.setdefault(kind, {})
        if twice := table.keys() & labels.keys():
            raise ValueError(f"the label {kind}: {min(twice)} is registered twice")
        table.update(labels)
