from api.web.pages.labels import add_labels
from domain.kernel.text import Text
from domain.tournament.lifecycle.rule_words import RULE_WORDS

add_labels(
    {
        "choice": {
            "kind-half": Text("for half a point"),
            "kind-zero": Text("for no point"),
            "kind-none": Text("none: take it back"),
            "kind-pairing": Text("by the pairing"),
        },
        "checkin-is": {
            "present": Text("here"),
            "absent": Text("absent"),
            "unknown": Text("not seen"),
            "away": Text("absent in the round before"),
        },
        "compare": {
            "a": Text("Entrant"),
            "b": Text("beside"),
        },
        "correction-effect": {
            "recompute": Text("standings from then on"),
            "repair": Text("standings, and the next round paired again"),
            "report": Text("exports alone"),
        },
        "duties": {
            "director": Text("Director"),
            "scorer": Text("Scorer"),
            "check-in": Text("Check-in"),
            "screen": Text("Screen"),
        },
        "role": {
            "director": Text("director"),
            "scorer": Text("scorer"),
            "check-in": Text("check-in"),
            "table": Text.pgettext("role", "player"),
            "screen": Text.pgettext("role", "screen"),
        },
        "entrants-is": {
            "withdrawn": Text.pgettext("duties.over", "withdrawn"),
            "expelled": Text("expelled"),
        },
        "event-file": {
            "entrants": Text("Entrants (CSV)"),
            "pairings": Text("Pairings (CSV)"),
            "results": Text("Results (CSV)"),
            "standings": Text("Standings (CSV)"),
            "terms": Text("Terms of every value (CSV)"),
            "calendar": Text("Rounds (calendar)"),
            "trf26": Text("Report file (TRF26)"),
            "export": Text("The whole record (JSON Lines)"),
            "bundle": Text("Bundle with its games, to verify offline"),
        },
        "event-go": {
            "entrants": Text("Entrants"),
            "advance": Text("Who goes on"),
            "pair": Text("Pair round {round}"),
            "publish": Text("Look and publish"),
            "results": Text("Tables of round {round}"),
            "close-round": Text("Look and close round {round}"),
            "close": Text("Winners and prizes"),
            "over": Text("Winners and prizes"),
        },
        "event-next": {
            "entrants": Text("Enter those who play."),
            "advance": Text("The stage is over: say who goes on."),
            "pair": Text("Round {round} is to be paired."),
            "publish": Text("Round {round} is paired, and nobody else sees it yet."),
            "results": Text("Round {round} is being played."),
            "close-round": Text("All results of round {round} are in."),
            "close": Text(
                "All rounds are played. Once no protest is open, close the tournament at the end of this page."
            ),
            "over": Text("The tournament is closed."),
        },
        "preset": {
            "duels": Text("Swiss duels"),
            "evening": Text("Evening at tables"),
            "heats": Text("Heats and a final"),
            "challenge": Text("Challenge"),
        },
        "preset-hint": {
            "duels": Text("two at a table, winners meet winners"),
            "evening": Text("three to five at a table, points by place"),
            "heats": Text("three rounds at tables, the best four play a final"),
            "challenge": Text("everybody alone at the same deal"),
        },
        "pairing-by": {
            "engine": Text("by the engine"),
            "hand": Text("by hand"),
        },
        "pairing-part": {
            "again": Text("Met before, or planned to meet again"),
            "repeats": Text("Meetings again in the plan from here on"),
            "rematch": Text("Rematches"),
            "hard": Text("Kept apart in any case"),
            "bye": Text("Bye above the lowest score"),
            "score": Text("Difference of scores"),
            "second-bye": Text("Byes had before"),
            "first-twice": Text("First player twice running"),
            "soft": Text("Kept apart where it can be"),
            "seed": Text("Order of seeds"),
            "met": Text("Met before (squares)"),
            "later": Text("Meetings still planned"),
            "pot": Text("Same row of the snake"),
            "spread": Text("Spread of scores (square)"),
            "seat": Text("Same seat again"),
            "place": Text("Same table again"),
            "plan": Text("Departs from the plan"),
            "lots": Text.pgettext("pairing.part-lots", "Lots"),
        },
        "paper": {
            "pairings": Text("Pairings by table"),
            "names": Text("Pairings by name"),
            "slips": Text("Result slips"),
            "standings": Text("Standings"),
            "poster": Text("Standings to hang up"),
            "final": Text("Winners and prizes"),
            "cross": Text("Cross table"),
            "worksheet": Text("Tie-break worksheet"),
            "plays": Text("Codes for BG Stats"),
            "irregularities": Text("Report of irregularities"),
        },
        "results-effect": {
            "recompute": Text("Standings from now on; rounds stay as they were paired"),
            "repair": Text("The next round too: it is withdrawn, to be paired again"),
            "report": Text("The exported reports alone; standings stay as they are"),
        },
        "results-kind": {
            "played": Text("played"),
            "forfeit": Text("forfeit: somebody was absent"),
            "double-forfeit": Text("forfeit: everybody was absent"),
            "adjourned": Text("adjourned"),
        },
        "results-source": {
            "game": Text("from the game's record"),
            "slips": Text("from the players' phones"),
            "typed": Text("typed"),
        },
        "screen": {
            "pairings": Text("Tables"),
            "names": Text("By name"),
            "standings": Text("Standings"),
            "clock": Text("Clock"),
        },
        "standings-key": {
            "team": Text("size of the team"),
            "left": Text("left early"),
            "stage": Text.pgettext("standings.key-stage", "stage"),
        },
        "standings-parted": {
            "left": Text("{below} left before half of the games, whose results do not count."),
            "stage": Text("{above} went on into this stage, {below} did not."),
            "team": Text(
                "{above} and {below} are teams of different sizes, each of which is ranked by itself."
            ),
        },
        "term-how": {
            "mean": Text("mean of"),
            "product": Text("product of"),
            "least": Text("least of"),
        },
        "term": {
            "result": Text("Round {round}, table {table}"),
            "bye": Text("Round {round}: a bye"),
            "absent": Text("Round {round}: neither table nor bye"),
            "forfeit": Text("Round {round}: the opponent was missing"),
            "penalty": Text("Penalty, from round {round} on"),
            "stage": Text("Stage"),
            "factor": Text("Factor"),
            "virtual": Text("Round {round}: the virtual opponent"),
            "draw": Text("Round {round}, counted as a draw"),
        },
        "tournaments-is": {
            "open": Text.pgettext("tournaments.is-open", "open"),
            "closed": Text.pgettext("tournaments.is-closed", "closed"),
        },
        "rules": RULE_WORDS,
    }
)
