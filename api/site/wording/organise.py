"""What the organiser's pages say: the search, the opening of games, the links, the access log."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "organise.title": Text("Organise", "Organiser"),
    "organise.open": Text("Open games", "Ouvrir des parties"),
    "organise.players": Text("{numbers} players", "{numbers} joueurs"),
    "organise.solo": Text("solo", "solo"),
    "organise.yours": Text("Your games", "Vos parties"),
    "organise.none": Text("No game yet: choose a title above.", "Aucune partie pour l'instant : choisissez un titre ci-dessus."),
    "organise.links": Text("Links", "Liens"),
    "organise.desk": Text("Desk", "Bureau"),
    "organise.looks": Text("Access log", "Journal des accès"),
    "organise.campaigns": Text("Campaigns", "Campagnes"),
    "organise.catalogs": Text("Catalogs", "Catalogues"),
    "organise.witness-refusing": Text(
        "The witness {name} refuses to cosign the log: {says}.", "Le témoin {name} refuse de cosigner le journal : {says}."
    ),
    "organise.witness-away": Text("The witness {name} is away: {says}.", "Le témoin {name} est absent : {says}."),
    "organise.witness-since": Text("Since", "Depuis :"),
    "find.more": Text("More: tag, days, branches", "Plus : étiquette, jours, branches"),
    "find.tag": Text("Tag", "Étiquette"),
    "find.opened-from": Text("Opened from", "Ouverte dès le"),
    "find.opened-to": Text("Opened until", "Ouverte jusqu'au"),
    "find.updated-from": Text("Last written to from", "Dernière écriture dès le"),
    "find.updated-to": Text("Last written to until", "Dernière écriture jusqu'au"),
    "find.branches": Text("Branches", "Branches"),
    "find.branches-no": Text("without them", "sans elles"),
    "find.branches-only": Text("only them", "elles seules"),
    "find.branches-all": Text("with them", "avec elles"),
    "find.no-day": Text(
        "“{given}” is no day: enter one such as 2026-11-21.", "« {given} » n'est pas un jour : saisissez par exemple 2026-11-21."
    ),
    "find.all": Text("All games", "Toutes les parties"),
    "find.one": Text("1 game", "1 partie"),
    "find.count": Text("{count} games", "{count} parties"),
    "find.tick-all": Text("Tick all", "Tout cocher"),
    "find.close": Text("Close the games ticked…", "Clore les parties cochées…"),
    "find.print": Text("Print the links of the games ticked", "Imprimer les liens des parties cochées"),
    "open.title": Text("Open: {title}", "Ouvrir : {title}"),
    "open.nothing": Text("Nothing was opened. Mend it and open again.", "Rien n'a été ouvert. Corrigez, puis ouvrez à nouveau."),
    "open.table": Text("The table", "La table"),
    "open.players": Text("Players", "Joueurs"),
    "open.tables": Text("Tables", "Tables"),
    "open.first": Text("First table's number", "Numéro de la première table"),
    "open.tables-hint": Text(
        "Several games alike, each with its own dice and links, and with its number as a tag: “table 1”, “table 2”.",
        "Plusieurs parties pareilles, chacune avec ses dés, ses liens et son numéro en étiquette : « table 1 », « table 2 ».",
    ),
    "open.names": Text("Who plays where (if you know)", "Qui joue où (si c'est connu)"),
    "open.names-hint": Text(
        "One line a table, names separated by commas, in this order: {seats}. Names stay outside the record and can be erased.",
        "Une ligne par table, les noms séparés par des virgules, dans cet ordre : {seats}. Les noms restent hors du registre et "
        "peuvent être effacés.",
    ),
    "open.table-number": Text("Table {number}", "Table {number}"),
    "open.catalog": Text("Catalog", "Catalogue"),
    "open.catalog-line": Text(
        "{name} ({placeholders} placeholders): {edition}", "{name} ({placeholders} valeurs factices) : {edition}"
    ),
    "open.catalog-hint": Text("The printed numbers that the game is played with.", "Les nombres imprimés avec lesquels on joue."),
    "open.catalog-see": Text("See the catalogs and their placeholders", "Voir les catalogues et leurs valeurs factices"),
    "open.dice": Text("Dice and draws", "Dés et pioches"),
    "open.dice-sealed": Text(
        "Greffe rolls, sealed: nobody can choose them, and anyone can check them afterwards.",
        "Greffe lance, sous scellé : personne ne les choisit, chacun peut les vérifier ensuite.",
    ),
    "open.dice-table": Text("The table rolls, and enters what came up.", "La table lance, et saisit ce qui est sorti."),
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
    "open.options-hint": Text(
        "They stand as the rules are printed, or as this house reads them where the text is unclear.",
        "Elles sont réglées selon le texte, ou selon la lecture de cette maison là où il n'est pas clair.",
    ),
    "open.default": Text("(usual)", "(d'ordinaire)"),
    "open.tags": Text("Tags", "Étiquettes"),
    "open.tags-hint": Text(
        "Words to find the games by, separated by commas: the tournament, the round.",
        "Des mots pour retrouver les parties, séparés par des virgules : le tournoi, la ronde.",
    ),
    "open.public": Text("Anybody may watch, without a link", "Chacun peut regarder, sans lien"),
    "open.seals": Text("Secret choices are sealed by those who make them", "Qui fait un choix secret le scelle"),
    "open.seals-hint": Text(
        "Nobody can read a bid then before all are bound, this service included. Each is kept in the browser that it was made in, "
        "and shown from there.",
        "Nul ne peut alors lire une mise avant que tous ne soient engagés, pas même ce service. Chacune reste dans le navigateur "
        "où elle a été faite, et se montre de là.",
    ),
    "open.values": Text("What the table rolled for the set-up", "Ce que la table a lancé pour la mise en place"),
    "open.values-hint": Text(
        "The table rolls its own dice: enter here what came up, then open. Nothing was opened yet.",
        "La table lance ses propres dés : saisissez ici ce qui est sorti, puis ouvrez. Rien n'est encore ouvert.",
    ),
    "open.value": Text("Value {number}: {label}", "Valeur {number} : {label}"),
    "open.go": Text("Open", "Ouvrir"),
    "closing.title": Text("Close several games", "Clore plusieurs parties"),
    "closing.lead": Text(
        "A closed game takes no more records: the last one names its result and opens the seed of sealed dice. It cannot be "
        "undone. Games that have not ended would be broken off without a result, and are not ticked.",
        "Une partie close ne reçoit plus d'écriture : la dernière nomme le résultat et ouvre la graine des dés scellés. C'est "
        "irrévocable. Les parties non terminées seraient interrompues sans résultat, et ne sont pas cochées.",
    ),
    "closing.none": Text("No game was chosen: tick some in the list.", "Aucune partie choisie : cochez-en dans la liste."),
    "closing.breaks": Text("would be broken off", "serait interrompue"),
    "closing.claim": Text("a claim is still open", "une réclamation est encore ouverte"),
    "closing.words": Text("Words for the record (optional)", "Mots pour le registre (facultatif)"),
    "closing.go": Text("Close the games ticked", "Clore les parties cochées"),
    "closing.done": Text("Closed: record {seq}.", "Close : écriture {seq}."),
    "closing.already": Text("This game is closed.", "Cette partie est close."),
    "closing.back": Text("Back to your games", "Retour à vos parties"),
    "cards.table": Text("Table {number}", "Table {number}"),
    "cards.nameless": Text("somebody", "quelqu'un"),
    "cards.with-penalties": Text("With the arbiter's penalties: {points}.", "Avec les pénalités de l'arbitre : {points}."),
    "links.title": Text("Links to hand out", "Liens à remettre"),
    "links.lead": Text(
        "One code a seat. Whoever has a link speaks for its seat: print, cut, hand out. A lost link can be replaced.",
        "Un code par siège. Qui a le lien parle pour son siège : imprimez, découpez, remettez. Un lien égaré peut être remplacé.",
    ),
    "links.how": Text(
        "Print this page with your browser: one page a table, menus and buttons stay off it.",
        "Imprimez cette page avec votre navigateur : une page par table, sans menus ni boutons.",
    ),
    "links.none": Text(
        "No game was chosen: tick some in the list of your games.",
        "Aucune partie choisie : cochez-en dans vos parties.",
    ),
    "links.none-good": Text("There is no valid link of this kind.", "Aucun lien de cette sorte n'est valable."),
    "links.tables": Text("Tables", "Tables"),
    "links.for": Text("Show the links of", "Montrer les liens"),
    "links.for-all": Text("everybody", "de tous"),
    "links.for-seat": Text("players", "des joueurs"),
    "links.for-arbiter": Text("arbiters", "des arbitres"),
    "links.for-spectator": Text("spectators", "des spectateurs"),
    "links.show": Text("Show", "Montrer"),
    "links.address": Text("To send", "À envoyer"),
    "links.address-of": Text("Address of the link: {whose}", "Adresse du lien : {whose}"),
    "links.near": Text(
        "These codes lead to {host}, which no other device can reach. Open this page by this computer's address in the network, or "
        "start the service with GREFFE_PUBLIC_URL, before you print.",
        "Ces codes mènent à {host}, qu'aucun autre appareil ne peut atteindre. Avant d'imprimer, ouvrez cette page par l'adresse "
        "de cet ordinateur dans le réseau, ou lancez le service avec GREFFE_PUBLIC_URL.",
    ),
    "links.until": Text("until {day}", "jusqu'au {day}"),
    "links.end": Text("Manage", "Gérer"),
    "links.end-hint": Text(
        "This link stops working at once, for good.",
        "Qui utilise ce lien n'entre plus, dès maintenant.",
    ),
    "links.replace": Text("Replace by a new link", "Remplacer par un nouveau lien"),
    "links.revoke": Text("Withdraw", "Retirer"),
    "links.over": Text("Links that no longer work ({count})", "Liens qui ne valent plus ({count})"),
    "links.was-revoked": Text("withdrawn on {time}", "retiré le {time}"),
    "links.ran-out": Text("ran out on {day}", "expiré le {day}"),
    "links.anew": Text("Issue again", "Délivrer à nouveau"),
    "links.another": Text("Issue another link", "Délivrer un autre lien"),
    "links.nothing": Text("No link was issued.", "Aucun lien n'a été délivré."),
    "links.role": Text("For", "Pour"),
    "links.role-seat": Text("a player, or a scribe for several", "un joueur, ou un scribe pour plusieurs"),
    "links.role-arbiter": Text("an arbiter", "un arbitre"),
    "links.role-spectator": Text("spectators", "des spectateurs"),
    "links.seats": Text("Seats it speaks for", "Sièges pour lesquels il parle"),
    "links.seats-hint": Text("Arbiters and spectators have none.", "Arbitres et spectateurs n'en ont pas."),
    "links.expires": Text("Until the end of this day, UTC (empty: for good)", "Jusqu'au soir de ce jour, UTC (vide : pour de bon)"),
    "links.issue": Text("Issue", "Délivrer"),
    "links.listing": Text("Public or private, tags", "Publique ou privée, étiquettes"),
    "links.listing-hint": Text(
        "The tags are separated by commas. Made private, the game is closed to strangers at once.",
        "Les étiquettes sont séparées par des virgules. Rendue privée, la partie est aussitôt fermée aux inconnus.",
    ),
    "links.listing-change": Text("Change", "Changer"),
    "links.listing-nothing": Text("Nothing was changed.", "Rien n'a été changé."),
    "links.listing-closed": Text(
        "This game is closed: nothing can be added to its record.", "Cette partie est close : rien ne s'ajoute à son registre."
    ),
    "links.game": Text("Watch", "Regarder"),
    "links.campaign": Text("Campaign", "Campagne"),
    "looks.title": Text("Access log: who has seen hidden information", "Journal des accès : qui a vu ce qui est caché"),
    "looks.lead": Text(
        "Each time somebody looked at information that is hidden from the public and not their own; oldest first.",
        "Chaque consultation de ce qui est caché au public par qui n'en est pas le maître, de la plus ancienne à la plus récente.",
    ),
    "looks.when": Text("When", "Quand"),
    "looks.who": Text("Whose link or key", "Lien ou clé de"),
    "looks.as": Text("Looked as", "Vu comme"),
    "looks.record": Text("Record", "Écriture"),
    "looks.what": Text("Asked for", "Demande"),
    "looks.more": Text("Later looks", "Consultations suivantes"),
    "looks.none": Text("Nobody has looked at anything hidden.", "Personne n'a rien consulté de caché."),
}
