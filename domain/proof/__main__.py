"""The auditor's command line: `python -m domain.proof verify game.jsonl --policy greffe.policy`.

It needs Python and `cryptography`, and only reads files. Exit codes: 0 verified, 3 not complete, 1
failed, 2 bad call.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, NoReturn

from domain.proof.bundle.carried import HEAD as CARRIED, MOST_BYTES as MOST_CARRIED, read_carried
from domain.proof.errors import Lang, Refused, Sentence
from domain.proof.log.mirror import Mirror
from domain.proof.log.policy import MOST_BYTES as MOST_POLICY, Policy, read_policy
from domain.proof.log.proofs import MOST_BYTES as MOST_PROOF, read_proof, receipt_entry
from domain.proof.spelling import shown
from domain.proof.verify.compare import compare
from domain.proof.verify.exhibits import Exhibit, read_exhibit, read_log_copy
from domain.proof.verify.report import Report
from domain.proof.verify.several import SUFFIX, Reports, bundles_in
from domain.proof.verify.verify import ComparedMaterial, verify

Further = Callable[[Report, Path], None]

MOST_CAMPAIGN = 1 << 26
"""The largest campaign bundle to check a game against, in bytes; it has a line a scenario."""

USAGE = 2
INTERRUPTED = 130


class UnusableCall(Exception):
    """A call that cannot be carried out; the message says why."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.said = Sentence(en, fr)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UnusableCall(
            f"{message}; see --help", f"arguments inutilisables ({message}) ; voir --help"
        )


def main(argv: Sequence[str] | None = None, further: Further | None = None) -> int:
    """Run one command and return the exit code. An error is printed as one sentence, never as a
    traceback. `further` is called with each bundle's report and file after the proofs are
    audited, and can add findings to the report."""
    words = list(sys.argv[1:] if argv is None else argv)
    lang: Lang = (
        "fr"
        if any(
            word == "--lang=fr" or words[i : i + 2] == ["--lang", "fr"]
            for i, word in enumerate(words)
        )
        else "en"
    )
    try:
        options = _parser().parse_args(words)
        report: Report | Reports = options.run(options)
        if further is not None:
            for file, report_of_file in (
                report.each if isinstance(report, Reports) else [(options.bundles[0], report)]
            ):
                further(report_of_file, file)
    except UnusableCall as e:
        _write(sys.stderr.buffer, [f"greffe: {e.said.to(lang)}"])
        return USAGE
    except MemoryError:
        sentence = Sentence(
            "there is not enough memory for this here", "la mémoire d'ici n'y suffit pas"
        )
        _write(sys.stderr.buffer, [f"greffe: {sentence.to(lang)}"])
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    _write(
        sys.stdout.buffer,
        [json.dumps(report.json(), indent=2)] if options.json else report.text(lang),
    )
    return report.exit


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m domain.proof",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="command", required=True)
    audit = _command(commands, "verify", "audit games' bundles", _verify)
    heads = _command(
        commands, "compare", "compare what two files show of a log, or copies of it", _compare
    )
    heads.add_argument("heads", type=Path, nargs=2, metavar="FILE")
    audit.add_argument(
        "bundles",
        type=Path,
        nargs="+",
        metavar="BUNDLE",
        help=f"a bundle's file, or a folder with files *{SUFFIX}: all of them",
    )
    for command in (audit, heads):
        command.add_argument("--log", type=Path, metavar="DIR", help="a copy of the log's tiles")
    audit.add_argument(
        "--receipt",
        type=Path,
        action="append",
        default=[],
        help="a receipt that the bundle has to agree with",
    )
    audit.add_argument(
        "--campaign",
        type=Path,
        metavar="FILE",
        help="the bundle of the campaign that the game belongs to",
    )
    audit.add_argument(
        "--pass-unknown",
        action="store_true",
        help="pass over signatures by keys that the policy does not name",
    )
    single = _command(
        commands, "receipt", "check the receipt for one record, or a proof to carry", _receipt
    )
    single.add_argument("receipt", type=Path, metavar="FILE")
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser], name: str, help: str, run: object
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=help, description=help)
    parser.add_argument("--policy", type=Path, help="whom to believe: a C2SP tlog-policy file")
    parser.add_argument(
        "--lang", choices=("en", "fr"), default="en", help="the language of the report"
    )
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.set_defaults(run=run)
    return parser


# -- commands --------------------------------------------------------------------------------------


def _verify(options: argparse.Namespace) -> Report | Reports:
    policy = _policy(options)
    receipts = [_read(path, MOST_PROOF) for path in options.receipt]
    campaign = _read(options.campaign, MOST_CAMPAIGN) if options.campaign is not None else None
    against = ComparedMaterial(_mirror(options), receipts, options.pass_unknown, campaign)

    def audited(path: Path) -> Report:
        with _open(path) as stream:
            try:
                return verify(stream, policy, against)
            except OSError as e:
                raise _unreadable(path, e) from None

    if len(options.bundles) == 1 and not options.bundles[0].is_dir():
        return audited(options.bundles[0])
    return Reports([(path, audited(path)) for path in _files(options)])


