"""What values are called on pages: one table a kind of value. Rooms of pages add their own
in their `pages.py`, or a `labels.py`."""

from domain.kernel.text import Text

LABELS: dict[str, dict[str, Text]] = {
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
    "across": {
        "gone": Text("Actions taken back"),
        "with-undo": Text("Games with something taken back"),
        "irregular": Text("Irregular games"),
        "claimed": Text("Games with a claim"),
        "ruled": Text("Games with a ruling"),
        "seat": Text("Seat"),
        "order": Text("Acted"),
        "won": Text("Won"),
        "share": Text("Share"),
        "interval": Text("Between (%)"),
        "mean": Text("Mean points"),
        "move": Text("Move"),
        "taken": Text("Taken"),
        "length": Text("Counted in"),
        "turns": Text("Turns"),
        "actions": Text("Actions"),
        "minutes": Text("Minutes"),
        "least": Text("Least"),
        "quarter": Text("Quarter"),
        "median": Text("Median"),
        "three-quarters": Text("Three quarters"),
        "most": Text("Most"),
        "up-to": Text("Took"),
        "up-to-here": Text("Up to here"),
        "what": Text("What"),
        "ending": Text("Ending"),
        "rank": Text("Rank"),
        "player": Text("Player"),
        "rating": Text.pgettext("across.rating", "Rating"),
        "how-many": Text("How many"),
        "deviation": Text("Deviation"),
        "games": Text("Games"),
        "game": Text("Game"),
        "decided": Text("With an outcome"),
        "middle-actions": Text("Median actions"),
        "middle-minutes": Text("Median minutes"),
        "gone-share": Text("Taken back"),
        "irregular-share": Text("Irregular"),
        "day": Text("Day"),
        "place": Text.pgettext("results.place", "Place"),
        "points": Text("Points"),
    },
    "choice": {
        "kind-half": Text("for half a point"),
        "kind-zero": Text("for no point"),
        "kind-none": Text("none: take it back"),
        "kind-pairing": Text("by the pairing"),
    },
    "heading": {
        "again": Text("That did not work"),
    },
    "meaning": {
        "again": Text("The page sent what the service could not take. Nothing was saved."),
        "illegal-action": Text("The action breaks a rule. Nothing was saved."),
        "record-damaged": Text("A stored record is gone, or is not what was stored."),
        "not-logged-yet": Text("The record is kept, but the signed log does not cover it yet."),
        "invalid-parameters": Text("The address has something in it that this page does not know."),
        "method-not-allowed": Text("The page exists, but cannot be opened like this."),
    },
    "remedy": {
        "unauthorized": Text(
            "Open the link you were given, or scan its code again; organisers sign in with "
            "their key."
        ),
        "not-covered": Text("Open the link to this game, or ask its organiser for one."),
        "role-too-low": Text("Ask the organiser for a link that lets you do this."),
        "not-found": Text("Go to the list of games and start from there."),
        "unknown-game": Text("Look for the game in the list."),
        "no-such-position": Text("Show the game as it stands, and go back from there."),
        "stale": Text("Look at what happened since, and enter it again if it still makes sense."),
        "store-unavailable": Text("Try again in a moment. What you sent is recorded once at most."),
        "internal-error": Text("Try again; if it stays, tell the operator the number below."),
        "method-not-allowed": Text("Go back and use the button again."),
        "bad-request": Text("Go back and use the form again."),
        "invalid-parameters": Text(
            "The address has something in it that this page does not know: go to the list of games."
        ),
        "again": Text(
            "Go back, load the page again and try once more; if it stays, tell the operator."
        ),
        "unknown-ruleset": Text("Choose a title from the list of titles."),
        "unknown-catalog": Text("Choose a catalog from the list of catalogs."),
        "unknown-campaign": Text("Look for the campaign in the list."),
        "unknown-tournament": Text(
            "Look for the tournament in the list, or ask its organiser for a link."
        ),
        "unknown-study": Text("Look at the game's list of studies, or ask the author to share it."),
        "unknown-link": Text("Look at the list of links; it may have been withdrawn."),
        "unknown-subscription": Text("Look at the list of your messages, and choose anew."),
        "unknown-player": Text("Choose somebody who has played here, or enter somebody new."),
        "no-games-of-player": Text("Look for the player in the list of games."),
        "no-such-scenario": Text("Go to the campaign: it lists the scenarios that are open."),
        "campaign-refused": Text(
            "Go to the campaign: it says what can be opened next, or why nothing can."
        ),
        "catalog-refused": Text("Correct the file where the sentence says, and send it again."),
        "catalog-damaged": Text("Tell the operator: the true file has to be put back."),
        "record-damaged": Text("Tell the operator: a true copy has to be put back."),
        "rules-missing": Text(
            "Tell the operator: a newer version, or the package with the title, has to be "
            "installed."
        ),
        "no-tables": Text("Ask the operator to make them."),
        "unknown-table": Text("Choose one from the list of tables."),
        "illegal-action": Text("Look at what your seat may do now, and choose from it."),
        "values-needed": Text("Roll or draw what is asked for, enter it, and send it again."),
        "undo-refused": Text("Ask the arbiter, or let it stand."),
        "damaged-file": Text("Export the game again, and send that file."),
        "redacted-file": Text(
            "Ask the organiser for the whole file: this one leaves out what its reader may "
            "not know."
        ),
        "no-pictures": Text("Open the game itself: its board is shown there."),
        "no-documents": Text("Print the page itself: it is set for paper."),
        "embed-refused": Text("Open the game by its own address."),
        "form-not-ours": Text("Open the page again and send it from there."),
        "sign-in-used": Text(
            "Sign in with the operator's key, or start the service again for another link."
        ),
        "not-your-seat": Text("Open that seat's link, or ask the arbiter to enter it."),
        "not-your-audience": Text("Look at the game as yourself, or as the public."),
        "link-over": Text("Ask the organiser for a new link."),
        "subscription-refused": Text("Choose another way, or end one of your subscriptions first."),
        "notifications-off": Text("Ask its operator."),
        "too-many-requests": Text("Wait a little, then try again."),
        "host-unknown": Text(
            "Open the service by the address you were given, or tell the operator."
        ),
        "proposal-refused": Text("Look at how the game stands, and ask again if it still matters."),
        "ruling-refused": Text("Look at what was decided, and rule on what still stands."),
        "correction-refused": Text(
            "Correct what the sentence names, and look at the preview before you confirm."
        ),
        "game-adjudicated": Text("The game goes on only if the arbiter overturns that ruling."),
        "contribution-refused": Text(
            "Look at who has added to the dice, and who is still to show their part."
        ),
        "seal-refused": Text("Look at who has chosen, and who is still to show."),
        "other-title": Text("Choose a game of the same title."),
        "no-such-seat": Text("Choose one of the players' seats."),
        "seat-taken": Text("Choose a free seat, or wait until they have left."),
        "seat-empty": Text("Look at who sits where."),
        "too-many-games": Text("Choose fewer: one title, some days, or a tournament."),
        "numbers-unavailable": Text("Try again in some seconds."),
        "not-logged-yet": Text("Try again in some seconds."),
        "not-cosigned-yet": Text("Try again in some seconds."),
        "bundle-hides": Text("Ask the arbiter for it, or take it once everything is open."),
        "tournament-refused": Text(
            "Look at the round as it stands, and correct what stands in the way."
        ),
        "confirmation-needed": Text("Send the form again: its page asks for the reason."),
        "duty-too-low": Text("Ask the director for a link that lets you do this."),
    },
}
