"""Progress of the deck checks of a division, for the round desk."""

from dataclasses import dataclass

from checks.queries import before_checks, deck_checks
from core.stamps.scopes import cached_for_home
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskCoverage:
    """A division's numbers on the round desk: checked decks, and decks passed before the event.

    Without decks to check, `target` is None and the other numbers of checks are 0.
    """

    done: int = 0
    target: int | None = None
    open: int = 0
    before: int = 0
    passed: before_checks.PassedDecks | None


def desk_coverage(event: Tournament, division: Division) -> DeskCoverage | None:
    """Return the progress of a division's deck checks, cached until a row of the event changes.

    Return None if the division has no decks to check and none were checked before the event.
    """
    return cached_for_home(event, f"desk.checks.{division.pk}", lambda: load_desk_coverage(event, division))


def load_desk_coverage(event: Tournament, division: Division) -> DeskCoverage | None:
    """Load `desk_coverage`. At most five queries."""
    rows = deck_checks.division_coverage(event, deck_checks.check_rules_of(event), division=division)
    passed = before_checks.passed_decks(event, division)
    if not rows:
        return DeskCoverage(passed=passed) if passed else None
    division_coverage = rows[0]
    return DeskCoverage(
        done=division_coverage.done,
        target=division_coverage.target,
        open=division_coverage.open,
        before=division_coverage.before,
        passed=passed,
    )
