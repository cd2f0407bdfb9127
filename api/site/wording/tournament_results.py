"""What the pages of tournaments say once it is played: results, standings, rulings, links, screens, phones and paper."""

from __future__ import annotations

from domain.rules.text import Text

_RESULTS = {
    "results.table": Text("Table", "Table"),
    "results.quick": Text("Type a result", "Saisir un résultat"),
    "results.places": Text("Places by seat", "Places par siège"),
    "results.scores": Text("Points by seat", "Points par siège"),
    "results.places-hint": Text(
        "A place for each seat in order, such as 2 1 4 3; at a table of two, 1 or 2 for who won, = for a draw.",
        "Une place par siège dans l'ordre, par exemple 2 1 4 3 ; à une table de deux, 1 ou 2 pour le gagnant, = pour une nulle.",
    ),
    "results.next": Text("Table {table}:", "Table {table} :"),
    "results.take": Text("Take the result", "Prendre le résultat"),
    "results.enter": Text("Its result", "Son résultat"),
    "results.from-game": Text("Take it from the game", "Le prendre de la partie"),
    "results.from-game-hint": Text(
        "As its record says. From then on nothing of that game is taken back, until the table is re-opened.",
        "Tel que le dit son registre. Dès lors, rien de cette partie ne se reprend, tant que la table n'est pas rouverte.",
    ),
    "results.places-of": Text("Places", "Places"),
    "results.places-shared": Text("Who shares a place has the same number.", "Qui partage une place a le même numéro."),
    "results.place": Text("Place", "Place"),
    "results.nth": Text("place {place}", "place {place}"),
    "results.score": Text("Points", "Points"),
    "results.absent": Text("absent", "absent"),
    "results.kind": Text("How it ended", "Comment cela s'est terminé"),
    "results.kind-played": Text("played", "jouée"),
    "results.kind-forfeit": Text("forfeit: somebody was absent", "forfait : quelqu'un était absent"),
    "results.kind-double-forfeit": Text("forfeit: everybody was absent", "forfait : tous étaient absents"),
    "results.kind-adjourned": Text("adjourned", "ajournée"),
    "results.slips": Text("Reported from the table", "Annoncé par la table"),
    "results.disputed": Text(
        "They differ: the result is yours to decide.", "Les annonces diffèrent : à vous de décider du résultat."
    ),
    "results.source-game": Text("from the game's record", "du registre de la partie"),
    "results.source-slips": Text("from the players' phones", "des téléphones des joueurs"),
    "results.source-typed": Text("typed", "saisi"),
    "results.correct": Text("Correct it", "Le corriger"),
    "results.correct-hint": Text(
        "Nothing is overwritten: both results stay. Who gains and loses places is shown before you confirm.",
        "Rien n'est écrasé : les deux résultats restent. On montre qui gagne et perd des places avant que vous confirmiez.",
    ),
    "results.effect": Text("What it changes", "Ce que cela change"),
    "results.effect-recompute": Text(
        "Standings from now on; rounds stay as they were paired",
        "Le classement dès maintenant ; les rondes restent appariées telles quelles",
    ),
    "results.effect-repair": Text(
        "The next round too: it is withdrawn, to be paired again",
        "La ronde suivante aussi : elle est retirée, pour être appariée de nouveau",
    ),
    "results.effect-report": Text("What is exported, and nothing else", "Ce qui est exporté, et rien d'autre"),
    "results.correct-go": Text("See what would follow", "Voir ce qui s'ensuivrait"),
    "results.correct-game": Text("As the game stands now", "Comme la partie est maintenant"),
    "results.reopen": Text("Re-open the table", "Rouvrir la table"),
    "results.reopen-hint": Text(
        "Its result is taken back, and its game can go on.", "Son résultat est repris, et sa partie peut continuer."
    ),
    "results.reopen-go": Text("Re-open", "Rouvrir"),
}

