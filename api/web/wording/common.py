"""Sentences of every page, of the controls of forms, and of what a reader can do about a problem
(others keep the API's remedy)."""

from domain.kernel.text import Text

WORDS = {  # common
    "site.tagline": Text("The clerk at the game table"),
    "site.skip": Text("Skip to the content"),
    "site.menu": Text("Pages"),
    "site.home": Text("Games"),
    "site.hall": Text("Hall"),
    "site.organise": Text("Organise"),
    "site.enter": Text("Sign in"),
    "site.leave": Text("Sign out"),
    "site.as": Text("You are here as {role}."),
    "site.next": Text("What you can do now"),
    "site.home-link": Text("To the list of games"),
    "site.again": Text("Try again"),
    "site.instead": Text("The game as it stands"),
    "site.number": Text("For the operator: request {number}."),
    "site.docs": Text(
        "Every address, to read and to try: enter a key or a link's token with “Authorize”. The "
        "document itself is",
    ),
    "site.api": Text("For programs"),
    "events.title": Text("Events, streams, webhooks"),
    "events.lead": Text(
        "Whatever happens is kept as a record of one of these kinds. What they mean stands here "
        "in English, as in their schemas. "
        "Live streams and webhooks are described in"
    ),
    "events.record": Text("Record, version"),
    "events.stream": Text("Stream"),
    "events.meaning": Text("What it says"),
    "events.since": Text("Since version"),
    "events.writes": Text("Written by"),
    "events.reads": Text("Read by"),
    "way.campaign": Text("The campaign"),
    "way.tournament": Text("The tournament"),
    "way.table": Text("{title}, game {id}"),
    "way.mine": Text("Back to your table"),
    "role.spectator": Text("spectator"),
    "role.seat": Text("player"),
    "role.arbiter": Text("arbiter"),
    "role.organiser": Text("organiser"),
    "role.operator": Text("operator"),
    "status.open": Text("being played"),
    "status.ended": Text("ended, not closed yet"),
    "status.closed": Text("closed"),
    "enter.title": Text("Sign in"),
    "enter.lead": Text(
        "Players, arbiters and spectators open the link or scan the code they were given; no "
        "sign-in is needed. Organisers and the operator enter their key here.",
    ),
    "enter.key": Text("Key, or link"),
    "enter.hint": Text(
        "The operator's key lies in operator.key in the data folder.",
    ),
    "enter.unknown": Text("This key is unknown"),
    "enter.unknown-next": Text(
        "Nobody has this key, or it was revoked. Copy it once more, whole and without spaces; the "
        "operator makes new ones.",
    ),
    "enter.go": Text("Sign in"),
    "enter.once": Text("This link signs the operator in, once."),
    # forms
    "forms.choose": Text("choose"),
    "forms.more": Text("One more: {what}"),
    "forms.less": Text("One less: {what}"),
    "forms.add-row": Text("Add a line"),
    "forms.line": Text("Line {n}"),
    "forms.commas": Text("several with commas"),
    "forms.nth": Text("{n}: {what}"),
    "forms.range": Text("{least} to {most}"),
    "forms.from-least": Text("{least} or more"),
    # remedies
    "remedy.unauthorized": Text(
        "Open the link you were given, or scan its code again; organisers sign in with their key.",
    ),
    "remedy.not-covered": Text(
        "Open the link to this game, or ask its organiser for one.",
    ),
    "remedy.role-too-low": Text("Ask the organiser for a link that lets you do this."),
    "remedy.not-found": Text("Go to the list of games and start from there."),
    "remedy.unknown-game": Text("Look for the game in the list."),
    "remedy.no-such-position": Text("Show the game as it stands, and go back from there."),
    "remedy.stale": Text(
        "Look at what happened since, and enter it again if it still makes sense.",
    ),
    "remedy.store-unavailable": Text(
        "Try again in a moment. What you sent is recorded once at most.",
    ),
    "remedy.internal-error": Text(
        "Try again; if it stays, tell the operator the number below.",
    ),
    "remedy.method-not-allowed": Text("Go back and use the button again."),
    "remedy.bad-request": Text("Go back and use the form again."),
    "remedy.invalid-parameters": Text(
        "The address has something in it that this page does not know: go to the list of games.",
    ),
    "remedy.again": Text(
        "Go back, load the page again and try once more; if it stays, tell the operator."
    ),
    "remedy.unknown-ruleset": Text("Choose a title from the list of titles."),
    "remedy.unknown-catalog": Text("Choose a catalog from the list of catalogs."),
    "remedy.unknown-campaign": Text("Look for the campaign in the list."),
    "remedy.unknown-tournament": Text(
        "Look for the tournament in the list, or ask its organiser for a link."
    ),
    "remedy.unknown-study": Text(
        "Look at the game's list of studies, or ask the author to share it."
    ),
    "remedy.unknown-link": Text("Look at the list of links; it may have been withdrawn."),
    "remedy.unknown-subscription": Text("Look at the list of your messages, and choose anew."),
    "remedy.unknown-player": Text("Choose somebody who has played here, or enter somebody new."),
    "remedy.no-games-of-player": Text("Look for the player in the list of games."),
    "remedy.no-such-scenario": Text("Go to the campaign: it lists the scenarios that are open."),
    "remedy.campaign-refused": Text(
        "Go to the campaign: it says what can be opened next, or why nothing can."
    ),
    "remedy.catalog-refused": Text("Correct the file where the sentence says, and send it again."),
    "remedy.catalog-damaged": Text("Tell the operator: the true file has to be put back."),
    "remedy.record-damaged": Text("Tell the operator: a true copy has to be put back."),
    "remedy.rules-missing": Text(
        "Tell the operator: a newer version, or the package with the title, has to be installed."
    ),
    "remedy.no-tables": Text("Ask the operator to make them."),
    "remedy.unknown-table": Text("Choose one from the list of tables."),
    "remedy.illegal-action": Text("Look at what your seat may do now, and choose from it."),
    "remedy.values-needed": Text("Roll or draw what is asked for, enter it, and send it again."),
    "remedy.undo-refused": Text("Ask the arbiter, or let it stand."),
    "remedy.damaged-file": Text("Export the game again, and send that file."),
    "remedy.redacted-file": Text(
        "Ask the organiser for the whole file: this one leaves out what its reader may not know."
    ),
    "remedy.no-pictures": Text("Open the game itself: its board is shown there."),
    "remedy.no-documents": Text("Print the page itself: it is set for paper."),
    "remedy.embed-refused": Text("Open the game by its own address."),
    "remedy.form-not-ours": Text("Open the page again and send it from there."),
    "remedy.sign-in-used": Text(
        "Sign in with the operator's key, or start the service again for another link."
    ),
    "remedy.not-your-seat": Text("Open that seat's link, or ask the arbiter to enter it."),
    "remedy.not-your-audience": Text("Look at the game as yourself, or as the public."),
    "remedy.link-over": Text("Ask the organiser for a new link."),
    "remedy.subscription-refused": Text(
        "Choose another way, or end one of your subscriptions first."
    ),
    "remedy.notifications-off": Text("Ask its operator."),
    "remedy.too-many-requests": Text("Wait a little, then try again."),
    "remedy.host-unknown": Text(
        "Open the service by the address you were given, or tell the operator."
    ),
    "remedy.proposal-refused": Text(
        "Look at how the game stands, and ask again if it still matters."
    ),
    "remedy.ruling-refused": Text("Look at what was decided, and rule on what still stands."),
    "remedy.correction-refused": Text(
        "Correct what the sentence names, and look at the preview before you confirm."
    ),
    "remedy.game-adjudicated": Text("The game goes on only if the arbiter overturns that ruling."),
    "remedy.contribution-refused": Text(
        "Look at who has added to the dice, and who is still to show their part."
    ),
    "remedy.seal-refused": Text("Look at who has chosen, and who is still to show."),
    "remedy.other-title": Text("Choose a game of the same title."),
    "remedy.no-such-seat": Text("Choose one of the players' seats."),
    "remedy.seat-taken": Text("Choose a free seat, or wait until they have left."),
    "remedy.seat-empty": Text("Look at who sits where."),
    "remedy.too-many-games": Text("Choose fewer: one title, some days, or a tournament."),
    "remedy.numbers-unavailable": Text("Try again in some seconds."),
    "remedy.not-logged-yet": Text("Try again in some seconds."),
    "remedy.not-cosigned-yet": Text("Try again in some seconds."),
    "remedy.bundle-hides": Text("Ask the arbiter for it, or take it once everything is open."),
    "remedy.tournament-refused": Text(
        "Look at the round as it stands, and correct what stands in the way."
    ),
    "remedy.confirmation-needed": Text("Send the form again: its page asks for the reason."),
    "remedy.duty-too-low": Text("Ask the director for a link that lets you do this."),
    "heading.again": Text("That did not work"),
    "meaning.again": Text("The page sent what the service could not take. Nothing was saved."),
    "meaning.illegal-action": Text("The action breaks a rule. Nothing was saved."),
    "meaning.record-damaged": Text("A stored record is gone, or is not what was stored."),
    "meaning.not-logged-yet": Text("The record is kept, but the signed log does not cover it yet."),
    "meaning.invalid-parameters": Text(
        "The address has something in it that this page does not know."
    ),
    "meaning.method-not-allowed": Text("The page exists, but cannot be opened like this."),
}
