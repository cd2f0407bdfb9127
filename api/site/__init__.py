"""The pages: server-rendered, in the reader's language, without a build step. They call the clerk's use cases like the API does,
and nothing else; a page's form is answered like the API's request of the same meaning."""

# ruff: noqa: F401  rooms are imported because they add their addresses to the site

from __future__ import annotations

from flask import Flask

from api.site.kit.pages import equip, site


def install(app: Flask) -> None:
    """Add the pages to an app."""
    from api.site.desk import clocks as desk_clocks
    from api.site.desk import hall, report, ruling_page, small_forms, undo_and_close
    from api.site.desk import page as desk_page
    from api.site.kit import cards, static_files
    from api.site.organise import (
        calendars,
        campaign_sheets,
        campaigns,
        catalogs,
        close_games,
        halls,
        links,
        open_games,
        projections,
        start,
        titles,
    )
    from api.site.organise import page as organise_page
    from api.site.play import page as play_page
    from api.site.tournaments import desk as tournament_desk
    from api.site.tournaments import hall as tournament_hall
    from api.site.tournaments.public import comparison, paper, phone, screens, standings
    from api.site.tournaments.rounds import corrections, results, rulings
    from api.site.tournaments.rounds import page as rounds_page
    from api.site.tournaments.setup import check_in, entrants, opening
    from api.site.tournaments.setup import links as tournament_links
    from api.site.watch import (
        audit,
        branches,
        home,
        messages,
        points,
        replay,
        score_sheet,
        sharing,
        sign_in,
        studies,
    )
    from api.site.watch.numbers import across_games, one_game, player

    equip(app)
    app.register_blueprint(site)
