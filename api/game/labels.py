from api.web.pages.labels import add_labels
from domain.kernel.text import Text

add_labels(
    {
        "chance": {
            "sealed": Text("sealed dice"),
            "table": Text("the table's dice"),
        },
        "undo": {
            "free": Text("undo: free"),
            "consent": Text("undo: by consent"),
            "arbiter": Text("undo: the arbiter's"),
            "none": Text("undo: none"),
            "from": Text.pgettext("desk.undo-from", "Take back"),
        },
        "day": {
            "opened-from": Text("Opened from"),
            "opened-to": Text("Opened until"),
            "updated-from": Text("Last written to from"),
            "updated-to": Text("Last written to until"),
        },
        "open-dice": {
            "sealed": Text(
                "Greffe rolls, sealed: nobody can choose them, and anyone can check them afterwards."
            ),
            "duplicate": Text(
                "Everybody plays the same deal, in a challenge: equal choices meet equal cards "
                "and dice, and what was drawn stays hidden from the others until the round is "
                "closed."
            ),
            "table": Text("The table rolls, and enters what came up."),
        },
        "open-undo": {
            "free": Text(
                "Free: own last actions, up to a roll, a reveal or another seat's action; beyond "
                "that, with consent."
            ),
            "consent": Text("By consent: all other players have to agree."),
            "arbiter": Text("By the arbiter: seats ask, the arbiter answers."),
            "none": Text("None: only a ruling can annul."),
        },
        "role": {
            "spectator": Text("spectator"),
            "seat": Text("player"),
            "arbiter": Text("arbiter"),
            "organiser": Text("organiser"),
            "operator": Text("operator"),
        },
        "status": {
            "open": Text("being played"),
            "ended": Text("ended, not closed yet"),
            "closed": Text("closed"),
        },
        "branches-purpose": {
            "analysis": Text("analysis"),
            "dispute": Text("to settle a dispute"),
            "teaching": Text("teaching"),
        },
        "desk-dice-from": {
            "sealed": Text.pgettext("desk.dice-from-sealed", "sealed"),
            "dealt": Text("of the deal"),
            "table": Text("the table's"),
            "attested": Text.pgettext("desk.dice-from-attested", "attested"),
        },
        "desk-how": {
            "facts": Text("by facts"),
            "patch": Text("field by field (JSON Patch)"),
        },
        "desk-op": {
            "replace": Text("replace"),
            "add": Text("add"),
            "remove": Text("remove"),
        },
        "desk-proof": {
            "waiting": Text("not in the log yet"),
            "logged": Text("in the log, not signed yet"),
            "signed": Text("signed"),
            "cosigned": Text("cosigned by {count} of {of}"),
            "hint": Text(
                "The bundle is one file that anybody can check without this service: greffe verify."
            ),
        },
        "desk-refers": {
            "claim": Text("answers claim"),
            "about": Text("about record"),
            "asked": Text("answers record"),
            "restores": Text("restores record"),
            "overturns": Text("overturns record"),
            "from": Text("from record"),
        },
        "desk-remedy": {
            "stands": Text("It stands"),
            "stands-hint": Text("The record stays as it is; a claim is answered."),
            "let-stand": Text("Let an illegal action stand"),
            "let-stand-hint": Text(
                "It was done at the table and is recorded although the rules forbid it."
            ),
            "annul": Text("Annul"),
            "annul-hint": Text("Everything from a record on no longer counts."),
            "correct": Text("Correct the board"),
            "correct-hint": Text("The board is set to what is right, by facts or field by field."),
            "penalty": Text("Penalty"),
            "penalty-hint": Text("A seat gets or loses points."),
            "adjudicate": Text("Adjudicate"),
            "adjudicate-hint": Text("You name the outcome; the game ends."),
        },
        "seat-role": {
            "automa": Text("automa"),
            "chance": Text("chance"),
            "player": Text("player"),
        },
        "desk-rolls": {
            "none": Text("none were rolled"),
            "stands": Text("they stand: the next roll of the same kind repeats them"),
            "reroll": Text("they are rolled again"),
        },
        "desk-show": {
            "all": Text("All"),
            "gone": Text("Struck out"),
            "undo": Text("Undo"),
            "claims": Text("Claims"),
            "rulings": Text("Rulings"),
            "dice": Text("Dice"),
            "irregular": Text("Irregular"),
            "notes": Text("Notes"),
            "fields": Text("Show its fields"),
        },
        "branches": {
            "no": Text("without them"),
            "only": Text("only them"),
            "all": Text("with them"),
        },
        "clock": {
            "none": Text("No clocks"),
            "budget": Text("A time for the whole game"),
            "fischer": Text(
                "A time for the whole game, and some seconds more after each turn (Fischer)"
            ),
            "per-move": Text("A time for each turn anew"),
            "minutes": Text("Minutes for each seat"),
            "seconds": Text("Seconds"),
            "hint": Text(
                "Clocks run from the first action on, and stand while a claim or a request to "
                "take back is open. At zero nothing is decided: that is for the arbiter, or for "
                "what the table has agreed."
            ),
        },
        "witness": {
            "refusing": Text("The witness {name} refuses to cosign the log: {says}."),
            "away": Text("The witness {name} is away: {says}."),
            "since": Text("Since"),
        },
        "play-part": {
            "open": Text("nothing yet"),
            "bound": Text("bound"),
            "shown": Text("shown"),
        },
        "replay-key": {
            "home": Text("first record"),
            "up": Text("previous turn"),
            "left": Text("previous record"),
            "right": Text("next record"),
            "down": Text("next turn"),
            "end": Text("last record"),
            "space": Text("play or pause"),
            "help": Text("this list"),
            "faster": Text("play faster"),
            "slower": Text("play slower"),
        },
        "replay-kind": {
            "roll": Text("dice, a draw"),
            "undo": Text("something taken back"),
            "ruling": Text("a ruling"),
            "claim": Text("a claim"),
            "note": Text("a note"),
        },
        "replay": {
            "first": Text("First record"),
            "previous-turn": Text("Previous turn"),
            "previous": Text("Previous record"),
            "next": Text("Next record"),
            "next-turn": Text("Next turn"),
            "last": Text("Last record"),
        },
        "seals": {
            "open": Text("to seal"),
            "bound": Text.pgettext("desk.dice-from-sealed", "sealed"),
            "shown": Text.pgettext("seals.shown", "shown"),
        },
        "sheet": {
            "kind": Text("We enter"),
            "kind-number": Text("a number"),
            "kind-choice": Text("a choice"),
            "kind-yes-no": Text("yes or no"),
            "kind-seat": Text("one of the players"),
            "kind-reckoned": Text("nothing: it is reckoned"),
            "how": Text("How it is reckoned"),
            "how-sum": Text("all added up"),
            "how-difference": Text("the first less the second"),
            "how-product": Text("all multiplied"),
            "how-floor": Text("the first ÷ the second, rounded down"),
            "how-min": Text("the least of them"),
            "how-max": Text("the most of them"),
            "how-table": Text("by a table, of their sum"),
            "how-across": Text("the sum over all players"),
            "parts": Text("In steps of"),
            "parts-1": Text("1"),
            "parts-2": Text("½"),
            "parts-10": Text("0.1"),
            "check": Text("What has to fit"),
            "check-one-holder": Text("one player has it at most"),
            "check-different": Text("all are different"),
            "check-sum": Text("the row has a fixed sum"),
            "per": Text("When"),
            "per-once": Text("once"),
            "per-round": Text("each round"),
            "whose": Text("Whose it is"),
            "whose-seat": Text("each player's"),
            "whose-side": Text("each side's"),
            "whose-table": Text("the whole table's"),
            "by": Text("Who enters it"),
            "by-anyone": Text("anybody"),
            "by-owner": Text("only the player"),
            "tie": Text("If totals are tied"),
            "tie-highest": Text("more here comes first"),
            "tie-lowest": Text("less here comes first"),
            "wins": Text("Who wins?"),
            "wins-highest": Text("the highest total"),
            "wins-lowest": Text("the lowest total"),
            "wins-together": Text("all together, or nobody"),
        },
        "clock-terms": {
            "budget": Text("{time} for the game"),
            "fischer": Text("{time} for the game, and {increment} s more after each turn"),
            "per-move": Text("{time} for each turn"),
        },
        "move": {
            "undo-title": Text("Take back"),
            "undo-cancel": Text("Take nothing back"),
            "undo-lead": Text(
                "Everything from the chosen action on no longer counts. It stays in the record, "
                "struck through, and can be restored until another action is taken."
            ),
            "redo-title": Text("Restore"),
            "redo-cancel": Text("Restore nothing"),
            "redo-lead": Text("What was taken back last counts again."),
            "overturn-title": Text("Overturn the ruling of record {seq}"),
            "overturn-cancel": Text("Let the ruling stand"),
            "overturn-lead": Text(
                "The ruling no longer holds: where it moved the position, the one from before it "
                "is back."
            ),
            "close-title": Text("Close the game"),
            "close-cancel": Text("Keep the game open"),
            "close-lead": Text(
                "The last record: nothing can be added afterwards, not even a ruling. The seed "
                "of sealed dice is shown then."
            ),
        },
    }
)
