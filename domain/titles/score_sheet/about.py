from domain.titles.kit import About, Sentences, Text, parse_readings
from domain.titles.score_sheet.values import SEATS

READINGS = parse_readings("""
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
  Numbers are whole, or go in the parts of 1 that their line says. Points are everywhere what the sheet shows, of penalties and in
    tournaments, too: 12.5.
reckoned | The sheet
  A reckoned line is what its formula says of other lines. A cell that is left empty counts nothing there, but in a round nothing is
    reckoned from a required value that is missing. Numbers are exact; nothing is rounded unless the formula says so.
checks | The sheet
  What a check says has to hold where a round is entered as a whole, before the game ends by the sheet, and after a correction of
    one that has ended so; a cell that is entered by itself may break it for a while, which the sheet shows.
sides | The end
  Seats of one side share its total and its place, and a penalty of one of them counts for the side.
target | The end
  A target that is reached, or a last round, ends nothing by itself: the sheet says that it is due, and somebody ends the game.
    Before that it is won by agreement alone.
dealer | The sheet
  The deal goes round with the rounds that are entered; a deal that everybody passes is none.
clock | Turns
  No clock runs: the record has the time of each entry.
""")

HEADINGS = Sentences("""
The sheet = The sheet
The end [score-sheet] = The end
Turns [score-sheet] = Turns
The cup = The cup
The bank = The bank
""")
"""The rules that this title cites. No rule text prints them. A refusal about a line of the sheet
adds the line after a comma."""

OF_ANY_GAME = ("default", "rounds", "placings", "win-draw-loss", "cooperative")
"""The ready-made sheets that are not made for a particular game."""

ABOUT = About(
    title=Text.pgettext("score-sheet", "Score sheet"),
    edition=Text("any game, by the sheet that its table keeps"),
    rules=Text("The rules are with the table: the sheet says what is entered"),
    editions=Sentences("""
        default = Points
        rounds = Points in each round
        placings = Places only
        win-draw-loss = Win, draw or loss
        cooperative = All together against the game
        darts-501 = Darts, 501
    """),
    seats=tuple(range(1, SEATS + 1)),
    readings=READINGS,
    endings=("won", "shared", "drawn", "won-together", "lost-together"),
    ending_names=Sentences("""
        won = One winner
        shared = Shared victory
        drawn = Draw
        won-together = Won together
        lost-together = Lost together
    """),
)

TERMS = Sentences("""
category = category
column = column of the sheet
counter = counter
counters [view] = counters
ending [view] = ending
faces = faces shown
now = stands at
placings = places agreed on
reckoned [view] = reckoned lines
rolled [view] = last roll
series [view] = series
sheet [view] = sheet
table [view] = whole table
totals [view] = totals
values = values
values [view] = values
was = what stood there
whose = whose
""")