def _files(options: argparse.Namespace) -> list[Path]:
    """The paths of the named bundles, and of those in the named folders. Raises `UnusableCall` if
    one of them cannot be opened."""
    if options.receipt:
        raise UnusableCall(
            "a receipt is for one game: --receipt goes with one bundle",
            "un reçu est pour une partie : --receipt va avec un seul dossier",
        )
    files: list[Path] = []
    for path in options.bundles:
        if path.is_dir():
            files += _bundles_in(path)
        else:
            files.append(path)
    for path in files:
        if path.is_file() or not path.exists():
            _open(path).close()
    return files


def _bundles_in(folder: Path) -> list[Path]:
    try:
        bundles = bundles_in(folder)
    except OSError as e:
        raise _unreadable(folder, e) from None
    if not bundles:
        raise UnusableCall(
            f"{folder} holds no file *{SUFFIX}", f"{folder} ne contient aucun fichier *{SUFFIX}"
        )
    return bundles


def _compare(options: argparse.Namespace) -> Report:
    policy = _policy(options)
    first, second = (_exhibit(path) for path in options.heads)
    return compare(first, second, policy, _mirror(options))


def _exhibit(path: Path) -> Exhibit:
    try:
        if path.is_dir():
            return read_log_copy(path)
        with _open(path) as stream:
            return read_exhibit(stream)
    except OSError as e:
        raise _unreadable(path, e) from None
    except Refused as e:
        raise UnusableCall(f"{path}: {e.said.en}", f"{path} : {e.said.fr}") from None


def _receipt(options: argparse.Namespace) -> Report:
    policy = _policy(options)
    report = Report(f"greffe receipt: {options.receipt.name}")
    try:
        data = _read(options.receipt, MOST_CARRIED)
        carried = read_carried(data) if data.startswith(CARRIED) else None
        proof = carried.proof if carried else read_proof(data)
        entry = carried.entry() if carried else receipt_entry(proof)
        head = policy.open(proof.checkpoint)
        proof.check(entry.leaf, head.checkpoint)
    except Refused as e:
        report.fail("receipt", e.said)
        return report
    at, origin = proof.index, shown(head.checkpoint.origin)
    sentence = Sentence(
        f"record {entry.seq} of game {entry.game}, {entry.topic}, is entry {at} of {origin}",
        f"l'écriture {entry.seq} de la partie {entry.game}, {entry.topic}, est l'entrée {at} de "
        f"{origin}",
    )
    report.add("receipt", "ok", sentence, entry.seq, {"game": entry.game, "index": proof.index})
    for name, carries in (
        ("record", carried and carried.record),
        ("sheet", carried and carried.sheet),
    ):
        if carries:
            whole = carries.decode()
            report.add(name, "ok", Sentence(whole, whole), entry.seq)
    if head.short is not None:
        report.add(
            "witnesses",
            "open",
            Sentence(
                f"its head is {head.short.en}",
                f"sa tête n'est pas assez cosignée : {head.short.fr}",
            ),
        )
    return report


# -- files -----------------------------------------------------------------------------------------


def _policy(options: argparse.Namespace) -> Policy:
    if options.policy is None:
        raise UnusableCall(
            "without --policy there is nobody to believe: name a file with the log's keys and its "
            "witnesses",
            "sans --policy, il n'y a personne à croire : nommez un fichier avec les clés du "
            "journal et ses témoins",
        )
    try:
        return read_policy(_read(options.policy, MOST_POLICY))
    except Refused as e:
        raise UnusableCall(
            f"{options.policy}: {e.said.en}", f"{options.policy} : {e.said.fr}"
        ) from None


def _mirror(options: argparse.Namespace) -> Mirror | None:
    if options.log is None:
        return None
    if not options.log.is_dir():
        raise UnusableCall(
            f"{options.log} is no folder with a copy of the log",
            f"{options.log} n'est pas un dossier avec une copie du journal",
        )
    return Mirror(options.log)


def _read(path: Path, most: int) -> bytes:
    """The first `most` + 1 bytes of a file, so that the parser can refuse a longer file."""
    with _open(path) as stream:
        try:
            return stream.read(most + 1)
        except OSError as e:
            raise _unreadable(path, e) from None


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except (OSError, ValueError) as e:
        raise _unreadable(path, e) from None


def _unreadable(path: Path, e: Exception) -> UnusableCall:
    why = getattr(e, "strerror", None) or str(e)
    return UnusableCall(f"{path} cannot be read: {why}", f"{path} est illisible : {why}")


def _write(stream: BinaryIO, lines: Iterable[str]) -> None:
    """Write lines in UTF-8, whatever the terminal's encoding. Stops without an error if the reader
    has closed the pipe."""
    try:
        stream.writelines(line.encode("utf-8", "backslashreplace") + b"\n" for line in lines)
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
