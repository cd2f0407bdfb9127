"""Problems of access: who asks, by which key or link, and what they may do."""

from __future__ import annotations

from api.problems.kind import kind

ACCESS = (
    kind(
        "form-not-ours",
        403,
        ("This form is not from this service", "Ce formulaire n'est pas de ce service"),
        ("The form was sent from another site, or from a page that was opened under another key or link. Nothing was recorded.",
         "Le formulaire a été envoyé depuis un autre site, ou depuis une page ouverte avec une autre clé ou un autre lien. "
         "Rien n'a été enregistré."),
        ("Open the page again and send it from there; programs send a key with `Authorization`.",
         "Rouvrez la page et envoyez-le de là ; un programme envoie une clé avec `Authorization`."),
    ),
    kind(
        "sign-in-used",
        401,
        ("This sign-in link no longer works", "Ce lien de connexion ne marche plus"),
        ("The link that the service prints when it starts works once, and for ten minutes.",
         "Le lien que le service affiche au démarrage marche une fois, pendant dix minutes."),
        ("Enter the operator's key, which lies in `operator.key` in the data folder, or start the service again for another link.",
         "Entrez la clé de l'opérateur, qui se trouve dans `operator.key` du dossier de données, ou redémarrez le service pour un "
         "autre lien."),
    ),
    kind(
        "link-forged",
        401,
        ("This link was not issued here", "Ce lien n'a pas été délivré ici"),
        ("The link's signature is not this service's: it was copied with a mistake, made up, or issued before the service's secret "
         "was changed.",
         "La signature du lien n'est pas celle de ce service : il a été mal copié, inventé, ou délivré avant que le secret du "
         "service ne change."),
        ("Open the link again, whole, or ask the organiser for a new one.",
         "Rouvrez le lien en entier, ou demandez-en un nouveau à l'organisateur."),
    ),
    kind(
        "link-expired",
        401,
        ("This link has run out", "Ce lien a expiré"),
        ("The link was issued for a time, and that time is over.", "Le lien a été délivré pour un temps, et ce temps est passé."),
        ("Ask the organiser for a new one.", "Demandez-en un nouveau à l'organisateur."),
    ),
    kind(
        "session-over",
        401,
        ("You are signed out", "Vous êtes déconnecté"),
        ("The session has run out, or the key it stood for was changed.",
         "La session a expiré, ou la clé qu'elle représentait a changé."),
        ("Sign in again with your key.", "Reconnectez-vous avec votre clé."),
    ),
    kind(
        "link-revoked",
        401,
        ("This link was revoked", "Ce lien a été révoqué"),
        ("The organiser has withdrawn the link.", "L'organisateur a retiré le lien."),
        ("Ask the organiser for a new one.", "Demandez-en un nouveau à l'organisateur."),
    ),
    kind(
        "key-revoked",
        401,
        ("This key was revoked", "Cette clé a été révoquée"),
        ("The operator has withdrawn the key.", "L'opérateur a retiré la clé."),
        ("Ask the operator for a new one.", "Demandez-en une nouvelle à l'opérateur."),
    ),
    kind(
        "role-too-low",
        403,
        ("This needs another role", "Ceci demande un autre rôle"),
        ("The address is open to a higher role than that of this key or link. Nothing was recorded.",
         "L'adresse est ouverte à un rôle plus élevé que celui de cette clé ou de ce lien. Rien n'a été enregistré."),
        ("Ask with a key or link of the role in `needed`; `role` is yours.",
         "Demandez avec une clé ou un lien du rôle donné par `needed` ; `role` est le vôtre."),
    ),
    kind(
        "not-covered",
        403,
        ("This is not yours to see", "Ceci ne vous est pas ouvert"),
        ("A link covers its one game, an organiser's key the games and campaigns that were opened with it. The answer is the same "
         "whether there is something at the address or not.",
         "Un lien couvre sa seule partie, la clé d'un organisateur les parties et campagnes ouvertes avec elle. La réponse est la "
         "même, qu'il y ait quelque chose à l'adresse ou non."),
        ("Use the link to this game, or the key it was opened with.",
         "Prenez le lien de cette partie, ou la clé avec laquelle elle fut ouverte."),
    ),
    kind(
        "not-your-seat",
        403,
        ("This seat is not yours", "Ce siège n'est pas le vôtre"),
        ("A seat's link speaks for its seats, and for those that nobody sits at (automas, chance). Nothing was recorded.",
         "Le lien d'un siège parle pour ses sièges, et pour ceux où personne n'est assis (automates, hasard). Rien n'a été "
         "enregistré."),
        ("Enter it with that seat's link, or let the arbiter enter it. `seats` are yours.",
         "Saisissez-le avec le lien de ce siège, ou laissez l'arbitre le saisir. `seats` sont les vôtres."),
    ),
    kind(
        "not-your-audience",
        403,
        ("You may not look as this audience", "Vous ne pouvez regarder comme ce public"),
        ("A seat's link looks as its own seats or as the public, a spectator's as the public.",
         "Le lien d'un siège regarde comme ses sièges ou comme le public, celui d'un spectateur comme le public."),
        ("Ask for one of the audiences in `audiences`, or leave `audience` out.",
         "Demandez un des publics de `audiences`, ou ne donnez pas `audience`."),
    ),
    kind(
        "unknown-link",
        404,
        ("There is no such link", "Ce lien n'existe pas"),
        ("The game has no link with this id, or there is none to a hall.",
         "La partie n'a pas de lien avec cet identifiant, ou il n'y en a pas vers une salle."),
        ("`GET /api/v1/games/{game}/links` lists the links of a game, `GET /api/v1/halls` those to halls.",
         "`GET /api/v1/games/{game}/links` donne la liste des liens d'une partie, `GET /api/v1/halls` celle des liens de salle."),
    ),
    kind(
        "link-over",
        410,
        ("The link holds no more", "Le lien n'est plus valable"),
        ("The link was revoked or has run out: there is nothing to print.", "Le lien est révoqué ou a expiré : rien à imprimer."),
        ("Issue another with `POST /api/v1/games/{game}/links`.", "Délivrez-en un autre avec `POST /api/v1/games/{game}/links`."),
    ),
    kind(
        "too-many-requests",
        429,
        ("Too many requests", "Trop de demandes"),
        ("More requests came with this key or link, or more that failed from this address, than are answered in a while.",
         "Il est venu plus de demandes avec cette clé ou ce lien, ou plus de demandes refusées de cette adresse, qu'il n'en est "
         "traité en un temps."),
        ("Wait the seconds that `Retry-After` names, then go on more slowly.",
         "Attendez les secondes qu'indique `Retry-After`, puis continuez plus lentement."),
    ),
)  # fmt: skip
