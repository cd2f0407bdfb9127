"""What the page of a seat says, also of hidden values in games with seals."""

from __future__ import annotations

from domain.rules.text import Text

_PLAY = {
    "play.title": Text("Play {title}", "Jouer : {title}"),
    "play.title-turn": Text("Your turn: {title}", "À vous : {title}"),
    "play.now": Text("How it stands", "Où en est la partie"),
    "play.seats": Text("Your seats", "Vos sièges"),
    "play.your-turn": Text("{name}, it is your turn.", "{name}, c'est à vous."),
    "play.its-turn": Text("{name} acts: you play for it.", "{name} agit : vous jouez pour ce siège."),
    "play.waiting": Text("Waiting for {names}.", "On attend {names}."),
    "play.nobody": Text("Nobody has anything to do now.", "Personne n'a rien à faire maintenant."),
    "play.closed": Text("The game is closed.", "La partie est close."),
    "play.ended": Text("The game has ended; the organiser closes it.", "La partie est finie ; l'organisateur la clôt."),
    "play.record": Text("Record {seq}", "Écriture {seq}"),
    "play.live": Text("live", "en direct"),
    "play.acts": Text("to act", "à jouer"),
    "play.board": Text("The board", "Le plateau"),
    "play.changed": Text("Dashed: changed since record {seq}.", "En pointillé : changé depuis l'écriture {seq}."),
    "play.tap": Text(
        "Tap what is outlined to see what can be done with it.", "Touchez ce qui est entouré pour voir ce qu'on peut y faire."
    ),
    # what may be done
    "play.offers": Text("What you may do", "Ce que vous pouvez faire"),
    "play.nothing-here": Text("There is nothing to do in this stage.", "Il n'y a rien à faire dans cette étape."),
    "play.final": Text("you cannot take it back alone", "vous ne pourrez pas l'annuler seul"),
    "play.pass": Text("Go on to where there is something to do", "Passer à la prochaine étape utile"),
    "play.passed": Text(
        "There was nothing to do: records {first} to {seq} end those stages.",
        "Il n'y avait rien à faire : les écritures {first} à {seq} closent ces étapes.",
    ),
    "play.skip": Text("Skip to what you may do", "Aller à ce que vous pouvez faire"),
    "play.offers-its": Text("{name}: what may be done", "{name} : ce qui peut se faire"),
    "play.jump": Text("What you may do: {count}", "Ce que vous pouvez faire : {count}"),
    "play.filtered": Text("With {names}", "Avec {names}"),
    "play.clear": Text("Show everything", "Tout montrer"),
    "play.nothing-there": Text("Nothing can be done with these together.", "Rien ne peut se faire avec cela à la fois."),
    "play.do": Text("Do it", "Valider"),
    "play.none": Text("none", "aucun"),
    # dice
    "play.dice": Text("Roll at the table", "Lancez à la table"),
    "play.draw": Text("Draw at the table", "Tirez à la table"),
    "play.dice-lead": Text("For: {what}", "Pour : {what}"),
    "play.dice-hint": Text(
        "Nothing is recorded yet. Enter what came up, in the order in which it is asked.",
        "Rien n'est encore enregistré. Saisissez ce qui est sorti, dans l'ordre demandé.",
    ),
    "play.value": Text("Value {n}", "Valeur {n}"),
    "play.enter-dice": Text("Enter the dice", "Saisir les dés"),
    "play.enter-draw": Text("Enter what was drawn", "Saisir le tirage"),
    "play.cancel": Text("Do something else", "Faire autre chose"),
    # what came of a form
    "play.recorded": Text("Recorded: record {seq}.", "Enregistré : écriture {seq}."),
    "play.again": Text(
        "This was received before: it is record {seq}, recorded once.",
        "Ceci était déjà arrivé : c'est l'écriture {seq}, enregistrée une seule fois.",
    ),
    "play.refused": Text("That cannot be done", "Impossible"),
    "play.rule": Text("Rule: {rule}", "Règle : {rule}"),
    "play.disagree": Text("You disagree? Call the arbiter", "Pas d'accord ? Appelez l'arbitre"),
    "play.mend": Text("Back to what you entered", "Revenir à votre saisie"),
    "play.stale": Text(
        "This was entered at record {seq}, and the game is at record {head} by now. Nothing was recorded. Meanwhile:",
        "Ceci a été saisi à l'écriture {seq}, et la partie en est à la {head}. Rien n'a été enregistré. Entre-temps :",
    ),
    "play.stale-kept": Text(
        "The game went on from record {seq} to {head} before this came. Nothing was recorded; your choice is kept. Meanwhile:",
        "La partie est passée de l'écriture {seq} à la {head} avant ceci. Rien n'a été enregistré ; votre choix est gardé. "
        "Entre-temps :",
    ),
    "play.still": Text("Still do it: {what}", "Le faire quand même : {what}"),
    "play.sending": Text("Sending…", "Envoi…"),
    "play.lost": Text(
        "Not connected. What you did is kept and sent again by itself, once.",
        "Hors connexion. Votre saisie est gardée et repartira d'elle-même, une seule fois.",
    ),
    "play.unwell": Text(
        "The service does not answer. What you did is kept and sent again by itself, once.",
        "Le service ne répond pas. Votre saisie est gardée et repartira d'elle-même, une seule fois.",
    ),
    "play.give-up": Text("Do not send it", "Ne pas l'envoyer"),
    "play.offline": Text("Not connected: what the others do comes later.", "Hors connexion : la suite arrivera plus tard."),
    "play.happened": Text("Record {seq}: {sentence}", "Écriture {seq} : {sentence}"),
    "play.look": Text("Look", "Voir"),
    "play.held": Text(
        "The game went on while you were entering this. It is kept; look at what happened.",
        "La partie a continué pendant votre saisie. Elle est gardée ; voyez ce qui s'est passé.",
    ),
    # what happened
    "play.past": Text("What happened", "Ce qui s'est passé"),
    "play.new": Text("new", "nouveau"),
    "play.you": Text("you", "vous"),
    "play.earlier": Text("{count} earlier", "{count} auparavant"),
    "play.roll": Text("Roll {number}", "Jet {number}"),
    "play.roll-again": Text("repeats roll {number}", "répète le jet {number}"),
    "play.hidden-roll": Text("hidden", "caché"),
    "play.gone": Text("taken back", "annulée"),
    "play.more-told": Text("And {count} more", "Et {count} de plus"),
    # taking back
    "play.undo": Text("Take back", "Annuler"),
    "play.undo-last": Text("Take back record {seq}", "Annuler l'écriture {seq}"),
    "play.undo-more": Text("Take back more, or ask for it", "Annuler davantage, ou le demander"),
    "play.undo-ask": Text("Ask to take back", "Demander à annuler"),
    "play.undo-from": Text("Everything from", "Tout depuis"),
    "play.undo-asks": Text("It takes the agreement of {names}.", "Il faut l'accord de {names}."),
    "play.undo-hint": Text(
        "What you may not take back alone is asked of those whom it concerns. It stays in the record, struck through.",
        "Ce que vous ne pouvez annuler seul est demandé à ceux que cela concerne. Cela reste au registre, barré.",
    ),
    "play.reason": Text("Reason (optional)", "Motif (facultatif)"),
    "play.undo-do": Text("Take back, or ask", "Annuler, ou demander"),
    "play.redo": Text("Put back what record {seq} took back", "Rétablir ce que l'écriture {seq} a annulé"),
    "play.asked": Text(
        "{who} asks to take back everything from record {seq}.", "{who} demande d'annuler tout depuis l'écriture {seq}."
    ),
    # the end
    "play.end": Text("The end", "Fin de partie"),
    "play.end-replay": Text("Watch the game again", "Revoir la partie"),
    "play.end-sign": Text("Sign the result", "Signer le résultat"),
    "play.end-again": Text("Play another game", "Jouer une autre partie"),
    "play.combat": Text("How the combat stands", "Où en est le combat"),
    "play.settled": Text("How the combat ended", "Issue du combat"),
    "play.goes": Text("What would go", "Ce qui disparaîtrait"),
    "play.becomes": Text("What the board would become", "Ce que deviendrait le plateau"),
    "play.asked-waits": Text("Waiting for {names}.", "On attend {names}."),
    "play.until": Text("Until {time}.", "Jusqu'au {time}."),
    "play.agree": Text("Agree", "Accepter"),
    "play.agree-as": Text("Agree as {name}", "Accepter pour {name}"),
    "play.refuse": Text("Refuse", "Refuser"),
    "play.refuse-as": Text("Refuse as {name}", "Refuser pour {name}"),
    "play.withdraw": Text("Withdraw", "Retirer la demande"),
    # the arbiter
    "play.claim": Text("Call the arbiter", "Appeler l'arbitre"),
    "play.claim-lead": Text(
        "Say which record is wrong, and why. The claim is recorded; the arbiter decides.",
        "Dites quelle écriture est fausse, et pourquoi. La réclamation est enregistrée ; l'arbitre tranche.",
    ),
    "play.claim-about": Text("About record", "Sur l'écriture"),
    "play.claim-text": Text("What is wrong", "Ce qui ne va pas"),
    "play.claim-do": Text("File the claim", "Déposer la réclamation"),
    "play.claim-at": Text("Record {seq}, about record {about}", "Écriture {seq}, sur l'écriture {about}"),
    "play.claim-open": Text("open", "ouverte"),
    "play.claim-ruled": Text("decided in record {seq}", "tranchée à l'écriture {seq}"),
    # the sealed dice
    "play.parts": Text("The sealed dice", "Les dés scellés"),
    "play.parts-add": Text("Add a part of your own", "Y ajouter votre part"),
    "play.parts-begun": Text("The seats are adding their parts", "Les sièges ajoutent leurs parts"),
    "play.parts-complete": Text("They rest on the parts of all seats", "Ils reposent sur les parts de tous les sièges"),
    "play.parts-lead": Text(
        "Every seat binds itself to a secret part; once all are bound, each shows its own. From then on nobody can have known or "
        "chosen the dice alone, this service included. Your part is made up and kept in this browser.",
        "Chaque siège s'engage sur une part secrète ; une fois tous engagés, chacun montre la sienne. Dès lors, nul n'a pu "
        "connaître ou choisir les dés seul, pas même ce service. Votre part est tirée et gardée dans ce navigateur.",
    ),
    "play.parts-waiting": Text(
        "Nothing can be rolled until every seat has shown its part of the dice.",
        "Rien ne peut être lancé tant que chaque siège n'a pas montré sa part des dés.",
    ),
    "play.part-open": Text("nothing yet", "rien encore"),
    "play.part-bound": Text("bound", "engagée"),
    "play.part-shown": Text("shown", "montrée"),
    "play.part-stand-in": Text("by the service, for an absent seat", "par le service, pour un siège absent"),
    "play.part-commitment": Text("Its SHA-256, in hex", "Son SHA-256, en hexadécimal"),
    "play.part-value": Text("The part, in hex", "La part, en hexadécimal"),
    "play.part-bind": Text("Bind the part of {name}", "Engager la part de {name}"),
    "play.part-show": Text("Show the part of {name}", "Montrer la part de {name}"),
    # the table
    "play.table": Text("At the table", "À la table"),
    "play.unseated": Text("Sit down", "S'asseoir"),
    "play.empty": Text("nobody yet", "personne encore"),
    "play.unnamed": Text("somebody without a name", "quelqu'un sans nom"),
    "play.automa": Text("played from this page", "joué depuis cette page"),
    "play.name": Text("Your name at the table (optional)", "Votre nom à la table (facultatif)"),
    "play.name-hint": Text(
        "Kept apart from the record; it can be erased later.", "Gardé à part du registre ; il peut être effacé plus tard."
    ),
    "play.sit": Text("Sit down as {name}", "S'asseoir comme {name}"),
    "play.leave": Text("Leave the seat of {name}", "Quitter le siège de {name}"),
}

