"""Problems of a request as such, whoever sends it and whatever it is about: reading it, its headers, streams, the service."""

from __future__ import annotations

from api.problems.kind import kind

REQUEST = (
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
        "expectation-failed",
        417,
        ("Nobody here does what is expected", "Nul ne fait ici ce qui est attendu"),
        ("The header `Expect` asks for something else than `100-continue`.",
         "L'en-tête `Expect` demande autre chose que `100-continue`."),
        ("Leave the header out.", "Omettez l'en-tête."),
    ),
    kind(
        "coding-unknown",
        501,
        ("The body is coded in an unknown way", "Le corps est codé d'une façon inconnue"),
        ("The header `Transfer-Encoding` names something else than `chunked`. Nothing was read.",
         "L'en-tête `Transfer-Encoding` nomme autre chose que `chunked`. Rien n'a été lu."),
        ("Send the body as it is, with its `Content-Length` or in chunks.",
         "Envoyez le corps tel quel, avec son `Content-Length` ou par morceaux."),
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
        "range-not-satisfiable",
        416,
        ("The file has no such bytes", "Le fichier n'a pas ces octets"),
        ("`Range` asks for bytes beyond the end of the file. Its length stands in `Content-Range`.",
         "`Range` demande des octets après la fin du fichier. Sa longueur est dans `Content-Range`."),
        ("Ask for the file's head again: it may have been made anew, and be shorter.",
         "Redemandez l'en-tête du fichier : il a pu être refait, et être plus court."),
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
)  # fmt: skip

WRITING = (
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
)  # fmt: skip

STREAMS = (
    kind(
        "last-event-id-refused",
        400,
        ("Last-Event-ID is no record of this game", "Last-Event-ID n'est pas une écriture de cette partie"),
        ("`Last-Event-ID` must be the number of the last record that the reader has got, or 0 for none: this one is no number, or "
         "lies beyond the newest record.",
         "`Last-Event-ID` doit être le numéro de la dernière écriture reçue, ou 0 pour aucune : celui-ci n'est pas un nombre, ou "
         "se trouve après la dernière écriture."),
        ("Send the `id` of the last event as it came, or read the game again and leave the header out; `current` is the newest "
         "record.",
         "Envoyez l'`id` du dernier événement tel quel, ou relisez la partie et ne donnez pas l'en-tête ; `current` est la "
         "dernière écriture."),
    ),
    kind(
        "too-many-streams",
        503,
        ("Too many streams are open", "Trop de flux sont ouverts"),
        ("Each live stream keeps a part of the server to itself, and all parts set aside for streams are in use. Everything else "
         "is answered as always.",
         "Chaque flux occupe une part du serveur à lui seul, et toutes les parts réservées aux flux sont prises. Tout le reste est "
         "servi comme d'habitude."),
        ("Try again after `Retry-After` seconds, and read `/records?after=` meanwhile; the operator can allow more with "
         "`GREFFE_STREAMS`.",
         "Réessayez après les secondes de `Retry-After`, et lisez `/records?after=` en attendant ; l'opérateur peut en permettre "
         "plus par `GREFFE_STREAMS`."),
    ),
    kind(
        "too-many-own-streams",
        429,
        ("This link has its share of streams open", "Ce lien a sa part de flux ouverts"),
        ("Each live stream keeps a part of the server to itself, so no link or key gets them all: yours has all it may have.",
         "Chaque flux occupe une part du serveur à lui seul, donc nul lien, nulle clé ne les obtient tous : le vôtre en a autant "
         "d'ouverts qu'il peut."),
        ("Close one of them, or try again after `Retry-After` seconds with the `Last-Event-ID` you have; `/records?after=` has the "
         "same entries meanwhile. `limit` is the most.",
         "Fermez-en un, ou réessayez après les secondes de `Retry-After` avec le `Last-Event-ID` que vous avez ; `/records?after=` "
         "a les mêmes écritures en attendant. `limit` est le maximum."),
    ),
)  # fmt: skip

SERVICE = (
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
