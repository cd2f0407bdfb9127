"""Sentences of the page of a seat, also about hidden values in games with seals."""

from domain.kernel.text import Text

WORDS = {  # play
    "play.title": Text("Play {title}"),
    "play.title-turn": Text("Your turn: {title}"),
    "play.now": Text("How it stands"),
    "play.seats": Text("Your seats"),
    "play.your-turn": Text("{name}, it is your turn."),
    "play.its-turn": Text("{name} acts: you play for it."),
    "play.waiting": Text("Waiting for {names}."),
    "play.nobody": Text("Nobody has anything to do now."),
    "play.closed": Text("The game is closed."),
    "play.ended": Text("The game has ended; the organiser closes it."),
    "play.record": Text("Record {seq}"),
    "play.live": Text("live"),
    "play.acts": Text("to act"),
    "play.board": Text("The board"),
    "play.changed": Text("Dashed: changed since record {seq}."),
    "play.tap": Text("Tap what is outlined to see what can be done with it."),
    # what may be done
    "play.offers": Text("What you may do"),
    "play.nothing-here": Text("There is nothing to do in this stage."),
    "play.final": Text("you cannot take it back alone"),
    "play.pass": Text("Go on to where there is something to do"),
    "play.passed": Text(
        "There was nothing to do: records {first} to {seq} end those stages.",
    ),
    "play.skip": Text("Skip to what you may do"),
    "play.offers-its": Text("{name}: what may be done"),
    "play.jump": Text("What you may do: {count}"),
    "play.filtered": Text("With {names}"),
    "play.clear": Text("Show everything"),
    "play.nothing-there": Text("Nothing can be done with these together."),
    "play.do": Text("Do it"),
    "play.none": Text("none", context="desk.none"),
    # one device for the table, or a phone each
    "play.one-device": Text("Everything can be entered on this device: hand it round."),
    "play.invite": Text("Invite phones: a code for each seat"),
    "play.invite-short": Text("Invite phones"),
    # the grid that people type into
    "grid.everybody": Text("Everybody may fill in the sheet."),
    "grid.sheet": Text("The sheet"),
    "grid.line": Text("Line"),
    "grid.total": Text("Total"),
    "grid.do": Text("Write it down"),
    "grid.sign": Text("Change the sign"),
    "grid.by-itself": Text("What you type is recorded when you go on to the next cell."),
    "grid.not-now": Text("Nothing can be entered here now."),
    "grid.moved": Text(
        "Somebody has entered {value} here meanwhile: look again, then type it again."
    ),
    # dice
    "play.dice": Text("Roll at the table"),
    "play.draw": Text("Draw at the table"),
    "play.dice-lead": Text("For: {what}"),
    "play.dice-hint": Text(
        "Nothing is recorded yet. Enter what came up, in the order in which it is asked.",
    ),
    "play.value": Text("Value {n}"),
    "play.enter-dice": Text("Enter the dice"),
    "play.enter-draw": Text("Enter what was drawn"),
    "play.cancel": Text("Do something else"),
    # what came of a form
    "play.recorded": Text("Recorded: record {seq}."),
    "play.again": Text(
        "This was received before: it is record {seq}, recorded once.",
    ),
    "play.refused": Text("That cannot be done"),
    "play.rule": Text("Rule: {rule}"),
    "play.disagree": Text("You disagree? Call the arbiter"),
    "play.mend": Text("Back to what you entered"),
    "play.stale": Text(
        "This was entered at record {seq}, and the game is at record {head} by now. Nothing was "
        "recorded. Meanwhile:",
    ),
    "play.stale-kept": Text(
        "The game went on from record {seq} to {head} before this came. Nothing was recorded; "
        "your choice is kept. Meanwhile:",
    ),
    "play.still": Text("Still do it: {what}"),
    "play.sending": Text("Sending…"),
    "play.lost": Text(
        "Not connected. What you did is kept and sent again by itself, once.",
    ),
    "play.unwell": Text(
        "The service does not answer. What you did is kept and sent again by itself, once.",
    ),
    "play.clocks-stand": Text("The clocks stand."),
    "play.send": Text("Send all the same"),
    "play.held-back": Text("What was entered before was not recorded. After it you entered:"),
    "play.sound": Text("Sound when it is your turn"),
    "play.remark": Text("Remark on record {seq}"),
    "play.give-up": Text("Do not send it"),
    "play.offline": Text("Not connected: what the others do comes later."),
    "play.happened": Text("Record {seq}: {sentence}"),
    "play.look": Text("Look"),
    "play.held": Text(
        "The game went on while you were entering this. It is kept; look at what happened.",
    ),
    # what happened
    "play.past": Text("What happened"),
    "play.new": Text("new"),
    "play.you": Text("you"),
    "play.earlier": Text("{count} earlier"),
    "play.roll": Text("Roll {number}"),
    "play.roll-again": Text("repeats roll {number}"),
    "play.hidden-roll": Text("hidden"),
    "play.gone": Text("taken back", context="play.gone"),
    "play.more-told": Text("And {count} more"),
    # taking back
    "play.undo": Text("Take back", context="play.undo"),
    "play.undo-last": Text("Take back record {seq}"),
    "play.undo-more": Text("Take back more, or ask for it"),
    "play.undo-ask": Text("Ask to take back"),
    "play.undo-from": Text("Everything from"),
    "play.undo-asks": Text("It takes the agreement of {names}."),
    "play.undo-hint": Text(
        "What you may not take back alone is asked of those whom it concerns. It stays in the "
        "record, struck through.",
    ),
    "play.reason": Text("Reason (optional)"),
    "play.undo-do": Text("Take back, or ask"),
    "play.redo": Text("Put back what record {seq} took back"),
    "play.asked": Text("{who} asks to take back everything from record {seq}."),
    # the end
    "play.covered": Text("What only {name} may know is covered. Hand the device over first."),
    "play.uncover": Text("I am {name}: show it"),
    "play.end": Text("The end"),
    "play.end-replay": Text("Watch the game again"),
    "play.end-sign": Text("Sign the result"),
    "play.end-again": Text("Play another game"),
    "play.combat": Text("How the combat stands"),
    "play.settled": Text("How the combat ended"),
    "play.goes": Text("What would go"),
    "play.becomes": Text("What the board would become"),
    "play.asked-waits": Text("Waiting for {names}."),
    "play.until": Text("Until {time}."),
    "play.agree": Text("Agree"),
    "play.agree-as": Text("Agree as {name}"),
    "play.refuse": Text("Refuse"),
    "play.refuse-as": Text("Refuse as {name}"),
    "play.withdraw": Text("Withdraw", context="play.withdraw"),
    # the arbiter
    "play.claim": Text("Call the arbiter"),
    "play.claim-lead": Text(
        "Say which record is wrong, and why. The claim is recorded; the arbiter decides.",
    ),
    "play.claim-about": Text("About record"),
    "play.claim-text": Text("What is wrong"),
    "play.claim-do": Text("File the claim"),
    "play.claim-at": Text("Record {seq}, about record {about}"),
    "play.claim-open": Text("open"),
    "play.claim-ruled": Text("decided in record {seq}"),
    # the sealed dice
    "play.parts": Text("The sealed dice"),
    "play.parts-add": Text("Add a part of your own"),
    "play.parts-begun": Text("The seats are adding their parts"),
    "play.parts-complete": Text("They rest on the parts of all seats"),
    "play.parts-lead": Text(
        "Every seat binds itself to a secret part; once all are bound, each shows its own. From "
        "then on nobody can have known or chosen the dice alone, this service included. Your "
        "part is made up and kept in this browser.",
    ),
    "play.parts-waiting": Text(
        "Nothing can be rolled until every seat has shown its part of the dice.",
    ),
    "play.part-open": Text("nothing yet"),
    "play.part-bound": Text("bound"),
    "play.part-shown": Text("shown"),
    "play.part-stand-in": Text("by the service, for an absent seat"),
    "play.part-commitment": Text("Its SHA-256, in hex"),
    "play.part-value": Text("The part, in hex"),
    "play.part-bind": Text("Bind the part of {name}"),
    "play.part-show": Text("Show the part of {name}"),
    # the table
    "play.table": Text("At the table"),
    "play.unseated": Text("Sit down", context="play.unseated"),
    "play.empty": Text("nobody yet"),
    "play.unnamed": Text("somebody without a name"),
    "play.automa": Text("played from this page"),
    "play.name": Text("Your name at the table (optional)"),
    "play.name-hint": Text("Kept apart from the record; it can be erased later."),
    "play.sit": Text("Sit down as {name}"),
    "play.leave": Text("Leave the seat of {name}"),
    # play seals
    "seals.title": Text("Chosen in secret"),
    "seals.lead": Text(
        "What you choose is sealed in this browser and kept in it. It is shown by itself once "
        "all are bound: until then nobody can read it, this service included, and nobody can "
        "change it.",
    ),
    "seals.no-script": Text(
        "Your choice is sealed in your browser, so that nobody can read it, and that takes "
        "JavaScript: turn it on, or let the arbiter enter your choice.",
    ),
    "seals.unable": Text(
        "This browser keeps nothing for this page, so what is sealed here could never be shown: "
        "allow it to store data, or open your link in another browser.",
    ),
    "seals.on-behalf": Text(
        "I seal and show in the place of {name}; the record names me.",
    ),
    "seals.jump": Text("Choose and seal"),
    "seals.seal": Text("Seal it"),
    "seals.open": Text("to seal"),
    "seals.bound": Text("sealed", context="desk.dice-from-sealed"),
    "seals.shown": Text("shown", context="seals.shown"),
    "seals.yours": Text("You sealed “{what}”."),
    "seals.waiting": Text("Sealed; waiting for {names}."),
    "seals.complete": Text("All are bound. To be shown by {names}."),
    "seals.showing": Text("All are bound: what you sealed is shown now."),
    "seals.show": Text("Show what you sealed"),
    "seals.elsewhere": Text(
        "All are bound, but what you sealed is not in this browser: open this page in the one "
        "that you sealed it with. If it is lost, tell the arbiter your choice: a ruling enters "
        "it.",
    ),
    "seals.late": Text(
        "Others have shown what they sealed, so nobody can be bound any more: tell the arbiter "
        "your choice, a ruling enters it.",
    ),
}
