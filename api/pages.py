"""The pages: rendered by the server, in the reader's language, without a build step. They call the
same use cases as the API; the answer to a page's form means the same as the API's."""

# ruff: noqa: F401  rooms are imported because they add their addresses to the site

from flask import Flask

from api.web.pages.pages import equip_templates, site


def install(app: Flask) -> None:
    from api.admin import pages as admin
    from api.campaign import pages as campaigns, subject
    from api.game import cards, exceptions, labels as game_labels, naming, subject as games
    from api.game.desk import pages as game_desk, rulings as game_rulings
    from api.game.opening import pages as opening
    from api.game.play import pages as play
    from api.game.replay import pages as replay, sharing
    from api.hall import pages as hall
    from api.messages import calendars, pages as messages
    from api.numbers import pages as numbers
    from api.proof import labels as proof_labels, pages as audit
    from api.season import pages as seasons, subject as season_subject
    from api.study import pages as studies
    from api.titles import pages as titles
    from api.tournament import labels as tournament_labels, pages as tournaments, subject as events
    from api.tournament.entrants import pages as entrants
    from api.tournament.public import event, pages as standings, proofs
    from api.tournament.rounds import pages as rounds, results
    from api.web.pages import static_files

    equip_templates(app)
    app.register_blueprint(site)
