"""What the page of a seat says of hidden values in games with seals."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "seals.title": Text("Chosen in secret", "Choix secrets"),
    "seals.lead": Text(
        "What you choose is sealed in this browser and kept in it. It is shown by itself once all are bound: until then nobody can "
        "read it, this service included, and nobody can change it.",
        "Ce que vous choisissez est scellé et gardé dans ce navigateur. Il se montre de lui-même une fois tous engagés : d'ici là, "
        "nul ne peut le lire, pas même ce service, et nul ne peut le changer.",
    ),
    "seals.no-script": Text(
        "Your choice is sealed in your browser, so that nobody can read it, and that takes JavaScript: turn it on, or let the "
        "arbiter enter your choice.",
        "Votre choix se scelle dans votre navigateur, pour que nul ne puisse le lire, et cela demande JavaScript : activez-le, "
        "ou laissez l'arbitre saisir votre choix.",
    ),
    "seals.unable": Text(
        "This browser keeps nothing for this page, so what is sealed here could never be shown: allow it to store data, or open "
        "your link in another browser.",
        "Ce navigateur ne garde rien pour cette page : ce qui y serait scellé ne pourrait jamais se montrer. Autorisez-le à "
        "stocker des données, ou ouvrez votre lien dans un autre navigateur.",
    ),
    "seals.on-behalf": Text(
        "I seal and show in the place of {name}; the record names me.",
        "Je scelle et montre à la place de {name} ; le registre me nomme.",
    ),
    "seals.jump": Text("Choose and seal", "Choisir et sceller"),
    "seals.seal": Text("Seal it", "Sceller"),
    "seals.open": Text("to seal", "à sceller"),
    "seals.bound": Text("sealed", "scellé"),
    "seals.shown": Text("shown", "montré"),
    "seals.yours": Text("You sealed “{what}”.", "Vous avez scellé « {what} »."),
    "seals.waiting": Text("Sealed; waiting for {names}.", "C'est scellé ; on attend {names}."),
    "seals.complete": Text("All are bound. To be shown by {names}.", "Tous sont engagés. Doivent montrer : {names}."),
    "seals.showing": Text("All are bound: what you sealed is shown now.", "Tous sont engagés : ce que vous avez scellé se montre."),
    "seals.show": Text("Show what you sealed", "Montrer ce que vous avez scellé"),
    "seals.elsewhere": Text(
        "All are bound, but what you sealed is not in this browser: open this page in the one that you sealed it with. If it is "
        "lost, tell the arbiter your choice: a ruling enters it.",
        "Tous sont engagés, mais ce que vous avez scellé n'est pas dans ce navigateur : ouvrez cette page dans celui avec lequel "
        "vous l'avez scellé. Si c'est perdu, dites votre choix à l'arbitre : une décision le saisit.",
    ),
    "seals.late": Text(
        "Others have shown what they sealed, so nobody can be bound any more: tell the arbiter your choice, a ruling enters it.",
        "D'autres ont montré ce qu'ils avaient scellé : plus personne ne peut s'engager. Dites votre choix à l'arbitre : une "
        "décision le saisit.",
    ),
}
