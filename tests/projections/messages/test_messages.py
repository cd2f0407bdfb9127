import hashlib
import json
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import msgspec
import pytest

from domain.game.clerk.first_game import TITLE
from ops.messages import chat, mail
from projections.messages.messages import Message, headline, message, message_id, sentence, subject
from projections.messages.subscriptions import ABOUT, DueEvent, Holder, Subscription

AT = datetime(2026, 1, 2, tzinfo=UTC)
OF_TOURNAMENTS = ("pairing", "result")
CONFIRM = "Open the link to confirm what was reported, or to report something else."


def subscribed(language: str = "en", way: Any = "mail", **holder: Any) -> Subscription:
    holder_fields = {"id": "h", "role": "seat", "game": "g1", "seats": ("blue",)} | holder
    return Subscription(
        "s1",
        Holder(**holder_fields),
        way,
        "https://ntfy.example/topic" if way != "mail" else "a@club.example",
        0,
        AT,
        base="https://greffe.example",
        language=language,
    )


def message_of(
    about: Any, subscription: Subscription, *, official: bool = False, **options: Any
) -> Message:
    seats = () if official else subscription.holder.seats
    if about in OF_TOURNAMENTS:
        options = {"tournament": True, "place": (2, 3)} | options
    return message(
        subscription,
        DueEvent(about, "g1", TITLE, 7, "somebody", seats, officials=official, **options),
        seats,
        AT,
    )


@pytest.mark.parametrize(
    ("about", "official", "english", "french"),
    [
        ("turn", False, "It is your turn · {t}. Open the link to play.", "C'est à vous de jouer"),
        ("request", False, "Somebody asks to take something back · {t}. Open the link to agree or "
            "to refuse.", "accepter"),
        ("request", True, "Somebody asks to take something back · {t}. Open the link to the desk "
            "to agree or to refuse.", "bureau"),
        ("claim", True, "A claim was filed · {t}. Open the link to the desk to rule on it.", "Une réclamation"),
        ("ruling", False, "The arbiter has ruled · {t}. Open the link to read the ruling.", "L'arbitre"),
        ("ended", False, "A game is over · {t}. Open the link to see how it ended.", "Une partie est terminée"),
        ("pairing", False, "A round is paired · {r}. Open the link to see your table.", "votre table"),
        ("pairing", True, "A round is paired · {r}. Open the link to see the tables.", "les tables"),
        ("result", False, "A result waits for you · {r}. {c}", "annoncé"),
        ("result", True, "A result waits for you · {r}. The reports differ: open the link to "
            "enter the result.", "diffèrent"),
    ],
)  # fmt: skip
def test_a_message_says_what_happened_where_and_what_is_wanted(
    about: str, official: bool, english: str, french: str
) -> None:
    title = "Northgard: Training Grounds"
    there = {
        "t": f"{title}, game g1",
        "r": f"{title}, round 2, table 3, tournament g1",
        "c": CONFIRM,
    }
    made = message_of(about, subscribed(), official=official)
    assert sentence(made).to("en") == english.format(**there)
    assert french in sentence(made).to("fr").replace("’", "'")
    assert subject([made]).to("en") == f"{headline(made).to('en')} · {title}"


def test_time_that_is_over_says_whose_and_who_decides() -> None:
    subscription = subscribed()
    own, other = (
        message_of("time", subscription, clock="blue"),
        message_of("time", subscription, clock="red"),
    )
    desk = message_of("time", subscribed(role="arbiter", seats=()), official=True, clock="red")
    hall = message_of(
        "time",
        subscribed(role="organiser", duty="director", seats=()),
        official=True,
        clock="red",
        tournament=True,
        place=(1, 2),
    )
    assert [headline(each).to("en") for each in (own, other, desk, hall)] == [
        "Your time is over",
        *["A player's time is over"] * 3,
    ]
    assert [headline(each).to("fr").replace("’", "'") for each in (own, other)] == [
        "Votre temps est écoulé",
        "Le temps d'un joueur est écoulé",
    ]
    base = "https://greffe.example"
    links = [f"{base}/games/g1/play"] * 2 + [
        f"{base}/games/g1/desk#clocks",
        f"{base}/tournaments/g1/hall",
    ]
    assert [each.data.link for each in (own, other, desk, hall)] == links
    assert "call the arbiter" in sentence(other).to("en")
    assert "decide" in sentence(desk).to("en")
    assert "round 1, table 2" in sentence(hall).to("en")
    assert hall.data.record == 0, "the record is one of a game that is not named"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("about", ABOUT)
def test_every_way_says_the_same_words_and_leads_to_the_same_page(
    about: str, language: str
) -> None:
    subscription = subscribed(language, "ntfy")
    made = message_of(about, subscription)
    words, link = sentence(made).printed(subscription.language), made.data.link
    assert "{" not in words and words.endswith(".")
    ntfy, discord, slack = (
        json.loads(make(subscription, "id", [made]).body)
        for make in (chat.ntfy_post, chat.discord_post, chat.slack_post)
    )
    assert (ntfy["title"], ntfy["message"], ntfy["click"]) == (
        subject([made]).printed(subscription.language),
        words,
        link,
    )
    assert discord["content"] == slack["text"] == f"{words} <{link}>"
    letter: EmailMessage = mail.email_of(
        subscribed(language), "id", [made], "greffe@club.example", "https://greffe.example/stop", AT
    )
    plain, page = (letter.get_body((kind,)) for kind in ("plain", "html"))
    assert plain is not None and page is not None
    assert letter["Subject"] == subject([made]).printed(subscription.language)
    assert words in plain.get_content() and link in plain.get_content()
    assert (
        f'href="{link}"' in page.get_content() and f'<html lang="{language}">' in page.get_content()
    )
    known = {"link", "game", "tournament", "title", "record", "seats", "round", "table", "clock"}
    assert msgspec.json.decode(msgspec.json.encode(made))["data"].keys() <= known, (
        "nothing else leaves"
    )


def test_a_tournament_of_no_title_leaves_no_gap() -> None:
    made = message(
        subscribed(game="t1", seats=("4",), duty="table"),
        DueEvent("pairing", "t1", "", 3, "x", ("4",), tournament=True, place=(1, 0)),
        ("4",),
        AT,
    )
    assert (
        sentence(made).to("en")
        == "A round is paired · round 1, tournament t1. Open the link to see your table."
    )
    assert subject([made]).to("en") == "A round is paired"


def test_a_clock_has_an_id_of_its_own_and_others_keep_theirs() -> None:
    ids = {
        message_id("s", DueEvent("time", "g1", TITLE, 7, "", place=place, clock=seat))
        for place in ((0, 0), (1, 1))
        for seat in ("a", "b")
    }
    assert len(ids) == 4
    turn = DueEvent("turn", "g1", TITLE, 7, "x", ("blue",))
    old = "s\ng1\nturn\n7\n0\n0\nblue"
    assert message_id("s", turn) == "msg_" + hashlib.sha256(old.encode()).hexdigest()[:32], (
        "receivers know repeats by it"
    )
