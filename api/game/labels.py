from api.web.pages.labels import add_labels
from domain.kernel.sentences import Sentences

add_labels(
    {
        "chance": Sentences("""
            sealed = sealed dice
            table = the table's dice
        """),
        "undo": Sentences("""
            free = undo: free
            consent = undo: by consent
            arbiter = undo: the arbiter's
            none = undo: none
            from [desk.undo-from] = Take back
        """),
        "day": Sentences("""
            opened-from = Opened from
            opened-to = Opened until
            updated-from = Last written to from
            updated-to = Last written to until
        """),
        "open-dice": Sentences("""
            sealed
              Greffe rolls, sealed: nobody can choose them, and anyone can check them afterwards.
            duplicate
              Everybody plays the same deal, in a challenge: equal choices meet equal cards and
                dice, and what was drawn stays hidden from the others until the round is closed.
            table = The table rolls, and enters what came up.
        """),
        "open-undo": Sentences("""
            free
              Free: own last actions, up to a roll, a reveal or another seat's action; beyond
                that, with consent.
            consent = By consent: all other players have to agree.
            arbiter = By the arbiter: seats ask, the arbiter answers.
            none = None: only a ruling can annul.
        """),
        "role": Sentences("""
            spectator = spectator
            seat = player
            arbiter = arbiter
            organiser = organiser
            operator = operator
        """),
        "status": Sentences("""
            open = being played
            ended = ended, not closed yet
            closed = closed
        """),
        "branches-purpose": Sentences("""
            analysis = analysis
            dispute = to settle a dispute
            teaching = teaching
        """),
        "desk-dice-from": Sentences("""
            sealed [desk.dice-from-sealed] = sealed
            dealt = of the deal
            table = the table's
            attested [desk.dice-from-attested] = attested
        """),
        "desk-how": Sentences("""
            facts = by facts
            patch = field by field (JSON Patch)
        """),
        "desk-op": Sentences("""
            replace = replace
            add = add
            remove = remove
        """),
        "desk-proof": Sentences("""
            waiting = not in the log yet
            logged = in the log, not signed yet
            signed = signed
            cosigned = cosigned by {count} of {of}
            hint
              The bundle is one file that anybody can check without this service: greffe verify.
        """),
        "desk-refers": Sentences("""
            claim = answers claim
            about = about record
            asked = answers record
            restores = restores record
            overturns = overturns record
            from = from record
        """),
        "desk-remedy": Sentences("""
            stands = It stands
            stands-hint = The record stays as it is; a claim is answered.
            let-stand = Let an illegal action stand
            let-stand-hint = It was done at the table and is recorded although the rules forbid it.
            annul = Annul
            annul-hint = Everything from a record on no longer counts.
            correct = Correct the board
            correct-hint = The board is set to what is right, by facts or field by field.
            penalty = Penalty
            penalty-hint = A seat gets or loses points.
            adjudicate = Adjudicate
            adjudicate-hint = You name the outcome; the game ends.
        """),
        "seat-role": Sentences("""
            automa = automa
            chance = chance
            player = player
        """),
        "desk-rolls": Sentences("""
            none = none were rolled
            stands = they stand: the next roll of the same kind repeats them
            reroll = they are rolled again
        """),
        "desk-show": Sentences("""
            all = All
            gone = Struck out
            undo = Undo
            claims = Claims
            rulings = Rulings
            dice = Dice
            irregular = Irregular
            notes = Notes
            fields = Show its fields
        """),
        "branches": Sentences("""
            no = without them
            only = only them
            all = with them
        """),
        "clock": Sentences("""
            none = No clocks
            budget = A time for the whole game
            fischer = A time for the whole game, and some seconds more after each turn (Fischer)
            per-move = A time for each turn anew
            minutes = Minutes for each seat
            seconds = Seconds
            hint
              Clocks run from the first action on, and stand while a claim or a request to take
                back is open. At zero nothing is decided: that is for the arbiter, or for what the
                table has agreed.
        """),
        "witness": Sentences("""
            refusing = The witness {name} refuses to cosign the log: {says}.
            away = The witness {name} is away: {says}.
            since = Since
        """),
        "play-part": Sentences("""
            open = nothing yet
            bound = bound
            shown = shown
        """),
        "replay-key": Sentences("""
            home = first record
            up = previous turn
            left = previous record
            right = next record
            down = next turn
            end = last record
            space = play or pause
            help = this list
            faster = play faster
            slower = play slower
        """),
        "replay-kind": Sentences("""
            roll = dice, a draw
            undo = something taken back
            ruling = a ruling
            claim = a claim
            note = a note
        """),
        "replay": Sentences("""
            first = First record
            previous-turn = Previous turn
            previous = Previous record
            next = Next record
            next-turn = Next turn
            last = Last record
        """),
        "seals": Sentences("""
            open = to seal
            bound [desk.dice-from-sealed] = sealed
            shown [seals.shown] = shown
        """),
        "sheet": Sentences("""
            kind = We enter
            kind-number = a number
            kind-choice = a choice
            kind-yes-no = yes or no
            kind-seat = one of the players
            kind-reckoned = nothing: it is reckoned
            how = How it is reckoned
            how-sum = all added up
            how-difference = the first less the second
            how-product = all multiplied
            how-floor = the first ÷ the second, rounded down
            how-min = the least of them
            how-max = the most of them
            how-table = by a table, of their sum
            how-across = the sum over all players
            parts = In steps of
            parts-1 = 1
            parts-2 = ½
            parts-10 = 0.1
            check = What has to fit
            check-one-holder = one player has it at most
            check-different = all are different
            check-sum = the row has a fixed sum
            per = When
            per-once = once
            per-round = each round
            whose = Whose it is
            whose-seat = each player's
            whose-side = each side's
            whose-table = the whole table's
            by = Who enters it
            by-anyone = anybody
            by-owner = only the player
            tie = If totals are tied
            tie-highest = more here comes first
            tie-lowest = less here comes first
            wins = Who wins?
            wins-highest = the highest total
            wins-lowest = the lowest total
            wins-together = all together, or nobody
        """),
        "clock-terms": Sentences("""
            budget = {time} for the game
            fischer = {time} for the game, and {increment} s more after each turn
            per-move = {time} for each turn
        """),
        "move": Sentences("""
            undo-title = Take back
            undo-cancel = Take nothing back
            undo-lead
              Everything from the chosen action on no longer counts. It stays in the record,
                struck through, and can be restored until another action is taken.
            redo-title = Restore
            redo-cancel = Restore nothing
            redo-lead = What was taken back last counts again.
            overturn-title = Overturn the ruling of record {seq}
            overturn-cancel = Let the ruling stand
            overturn-lead
              The ruling no longer holds: where it moved the position, the one from before it is
                back.
            close-title = Close the game
            close-cancel = Keep the game open
            close-lead
              The last record: nothing can be added afterwards, not even a ruling. The seed of
                sealed dice is shown then.
        """),
    }
)
