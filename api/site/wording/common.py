"""What every page says."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "site.tagline": Text("The clerk at the game table", "Le greffier de la table de jeu"),
    "site.skip": Text("Skip to the content", "Aller au contenu"),
    "site.menu": Text("Pages", "Pages"),
    "site.home": Text("Games", "Parties"),
    "site.hall": Text("Hall", "Salle"),
    "site.organise": Text("Organise", "Organiser"),
    "site.other-language": Text("Français", "English"),
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
