"""Labels of values on pages, a table for each kind of value. Subjects add their own
(`add_labels`)."""

from collections.abc import Mapping

from domain.kernel.text import Text

LABELS: dict[str, dict[str, Text]] = {
    "heading": {
        "again": Text("That did not work"),
    },
    "meaning": {
        "again": Text("The page sent what the service could not take. Nothing was saved."),
        "record-damaged": Text("A stored record is gone, or is not what was stored."),
        "invalid-parameters": Text("The address has something in it that this page does not know."),
        "method-not-allowed": Text("The page exists, but cannot be opened like this."),
    },
    "remedy": {
        "unauthorized": Text(
            "Open the link you were given, or scan its code again; organisers sign in with "
            "their key."
        ),
        "role-too-low": Text("Ask the organiser for a link that lets you do this."),
        "stale": Text("Look at what happened since, and enter it again if it still makes sense."),
        "store-unavailable": Text("Try again in a moment. What you sent is recorded once at most."),
        "internal-error": Text("Try again; if it stays, tell the operator the number below."),
        "method-not-allowed": Text("Go back and use the button again."),
        "bad-request": Text("Go back and use the form again."),
        "again": Text(
            "Go back, load the page again and try once more; if it stays, tell the operator."
        ),
        "record-damaged": Text("Tell the operator: a true copy has to be put back."),
        "unknown-table": Text("Choose one from the list of tables."),
        "no-documents": Text("Print the page itself: it is set for paper."),
        "form-not-ours": Text("Open the page again and send it from there."),
        "sign-in-used": Text(
            "Sign in with the operator's key, or start the service again for another link."
        ),
        "too-many-requests": Text("Wait a little, then try again."),
        "host-unknown": Text(
            "Open the service by the address you were given, or tell the operator."
        ),
    },
}


def add_labels(tables: Mapping[str, Mapping[str, Text]]) -> None:
    """Add labels to their tables. Raises `ValueError` for a label that exists."""
    for kind, texts in tables.items():
        table = LABELS.setdefault(kind, {})
        if twice := table.keys() & texts.keys():
            raise ValueError(f"the label {kind}: {min(twice)} is registered twice")
        table.update(texts)
