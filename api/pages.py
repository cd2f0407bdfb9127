"""The pages: server-rendered, in the reader's language, without a build step. They call the clerk's use cases like the API does,
and nothing else; a page's form is answered like the API's request of the same meaning."""

# ruff: noqa: F401  rooms are imported because they add their addresses to the site

from __future__ import annotations

from flask import Flask

from api.web.pages.pages import equip, site


def install(app: Flask) -> None:
    from api.admin import home, sign_in
    from api.admin import link_pages as links
    from api.admin import projection_pages as projections
    from api.campaign import pages as campaigns
    from api.campaign import sheets as campaign_sheets
    from api.game import cards
    from api.game.desk import page as desk_page
    from api.game.desk import ruling_page, small_forms, undo_and_close
    from api.game.opening import open_games, start, titles
    from api.game.opening import page as organise_page
    from api.game.play import page as play_page
    from api.game.replay import branches, replay, sharing
    from api.hall import pages as hall
    from api.messages import calendars
    from api.messages import pages as messages
    from api.numbers.pages import across_games, one_game
    from api.proof import pages as audit
    from api.study import pages as studies
    from api.titles import catalog_pages as catalogs
    from api.tournament.pages import desk as tournament_desk
    from api.tournament.pages import hall as tournament_hall
    from api.tournament.pages.public import paper, phone, standings
    from api.tournament.pages.rounds import page as rounds_page
    from api.tournament.pages.rounds import results, rulings
    from api.tournament.pages.setup import entrants, opening
    from api.tournament.pages.setup import links as tournament_links
    from api.web.pages import static_files

    equip(app)
    app.register_blueprint(site)