_STANDINGS = {
    "standings.title": Text("Standings", "Classement"),
    "standings.after": Text("Standings after round {round}", "Classement après la ronde {round}"),
    "standings.before": Text("Standings before the first round", "Classement avant la première ronde"),
    "standings.rounds": Text("After which round", "Après quelle ronde"),
    "standings.open": Text("Tables still without a result: {count}.", "Tables encore sans résultat : {count}."),
    "standings.hint": Text(
        "The underlined value is the one that parted an entrant from the line above. A name leads to why.",
        "La valeur soulignée est celle qui départage d'avec la ligne du dessus. Un nom mène au pourquoi.",
    ),
    "standings.digest": Text(
        "Digest, as closing the round records it:", "Empreinte, telle que la clôture de la ronde l'enregistre :"
    ),
    "standings.rank": Text("Rank", "Rang"),
    "standings.shared": Text("shared", "partagé"),
    "standings.decided": Text("decided", "a départagé"),
    "standings.why": Text("Why this rank", "Pourquoi ce rang"),
    "standings.why-of": Text("Why {name} is at rank {rank}", "Pourquoi {name} est au rang {rank}"),
    "standings.because-rank": Text("{name} is at rank {rank} {shared}", "{name} est au rang {rank} {shared}"),
    "standings.because-sum": Text("{key}: {value} = {parts}", "{key} : {value} = {parts}"),
    "standings.because-value": Text("{key}: {value}", "{key} : {value}"),
    "standings.level": Text("{above} and {below} are level in everything.", "{above} et {below} sont à égalité en tout."),
    "standings.level-in": Text("Level in {keys}.", "Égalité en {keys}."),
    "standings.parted": Text(
        "{above} is before {below} by {key}: {more} against {less}.", "{above} est devant {below} par {key} : {more} contre {less}."
    ),
    "standings.parted-lower": Text(
        "{above} is before {below} by {key}: place {more} against {less}.",
        "{above} est devant {below} par {key} : place {more} contre {less}.",
    ),
    "standings.parted-stage": Text(
        "{above} went on into this stage, {below} did not.", "{above} s'est qualifié pour cette phase, {below} non."
    ),
    "standings.key-stage": Text("stage", "phase"),
    "term.result": Text("Round {round}, table {table}", "Ronde {round}, table {table}"),
    "term.bye": Text("Round {round}: a bye", "Ronde {round} : exempté"),
    "term.absent": Text("Round {round}: neither table nor bye", "Ronde {round} : ni table ni exemption"),
    "term.penalty": Text("Penalty, from round {round} on", "Pénalité, dès la ronde {round}"),
    "term.round": Text("Round {round}, against {name}", "Ronde {round}, contre {name}"),
    "term.stage": Text("Stage", "Phase"),
    "term.factor": Text("Factor", "Coefficient"),
    "term.opponent": Text("Opponent: {name}", "Adversaire : {name}"),
    "term.virtual": Text("Round {round}: the virtual opponent", "Ronde {round} : l'adversaire virtuel"),
    "term.draw": Text("Round {round}, counted as a draw", "Ronde {round}, comptée comme nulle"),
    "term.how-mean": Text("mean of", "moyenne de"),
    "term.how-product": Text("product of", "produit de"),
    "term.how-least": Text("least of", "minimum de"),
    "term.struck": Text("struck out", "écarté"),
}

