"""Values that the code computes, some from the service's secret, and that are then printed, stored
by browsers or named in records. If one changed, links, codes, subscriptions or proofs in use would
become invalid, so none may ever change."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from api.game.links import game_standard_links
from api.messages.calendar_links import CalendarLink, CalendarLinks
from api.tournament.links import event_links, registration_id
from api.web.access.links import Link, Links
from api.web.access.subjects import COOKIE, GROUP
from api.web.pages.pages import LANG
from domain.tournament.pairing.engines import engines
from ops.messages.web_push import public_key, service_key
from projections.messages.tokens import Tokens

SECRET = "the secret of a service"
NO_STORE: Any = None
PLAYERS: Any = SimpleNamespace(
    seats=[SimpleNamespace(id="red", role="player")], administered_by="club", at=None
)


def test_a_link_keeps_its_id_and_its_token() -> None:
    links = Links(NO_STORE, SECRET)
    ids = [
        link.id
        for link in (*game_standard_links(links, "g1", PLAYERS), *event_links(links, "t1", 1))
    ]
    assert " ".join((*ids, registration_id(links, "t1", "key"))) == (
        "5dng0gb0rx5d vdma1rsvyt7y b7kn54zmrpt7 znss08c5pzvn 97j8n1ppa1vt ynse4wyqbgg5 "
        "r8zwg1aqw5x1 9xwbjf006n1e z6dbf1gpkvyb"
    )
    seat = Link("id", "g1", "seat", ("red", "blue"), datetime(2030, 1, 1, tzinfo=UTC))
    assert links.token(seat) == (
        "WyJnMSIsInNlYXQiLFsicmVkIiwiYmx1ZSJdLCJpZCIsMTg5MzQ1NjAwMF0"
        ".dFfz4Cm-rXl71o-csFxa7TnWiPcf_0-OqrXzvm7Zwdk"
    )
    calendar = CalendarLink("0123456789ab", "owner", datetime(2030, 1, 1, tzinfo=UTC))
    assert CalendarLinks(NO_STORE, SECRET).token(calendar) == (
        "owner.0123456789ab.drg8e4c7LqJIeWnzzJwM5gA9m47lObFrqTQcH4mlRPk"
    )


def test_who_subscribed_is_called_with_the_same_key_and_ends_it_by_the_same_address() -> None:
    assert public_key(service_key(SECRET.encode())) == (
        "BNG3QySk8TRqyo-Hfpf01jA5WgRgfu1DFKY0ffeTFewhTYXDjrexsenQgpv9v2CFjvpwITC1blASWS0hAPXhq1k"
    )
    assert Tokens(SECRET).stop_page("sub") == "/notifications/stop/sub.MOoDw758hSzXufaAr7h7FkSS"
    assert Tokens(SECRET).confirm_page("sub") == (
        "/notifications/confirm/sub.1DMTFQElvSutrFFU2pese40G"
    )


def test_cookies_keep_their_names() -> None:
    assert (COOKIE, GROUP, LANG) == ("greffe", "greffe.hall", "lang")


def test_an_engine_of_an_earlier_edition_keeps_the_digest_that_its_pairings_name() -> None:
    assert {
        engine.id: engine.source
        for engine in engines()
        if engine.version == 1 and engine.id != "fide-dutch"
    } == {
        "duels": "6ebeb0ac539e686279de9c20e230e193c541fa9998be5f14d8f46b6f979550e9",
        "tables": "ab4a065abcfdf1fdb05020b264906143f5237f65835754784788bcf09ebf160d",
        "heats": "ab4a065abcfdf1fdb05020b264906143f5237f65835754784788bcf09ebf160d",
        "planned": "cc8ea9cf3ca874c494072f76ea6aff783c51d84914564ff734beb065dcacb044",
        "berger": "632344216e9375ed661b65b771c0a1388bc9e883c498833722e80810dfbbaebb",
        "knock-out": "632344216e9375ed661b65b771c0a1388bc9e883c498833722e80810dfbbaebb",
        "solo": "632344216e9375ed661b65b771c0a1388bc9e883c498833722e80810dfbbaebb",
    }
