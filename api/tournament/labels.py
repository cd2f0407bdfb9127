from api.web.pages.labels import add_labels
from domain.kernel.sentences import Sentences
from domain.tournament.lifecycle.rule_words import RULE_WORDS

add_labels(
    {
        "choice": Sentences("""
            kind-half = asked for
            kind-zero = for no point
            kind-none = none: take it back
            kind-pairing = by the pairing
        """),
        "checkin-is": Sentences("""
            present = here
            absent = absent
            unknown = not seen
            away = absent in the round before
        """),
        "compare": Sentences("""
            a = Entrant
            b = beside
        """),
        "correction-effect": Sentences("""
            recompute = standings from then on
            repair = standings, and the next round paired again
            report = exports alone
        """),
        "duties": Sentences("""
            director = Director
            scorer = Scorer
            check-in = Check-in
            screen = Screen
        """),
        "role": Sentences("""
            director = director
            scorer = scorer
            check-in = check-in
            table [role] = player
            screen [role] = screen
        """),
        "entrants-is": Sentences("""
            withdrawn [duties.over] = withdrawn
            expelled = expelled
        """),
        "event-file": Sentences("""
            entrants = Entrants (CSV)
            pairings = Pairings (CSV)
            results = Results (CSV)
            standings = Standings (CSV)
            terms = Terms of every value (CSV)
            calendar = Rounds (calendar)
            trf26 = Report file (TRF26)
            export = The whole record (JSON Lines)
            bundle = Bundle with its games, to verify offline
        """),
        "event-go": Sentences("""
            entrants = Entrants
            advance = Who goes on
            pair = Pair round {round}
            publish = Look and publish
            results = Tables of round {round}
            close-round = Look and close round {round}
            close = Winners and prizes
            over = Winners and prizes
        """),
        "event-next": Sentences("""
            entrants = Enter those who play.
            advance = The stage is over: say who goes on.
            pair = Round {round} is to be paired.
            publish = Round {round} is paired, and nobody else sees it yet.
            results = Round {round} is being played.
            close-round = All results of round {round} are in.
            close
              All rounds are played. Once no protest is open, close the tournament at the end of
                this page.
            over = The tournament is closed.
        """),
        "preset": Sentences("""
            duels = Swiss duels
            evening = Evening at tables
            heats = Heats and a final
            cards = Card games
            challenge = Challenge
        """),
        "preset-hint": Sentences("""
            duels = two at a table, winners meet winners
            evening = three to five at a table, points by place
            heats = three rounds at tables, the best four play a final
            cards = Swiss, best of three, cut to eight
            challenge = everybody alone at the same deal
        """),
        "pairing-by": Sentences("""
            engine = by the engine
            hand = by hand
        """),
        "pairing-part": Sentences("""
            again = Met before, or planned to meet again
            repeats = Meetings again in the plan from here on
            rematch = Rematches
            hard = Kept apart in any case
            bye = Bye above the lowest score
            score = Difference of scores
            second-bye = Byes had before
            first-twice = First player twice running
            soft = Kept apart where it can be
            seed = Order of seeds
            met = Met before (squares)
            later = Meetings still planned
            pot = Same row of the snake
            spread = Spread of scores (square)
            seat = Same seat again
            place = Same table again
            plan = Departs from the plan
            lots [pairing.part-lots] = Lots
        """),
        "paper": Sentences("""
            pairings = Pairings by table
            names = Pairings by name
            slips = Result slips
            standings = Standings
            poster = Standings to hang up
            final = Winners and prizes
            cross = Cross table
            worksheet = Tie-break worksheet
            plays = Codes for BG Stats
            irregularities = Report of irregularities
        """),
        "results-effect": Sentences("""
            recompute = Standings from now on; rounds stay as they were paired
            repair = The next round too: it is withdrawn, to be paired again
            report = The exported reports alone; standings stay as they are
        """),
        "results-kind": Sentences("""
            played = played
            forfeit = forfeit: somebody was absent
            double-forfeit = forfeit: everybody was absent
            adjourned = adjourned
        """),
        "results-source": Sentences("""
            game = from the game's record
            slips = from the players' phones
            typed = typed
        """),
        "screen": Sentences("""
            pairings = Tables
            names = By name
            standings = Standings
            clock = Clock
        """),
        "standings-key": Sentences("""
            team = size of the team
            left = left early
            stage [standings.key-stage] = stage
        """),
        "standings-parted": Sentences("""
            left = {below} left before half of the games, whose results do not count.
            stage = {above} went on into this stage, {below} did not.
            team
              {above} and {below} are teams of different sizes, each of which is ranked by itself.
        """),
        "term-how": Sentences("""
            mean = mean of
            product = product of
            least = least of
            most = most of
            quotient = the first by the second
        """),
        "term": Sentences("""
            result = Round {round}, table {table}
            bye = Round {round}: a bye
            absent = Round {round}: neither table nor bye
            forfeit = Round {round}: the opponent was missing
            penalty = Penalty, from round {round} on
            stage = Stage
            factor = Factor
            virtual = Round {round}: the virtual opponent
            draw = Round {round}, counted as a draw
            share-won = Of what was possible
            possible = What was possible
            floor = The floor
        """),
        "tournaments-is": Sentences("""
            open [tournaments.is-open] = open
            closed [tournaments.is-closed] = closed
        """),
        "rules": RULE_WORDS,
    }
)
