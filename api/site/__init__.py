"""The pages: server-rendered, in French and English, without a build step. They call the clerk's use cases like the API does, and
nothing else; a page's form is answered like the API's request of the same meaning."""

from __future__ import annotations

from flask import Flask

from api.site.web import equip, site


def install(app: Flask) -> None:
    """Add the pages to an app."""
    from api.site import (  # noqa: F401  they add their addresses to the site
        audit,
        branches,
        campaign_sheets,
        campaigns,
        cards,
        catalogs,
        closing,
        desk,
        desk_moves,
        desk_report,
        desk_rule,
        desk_small,
        entrance,
        files,
        home,
        links,
        numbers,
        opening,
        organise,
        play,
        replay,
        titles,
    )

    equip(app)
    app.register_blueprint(site)
