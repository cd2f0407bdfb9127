"""Problems of the tables for analysts that are no refusals of the domain, and the advice that pages
give about problems."""

from api.web.pages.labels import add_labels
from domain.kernel.refusals import Kind
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

DECLARED = (
    Kind(
        "no-tables",
        404,
        Text("No tables have been made"),
        Text("Tables for analysts are files that the service's operator makes."),
        Text(
            "`greffe tables build` makes them, `greffe tables dump` the public ones, of games "
            "given for it."
        ),
    ),
)

add_labels(
    {
        "remedy": Sentences("""
            no-tables = Ask the operator to make them.
        """),
    }
)