_PLAY_SEALS = {
    "seals.title": Text("Chosen in secret", "Choix secrets"),
    "seals.lead": Text(
        "What you choose is sealed in this browser and kept in it. It is shown by itself once all are bound: until then nobody can "
        "read it, this service included, and nobody can change it.",
        "Ce que vous choisissez est scellé et gardé dans ce navigateur. Il se montre de lui-même une fois tous engagés : d'ici là, "
        "nul ne peut le lire, pas même ce service, et nul ne peut le changer.",
    ),
    "seals.no-script": Text(
        "Your choice is sealed in your browser, so that nobody can read it, and that takes JavaScript: turn it on, or let the "
        "arbiter enter your choice.",
        "Votre choix se scelle dans votre navigateur, pour que nul ne puisse le lire, et cela demande JavaScript : activez-le, "
        "ou laissez l'arbitre saisir votre choix.",
    ),
    "seals.unable": Text(
        "This browser keeps nothing for this page, so what is sealed here could never be shown: allow it to store data, or open "
        "your link in another browser.",
        "Ce navigateur ne garde rien pour cette page : ce qui y serait scellé ne pourrait jamais se montrer. Autorisez-le à "
        "stocker des données, ou ouvrez votre lien dans un autre navigateur.",
    ),
    "seals.on-behalf": Text(
        "I seal and show in the place of {name}; the record names me.",
        "Je scelle et montre à la place de {name} ; le registre me nomme.",
    ),
    "seals.jump": Text("Choose and seal", "Choisir et sceller"),
    "seals.seal": Text("Seal it", "Sceller"),
    "seals.open": Text("to seal", "à sceller"),
    "seals.bound": Text("sealed", "scellé"),
    "seals.shown": Text("shown", "montré"),
    "seals.yours": Text("You sealed “{what}”.", "Vous avez scellé « {what} »."),
    "seals.waiting": Text("Sealed; waiting for {names}.", "C'est scellé ; on attend {names}."),
    "seals.complete": Text("All are bound. To be shown by {names}.", "Tous sont engagés. Doivent montrer : {names}."),
    "seals.showing": Text("All are bound: what you sealed is shown now.", "Tous sont engagés : ce que vous avez scellé se montre."),
    "seals.show": Text("Show what you sealed", "Montrer ce que vous avez scellé"),
    "seals.elsewhere": Text(
        "All are bound, but what you sealed is not in this browser: open this page in the one that you sealed it with. If it is "
        "lost, tell the arbiter your choice: a ruling enters it.",
        "Tous sont engagés, mais ce que vous avez scellé n'est pas dans ce navigateur : ouvrez cette page dans celui avec lequel "
        "vous l'avez scellé. Si c'est perdu, dites votre choix à l'arbitre : une décision le saisit.",
    ),
    "seals.late": Text(
        "Others have shown what they sealed, so nobody can be bound any more: tell the arbiter your choice, a ruling enters it.",
        "D'autres ont montré ce qu'ils avaient scellé : plus personne ne peut s'engager. Dites votre choix à l'arbitre : une "
        "décision le saisit.",
    ),
}

WORDS = {**_PLAY, **_PLAY_SEALS}
