"""Problems of what the clerk is asked for: what is not there, and what games, tables, campaigns, files and the log refuse."""

from __future__ import annotations

from api.problems.kind import kind

ABOUT = (
    kind(
        "unknown-ruleset",
        404,
        ("There is no such title", "Ce titre n'existe pas"),
        ("No ruleset has this id.", "Aucune règle n'a cet identifiant."),
        ("`GET /api/v1/rulesets` lists the titles.", "`GET /api/v1/rulesets` donne la liste des titres."),
    ),
    kind(
        "unknown-catalog",
        404,
        ("There is no such catalog", "Ce catalogue n'existe pas"),
        ("No catalog has this name or SHA-256.", "Aucun catalogue n'a ce nom ou ce SHA-256."),
        ("`GET /api/v1/catalogs` lists the catalogs.", "`GET /api/v1/catalogs` donne la liste des catalogues."),
    ),
    kind(
        "unknown-game",
        404,
        ("There is no such game", "Cette partie n'existe pas"),
        ("No game has this id.", "Aucune partie n'a cet identifiant."),
        ("`GET /api/v1/games` searches the games.", "`GET /api/v1/games` cherche parmi les parties."),
    ),
    kind(
        "no-tables",
        404,
        ("No tables have been made", "Aucune table n'a été faite"),
        ("Tables for analysts are files that the service's operator makes.",
         "Les tables pour analystes sont des fichiers que fait l'opérateur du service."),
        ("`greffe tables build` makes them, `greffe tables dump` the public ones.",
         "`greffe tables build` les fait, `greffe tables dump` les publiques."),
    ),
    kind(
        "unknown-table",
        404,
        ("There is no such table", "Cette table n'existe pas"),
        ("The tables of this schema have no such title, table or format.",
         "Les tables de ce schéma n'ont pas ce titre, cette table ou ce format."),
        ("`manifest.json` beside them lists the files.", "`manifest.json`, à côté, donne la liste des fichiers."),
    ),
    kind(
        "no-such-position",
        404,
        ("The game has no such position", "La partie n'a pas cette position"),
        ("The record named lies beyond the head of the game, or below 1.",
         "L'écriture nommée se trouve après la dernière de la partie, ou avant la première."),
        ("Ask for a record from 1 to `seq`.", "Demandez une écriture de 1 à `seq`."),
    ),
)  # fmt: skip

PLAYING = (
    kind(
        "illegal-action",
        422,
        ("The rules do not allow it", "Les règles ne le permettent pas"),
        ("The action was judged on the position and breaks the rule named in `verdict`. Nothing was recorded.",
         "L'action a été jugée sur la position et enfreint la règle nommée dans `verdict`. Rien n'a été enregistré."),
        ("`GET /api/v1/games/{game}/legal` lists what the seat may do now.",
         "`GET /api/v1/games/{game}/legal` donne ce que le siège peut faire maintenant."),
    ),
    kind(
        "values-needed",
        422,
        ("Roll first", "Lancez d'abord"),
        ("The action is legal, but this game's dice and draws are the table's, and these are missing. Nothing was recorded.",
         "L'action est légale, mais les dés et tirages de cette partie sont ceux de la table, et ceux-ci manquent. "
         "Rien n'a été enregistré."),
        ("Roll what `asks` lists and send the action again with `values`: one list for each use of chance, from the first.",
         "Lancez ce que demande `asks` et renvoyez l'action avec `values` : une liste par usage du hasard, depuis le premier."),
    ),
    kind(
        "values-refused",
        422,
        ("These values cannot come up", "Ces valeurs ne peuvent pas sortir"),
        ("A value is not on the die or in the pool, or there are too many or too few. Nothing was recorded.",
         "Une valeur n'est pas sur le dé ou dans la réserve, ou il y en a trop ou trop peu. Rien n'a été enregistré."),
        ("Enter what was really rolled, as the sentence says.", "Saisissez ce qui a vraiment été lancé, comme le dit la phrase."),
    ),
    kind(
        "undo-refused",
        409,
        ("This cannot be taken back", "Ceci ne peut être annulé"),
        ("Nothing is there to take back or restore, or the game's policy does not let this seat do it alone.",
         "Il n'y a rien à annuler ou à rétablir, ou la règle de la partie ne laisse pas ce siège le faire seul."),
        ("`at` names the record that stands in the way, if one does.", "`at` nomme l'écriture qui fait obstacle, s'il y en a une."),
    ),
    kind(
        "game-closed",
        409,
        ("The game is closed", "La partie est close"),
        ("The game has its last record; it can be read for ever, but nothing can be added.",
         "La partie a sa dernière écriture ; on peut la lire pour toujours, mais rien n'y peut être ajouté."),
        ("Open another game.", "Ouvrez une autre partie."),
    ),
    kind(
        "seed-missing",
        409,
        ("The seed of the dice is not here", "La graine des dés n'est pas ici"),
        ("The game's sealed dice were committed on another service, and the game came without their seed.",
         "Les dés scellés de la partie ont été engagés sur un autre service, et la partie est venue sans leur graine."),
        ("Go on with it where it was opened.", "Continuez-la là où elle a été ouverte."),
    ),
)  # fmt: skip

