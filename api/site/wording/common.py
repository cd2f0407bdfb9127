"""What every page says, what the controls of forms say, and what a reader can do about a problem (others keep the API's remedy)."""

from __future__ import annotations

from domain.rules.text import Text

_COMMON = {
    "site.tagline": Text("The clerk at the game table", "Le greffier de la table de jeu"),
    "site.skip": Text("Skip to the content", "Aller au contenu"),
    "site.menu": Text("Pages", "Pages"),
    "site.home": Text("Games", "Parties"),
    "site.hall": Text("Hall", "Salle"),
    "site.organise": Text("Organise", "Organiser"),
    "site.enter": Text("Sign in", "Se connecter"),
    "site.leave": Text("Sign out", "Se déconnecter"),
    "site.as": Text("You are here as {role}.", "Vous êtes ici comme {role}."),
    "site.next": Text("What you can do now", "Ce que vous pouvez faire"),
    "site.home-link": Text("To the list of games", "Vers la liste des parties"),
    "site.again": Text("Try again", "Réessayer"),
    "site.instead": Text("The game as it stands", "La partie telle qu'elle est"),
    "site.number": Text("For the operator: request {number}.", "Pour l'opérateur : demande {number}."),
    "site.docs": Text(
        "Every address, to read and to try: enter a key or a link's token with “Authorize”. The document itself is",
        "Toutes les adresses, à lire et à essayer : donnez une clé ou le jeton d’un lien avec « Authorize ». Le document même est",
    ),
    "site.api": Text("For programs", "Pour les programmes"),
    "role.spectator": Text("spectator", "spectateur"),
    "role.seat": Text("player", "joueur"),
    "role.arbiter": Text("arbiter", "arbitre"),
    "role.organiser": Text("organiser", "organisateur"),
    "role.operator": Text("operator", "opérateur"),
    "status.open": Text("being played", "en cours"),
    "status.ended": Text("ended, not closed yet", "terminée, pas encore close"),
    "status.closed": Text("closed", "close"),
    "enter.title": Text("Sign in", "Se connecter"),
    "enter.lead": Text(
        "Players, arbiters and spectators open the link or scan the code they were given; no sign-in is needed. "
        "Organisers and the operator enter their key here.",
        "Joueurs, arbitres et spectateurs ouvrent leur lien ou scannent leur code ; rien d'autre n'est demandé. "
        "Organisateurs et opérateur saisissent ici leur clé.",
    ),
    "enter.key": Text("Key, or link", "Clé, ou lien"),
    "enter.hint": Text(
        "The operator's key lies in operator.key in the data folder.",
        "La clé de l'opérateur se trouve dans operator.key, dans le dossier de données.",
    ),
    "enter.unknown": Text("This key is unknown", "Cette clé est inconnue"),
    "enter.unknown-next": Text(
        "Nobody has this key, or it was revoked. Copy it once more, whole and without spaces; the operator makes new ones.",
        "Personne n'a cette clé, ou elle a été révoquée. Copiez-la de nouveau, entière et sans espaces ; l'opérateur en fait de "
        "nouvelles.",
    ),
    "enter.go": Text("Sign in", "Se connecter"),
}

_FORMS = {
    "forms.choose": Text("choose", "choisir"),
    "forms.more": Text("One more: {what}", "Un de plus : {what}"),
    "forms.less": Text("One less: {what}", "Un de moins : {what}"),
    "forms.add-row": Text("Add a line", "Ajouter une ligne"),
    "forms.line": Text("Line {n}", "Ligne {n}"),
    "forms.commas": Text("several with commas", "plusieurs avec des virgules"),
    "forms.nth": Text("{n}: {what}", "{n} : {what}"),
    "forms.range": Text("{least} to {most}", "{least} à {most}"),
    "forms.from-least": Text("{least} or more", "{least} ou plus"),
}

_REMEDIES = {
    "remedy.unauthorized": Text(
        "Open the link you were given, or scan its code again; organisers sign in with their key.",
        "Ouvrez le lien que vous avez reçu, ou scannez à nouveau son code ; les organisateurs se connectent avec leur clé.",
    ),
    "remedy.not-covered": Text(
        "Open the link to this game, or ask its organiser for one.",
        "Ouvrez le lien de cette partie, ou demandez-en un à son organisateur.",
    ),
    "remedy.role-too-low": Text(
        "Ask the organiser for a link that lets you do this.", "Demandez à l'organisateur un lien qui le permette."
    ),
    "remedy.not-found": Text("Go to the list of games and start from there.", "Allez à la liste des parties et repartez de là."),
    "remedy.unknown-game": Text("Look for the game in the list.", "Cherchez la partie dans la liste."),
    "remedy.no-such-position": Text(
        "Show the game as it stands, and go back from there.", "Montrez la partie telle qu'elle est, et remontez de là."
    ),
    "remedy.stale": Text(
        "Look at what happened since, and enter it again if it still makes sense.",
        "Regardez ce qui s'est passé depuis, et saisissez à nouveau si cela a encore un sens.",
    ),
    "remedy.store-unavailable": Text(
        "Try again in a moment. What you sent is recorded once at most.",
        "Réessayez dans un instant. Ce que vous avez envoyé est enregistré une fois au plus.",
    ),
    "remedy.internal-error": Text(
        "Try again; if it stays, tell the operator the number below.",
        "Réessayez ; si cela persiste, donnez à l'opérateur le numéro ci-dessous.",
    ),
    "remedy.method-not-allowed": Text("Go back and use the button again.", "Revenez en arrière et reprenez le bouton."),
    "remedy.bad-request": Text("Go back and use the form again.", "Revenez en arrière et reprenez le formulaire."),
    "remedy.invalid-parameters": Text(
        "The address has something in it that this page does not know: go to the list of games.",
        "L'adresse contient quelque chose que cette page ne connaît pas : allez à la liste des parties.",
    ),
}

WORDS = {**_COMMON, **_FORMS, **_REMEDIES}
