"""Sentences of every page, of the controls of forms, and of what a reader can do about a problem (others keep the API's
remedy)."""

from __future__ import annotations

from domain.rules.text import Text

_COMMON = {
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
        "Every address, to read and to try: enter a key or a link's token with “Authorize”. The document itself is",
    ),
    "site.api": Text("For programs"),
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
        "Nobody has this key, or it was revoked. Copy it once more, whole and without spaces; the operator makes new ones.",
    ),
    "enter.go": Text("Sign in"),
    "enter.once": Text("This link signs the operator in, once."),
}

_FORMS = {
    "forms.choose": Text("choose"),
    "forms.more": Text("One more: {what}"),
    "forms.less": Text("One less: {what}"),
    "forms.add-row": Text("Add a line"),
    "forms.line": Text("Line {n}"),
    "forms.commas": Text("several with commas"),
    "forms.nth": Text("{n}: {what}"),
    "forms.range": Text("{least} to {most}"),
    "forms.from-least": Text("{least} or more"),
}

_REMEDIES = {
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
}

WORDS = {**_COMMON, **_FORMS, **_REMEDIES}
