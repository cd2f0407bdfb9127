"""What the organiser's pages say: the search, the opening of games, links, halls, campaigns, catalogs."""

from __future__ import annotations

from domain.rules.text import Text

_ORGANISE = {
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
    "organise.tournaments": Text("Tournaments", "Tournois"),
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
    "open.catalog-line": Text("{edition} ({placeholders} placeholders)", "{edition} ({placeholders} valeurs factices)"),
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

_CAMPAIGNS = {
    "campaigns.title": Text("Campaigns", "Campagnes"),
    "campaigns.none": Text("No campaign yet: choose a title above.", "Pas encore de campagne : choisissez un titre ci-dessus."),
    "campaigns.none-found": Text("No campaign fits. Leave something out.", "Aucune campagne ne correspond. Retirez un critère."),
    "campaigns.open": Text("Open a campaign", "Ouvrir une campagne"),
    "campaigns.open-title": Text("Open a campaign: {title}", "Ouvrir une campagne : {title}"),
    "campaigns.lead": Text(
        "A series of games of one title: as many as the table likes, with wins and points added up.",
        "Une série de parties d'un titre : autant que la table en veut, victoires et points additionnés.",
    ),
    "campaigns.lead-of": Text(
        "{of} scenarios, each opened from the save sheet of the one before.",
        "{of} scénarios, chacun ouvert depuis la Feuille de Sauvegarde du précédent.",
    ),
    "campaigns.scenarios": Text("{of} scenarios with save sheets", "{of} scénarios avec Feuilles de Sauvegarde"),
    "campaigns.series": Text("a series of games, added up", "une série de parties, additionnées"),
    "campaigns.tags-hint": Text(
        "Words to find the campaign and its games by, separated by commas.",
        "Des mots pour retrouver la campagne et ses parties, séparés par des virgules.",
    ),
    "campaigns.go": Text("Open the campaign", "Ouvrir la campagne"),
    "campaigns.yours": Text("Your campaigns", "Vos campagnes"),
    "campaigns.search": Text("Find a campaign", "Chercher une campagne"),
    "campaigns.more": Text("More campaigns", "Plus de campagnes"),
    "campaigns.is-open": Text("going on", "en cours"),
    "campaigns.is-closed": Text("closed", "close"),
    "campaigns.played": Text("scenarios opened: {opened} of {of}", "scénarios ouverts : {opened} sur {of}"),
    "campaigns.count": Text("scenarios opened: {opened}", "scénarios ouverts : {opened}"),
    "campaign.title": Text("Campaign: {title}", "Campagne : {title}"),
    "campaign.nothing": Text("Nothing was recorded.", "Rien n'a été enregistré."),
    "campaign.scenarios": Text("Scenarios", "Scénarios"),
    "campaign.scenario": Text("Scenario {number}", "Scénario {number}"),
    "campaign.sheets": Text("Sheets side by side", "Feuilles côte à côte"),
    "campaign.which": Text("Scenarios to set side by side", "Scénarios à mettre côte à côte"),
    "campaign.only-changes": Text("only lines that change", "seulement les lignes qui changent"),
    "campaign.no-changes": Text("These sheets say the same.", "Ces feuilles disent la même chose."),
    "campaign.differs": Text("differs from the sheet on its left", "diffère de la feuille à sa gauche"),
    "campaign.print": Text("Sheet {number} to print", "Feuille {number} à imprimer"),
    "campaign.print-all": Text("All sheets to print", "Toutes les feuilles à imprimer"),
    "campaign.line": Text("Line", "Ligne"),
    "campaign.changed": Text(
        "The sheet changed after the next scenario was opened.", "La feuille a changé après l'ouverture du scénario suivant."
    ),
    "campaign.unsound": Text(
        "This scenario rests on a sheet that was changed since.", "Ce scénario repose sur une feuille modifiée depuis."
    ),
    "campaign.next": Text("Open scenario {number}", "Ouvrir le scénario {number}"),
    "campaign.next-first": Text("The first scenario opens from the set-up.", "Le premier scénario part de la mise en place."),
    "campaign.next-from": Text(
        "It opens from the sheet of scenario {number} as it stands, at record {seq}.",
        "Il part de la feuille du scénario {number} telle qu'elle est, à l'écriture {seq}.",
    ),
    "campaign.rolls": Text(
        "The table rolls its own dice: enter what came up.", "La table lance ses propres dés : saisissez ce qui est sorti."
    ),
    "campaign.missing": Text(
        "Something is missing or cannot come up: look below. Nothing was opened.",
        "Il manque quelque chose, ou cela ne peut pas sortir : voyez ci-dessous. Rien n'a été ouvert.",
    ),
    "campaign.totals": Text("Totals", "Totaux"),
    "campaign.wins": Text("Won", "Gagnées"),
    "campaign.points": Text("Points", "Points"),
    "campaign.going": Text("still being played", "encore en cours"),
    "campaign.with": Text("Opened with", "Ouverte avec"),
    "campaign.placeholders": Text("placeholders: {count}", "valeurs factices : {count}"),
    "campaign.opened": Text("Opened on", "Ouverte le"),
    "campaign.yes": Text("yes", "oui"),
    "campaign.no": Text("no", "non"),
    "campaign.close": Text("Close the campaign", "Clore la campagne"),
    "campaign.close-hint": Text(
        "No scenario can be opened afterwards. Its games stay as they are.",
        "Aucun scénario ne pourra plus être ouvert. Ses parties restent telles quelles.",
    ),
    "campaign.reason": Text("Why (if you like)", "Pourquoi (facultatif)"),
    "campaign.close-go": Text("Close it for good", "Clore pour de bon"),
    "campaign.was-closed": Text("The campaign was closed on {day}.", "La campagne a été close le {day}."),
    "sheet.title": Text("Save sheet {number}: {title}", "Feuille de Sauvegarde {number} : {title}"),
    "sheet.all": Text("Save sheets: {title}", "Feuilles de Sauvegarde : {title}"),
    "sheet.players": Text("Players", "Joueurs"),
    "sheet.remarks": Text("Remarks", "Remarques"),
    "sheet.board": Text("The board after record {at}", "Le plateau après l'écriture {at}"),
    "sheet.at": Text("After record", "Après l'écriture"),
    "sheet.differs": Text("changed since the sheet before", "a changé depuis la feuille précédente"),
    "sheet.from": Text(
        "Campaign {campaign}, game {game}, read off after record {at}; SHA-256 {sha}.",
        "Campagne {campaign}, partie {game}, relevée après l'écriture {at} ; SHA-256 {sha}.",
    ),
    "sheet.unfinished": Text("The scenario is still being played.", "Le scénario est encore en cours."),
    "catalogs.title": Text("Catalogs", "Catalogues"),
    "catalogs.lead": Text(
        "The printed numbers of each title, with where they come from. A game keeps the catalog it was opened with. Placeholders "
        "stand in for numbers that nobody has published: copy them from your box before you play for something.",
        "Les nombres imprimés de chaque titre, avec leur provenance. Une partie garde le catalogue de son ouverture. Les valeurs "
        "factices remplacent des nombres que personne n'a publiés : relevez-les dans votre boîte avant de jouer pour de bon.",
    ),
    "catalogs.text": Text("rule text", "texte de règle"),
    "catalogs.published": Text("published", "publié"),
    "catalogs.inferred": Text("inferred", "déduit"),
    "catalogs.placeholder": Text("placeholder", "factice"),
    "catalogs.added": Text("added", "ajouté"),
    "catalogs.add": Text("Add a corrected catalog", "Ajouter un catalogue corrigé"),
    "catalogs.how": Text(
        "Download a catalog, correct the numbers and say in its provenance where yours come from, and add the file here.",
        "Téléchargez un catalogue, corrigez les nombres, dites dans sa provenance d'où viennent les vôtres, puis ajoutez le "
        "fichier ici.",
    ),
    "catalogs.nothing": Text("Nothing was added.", "Rien n'a été ajouté."),
    "catalogs.file": Text("Catalog file (JSON)", "Fichier du catalogue (JSON)"),
    "catalogs.go": Text("Check and add", "Vérifier et ajouter"),
    "catalogs.line": Text("Line {line}", "Ligne {line}"),
    "catalogs.edition": Text("Edition", "Édition"),
    "catalogs.open": Text("Open games with it", "Ouvrir des parties avec lui"),
    "catalogs.download": Text("Download", "Télécharger"),
    "catalogs.all": Text("All numbers", "Tous les nombres"),
    "catalogs.only": Text("Placeholders only", "Valeurs factices seulement"),
    "catalogs.place": Text("Place", "Endroit"),
    "catalogs.value": Text("Value", "Valeur"),
    "catalogs.origin": Text("From", "Provenance"),
    "catalogs.page": Text("page {number} of {last}", "page {number} sur {last}"),
    "catalogs.before": Text("Before", "Avant"),
    "catalogs.after": Text("After", "Après"),
}

_HALLS = {
    "halls.title": Text("Arbiters of a hall", "Arbitres d'une salle"),
    "halls.lead": Text(
        "One link makes its bearer the arbiter of all your games that carry a tag: those there are, those you open or tag later, "
        "and no longer those you take the tag from. Branches are no part of it.",
        "Un seul lien fait de son porteur l'arbitre de toutes vos parties qui portent une étiquette : celles d'aujourd'hui, "
        "celles que vous ouvrirez ou étiquetterez, et plus celles à qui vous l'ôtez. Les branches n'en font pas partie.",
    ),
    "halls.issue": Text("Issue a link", "Délivrer un lien"),
    "halls.tag": Text("Tag of the games", "Étiquette des parties"),
    "halls.tag-hint": Text(
        "Whole, as the games carry it; its case does not matter.", "Entière, telle que les parties la portent, majuscules ou non."
    ),
    "halls.arbiter": Text("Arbiter of the hall “{tag}”", "Arbitre de la salle « {tag} »"),
    "halls.one": Text("1 game", "1 partie"),
    "halls.count": Text("{count} games", "{count} parties"),
    "halls.none": Text("No link to a hall holds.", "Aucun lien de salle n'est valable."),
    "halls.hint": Text(
        "Whoever has the link decides in all these games and may look at what is hidden in them. Withdrawn, it stops at once.",
        "Qui a le lien tranche dans toutes ces parties et peut y voir ce qui est caché. Retiré, il cesse aussitôt de valoir.",
    ),
    "hall.title": Text("Hall: {tag}", "Salle : {tag}"),
    "hall.lead": Text(
        "The games that you are the arbiter of. Those in which somebody waits for you stand first.",
        "Les parties dont vous êtes l'arbitre. Celles où l'on vous attend viennent d'abord.",
    ),
    "hall.none": Text("No game carries this tag now.", "Aucune partie ne porte cette étiquette pour l'instant."),
    "hall.desk": Text("Desk", "Bureau"),
    "hall.claim": Text("1 claim waits", "1 réclamation en attente"),
    "hall.claims": Text("{count} claims wait", "{count} réclamations en attente"),
    "hall.request": Text("1 request waits", "1 demande en attente"),
    "hall.requests": Text("{count} requests wait", "{count} demandes en attente"),
}

WORDS = {**_ORGANISE, **_CAMPAIGNS, **_HALLS}
