"""Who follows the record, on one page of the operator's: how each stands, and buttons to steer
it."""

from flask import Response, request

from api.admin.projections import steer
from api.web.forms.submission import Trouble, submit
from api.web.pages.pages import needs, page, site
from api.web.request.caller import caller
from api.web.request.service import service

ADDRESS = "/organise/projections"


@site.get(ADDRESS)
@needs("operator")
def show_projections() -> Response:
    return _projections()


@site.post(f"{ADDRESS}/<name>")
@needs("operator")
def steer_by_form(name: str) -> Response:
    form = request.form

    def do() -> None:
        steer(
            service().steering, name, form.get("do", ""), form.get("game", "").strip(), caller().id
        )

    return submit(do, lambda _: ADDRESS, _projections)


def _projections(trouble: Trouble | None = None) -> Response:
    found = service().steering.look()
    return page(
        "admin/projections.html",
        trouble.status if trouble else 200,
        followers=found,
        trouble=trouble,
    )
