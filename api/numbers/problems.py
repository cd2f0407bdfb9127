"""Problems of numbers over many games that are no refusals of the domain, and the advice that pages
give about problems."""

from api.web.pages.labels import add_labels
from domain.kernel.refusals import Kind
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

DECLARED = (
    Kind(
        "no-games-of-player",
        404,
        Text("There are no games of this player"),
        Text("No game that you may see has this player in it."),
        Text("Give the id that a game's `seats` show."),
    ),
    Kind(
        "numbers-unavailable",
        503,
        Text("The numbers are being made"),
        Text(
            "The views that games are counted from are being built, or cannot be reached, and "
            "there are too many games to read."
        ),
        Text("Ask again in some seconds; `/readyz` says how far the views are."),
    ),
    Kind(
        "too-many-games",
        422,
        Text("Too many games to count at once"),
        Text("More games are found than are counted at once."),
        Text(
            "Ask for fewer: one title, some days, a tournament. For all of them there are tables "
            "(`greffe tables`)."
        ),
    ),
)

add_labels(
    {
        "remedy": Sentences("""
            unknown-player = Choose somebody who has played here, or enter somebody new.
            no-games-of-player = Look for the player in the list of games.
            too-many-games = Choose fewer: one title, some days, or a tournament.
            numbers-unavailable = Try again in some seconds.
        """),
    }
)
