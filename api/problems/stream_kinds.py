"""Problems of live streams."""

from __future__ import annotations

from api.problems.kind import kind

STREAM_KINDS = (
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
"""Those that come with live streams."""