FILES = (
    kind(
        "damaged-file",
        422,
        ("The file is damaged", "Le fichier est abîmé"),
        ("A line of the file is not what an export holds there. Nothing was imported.",
         "Une ligne du fichier n'est pas ce qu'un export y contient. Rien n'a été importé."),
        ("`line` names it; the first `good` records are whole. Export the game again.",
         "`line` la nomme ; les `good` premières écritures sont entières. Exportez la partie à nouveau."),
    ),
    kind(
        "game-exists",
        409,
        ("Another game has this id", "Une autre partie a cet identifiant"),
        ("A game with the id of the imported one is here already and tells another story. Nothing was imported.",
         "Une partie portant l'identifiant de celle importée est déjà ici et raconte autre chose. Rien n'a été importé."),
        ("Compare the two: one of them was changed, or went on elsewhere.",
         "Comparez les deux : l'une d'elles a été changée, ou a continué ailleurs."),
    ),
)  # fmt: skip

CAMPAIGNS = (
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

TABLE = (
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

SEATS = (
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

LOG = (
    kind(
        "not-logged-yet",
        503,
        ("The log does not cover this yet", "Le journal ne couvre pas encore ceci"),
        ("The record is kept, but no signed head of the log covers it yet: the log's writer is behind, is not running, or does not "
         "sign. `/healthz` says which.",
         "L'écriture est conservée, mais aucune tête signée du journal ne la couvre encore : l'écrivain du journal est en retard, "
         "arrêté, ou ne signe pas. `/healthz` dit pourquoi."),
        ("Try again after `Retry-After` seconds.", "Réessayez après les secondes de `Retry-After`."),
    ),
    kind(
        "not-cosigned-yet",
        503,
        ("No head of the log is cosigned yet", "Aucune tête du journal n'est encore cosignée"),
        ("The log has witnesses, and no signed head has the cosignatures of enough of them yet. An uncosigned head is not "
         "published as the log's checkpoint.",
         "Le journal a des témoins, et aucune tête signée n'est encore cosignée par assez d'entre eux. Une tête non cosignée n'est "
         "pas publiée comme point de contrôle."),
        ("Try again after `Retry-After` seconds; `/readyz` names the witnesses that refuse or are away.",
         "Réessayez après les secondes de `Retry-After` ; `/readyz` nomme les témoins qui refusent ou sont absents."),
    ),
    kind(
        "no-such-tile",
        404,
        ("The log has no such tile", "Le journal n'a pas cette tuile"),
        ("The path is not spelt as C2SP tlog-tiles has it, or the log that is signed does not reach so far.",
         "Le chemin n'est pas écrit comme le veut C2SP tlog-tiles, ou le journal signé ne va pas si loin."),
        ("Read `/log/checkpoint` first: its size says which tiles there are, and how wide the last of each level is.",
         "Lisez d'abord `/log/checkpoint` : sa taille dit quelles tuiles existent, et la largeur de la dernière de chaque niveau."),
    ),
    kind(
        "bundle-hides",
        403,
        ("The bundle would show what you may not see", "Le dossier montrerait ce que vous ne pouvez voir"),
        ("A bundle is whole or it proves nothing, and this game has records that are hidden from you for now.",
         "Un dossier est entier ou ne prouve rien, et cette partie a des écritures qui vous sont cachées pour l'instant."),
        ("Ask the arbiter for it, take it once everything is open, or take it up to a record before `first` with `?at=`.",
         "Demandez-le à l'arbitre, prenez-le quand tout sera découvert, ou jusqu'à une écriture avant `first` avec `?at=`."),
    ),
    kind(
        "record-damaged",
        500,
        ("A stored record is damaged", "Une écriture stockée est abîmée"),
        ("A stored record is gone, or is not what was stored. `seq` names it; positions up to `whole` can be read with `?at=`.",
         "Une écriture stockée a disparu ou a changé. `seq` la nomme ; les positions jusqu'à `whole` se lisent par `?at=`."),
        ("Tell the operator: `greffe fsck` names every difference from the log, and a true copy has to be put back.",
         "Prévenez l'opérateur : `greffe fsck` nomme chaque différence avec le journal ; il faut remettre une copie fidèle."),
    ),
)  # fmt: skip
