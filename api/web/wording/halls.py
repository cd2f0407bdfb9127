"""Sentences of the pages of halls, of an evening and of a tournament, and of those of calendars."""

from domain.kernel.text import Text

WORDS = {
    "calendars.title": Text("Calendars"),
    "calendars.lead": Text(
        "An address for a calendar program, which asks it again and again: when your games with a "
        "tag are, or the "
        "rounds of a tournament. It tells titles, table numbers and times, and nothing else; "
        "withdrawn, it stops at once.",
    ),
    "calendars.issue": Text("Issue a link to a calendar"),
    "calendars.tag": Text("Of the games with the tag"),
    "calendars.tournament": Text("Or of the rounds of a tournament"),
    "calendars.none-of-them": Text("none"),
    "calendars.there": Text("Links that hold"),
    "calendars.address": Text("Address for the calendar program"),
    "calendars.none": Text("No link to a calendar holds."),
    "hall.title": Text("Hall: {tag}"),
    "hall.all": Text("All your tables"),
    "hall.by-tag": Text("Tables with the tag"),
    "hall.show": Text("Show"),
    "hall.none": Text("No game carries this tag now."),
    "hall.damaged": Text("damaged record {id}"),
    "hall.full": Text("These are the tables written to last. Ask for one tag to see the others."),
    "hall.state-waiting": Text("wait for you"),
    "hall.state-over": Text("time is over"),
    "hall.state-finished": Text("finished, to be closed"),
    "hall.state-playing": Text("being played"),
    "hall.state-begins": Text("not begun"),
    "hall.state-done": Text("done"),
    "hall.turn": Text("To act: {seats}"),
    "hall.since": Text("since {time}"),
    "hall.minutes": Text("{minutes} min"),
    "hall.hours": Text("{hours} h {minutes} min"),
    "hall.claim": Text("Claim of record {seq}"),
    "hall.request": Text("{seat} asks to take back"),
    "hall.time-over": Text("Time is over: {seat}"),
    "hall.to-close": Text("Close it"),
    "hall.unsigned": Text("Nobody has signed it."),
    "hall.signed": Text("Signed by {count} of {of}."),
    "hall.news": Text("{where}: {what}"),
    "hall.sound": Text("Sound when something new waits"),
    "hall.open": Text("The hall: all tables on one page"),
    "event-hall.title": Text("Hall, round {round}"),
    "event-hall.link": Text("Hall"),
    "event-hall.none-yet": Text("Hall"),
    "event-hall.empty": Text("No round is paired yet."),
    "event-hall.over": Text("The time of the round is over"),
    "event-hall.protest": Text("Protest of {name}"),
    "event-hall.slips": Text("The slips differ"),
    "event-hall.take": Text("Take the result"),
}
