"""Sentences of documents as PDF, and of the score sheet."""

from domain.kernel.text import Text

WORDS = {
    "document.pdf": Text("As PDF"),
    "document.print": Text(
        "Print this page: it is set for paper. For PDF, this service's operator runs ops/setup.sh "
        "extras."
    ),
    "document.verify": Text("To verify:"),
    "document.page": Text("Page"),
    "document.log": Text("Head of the log {origin}: {size} entries, root {root}"),
    "document.no-log": Text("No head of the log is signed yet."),
    "document.of-game": Text("{title}, game {game}, record {seq}"),
    "document.of-campaign": Text("Campaign {campaign}, game {game}, record {seq}"),
    "document.of-new-campaign": Text("Campaign {campaign}, no scenario yet"),
    "document.of-tournament": Text("{title}, tournament {tournament}, record {seq}"),
    "document.score-sheet": Text("Score sheet"),
    "document.points-for": Text("For"),
    "document.penalty": Text("Penalty"),
    "document.total": Text("In all"),
    "document.board": Text("The board"),
    "document.clocks": Text("Clocks"),
    "document.clocks-agreed": Text("Agreed: {clocks}."),
    "document.clock-shows": Text("Clock at record {seq}"),
    "document.clock-notes": Text("Claims and rulings on time"),
    "document.no-clock-notes": Text(
        "Nobody claimed that time was over, and nothing was ruled on clocks."
    ),
    "document.unfinished": Text("The game is not over: these are the points so far."),
}
