"""What the pages of campaigns and catalogs say."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
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
