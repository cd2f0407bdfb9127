"""Problems of seats and the people in them, and of copies that lack what was hidden."""

from __future__ import annotations

from api.problems.kind import kind

PEOPLE_KINDS = (
    kind(
        "no-such-seat",
        404,
        ("Nobody sits down there", "Personne ne s'assied là"),
        ("The game has no seat of this id, or it is one where no person sits: an automa's, chance. Nothing was recorded.",
         "La partie n'a pas de siège de cet identifiant, ou personne ne s'y assied : celui d'un automate, le hasard. Rien n'a été "
         "enregistré."),
        ("`seats` are the seats for players.", "`seats` sont les sièges des joueurs."),
    ),
    kind(
        "seat-taken",
        409,
        ("The seat is taken", "Le siège est occupé"),
        ("Somebody sits there. Nothing was recorded.", "Quelqu'un l'occupe. Rien n'a été enregistré."),
        ("Let them leave it first; `at` is the record since which they sit there.",
         "Qu'il soit d'abord libéré ; `at` est l'écriture depuis laquelle il est occupé."),
    ),
    kind(
        "seat-empty",
        409,
        ("The seat is empty", "Le siège est libre"),
        ("Nobody sits there who could leave. Nothing was recorded.",
         "Personne ne l'occupe, qui pourrait le quitter. Rien n'a été enregistré."),
        ("`GET /api/v1/games/{game}/seats` says who sits where.", "`GET /api/v1/games/{game}/seats` dit qui occupe quel siège."),
    ),
    kind(
        "unknown-player",
        422,
        ("There is no such player", "Ce joueur n'existe pas"),
        ("No player has this id here, or what they wrote was erased and the id is not used again. Nothing was recorded.",
         "Aucun joueur n'a cet identifiant ici, ou ses écrits ont été effacés et l'identifiant ne sert plus. Rien n'a été "
         "enregistré."),
        ("Give the id that another game's `seats` show, or leave `player` out: then it is somebody new.",
         "Donnez l'identifiant que montrent les `seats` d'une autre partie, ou ne donnez pas `player` : c'est alors quelqu'un "
         "d'autre."),
    ),
    kind(
        "redacted-file",
        422,
        ("This is an audience's copy", "Ceci est la copie d'un public"),
        ("The file has tombstones in the place of records that its audience may not know: the game cannot be folded from it. "
         "Nothing was imported.",
         "Le fichier est caviardé : il lui manque des écritures que son public ne peut connaître, et la partie ne s'en relit pas. "
         "Rien n'a été importé."),
        ("Import the whole export, which an arbiter, an organiser or the operator gets. `line` names the first tombstone.",
         "Importez l'export entier, celui d'un arbitre, d'un organisateur ou de l'opérateur. `line` nomme la première ligne "
         "caviardée."),
    ),
)  # fmt: skip
"""Those that come with people."""
