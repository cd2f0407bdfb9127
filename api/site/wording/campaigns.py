"""What the pages of campaigns and catalogs say."""

from __future__ import annotations

from domain.words import Text

WORDS = {
    "campaigns.title": Text("Campaigns", "Campagnes"),
    "campaigns.none": Text("No campaign yet.", "Aucune campagne pour l'instant."),
    "campaigns.open": Text("Open a campaign", "Ouvrir une campagne"),
    "campaigns.ruleset": Text("Title", "Titre"),
    "campaigns.players": Text("Players", "Joueurs"),
    "campaigns.usual": Text("as usual", "comme d'habitude"),
    "campaigns.go": Text("Open", "Ouvrir"),
    "campaigns.played": Text("{opened} of {of} scenarios", "{opened} scénarios sur {of}"),
    "campaigns.count": Text("{opened} scenarios", "{opened} scénarios"),
    "campaign.title": Text("Campaign: {title}", "Campagne : {title}"),
    "campaign.scenarios": Text("Scenarios", "Scénarios"),
    "campaign.scenario": Text("Scenario {number}", "Scénario {number}"),
    "campaign.sheets": Text("Sheets side by side", "Feuilles côte à côte"),
    "campaign.print": Text("Print the sheet", "Imprimer la feuille"),
    "campaign.line": Text("Line", "Ligne"),
    "campaign.changed": Text(
        "The sheet changed after the next scenario was opened.", "La feuille a changé après l'ouverture du scénario suivant."
    ),
    "campaign.unsound": Text(
        "This scenario rests on a sheet that was changed since.", "Ce scénario repose sur une feuille modifiée depuis."
    ),
    "campaign.next": Text("Open scenario {number}", "Ouvrir le scénario {number}"),
    "campaign.totals": Text("Totals", "Totaux"),
    "campaign.wins": Text("Won", "Gagnées"),
    "campaign.points": Text("Points", "Points"),
    "campaign.going": Text("still being played", "encore en cours"),
    "sheet.title": Text("Save sheet {number}: {title}", "Feuille de sauvegarde {number} : {title}"),
    "sheet.from": Text(
        "Game {game}, read off after record {at}; SHA-256 {sha}.", "Partie {game}, relevée après l'écriture {at} ; SHA-256 {sha}."
    ),
    "sheet.unfinished": Text("The scenario is still being played.", "Le scénario est encore en cours."),
    "catalogs.title": Text("Catalogs", "Catalogues"),
    "catalogs.lead": Text(
        "The printed numbers of each title, with where they come from. Correct a copy of a file, add it, and open games with it; "
        "a game keeps the catalog it was opened with.",
        "Les nombres imprimés de chaque titre, avec leur provenance. Corrigez une copie du fichier, ajoutez-la, et ouvrez des "
        "parties avec elle ; une partie garde le catalogue de son ouverture.",
    ),
    "catalogs.text": Text("rule text", "texte de règle"),
    "catalogs.published": Text("published", "publié"),
    "catalogs.inferred": Text("inferred", "déduit"),
    "catalogs.placeholder": Text("placeholder", "factice"),
    "catalogs.add": Text("Add a corrected catalog", "Ajouter un catalogue corrigé"),
    "catalogs.file": Text("Catalog file (JSON)", "Fichier du catalogue (JSON)"),
    "catalogs.go": Text("Check and add", "Vérifier et ajouter"),
    "catalogs.line": Text("Line {line}", "Ligne {line}"),
    "catalogs.edition": Text("Edition", "Édition"),
    "catalogs.download": Text("Download", "Télécharger"),
    "catalogs.all": Text("All numbers", "Tous les nombres"),
    "catalogs.only": Text("Placeholders only", "Valeurs factices seulement"),
    "catalogs.place": Text("Place", "Endroit"),
    "catalogs.value": Text("Value", "Valeur"),
    "catalogs.origin": Text("From", "Provenance"),
    "catalogs.more": Text("{count} more are in the file.", "{count} autres sont dans le fichier."),
}
