"""Sentences of the pages of messages: asking for them, how they stand, confirming an address,
ending a subscription."""

from domain.kernel.text import Text

WORDS = {
    "messages.title": Text("Messages"),
    "messages.call-me": Text("Call me when it is my turn"),
    "messages.call-me-to-tables": Text("Call me to my table"),
    "messages.to-tournament": Text("The tournament"),
    "messages.lead-tournament": Text(
        "You are told of your table in each round, of time that is over there, and of a result "
        "that waits for you to confirm it. A "
        "message names the tournament, the round and the table and has a link; it says nothing of "
        "results."
    ),
    "messages.lead": Text(
        "You are told when it is your turn and nothing was recorded for half a minute, and of "
        "requests, claims, time that is over, "
        "rulings and the end. A message names the title and the game and has a link; it says "
        "nothing of what happened."
    ),
    "messages.lead-all": Text(
        "You are told of claims, time that is over, rulings, results that wait and the end of "
        "every game and tournament that your "
        "key covers."
    ),
    "messages.new": Text("Ask for messages"),
    "messages.way": Text("By which way?"),
    "messages.webhook": Text("Webhook"),
    "messages.mail": Text("E-mail"),
    "messages.ntfy": Text("ntfy (an app for phones)"),
    "messages.discord": Text("Discord"),
    "messages.slack": Text("Slack"),
    "messages.push": Text("This browser"),
    "messages.push-ask": Text("Call me in this browser"),
    "messages.push-no": Text("This browser cannot be called, or was told not to be."),
    "messages.to": Text("Address"),
    "messages.to-hint": Text(
        "For ntfy the address of your topic, such as https://ntfy.sh/a-name-nobody-guesses; for "
        "Discord and Slack that of a "
        "webhook of your room; for a webhook that of your program; or an e-mail address."
    ),
    "messages.secret": Text("The secret that signs these messages"),
    "messages.secret-label": Text("Secret"),
    "messages.secret-hint": Text(
        "Give it to the receiver now: no page shows it again. Libraries of Standard Webhooks "
        "check a message with it. A lost "
        "secret is changed for a new one."
    ),
    "messages.secret-both": Text(
        "For a day messages are signed with the secret before, too, so that the receiver misses "
        "none."
    ),
    "messages.secret-kept": Text("I have kept it"),
    "messages.copy": Text("Copy"),
    "messages.copied": Text("Copied."),
    "messages.not-copied": Text(
        "This browser does not copy: the secret is marked, copy it by hand."
    ),
    "messages.rotate": Text("Change the secret"),
    "messages.only": Text("Only when it is my turn"),
    "messages.when": Text("Quiet hours, or once a day"),
    "messages.quiet-start": Text("Nothing from"),
    "messages.quiet-end": Text("until"),
    "messages.zone": Text("Time zone"),
    "messages.digest": Text("Everything in one message, daily at"),
    "messages.digest-hint": Text("For ways to one person: e-mail, ntfy or a browser."),
    "messages.mute": Text("Mute"),
    "messages.unmute": Text("Tell me again"),
    "messages.muted": Text("muted"),
    "messages.ask": Text("Ask for them"),
    "messages.nothing": Text("Nothing was kept."),
    "messages.yours": Text("What you have asked for"),
    "messages.all": Text("What was asked for"),
    "messages.none": Text("No messages were asked for yet."),
    "messages.more": Text("{count:other subscription|other subscriptions}"),
    "messages.active": Text("switched on"),
    "messages.failing": Text("fails; next try: {time}"),
    "messages.unconfirmed": Text("waits: open the link in the e-mail that was sent there"),
    "messages.parked": Text(
        "parked: it was refused for good, or failed for days, and is not tried any more"
    ),
    "messages.ended": Text("over"),
    "messages.why": Text("Why: {said}"),
    "messages.counts": Text(
        "{delivered} sent, {waiting} waiting, {parked} parked, {dropped} of no use any more"
    ),
    "messages.test": Text("Send a test"),
    "messages.resume": Text("Try again now"),
    "messages.end": Text("End"),
    "messages.confirm": Text("Messages from Greffe"),
    "messages.confirm-lead": Text(
        "Somebody, maybe you, wants messages about games sent to your address. Nothing is sent "
        "until you say so."
    ),
    "messages.confirm-go": Text("Yes, send me messages"),
    "messages.confirmed": Text(
        "Messages are sent to your address from now on. Each of them has a link that ends it."
    ),
    "messages.stop": Text("No more messages"),
    "messages.stop-lead": Text(
        "You get no more messages from this subscription, and your address is forgotten."
    ),
    "messages.stop-go": Text("Send me no more"),
    "messages.stopped": Text("No more messages come from this subscription."),
}
