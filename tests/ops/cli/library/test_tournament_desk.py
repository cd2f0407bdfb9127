"""`greffe tournament` of the record: a small one from its opening to its last standings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from tests.ops.cli.test_commands import one_sentence

Greffe = Callable[..., Result]


def test_a_tournament_on_the_command_line(greffe: Greffe, data: Path, tmp_path: Path) -> None:
    opened = greffe("tournament", "open", "Club night", "--rounds", "1")
    assert opened.exit_code == 0, opened.output
    id = opened.stdout.split()[1].rstrip(":")
    assert opened.stdout == f"Tournament {id}: record 1, TournamentOpened.\n"
    names = tmp_path / "names.csv"
    names.write_text("nom;club\nZoé;Nantes\nMax;Lyon\nAda;\n", "utf-8")
    assert greffe("tournament", "entrants", id, str(names)).exit_code == 0
    paired = json.loads(greffe("tournament", "pair", id, "1", "--json").stdout)
    first, second = paired["tables"][0]["entrants"]
    refused = one_sentence(greffe("tournament", "close", id), 2)
    assert "Results of round 1 are missing: of table 1." in refused
    assert "'x' is no entrant's number" in one_sentence(greffe("tournament", "result", id, "1", "1", "x"), 2)
    assert greffe("tournament", "result", id, "1", "1", str(first), str(second)).exit_code == 0
    asked = greffe("tournament", "correct", id, "1", "1", f"{first}={second}")
    assert asked.exit_code == 2
    assert "goes from rank" in asked.stderr
    assert greffe("tournament", "correct", id, "1", "1", f"{first}={second}", "--reason", "A draw.").exit_code == 0
    why = greffe("tournament", "standings", id, "--why", str(first)).stdout
    assert "1/2  result, round 1, table 1" in why
    assert greffe("tournament", "close", id, "--lang", "fr").stdout.startswith(f"Tournoi {id} : écriture")
    shown = greffe("tournament", "show", id).stdout
    assert shown.startswith(f"Club night ({id}), closed: 3 entrants\n")
    assert "level 3: A result that was taken is another one now. “A draw.”" in shown
    assert "Zoé" in greffe("tournament", "show", id, "--round", "1").stdout
    assert id in greffe("tournament", "list", "--lang", "fr").stdout
    exported = greffe("tournament", "export", id, "--names").stdout
    assert exported.count("\n") > 9
    assert "Zoé" in exported
    bundle, policy = tmp_path / "event.jsonl", tmp_path / "policy"
    assert greffe("bundle", id, "-o", str(bundle)).exit_code == 0
    policy.write_text(greffe("policy").stdout, "utf-8")
    verified = greffe("verify", str(bundle), "--policy", str(policy))
    assert "verified" in verified.stdout, verified.output
    again = greffe("verify", str(bundle), "--policy", str(policy), "--replay").stdout
    assert "done again, and the same (pairings: 1, drawings of lots: 0, standings: 1)" in again
