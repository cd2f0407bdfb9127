"""Tables for analysts, as files that `greffe tables` has made: whole, or the parts that a `Range`
header names."""

from pathlib import Path
from typing import Any

from flask import Response, send_file
from werkzeug.exceptions import RequestedRangeNotSatisfiable

from api.settings import app_settings
from api.web.body import current_request
from api.web.problems.problem import Problem
from api.web.request.blueprint import Blueprint
from api.web.request.guard import View
from api.web.request.responses import ConstantAnswer, reply
from domain.kernel.text import Text
from projections.tables.dictionary import DICTIONARY, Dictionary
from projections.tables.schema import FAMILY, MANIFEST, Format, Manifest, read_manifest

blueprint = Blueprint(
    "tables", __name__, description="Tables for analysts: CSV, JSON Lines, Parquet."
)

TYPES: dict[Format, str] = {
    "csv": "text/csv",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}
_MADE = Text("No tables have been made here yet.")
_FILE: dict[str, Any] = {"type": "string", "format": "binary"}
_TAG = {
    "ETag": {"description": "The file's SHA-256.", "schema": {"type": "string"}},
    "Accept-Ranges": {
        "description": "`bytes`: parts of it can be asked for.",
        "schema": {"type": "string"},
    },
}


def _documents_file(view: View) -> View:
    view = blueprint.refuses("no-tables", "unknown-table", "range-not-satisfiable")(view)
    for status, description in (
        (206, "The bytes of it that `Range` asks for."),
        (200, "The file."),
    ):
        view = blueprint.answers(
            status, _FILE, description, content_type="application/octet-stream", headers=_TAG
        )(view)
    return view


_VERSION = FAMILY.rpartition("/")[2]

ANSWERS = (Dictionary, Manifest)


@blueprint.route("/tables/dictionary")
@blueprint.open
@blueprint.answers(200, "Dictionary")
def show_dictionary() -> Response:
    """Describe the tables: every column with its kind, meaning, unit, an example, and the version
    that introduced it."""
    return ConstantAnswer.of(DICTIONARY).reply()


@blueprint.route(f"/tables/<schema>/{MANIFEST}")
@blueprint.needs("operator")
@blueprint.answers(200, "Manifest")
@blueprint.refuses("no-tables", "unknown-table")
def list_tables(schema: str) -> Response:
    """List the files of the tables, with their numbers of rows and digests, and up to which entry
    of the log they go."""
    return reply(_manifest_and_folder(app_settings().tables, schema)[0])


@blueprint.route("/tables/<schema>/<ruleset>/<file>")
@blueprint.needs("operator")
@blueprint.keeps
@_documents_file
def show_table(schema: str, ruleset: str, file: str) -> Response:
    """Fetch a table of a title, such as `northgard-training/games.parquet`, or parts of it."""
    return _file_response(app_settings().tables, schema, ruleset, file)


@blueprint.route(f"/dumps/<schema>/{MANIFEST}")
@blueprint.open
@blueprint.answers(200, "Manifest")
@blueprint.refuses("no-tables", "unknown-table")
def list_dumps(schema: str) -> Response:
    """List the files of the public tables: closed, public games that were tagged `open-data`, under
    pseudonyms."""
    return reply(_manifest_and_folder(app_settings().dumps, schema)[0])


@blueprint.route("/dumps/<schema>/<ruleset>/<file>")
@blueprint.open
@blueprint.keeps
@_documents_file
def show_dump(schema: str, ruleset: str, file: str) -> Response:
    """Fetch a public table of a title, or parts of it."""
    return _file_response(app_settings().dumps, schema, ruleset, file)


def _manifest_and_folder(folder: Path | None, schema: str) -> tuple[Manifest, Path]:
    """The manifest of the tables in a folder, and the folder. Raises `unknown-table` for another
    version `schema` of the tables, and `no-tables` if there are none."""
    if schema != _VERSION:
        raise Problem(
            "unknown-table",
            Text(
                "There is no version {schema} of the tables: this service makes {version}.",
                schema=schema,
                version=_VERSION,
            ),
        )
    result = read_manifest(folder) if folder is not None else None
    if folder is None or result is None:
        raise Problem("no-tables", _MADE)
    return result, folder


def _file_response(folder: Path | None, schema: str, ruleset: str, name: str) -> Response:
    manifest, within = _manifest_and_folder(folder, schema)
    file = manifest.find(f"{ruleset}/{name}")
    if file is None and ruleset in manifest.left_out:
        raise Problem(
            "unknown-table",
            Text(
                "{ruleset} is not in this dump: too few people gave games of it, and would be "
                "recognised.",
                ruleset=ruleset,
            ),
        )
    if file is None:
        titles = ", ".join(sorted({item.ruleset for item in manifest.files})) or "–"
        tables = ", ".join(dict.fromkeys(Path(item.path).name for item in manifest.files)) or "–"
        raise Problem(
            "unknown-table",
            Text(
                "There is no {ruleset}/{name} among the tables: there are the titles {titles}, "
                "each with {tables}.",
                ruleset=ruleset,
                name=name,
                titles=titles,
                tables=tables,
            ),
        )
    try:
        answer = send_file(
            within / file.path, TYPES[file.format], conditional=False, etag=file.sha256, max_age=0
        )
    except FileNotFoundError:  # it was made anew at this very moment
        raise Problem("no-tables", _MADE) from None
    answer.headers["Accept-Ranges"] = "bytes"
    try:
        answer.make_conditional(
            current_request().environ, accept_ranges=True, complete_length=file.bytes
        )
    except RequestedRangeNotSatisfiable:
        answer.close()
        raise Problem(
            "range-not-satisfiable",
            Text(
                "The file has {bytes} bytes, and none of those asked for.",
                bytes=file.bytes,
            ),
            headers={"Content-Range": f"bytes */{file.bytes}"},
        ) from None
    return answer