_RULINGS = {
    "rulings.title": Text("Rulings", "Décisions"),
    "rulings.protests": Text("Protests", "Réclamations"),
    "rulings.no-protests": Text("Nobody has protested.", "Personne n'a réclamé."),
    "rulings.against": Text("against round {round}, table {table}", "contre la ronde {round}, table {table}"),
    "rulings.decision": Text("Decision", "Décision"),
    "rulings.uphold": Text("Uphold", "Accueillir"),
    "rulings.reject": Text("Reject", "Rejeter"),
    "rulings.upheld": Text("upheld", "accueillie"),
    "rulings.rejected": Text("rejected", "rejetée"),
    "rulings.upheld-hint": Text(
        "A result that changes is corrected at its table.", "Un résultat qui change se corrige à sa table."
    ),
    "rulings.file": Text("File a protest for an entrant", "Déposer une réclamation pour un participant"),
    "rulings.file-go": Text("File the protest", "Déposer la réclamation"),
    "rulings.entrant": Text("Entrant's number", "Numéro du participant"),
    "rulings.round": Text("Round", "Ronde"),
    "rulings.table": Text("Table", "Table"),
    "rulings.text": Text("What it is about", "De quoi il s'agit"),
    "rulings.points": Text("Points, such as 1 or 1/2", "Points, comme 1 ou 1/2"),
    "rulings.reason": Text("Reason", "Motif"),
    "rulings.penalties": Text("Penalties", "Pénalités"),
    "rulings.no-penalties": Text("No penalty holds.", "Aucune pénalité n'est en vigueur."),
    "rulings.from": Text("from round {round} on", "dès la ronde {round}"),
    "rulings.lift": Text("Lift", "Lever"),
    "rulings.give": Text("Take points from an entrant", "Retirer des points à un participant"),
    "rulings.give-go": Text("Give the penalty", "Infliger la pénalité"),
    "believed.title": Text("Corrections", "Corrections"),
    "believed.lead": Text(
        "Nothing is overwritten: for each correction, what was believed before it, and what is now.",
        "Rien n'est écrasé : pour chaque correction, ce que l'on croyait avant, et ce que l'on sait maintenant.",
    ),
    "believed.none": Text("No result was corrected.", "Aucun résultat n'a été corrigé."),
    "believed.of": Text("Correction of round {round}, table {table}", "Correction de la ronde {round}, table {table}"),
    "believed.effect-recompute": Text("standings from then on", "classement dès lors"),
    "believed.effect-repair": Text(
        "standings, and the next round paired again", "classement, et ronde suivante appariée de nouveau"
    ),
    "believed.effect-report": Text("exports alone", "exports seuls"),
    "believed.report": Text("Standings and pairings stay as they are.", "Classement et appariements restent tels quels."),
    "believed.then": Text("Then", "Alors"),
    "believed.now": Text("Now", "Maintenant"),
    "believed.published": Text(
        "As it was published when the round was closed (record {record}), and on the corrected result.",
        "Tel que publié à la clôture de la ronde (écriture {record}), et avec le résultat corrigé.",
    ),
    "believed.unpublished": Text(
        "The round was not closed yet: as it stood.", "La ronde n'était pas encore close : tel qu'il était."
    ),
    "believed.moved": Text("{name}: from rank {before} to rank {after}", "{name} : du rang {before} au rang {after}"),
    "believed.no-moves": Text("No rank changes.", "Aucun rang ne change."),
    "believed.pairings": Text("Pairings that would have differed", "Appariements qui auraient différé"),
    "believed.pairings-hint": Text(
        "Each round was paired on the result as it was. Paired again by the same engine from the same seed, "
        "on the corrected result:",
        "Chaque ronde a été appariée sur le résultat d'alors. Appariée à nouveau par le même moteur, de la "
        "même graine, avec le résultat corrigé :",
    ),
    "believed.same": Text("It would have been the same.", "Elle aurait été la même."),
    "believed.not-asked": Text("Its engine cannot say.", "Son moteur ne peut le dire."),
    "believed.was-paired": Text("As it was paired", "Telle qu'appariée"),
    "believed.would-be": Text("As it would have been", "Telle qu'elle aurait été"),
}

