"""Pages about titles: for arbiters the readings of unclear rules, and what enforces each sentence
of the rules; for organisers the catalogs."""

from flask import Response, request

from api.game.request import unknown_title
from api.game.subject import game_clerk
from api.web.forms.submission import Trouble, submit
from api.web.pages.labels import add_labels
from api.web.pages.pages import needs, number_in, page, site
from api.web.problems.problem import Problem
from api.web.request.service import caller
from api.web.schemas import struct_fields
from domain.game.refusals import CatalogRefused
from domain.game.store.catalogs import Catalogs, ListedCatalog, printed_values
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.concordance import concordance
from domain.titles.contract.setting import option_label

add_labels(
    {
        "remedy": Sentences("""
            unknown-catalog = Choose a catalog from the list of catalogs.
            catalog-refused = Correct the file where the sentence says, and send it again.
            catalog-damaged = Tell the operator: the true file has to be put back.
        """),
        "catalogs": Sentences("""
            text = rule text
            published = published
            inferred = inferred
            placeholder = placeholder
        """),
        "title": Sentences("""
            reading = Reading
            enforced = enforced
            context = nothing to enforce
            declared = declared by the table
        """),
    }
)


MOST = 1_000_000  # bytes of a catalog's file

ROWS = 400  # values on a page

ORIGINS = ("placeholder", "text", "published", "inferred")


@site.get("/organise/catalogs")
@needs("organiser")
def list_own_catalogs(trouble: Trouble | None = None, name: str = "") -> Response:
    catalogs = Catalogs(game_clerk().key_values)
    titles = [
        (id, registry.ruleset(id).about.title, list(catalogs.listed(id))) for id in registry.ids()
    ]
    faults = trouble.cause.faults if trouble and isinstance(trouble.cause, CatalogRefused) else ()
    status = trouble.status if trouble else 200
    return page(
        "titles/catalogs.html",
        status,
        titles=titles,
        origins=ORIGINS,
        trouble=trouble,
        faults=faults,
        name=name,
    )


@site.get("/organise/catalogs/<name>")
@needs("organiser")
def show_own_catalog(name: str) -> Response:
    listed = Catalogs(game_clerk().key_values).find(name)
    requested, value = request.args.get("only", ""), request.args.get("page", "1")
    only = requested if requested in ORIGINS else ""
    leaves = [leaf for leaf in printed_values(listed.catalog) if not only or leaf.origin == only]
    last = max(1, -(-len(leaves) // ROWS))
    number = min(max(number_in(value), 1), last)
    about = registry.ruleset(listed.catalog.game).about
    rows = leaves[(number - 1) * ROWS : number * ROWS]
    return page(
        "titles/catalog.html",
        listed=listed,
        leaves=rows,
        only=only,
        origins=ORIGINS,
        number=number,
        last=last,
        title=about.title,
    )


@site.get("/organise/catalogs/<name>/file")
@needs("organiser")
def download_catalog(name: str) -> Response:
    item = Catalogs(game_clerk().key_values).find(name).catalog
    headers = {"Content-Disposition": f'attachment; filename="{item.game}-{item.sha256[:8]}.json"'}
    return Response(item.data, 200, headers, content_type="application/json")


@site.post("/organise/catalogs")
@needs("organiser")
def add_catalog() -> Response:
    """Store a corrected catalog. If it is refused, the page lists every fault by line. A file that
    was added before is not stored again."""
    file = request.files.get("file")
    name = (file.filename or "")[:120] if file else ""
    data = file.read(MOST + 1) if file else b""

    def write() -> ListedCatalog:
        if not data:
            raise Problem("catalog-refused", _EMPTY)
        return Catalogs(game_clerk().key_values).keep(data, caller().id)[0]

    return submit(
        write,
        lambda listed: f"/organise/catalogs/{listed.catalog.sha256}",
        lambda trouble: list_own_catalogs(trouble, name),
    )


_EMPTY = Text("Choose the catalog's file: what came was empty.")


@site.get("/titles/<id>")
@needs("arbiter")
def show_title_page(id: str) -> Response:
    try:
        rules = registry.ruleset(id)
    except registry.UnknownRuleset:
        raise unknown_title(id) from None
    called = {field.name: option_label(field) for field in struct_fields(rules.options_type)}
    return page("titles/title.html", rules=rules, found=concordance(rules), options=called)
