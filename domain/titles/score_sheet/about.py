from domain.kernel.text import texts
from domain.titles.kit import About, Text, readings
from domain.titles.score_sheet.values import SEATS

READINGS = readings("""
empty | The sheet
  A cell that is left empty counts nothing.
missing | The end
  Where the lowest wins, and in a tie-break, nobody is first for a value that is missing: the game does not end by the sheet while a
    seat lacks one that another has, unless the table agrees on the places. Where the highest wins, it is so of a line on which
    another seat has less than 0.
across | The end
  On the ready-made sheets of places and of results, what the seats have has to fit together: each place from 1 has one seat, and
    places that are shared are agreed on; beside a win there are losses and no draw, and a draw is one of two seats and more.
follow | The end
  Places follow from the sheet as it stands: what a ruling corrects later, and a penalty, changes them. A penalty takes points away,
    and where the lowest wins it adds them.
again | The sheet
  A cell can be entered again while the game goes on; the value before stays on record.
table | The sheet
  What is entered for the whole table counts for every seat.
equal | The end
  Seats that no tie-break parts share their place, and the next place counts all before it; if all of them share the first, it
    is a draw.
agreed | The end
  Places that the table has agreed on stand whatever the sheet says, and the record tells what it says otherwise.
turns | Turns
  On a sheet with turns only the seat whose turn it is enters values, rolls and moves counters; the order is that of the
    seats.
whole | The sheet
  Numbers are whole; a game that counts halves is entered in halves.
clock | Turns
  No clock runs: the record has the time of each entry.
""")

HEADINGS = texts("""
The sheet | The sheet
The end | The end
Turns | Turns
The cup | The cup
The bank | The bank
""")
"""The rules that this title cites, which nobody printed; a line of the sheet follows a comma."""

ABOUT = About(
    title=Text("Score sheet"),
    edition=Text("any game, by the sheet that its table keeps"),
    rules=Text("The rules are with the table: the sheet says what is entered"),
    editions={
        "default": Text("Points"),
        "rounds": Text("Points in each round"),
        "placings": Text("Places only"),
        "win-draw-loss": Text("Win, draw or loss"),
        "cooperative": Text("All together against the game"),
    },
    seats=tuple(range(1, SEATS + 1)),
    readings=READINGS,
    endings=("won", "shared", "drawn", "won-together", "lost-together"),
    ending_names={
        "won": Text("One winner"),
        "shared": Text("Shared victory"),
        "drawn": Text("Draw"),
        "won-together": Text("Won together"),
        "lost-together": Text("Lost together"),
    },
)
