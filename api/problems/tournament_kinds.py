"""Problems of tournaments."""

from __future__ import annotations

from api.problems.kind import kind

TOURNAMENT_KINDS = (
    kind(
        "unknown-tournament",
        404,
        ("There is no such tournament", "Ce tournoi n'existe pas"),
        ("No tournament has this id. A game that belongs to a tournament has an id of its own.",
         "Aucun tournoi n'a cet identifiant. Une partie d'un tournoi a un identifiant à elle."),
        ("`GET /api/v1/tournaments` lists the tournaments.", "`GET /api/v1/tournaments` donne la liste des tournois."),
    ),
    kind(
        "tournament-refused",
        409,
        ("The tournament cannot go on like this", "Le tournoi ne peut continuer ainsi"),
        ("What was asked for does not fit how the tournament stands: an unknown entrant or table, missing results, a result "
         "that its "
         "table cannot have, a round that others rest on, a tournament that is closed. Nothing was recorded.",
         "La demande ne convient pas à l'état du tournoi : un participant ou une table inconnus, des résultats manquants, un "
         "résultat "
         "impossible à sa table, une ronde dont d'autres dépendent, un tournoi clos. Rien n'a été enregistré."),
        ("`detail` says what stands in the way and where, `pointer` which field, if one does.",
         "`detail` dit ce qui s'y oppose et où, `pointer` quel champ, s'il y en a un."),
    ),
    kind(
        "confirmation-needed",
        409,
        ("This departs from the rules", "Ceci s'écarte du règlement"),
        ("What was asked for departs from the tournament's rules, and can be recorded only once it is confirmed. Nothing was "
         "recorded.",
         "La demande s'écarte du règlement du tournoi et ne s'enregistre qu'une fois confirmée. Rien n'a été enregistré."),
        ("Send it again with `confirm`: how many `times`, a `reason`, and, where it asks for two, the `shown` of this answer, "
         "which "
         "names the `departures` and `consequences`.",
         "Renvoyez-la avec `confirm` : combien de fois (`times`), un motif (`reason`) et, s'il en faut deux, le `shown` de cette "
         "réponse, qui nomme les `departures` et les `consequences`."),
    ),
    kind(
        "duty-too-low",
        403,
        ("This link is for something else", "Ce lien sert à autre chose"),
        ("The address is not for what this link to the tournament is for. Nothing was recorded.",
         "L'adresse n'est pas pour ce à quoi sert ce lien vers le tournoi. Rien n'a été enregistré."),
        ("Ask with a link for one of the duties in `detail`; `duty` is yours.",
         "Demandez avec un lien pour l'un des rôles cités dans `detail` ; `duty` est le vôtre."),
    ),
    kind(
        "not-your-table",
        403,
        ("This is not your table", "Ce n'est pas votre table"),
        ("A table's link speaks for its own entrants alone. Nothing was recorded.",
         "Le lien d'une table ne parle que pour ses participants. Rien n'a été enregistré."),
        ("Send it with the entrant's own link.", "Envoyez-la avec le lien de ce participant."),
    ),
)  # fmt: skip
"""Those that come with tournaments."""
