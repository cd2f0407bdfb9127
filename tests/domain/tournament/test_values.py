from collections import Counter
from fractions import Fraction

from msgspec.structs import replace

from domain.kernel.canonical import canonical_digest
from domain.tournament.formats.common import Event, FormatRefused
from domain.tournament.formats.entrants_reading import entrants
from domain.tournament.formats.trf_report import written
from domain.tournament.seeds import Draws, commitment, derived
from domain.tournament.values import Basis, ResultRef, Rules, Stage, amount
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import entered, played


def test_an_amount_has_one_spelling() -> None:
    assert (amount("1/2"), amount("-3")) == (Fraction(1, 2), -3)
    for text in ("2/4", "0.5", "1e3", " 1", "+1", "01", "", "1e5000000", "9" * 17, "1/0", "١"):
        refused_with(ValueError, "", amount, text)


def test_rounds_are_numbered_through_the_stages() -> None:
    rules = Rules((Stage(rounds=3), Stage(rounds=2)))
    assert [rules.stage_of(n) for n in range(1, 6)] == [0, 0, 0, 1, 1]
    refused_with(IndexError, "", rules.stage_of, 6)


def test_a_derived_seed_is_bound_to_all_it_is_derived_for() -> None:
    seed, basis = bytes(32), Basis(4, (ResultRef(1, 1, 3),)).sha256
    own = derived(seed, "t", 1, 2, 1, basis)
    others = {
        derived(bytes([1] * 32), "t", 1, 2, 1, basis),
        derived(seed, "u", 1, 2, 1, basis),
        derived(seed, "t", 2, 2, 1, basis),
        derived(seed, "t", 1, 3, 1, basis),
        derived(seed, "t", 1, 2, 2, basis),
        derived(seed, "t", 1, 2, 1, canonical_digest("another")),
        derived(seed, "t", 1, 2, 1, basis, "lots"),
    }
    assert len(others | {own}) == 8
    assert commitment(seed, "t") != commitment(seed, "u")


def test_draws_are_repeated_by_their_seed_and_fair() -> None:
    seed = derived(bytes(32), "t", 1, 1, 1, canonical_digest("basis"))
    again = Draws(seed), Draws(seed)
    assert [again[0].shuffled(range(20)) for _ in range(3)] == [
        again[1].shuffled(range(20)) for _ in range(3)
    ]
    draws = Draws(seed)
    counts = Counter(draws.below(6) for _ in range(6_000))
    assert set(counts) == set(range(6)) and min(counts.values()) > 850
    assert Draws(seed).shuffled(()) == ()


def test_a_report_file_starts_a_tournament_with_names_ratings_and_starting_ranks() -> None:
    field = entered(3, Stage(rounds=5))
    people = (("Zu", 1900), ("Évariste", 2100), ("Ada", 0))
    named = replace(
        field,
        entrants=tuple(
            replace(e, name=n, rating=x) for e, (n, x) in zip(field.entrants, people, strict=True)
        ),
    )
    for year in (2026, 2016):
        data = written(Event("Open"), named, year=year).encode()
        assert [
            (entrant.name, entrant.rating, entrant.seed_rank) for entrant in entrants(data)[0]
        ] == [("Évariste", 2100, 1), ("Zu", 1900, 2), ("Ada", 0, 3)]


def test_a_report_file_with_rounds_or_teams_or_a_fault_enters_nobody() -> None:
    begun = written(Event("Open"), played(4, Stage(rounds=2), 1))
    refused_with(FormatRefused, "has 2 rounds played", entrants, begun.encode())
    bare = written(Event("Open"), entered(4, Stage(rounds=2)))
    refused_with(
        FormatRefused, "has teams", entrants, f"{bare}{'013 Lions':<36}   1    2\n".encode()
    )
    refused_with(FormatRefused, "Player 1 is there already", entrants, f"{bare}{bare}".encode())
