"""Problems of a table that several people share: proposals, claims, rulings, branches."""

from __future__ import annotations

from api.problems.kind import kind

TABLE_KINDS = (
    kind(
        "proposal-refused",
        409,
        ("This proposal cannot be made or answered", "Cette demande ne peut être faite ou recevoir de réponse"),
        ("Nobody has to agree, or the proposal is settled or has lapsed, or this seat was not asked. Nothing was recorded.",
         "Personne n'a à donner son accord, ou la demande est réglée ou caduque, ou ce siège n'a pas été sollicité. "
         "Rien n'a été enregistré."),
        ("`GET /api/v1/games/{game}/undo` shows how it stands; ask again if it still matters.",
         "`GET /api/v1/games/{game}/undo` montre où elle en est ; redemandez si cela compte encore."),
    ),
    kind(
        "ruling-refused",
        409,
        ("This ruling cannot be given", "Cette décision ne peut être rendue"),
        ("The ruling names a record that is not what it says, or one that was decided, overturned or taken back already. "
         "Nothing was recorded.",
         "La décision nomme une écriture qui n'est pas ce qu'elle dit, ou qui a déjà été tranchée, infirmée ou annulée. "
         "Rien n'a été enregistré."),
        ("`pointer` names the field, `at` the record in the way; `GET /api/v1/games/{game}/rulings` lists what was decided.",
         "`pointer` nomme le champ, `at` l'écriture qui fait obstacle ; `GET /api/v1/games/{game}/rulings` donne les décisions."),
    ),
    kind(
        "correction-refused",
        422,
        ("This correction leads to no valid board", "Cette correction ne mène à aucun plateau valable"),
        ("The facts or the patch do not fit the board, touch what they may not, or leave a board that cannot be played on. "
         "Nothing was recorded.",
         "Les faits ou le correctif ne vont pas au plateau, touchent ce qu'ils ne doivent pas, ou laissent un plateau injouable. "
         "Rien n'a été enregistré."),
        ("Mend what the sentence names; `dry_run=1` shows what a ruling would come to, and "
         "`GET /api/v1/games/{game}/board/document` the board that a patch is made against.",
         "Corrigez ce que nomme la phrase ; `dry_run=1` montre ce que donnerait une décision, et "
         "`GET /api/v1/games/{game}/board/document` le plateau auquel s'applique un correctif."),
    ),
    kind(
        "game-adjudicated",
        409,
        ("The arbiter has ended the game", "L'arbitre a mis fin à la partie"),
        ("A ruling in force names the outcome. Nothing was recorded.",
         "Une décision en vigueur désigne l'issue. Rien n'a été enregistré."),
        ("The game goes on only if that ruling, record `ruling`, is overturned.",
         "La partie ne reprend que si cette décision, l'écriture `ruling`, est infirmée."),
    ),
    kind(
        "contribution-refused",
        409,
        ("The dice cannot be changed like this", "Les dés ne peuvent être changés ainsi"),
        ("A part of the sealed dice is bound once and shown once, all bound before any is shown; until the last is shown nothing "
         "is rolled. Nothing was recorded.",
         "Une part des dés scellés s'engage une fois et se montre une fois, toutes engagées avant qu'une ne soit montrée ; rien "
         "n'est lancé avant la dernière. Rien n'a été enregistré."),
        ("`GET /api/v1/games/{game}/contributions` shows who is bound and who has shown their part.",
         "`GET /api/v1/games/{game}/contributions` montre qui s'est engagé et qui a montré sa part."),
    ),
    kind(
        "seal-refused",
        409,
        ("This cannot be sealed or shown now", "Ceci ne peut être scellé ou montré maintenant"),
        ("In a game with seals, what is chosen in secret is sealed once, and shown with its salt once all who choose are bound. "
         "Nothing was recorded.",
         "Dans une partie avec sceaux, ce qui se choisit en secret se scelle une fois, et se montre avec son sel une fois tous "
         "engagés. Rien n'a été enregistré."),
        ("`GET /api/v1/games/{game}/seals` shows what is being sealed, who is bound and who has yet to show.",
         "`GET /api/v1/games/{game}/seals` montre ce que l'on scelle, qui est engagé et qui doit encore montrer."),
    ),
    kind(
        "branch-refused",
        409,
        ("No branch can grow from here", "Aucune branche ne peut partir d'ici"),
        ("The position cannot be relied on.", "On ne peut se fier à la position."),
        ("Choose an earlier position.", "Choisissez une position antérieure."),
    ),
    kind(
        "hidden-position",
        403,
        ("Something in this position is hidden from you", "Quelque chose vous est caché dans cette position"),
        ("The position holds what the caller may not see, and a branch of it would show that. Nothing was recorded.",
         "La position contient ce que le demandeur ne peut voir, et une branche le montrerait. Rien n'a été enregistré."),
        ("Choose a position where nothing is hidden, or ask the arbiter.",
         "Choisissez une position où rien n'est caché, ou demandez à l'arbitre."),
    ),
    kind(
        "other-title",
        422,
        ("These games are of different titles", "Ces parties sont de titres différents"),
        ("Positions are compared place by place, and only those of one title have the same places.",
         "Les positions se comparent endroit par endroit, et seules celles d'un même titre ont les mêmes endroits."),
        ("Name a game of the same title in `with`.", "Nommez dans `with` une partie du même titre."),
    ),
)  # fmt: skip
