"""Players of one country are kept apart in the first rounds, where any pairing does that."""

import pytest

from pairings.engine.swiss import Field, Options
from pairings.engine.swiss.kept_apart import pair_apart
from pairings.models import PairingOptions, Round
from pairings.queries.rounds import pairing_warnings
from pairings.queries.rounds.options import wishes_of
from pairings.services.rounds import options, rounds
from tests.pairings import build as pairings
from tournaments.models import Division

pytestmark = pytest.mark.django_db

COUNTRIES = ("Chile", "Peru", "Brazil")


@pytest.fixture
def made() -> Division:
    """Return a division of twelve, four of each country."""
    division = pairings.division(12)
    for index, entry in enumerate(division.entries.order_by("pk")):
        country = COUNTRIES[index % 3]
        options.set_pairing_wish(entry, by=None, country=country.upper() if index % 2 else country)
    options.change_pairing_options(division, by=None, country_rounds=2)
    return division


def compatriots(round_: Round) -> int:
    country = {entry: name.casefold() for entry, name in wishes_of(round_.division).countries.items()}
    pairs = round_.matches.filter(right__isnull=False).values_list("left", "right")
    return sum(country[left] == country[right] for left, right in pairs)


@pytest.mark.parametrize("seed", range(6))
def test_countries_do_not_meet_in_the_first_rounds(made: Division, seed: int) -> None:
    round_ = rounds.pair_next_round(made, by=None, seed=seed)
    assert compatriots(round_) == 0
    pairings.report_all(rounds.post(round_, by=None))


def test_after_these_rounds_they_may_meet(made: Division) -> None:
    """The options say in how many rounds they do not; by default in none, since rosters often name countries."""
    wishes = wishes_of(made)
    everyone = set(made.entries.values_list("pk", flat=True))
    assert wishes.country_rounds == 2
    assert [len(wishes.avoid(everyone, number)) for number in (1, 2, 3)] == [18, 18, 0]
    PairingOptions.objects.all().delete()
    assert wishes_of(made).avoid(everyone, 1) == ()


def test_the_country_of_more_than_half_is_not_kept_apart(made: Division) -> None:
    """No pairing does that, and the review would list nearly every table."""
    for entry in made.entries.order_by("pk")[:7]:
        options.set_pairing_wish(entry, by=None, country="Chile")
    avoided = wishes_of(made).avoid(set(made.entries.values_list("pk", flat=True)), 1)
    countries = wishes_of(made).countries
    assert avoided
    assert "chile" not in {countries[left].casefold() for left, _right in avoided}


def test_a_match_by_hand_warns_of_the_country(made: Division) -> None:
    entries = list(made.entries.order_by("pk"))
    round_ = rounds.pair_next_round(made, by=None)
    warnings = pairing_warnings.warnings_about_pairs(round_, [(entries[0].pk, entries[3].pk)])
    assert [warning.code for warning in warnings] == ["WARNING_COUNTRY"]
    assert not pairing_warnings.warnings_about_pairs(round_, [(entries[0].pk, entries[1].pk)])


def test_a_thousand_players_of_ten_countries_are_paired_without_trying_many_seeds(made: Division) -> None:
    """The draw needs the options, so that it is done once without and once with them."""
    ids = range(1, 1001)
    avoid = tuple(
        (left, right) for left in ids for right in range(left + 10, 1001, 10) if left % 10 == right % 10
    )
    draw, used = pair_apart(field_of(len(ids)), seed=5, options=Options(avoid=avoid))
    assert (draw.avoided, used.avoid) == ((), avoid)


def field_of(size: int) -> Field:
    import numpy as np

    nothing = np.zeros(0, dtype=np.int64)
    zeros = np.zeros(size, dtype=np.int64)
    return Field(np.arange(1, size + 1), zeros, zeros, nothing.reshape(0, 2), nothing)
