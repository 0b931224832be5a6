"""Building time as the list pages show it."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from core.text_parts import moment_text
from decks.engine.building_clocks import BuildingClockState
from decks.models import Draft, Version
from decks.queries.drafts import round_of_draft
from decks.queries.lists import submission_window
from decks.queries.lists.builds import DivisionBuilds, PlayerBuild
from decks.views.lists.clock_marks import clock_mark_subject, clock_mark_value
from tournaments.models import Tournament


@dataclass(frozen=True, kw_only=True)
class BuildingRow:
    """A building clock for `decks/lists/clock.html`.

    - `fact_subject`, `fact`: subject and value of the clock's mark (`tournaments.templatetags.facts`).
    - `at`: the part of the clock's key that distinguishes it from the clocks of draft steps.
    - `given`: minutes added by staff.
    - `over`: when building ended, or None.
    - `until`: when it will end, or None while paused and once it has ended.
    - `left`, `word`: the seconds left, as a number or None, and as text.
    - `ends`, `now`: in milliseconds since the epoch.
    """

    fact_subject: str
    pod: int
    fact: str
    at: str
    building: bool
    began: datetime | None
    given: int
    over: datetime | None
    until: datetime | None
    left: int | None
    word: str
    ends: int | None
    now: int
    paused: bool


def building_row(clock: BuildingClockState, draft: Draft, pod: int, now: datetime) -> BuildingRow:
    """Return the context of one building clock for `decks/lists/clock.html`. `pod`: the pod it belongs to."""
    seconds_left, ended_at = clock.seconds_left(now), clock.over_at(now)
    return BuildingRow(
        fact_subject=clock_mark_subject(draft, pod),
        pod=pod,
        fact=_building_clock_mark_value(clock, now),
        at="build",
        building=True,
        began=clock.began,
        given=clock.given,
        over=ended_at,
        until=None if ended_at else clock.ends,
        left=seconds_left,
        word=f"{seconds_left // 60:02d}:{seconds_left % 60:02d}" if seconds_left is not None else "",
        ends=int(clock.ends.timestamp() * 1000) if clock.ends and not clock.ended else None,
        now=int(now.timestamp() * 1000),
        paused=clock.paused,
    )


@dataclass(frozen=True, kw_only=True)
class BuildPanel(BuildingRow):
    """A player's build, as the page of their list shows it."""

    draft: Draft
    round: int
    redraft: bool


def building_panel(build: PlayerBuild | None, now: datetime) -> BuildPanel | None:
    """Return a player's build for the page of their list, or None before the first building time."""
    if build is None:
        return None
    row = building_row(build.building, build.draft, build.pod, now)
    return BuildPanel(**vars(row), draft=build.draft, round=build.round, redraft=build.redraft)


def set_draft_numbers_of_versions(
    versions: list[Version], builds: DivisionBuilds, entry: int
) -> list[Version]:
    """Set `drafted` on each version of a player's list: the number of the draft it was built from.

    It is None for versions submitted before the first building time, and if no draft was run in Stadium.
    """
    for version in versions:
        version.drafted = builds.draft_number_at(entry, version.at)
    return versions


def building_lines(event: Tournament, now: datetime) -> list[dict[str, str]]:
    """List the drafts from which decks are being built, by division.

    Each line has a `text`, the `url` of the draft, and the mark of the clock that ends last: its value (`fact`)
    and subject (`fact_subject`).
    """
    lines, by_division = [], submission_window.limited_builds_by_division(event)
    for builds in by_division.values():
        for draft, clocks in builds.clocks:
            running = [clock for clock in clocks if clock.building.is_running(now)]
            if not running:
                continue
            last_clock = max(running, key=lambda clock: clock.building.ends or now)
            ends = last_clock.building.ends
            sentence = _(
                "Decks are built from draft %(n)s, before round %(round)s, until %(at)s. Lists are open until then."
            ) % {
                "n": draft.number,
                "round": round_of_draft(draft),
                "at": moment_text(ends, "H:i") if ends else "–",
            }
            lines.append(
                {
                    "text": f"{builds.division}: {sentence}" if len(by_division) > 1 else sentence,
                    "url": reverse("drafts:draft", args=[event.slug, draft.pk]),
                    "fact": _building_clock_mark_value(last_clock.building, now),
                    "fact_subject": clock_mark_subject(draft, last_clock.pod),
                }
            )
    return lines


def _building_clock_mark_value(clock: BuildingClockState, now: datetime) -> str:
    """Return the value of a building clock's mark."""
    ended_at, seconds_left = clock.over_at(now), clock.seconds_left(now)
    if ended_at:
        return f"over {ended_at:%H:%M:%S}"
    return (
        clock_mark_value(None if clock.paused else clock.ends, seconds_left) if clock.began else "not begun"
    )
