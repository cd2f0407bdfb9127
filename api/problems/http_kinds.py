"""Every problem this service can answer with: one table, from which answers, pages and the OpenAPI document are made.

A slug is part of a problem's `type`, which clients compare: adding a kind means adding an entry here, renaming one breaks them.
"""

from __future__ import annotations

from collections.abc import Mapping

from api.problems.access_kinds import ACCESS_KINDS
from api.problems.campaign_kinds import CAMPAIGN_KINDS
from api.problems.kind import Kind, kind
from api.problems.log_kinds import LEDGER_KINDS
from api.problems.seat_kinds import PEOPLE_KINDS
from api.problems.stream_kinds import STREAM_KINDS
from api.problems.table_kinds import TABLE_KINDS

_TABLE = (
    # -- the request itself ----------------------------------------------------------------------------------------
    kind(
        "unauthorized",
        401,
        ("A key or a link is needed", "Il faut une clé ou un lien"),
        ("The request carries no key and no link, or one that this service does not know.",
         "La demande ne porte ni clé ni lien, ou une clé que ce service ne connaît pas."),
        ("Send `Authorization: Bearer` and the key you were given or your link's token; the operator's key lies in `operator.key` "
         "in the data folder.",
         "Envoyez `Authorization: Bearer` et la clé reçue ou le jeton de votre lien ; la clé de l'opérateur se trouve dans "
         "`operator.key` du dossier de données."),
    ),
    kind(
        "not-found",
        404,
        ("There is nothing at this address", "Il n'y a rien à cette adresse"),
        ("The address is not one of this service's.", "L'adresse n'est pas une de celles de ce service."),
        ("Look the address up in `/openapi.json`.", "Cherchez l'adresse dans `/openapi.json`."),
    ),
    kind(
        "method-not-allowed",
        405,
        ("This method is not offered here", "Cette méthode n'est pas proposée ici"),
        ("The address exists, but not for this HTTP method.", "L'adresse existe, mais pas pour cette méthode HTTP."),
        ("The header `Allow` lists the methods.", "L'en-tête `Allow` donne la liste des méthodes."),
    ),
    kind(
        "body-too-large",
        413,
        ("The body is too large", "Le corps est trop grand"),
        ("The body is longer than this address takes. Nothing was recorded.",
         "Le corps est plus long que cette adresse ne l'accepte. Rien n'a été enregistré."),
        ("Send less; `limit` is the most, in bytes.", "Envoyez moins ; `limit` est le plus possible, en octets."),
    ),
    kind(
        "uri-too-long",
        414,
        ("The address is too long", "L'adresse est trop longue"),
        ("The first line of the request, the address and its parameters, is longer than 4,094 letters.",
         "La première ligne de la demande, adresse et paramètres, compte plus de 4 094 lettres."),
        ("Send fewer or shorter parameters.", "Envoyez des paramètres moins nombreux ou plus courts."),
    ),
    kind(
        "head-too-long",
        431,
        ("The headers are too long", "Les en-têtes sont trop longs"),
        ("The request's headers are more than 100, or one is longer than 8,190 letters, or all are longer than 32,768.",
         "Les en-têtes de la demande sont plus de 100, ou l'un compte plus de 8 190 lettres, ou tous plus de 32 768."),
        ("Send fewer or shorter headers; a browser's cookies for this address may be deleted.",
         "Envoyez des en-têtes moins nombreux ou plus courts ; les cookies du navigateur pour cette adresse peuvent être effacés."),
    ),
    kind(
        "request-timeout",
        408,
        ("The request came too slowly", "La demande est venue trop lentement"),
        ("The request was not here whole when its time was out: 10 s for its head, and for its body 10 s and one more for every "
         "16 KB that came. Nothing was recorded.",
         "La demande n'était pas arrivée entière à temps : 10 s pour l'en-tête, et pour le corps 10 s plus une par 16 Ko reçus. "
         "Rien n'a été enregistré."),
        ("Send it again; writes with the same key.", "Renvoyez-la ; une écriture avec la même clé."),
    ),
    kind(
        "too-many-connections",
        503,
        ("Too many connections", "Trop de connexions"),
        ("Your address, or all together, have as many connections open as there may be, and all of them are being answered; or too "
         "many long bodies are coming at once.",
         "Votre adresse, ou toutes ensemble, ont autant de connexions ouvertes que permis, et toutes reçoivent une réponse ; ou "
         "trop de longs corps arrivent à la fois."),
        ("Use one connection for many requests, and come back in a moment.",
         "Utilisez une connexion pour plusieurs demandes, et revenez dans un instant."),
    ),
    kind(
        "unsupported-media-type",
        415,
        ("The body is of another kind", "Le corps est d'une autre sorte"),
        ("The body's `Content-Type` is not one that this address reads.",
         "Le `Content-Type` du corps n'est pas de ceux que lit cette adresse."),
        ("Send one of the kinds in `accepts`.", "Envoyez une des sortes de `accepts`."),
    ),
    kind(
        "malformed-json",
        400,
        ("This is not JSON", "Ceci n'est pas du JSON"),
        ("The body cannot be read as one JSON value, or names a field twice.",
         "Le corps ne se lit pas comme une valeur JSON, ou nomme un champ deux fois."),
        ("Mend the body at the place named and send it again.", "Corrigez le corps à l'endroit indiqué et renvoyez-le."),
    ),
    kind(
        "nested-too-deep",
        400,
        ("The body is nested too deep", "Le corps est trop imbriqué"),
        ("Lists and objects lie in one another deeper than any request of this service needs.",
         "Listes et objets sont imbriqués plus profondément qu'aucune demande de ce service ne l'exige."),
        ("Send a flatter body; `limit` is the deepest.", "Envoyez un corps plus plat ; `limit` est la profondeur permise."),
    ),
    kind(
        "bad-request",
        400,
        ("The request cannot be understood", "La demande est incompréhensible"),
        ("Something about the request breaks the rules of HTTP.", "Quelque chose dans la demande enfreint les règles de HTTP."),
        ("Compare it with `/openapi.json`.", "Comparez-la à `/openapi.json`."),
    ),
    kind(
        "invalid-parameters",
        400,
        ("A parameter is wrong", "Un paramètre est faux"),
        ("The query has a parameter that does not exist here, or a value it cannot have.",
         "La requête a un paramètre qui n'existe pas ici, ou une valeur qu'il ne peut pas avoir."),
        ("`errors` names each parameter and what would be right.", "`errors` nomme chaque paramètre et ce qui serait juste."),
    ),
    kind(
        "invalid-fields",
        422,
        ("A field is wrong", "Un champ est faux"),
        ("The body has a field that does not exist here, lacks one, or gives one a value it cannot have.",
         "Le corps a un champ qui n'existe pas ici, en omet un, ou donne à un champ une valeur qu'il ne peut pas avoir."),
        ("`errors` names each field by a JSON pointer and says what would be right.",
         "`errors` nomme chaque champ par un pointeur JSON et dit ce qui serait juste."),
    ),
    # -- what the request is about -----------------------------------------------------------------------------------
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
        "no-such-position",
        404,
        ("The game has no such position", "La partie n'a pas cette position"),
        ("The record named lies beyond the head of the game, or below 1.",
         "L'écriture nommée se trouve après la dernière de la partie, ou avant la première."),
        ("Ask for a record from 1 to `seq`.", "Demandez une écriture de 1 à `seq`."),
    ),
    # -- writing -----------------------------------------------------------------------------------------------------
    kind(
        "if-match-missing",
        428,
        ("Say which record you have seen", "Dites quelle écriture vous avez vue"),
        ("A write names the newest record its writer has seen, so that nobody acts on a position that is gone.",
         "Une saisie nomme la dernière écriture que son auteur a vue, pour que personne n'agisse sur une position passée."),
        ('Send `If-Match: "<seq>"`: the `ETag` of what you read last.',
         'Envoyez `If-Match: "<seq>"` : l\'`ETag` de ce que vous avez lu en dernier.'),
    ),
    kind(
        "if-match-malformed",
        400,
        ("If-Match is not a record", "If-Match n'est pas une écriture"),
        ("`If-Match` must be one record number in quotes, as the `ETag` gives it.",
         "`If-Match` doit être un seul numéro d'écriture entre guillemets, tel que l'`ETag` le donne."),
        ('Send for example `If-Match: "7"`.', 'Envoyez par exemple `If-Match: "7"`.'),
    ),
    kind(
        "stale",
        412,
        ("The game has moved on", "La partie a avancé"),
        ("Somebody entered something since. Nothing was recorded.",
         "Quelqu'un a saisi quelque chose depuis. Rien n'a été enregistré."),
        ("Read the game again, at record `current`, and repeat what still makes sense.",
         "Relisez la partie, à l'écriture `current`, et répétez ce qui a encore un sens."),
    ),
    kind(
        "idempotency-key-missing",
        400,
        ("Give the request a key of its own", "Donnez à la demande une clé à elle"),
        ("A write carries a key that its sender made up, so that sending it again after a lost answer records nothing twice.",
         "Une saisie porte une clé inventée par son auteur : la renvoyer après une réponse perdue n'enregistre rien deux fois."),
        ("Send `Idempotency-Key` with 1 to 128 visible ASCII characters, a new one for each request: a random UUID will do.",
         "Envoyez `Idempotency-Key` : 1 à 128 caractères ASCII visibles, neufs à chaque demande ; un UUID au hasard convient."),
    ),
    kind(
        "idempotency-key-malformed",
        400,
        ("The idempotency key cannot be kept", "La clé d'idempotence ne peut être gardée"),
        ("`Idempotency-Key` must be 1 to 128 visible ASCII characters.",
         "`Idempotency-Key` doit compter de 1 à 128 caractères ASCII visibles."),
        ("Send another key: a random UUID will do.", "Envoyez une autre clé : un UUID au hasard convient."),
    ),
    kind(
        "key-reused",
        422,
        ("This key was used for something else", "Cette clé a servi à autre chose"),
        ("The same idempotency key came before with another request. Nothing was recorded.",
         "La même clé d'idempotence est déjà venue avec une autre demande. Rien n'a été enregistré."),
        ("Send the request with a new key; `seq` is the record that the old one made.",
         "Envoyez la demande avec une nouvelle clé ; `seq` est l'écriture faite avec l'ancienne."),
    ),
    # -- playing -----------------------------------------------------------------------------------------------------
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
    # -- files -------------------------------------------------------------------------------------------------------
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
    # -- the service -------------------------------------------------------------------------------------------------
    kind(
        "internal-error",
        500,
        ("Something broke here", "Quelque chose a cassé ici"),
        ("The service met a fault of its own. A write that was not answered may have been recorded: repeat it with the same key.",
         "Le service a rencontré un défaut. Une saisie restée sans réponse a pu être enregistrée : répétez-la avec la même clé."),
        ("Try again; if it stays, tell the operator the number in `request`, under which the log says what happened.",
         "Réessayez ; si cela persiste, donnez à l'opérateur le numéro de `request` : le journal dit sous lui ce qui s'est passé."),
    ),
    kind(
        "store-unavailable",
        503,
        ("The store does not answer", "Le registre ne répond pas"),
        ("Records cannot be read or written at the moment: the disk may be full, or the database away.",
         "On ne peut ni lire ni écrire pour le moment : le disque est peut-être plein, ou la base absente."),
        ("Repeat the request with the same key in a moment; nothing is recorded twice.",
         "Répétez la demande avec la même clé dans un instant ; rien n'est enregistré deux fois."),
    ),
)  # fmt: skip

_ALL = (*_TABLE, *CAMPAIGN_KINDS, *ACCESS_KINDS, *TABLE_KINDS, *STREAM_KINDS, *PEOPLE_KINDS, *LEDGER_KINDS)
KINDS: Mapping[str, Kind] = {one.slug: one for one in _ALL}
"""All kinds by slug."""
