"""What a reader of pages can do about a problem, by the problem's slug; others keep the API's own remedy."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
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
