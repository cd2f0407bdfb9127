"""Sentences about the clocks of seats: at the table, in a hall, in a tournament, in the replay and
on the desk."""

from domain.kernel.text import Text

WORDS = {
    "clocks.budget": Text("{time} for the game"),
    "clocks.fischer": Text("{time} for the game, and {increment} s more after each turn"),
    "clocks.per-move": Text("{time} for each turn"),
    "clocks.wanted": Text(
        "Enter the time on each clock in whole numbers: more than nothing, and at most {most} "
        "minutes."
    ),
    "clocks.one": Text("Clock", context="clocks.one"),
    "clocks.over": Text("time over"),
    "clocks.claim": Text("Call the arbiter: time over"),
    "clocks.claim-words": Text("The time of {seat} is over."),
    "clocks.not-begun": Text("The clocks start with the first action."),
    "clocks.until-ruled": Text(
        "The clocks stand until the arbiter has ruled on the claim of record {seq}."
    ),
    "clocks.until-answered": Text(
        "The clocks stand until the request of record {seq} is answered."
    ),
    "clocks.stopped": Text("The arbiter has stopped the clocks (record {seq})."),
    "clocks.stop": Text("Stop all clocks"),
    "clocks.start": Text("Start the clocks again"),
    "clocks.set": Text("Set a clock"),
    "clocks.set-go": Text("Set it"),
    "clocks.minutes": Text("Minutes it shows from here on"),
    "clocks.claim-decided": Text("The claim that this decides"),
    "clocks.reason": Text("Why, for the players"),
    "clocks.rule": Text("the clocks that were agreed ({clocks})"),
    "clocks.decide": Text("Rule: time over"),
    "clocks.desk-hint": Text(
        "Each is a ruling for the reason “time”, at once, and can be overturned in the record "
        "below: then the clocks are as they "
        "would be without it.",
    ),
}