_HALL = {
    "duties.title": Text("Links and cards", "Liens et cartes"),
    "duties.lead": Text(
        "Each link does one thing. Whoever has it can do that, so hand each to its own people; you can withdraw it.",
        "Chaque lien sert à une chose. Qui l'a peut la faire : remettez chacun aux bonnes personnes ; vous pouvez le retirer.",
    ),
    "duties.desk": Text("For those who run the event", "Pour ceux qui tiennent l'événement"),
    "duties.cards": Text(
        "Place cards: one for each entrant, to print and cut", "Cartes : une par participant, à imprimer et couper"
    ),
    "duties.page": Text("Page {n}", "Page {n}"),
    "duties.director": Text("Director", "Directeur"),
    "duties.scorer": Text("Scorer", "Scoreur"),
    "duties.check-in": Text("Check-in", "Pointage"),
    "duties.screen": Text("Screen", "Écran"),
    "duties.code": Text("Code to scan: {whose}", "Code à scanner : {whose}"),
    "duties.own": Text("This entrant's own link", "Le lien de ce participant"),
    "duties.over": Text("withdrawn", "retiré"),
    "screen.title": Text("Screens", "Écrans"),
    "screen.pairings": Text("Tables", "Tables"),
    "screen.names": Text("By name", "Par nom"),
    "screen.standings": Text("Standings", "Classement"),
    "screen.clock": Text("Clock", "Horloge"),
    "screen.page": Text("Page {n} of {of}", "Page {n} sur {of}"),
    "screen.table-seat": Text("Table {table}, seat {seat}", "Table {table}, siège {seat}"),
    "screen.bye": Text("bye", "exempté"),
    "phone.title": Text("My page", "Ma page"),
    "phone.here": Text("Are you here for round {round}?", "Êtes-vous là pour la ronde {round} ?"),
    "phone.here-go": Text("I am here", "Je suis là"),
    "phone.away-go": Text("I do not play this round", "Je ne joue pas cette ronde"),
    "phone.you-are-here": Text("You are noted as here for round {round}.", "Vous êtes noté présent pour la ronde {round}."),
    "phone.you-are-away": Text("You are noted as absent from round {round}.", "Vous êtes noté absent de la ronde {round}."),
    "phone.checked-in": Text(
        "You play round {round}: wait for its pairing.", "Vous jouez la ronde {round} : attendez son appariement."
    ),
    "phone.not-checked-in": Text(
        "The check-in for round {round} is over, and you were not noted.",
        "Le pointage de la ronde {round} est fini, et vous n'avez pas été noté.",
    ),
    "phone.waiting": Text(
        "No round is published yet. This page shows your table as soon as it is.",
        "Aucune ronde n'est encore publiée. Votre table s'affichera ici.",
    ),
    "phone.seat": Text("Seat {seat}", "Siège {seat}"),
    "phone.first": Text("you begin", "vous commencez"),
    "phone.play": Text("Open my seat", "Ouvrir mon siège"),
    "phone.taken": Text("Result:", "Résultat :"),
    "phone.disputed": Text(
        "You do not report the same: the director decides. Mend your own report if it was wrong.",
        "Vos annonces diffèrent : le directeur décide. Corrigez la vôtre si elle était fausse.",
    ),
    "phone.reported": Text("{name} reports:", "{name} annonce :"),
    "phone.confirm": Text("Yes, that is right", "Oui, c'est exact"),
    "phone.you-reported": Text("You report:", "Vous annoncez :"),
    "phone.wait-others": Text(
        "It counts once everybody at the table reports the same.", "Cela compte dès que toute la table annonce la même chose."
    ),
    "phone.bye": Text("You have a bye in round {round}:", "Vous êtes exempté de la ronde {round} :"),
    "phone.no-table": Text("You have no table in round {round}.", "Vous n'avez pas de table à la ronde {round}."),
    "phone.report": Text("Report the result", "Annoncer le résultat"),
    "phone.who-won": Text("Who won?", "Qui a gagné ?"),
    "phone.draw": Text("Nobody: a draw", "Personne : nulle"),
    "phone.with-scores": Text("With points", "Avec les points"),
    "phone.report-go": Text("Report", "Annoncer"),
    "phone.report-hint": Text(
        "Forfeits and adjourned games are for the director.", "Forfaits et parties ajournées sont au directeur."
    ),
    "phone.standing": Text("You are at rank {rank}", "Vous êtes au rang {rank}"),
    "phone.rounds": Text("Your rounds", "Vos rondes"),
    "phone.protest": Text("Protest against this result", "Réclamer contre ce résultat"),
    "paper.title": Text("Papers", "Papiers"),
    "paper.how": Text("Print this page: it is set for A4.", "Imprimez cette page : elle est réglée pour du A4."),
    "paper.pairings": Text("Pairings by table", "Appariements par table"),
    "paper.names": Text("Pairings by name", "Appariements par nom"),
    "paper.slips": Text("Result slips", "Fiches de résultat"),
    "paper.standings": Text("Standings", "Classement"),
    "paper.seats": Text("Seats in order", "Sièges dans l'ordre"),
    "paper.seat": Text("Seat", "Siège"),
    "paper.signature": Text("Signature", "Signature"),
}

WORDS = {**_RESULTS, **_STANDINGS, **_RULINGS, **_HALL}
