"""What the organiser's pages say."""

from __future__ import annotations

from domain.words import Text

WORDS = {
    "organise.title": Text("Organise", "Organiser"),
    "organise.open": Text("Open games", "Ouvrir des parties"),
    "organise.choose": Text("Choose a title:", "Choisissez un titre :"),
    "organise.players": Text("{numbers} players", "{numbers} joueurs"),
    "organise.solo": Text("solo", "solo"),
    "organise.yours": Text("Your games", "Vos parties"),
    "organise.none": Text("No game yet.", "Aucune partie pour l'instant."),
    "organise.links": Text("Links", "Liens"),
    "organise.campaigns": Text("Campaigns", "Campagnes"),
    "organise.catalogs": Text("Catalogs", "Catalogues"),
    "open.title": Text("Open: {title}", "Ouvrir : {title}"),
    "open.table": Text("The table", "La table"),
    "open.players": Text("Players", "Joueurs"),
    "open.tables": Text("Tables", "Tables"),
    "open.tables-hint": Text(
        "Several games alike, each with its own dice and links.", "Plusieurs parties pareilles, chacune avec ses dés et ses liens."
    ),
    "open.catalog": Text("Catalog", "Catalogue"),
    "open.catalog-line": Text("{name}, {placeholders} placeholders", "{name}, {placeholders} valeurs factices"),
    "open.catalog-own": Text("added {sha}", "ajouté {sha}"),
    "open.dice": Text("Dice and draws", "Dés et pioches"),
    "open.sealed": Text(
        "Greffe rolls, sealed: nobody can choose them, and anyone can check them afterwards.",
        "Greffe lance, sous scellé : personne ne les choisit, chacun peut les vérifier ensuite.",
    ),
    "open.by-table": Text("The table rolls, and enters what came up.", "La table lance, et saisit ce qui est sorti."),
    "open.undo": Text("Taking back", "Annulation"),
    "open.undo-free": Text(
        "Free: own last actions, up to a roll, a reveal or another seat's action; beyond that, with consent.",
        "Libre : ses dernières actions, jusqu'à un jet, une révélation ou l'action d'un autre siège ; au-delà, avec accord.",
    ),
    "open.undo-consent": Text(
        "By consent: all other players have to agree.", "Avec accord : tous les autres joueurs doivent accepter."
    ),
    "open.undo-arbiter": Text(
        "By the arbiter: seats ask, the arbiter answers.", "Par l'arbitre : les sièges demandent, l'arbitre répond."
    ),
    "open.undo-none": Text("None: only a ruling can annul.", "Aucune : seule une décision peut annuler."),
    "open.options": Text("Options", "Options"),
    "open.tags": Text("Tags", "Étiquettes"),
    "open.tags-hint": Text(
        "Words to find the games by, parted by commas.", "Des mots pour retrouver les parties, séparés par des virgules."
    ),
    "open.public": Text("Anybody may watch, without a link", "Chacun peut regarder, sans lien"),
    "open.values": Text("What the table rolled for the set-up", "Ce que la table a lancé pour la mise en place"),
    "open.one-of": Text("from: {pool}", "parmi : {pool}"),
    "open.go": Text("Open", "Ouvrir"),
    "links.title": Text("Links to hand out", "Liens à remettre"),
    "links.lead": Text(
        "One code a seat. Whoever has a link speaks for its seat: print, cut, hand out. A link that went astray can be revoked.",
        "Un code par siège. Qui a le lien parle pour son siège : imprimez, découpez, remettez. Un lien égaré peut être révoqué.",
    ),
    "links.revoke": Text("Revoke", "Révoquer"),
    "links.another": Text("Issue another link", "Délivrer un autre lien"),
    "links.role": Text("For", "Pour"),
    "links.seats": Text("Seats it speaks for", "Sièges pour lesquels il parle"),
    "links.issue": Text("Issue", "Délivrer"),
    "links.game": Text("Watch", "Regarder"),
}
