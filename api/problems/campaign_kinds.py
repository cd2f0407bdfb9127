"""Problems of campaigns and catalogs."""

from __future__ import annotations

from api.problems.kind import kind

CAMPAIGN_KINDS = (
    kind(
        "unknown-campaign",
        404,
        ("There is no such campaign", "Cette campagne n'existe pas"),
        ("No campaign has this id. A game that belongs to a campaign has an id of its own.",
         "Aucune campagne n'a cet identifiant. Une partie d'une campagne a un identifiant à elle."),
        ("`GET /api/v1/campaigns` lists the campaigns.", "`GET /api/v1/campaigns` donne la liste des campagnes."),
    ),
    kind(
        "no-such-scenario",
        404,
        ("The campaign has no such scenario", "La campagne n'a pas ce scénario"),
        ("The scenario named was not opened yet, or the number is below 1.",
         "Le scénario nommé n'est pas encore ouvert, ou le numéro est inférieur à 1."),
        ("Ask for a scenario from 1 to `opened`.", "Demandez un scénario de 1 à `opened`."),
    ),
    kind(
        "campaign-refused",
        409,
        ("The campaign cannot go on like this", "La campagne ne peut continuer ainsi"),
        ("The last scenario is still being played, its sheet opens no further one, the sheet named is not the last, or the "
         "campaign is at its end or closed. Nothing was recorded.",
         "Le dernier scénario est en cours, sa feuille n'en ouvre pas d'autre, la feuille nommée n'est pas la dernière, ou la "
         "campagne est à sa fin ou close. Rien n'a été enregistré."),
        ("`GET /api/v1/campaigns/{campaign}`: `next` is what can be opened and from which sheet, `waits` why nothing can.",
         "`GET /api/v1/campaigns/{campaign}` : `next` est ce qui peut s'ouvrir et depuis quelle feuille, `waits` pourquoi rien."),
    ),
    kind(
        "catalog-refused",
        422,
        ("The catalog cannot be played with", "On ne peut jouer avec ce catalogue"),
        ("The file is no catalog, lacks what a rule needs, or contradicts itself. It was not kept.",
         "Le fichier n'est pas un catalogue, manque de ce qu'exige une règle, ou se contredit. Il n'a pas été gardé."),
        ("`errors` names every fault with a JSON pointer into the file and its line; `greffe catalog check FILE` does the same.",
         "`errors` nomme chaque défaut par un pointeur JSON et sa ligne dans le fichier ; `greffe catalog check FICHIER` aussi."),
    ),
)  # fmt: skip
"""Those that come with campaigns and catalogs."""
