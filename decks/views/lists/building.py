"""The time to build decks, as the pages of lists show it."""

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.wording import moment_text
from decks.engine.building import Building
from decks.models import Draft, Version
from decks.queries.drafts import round_of
from decks.queries.lists import submission_window
from decks.queries.lists.builds import Build, Builds
from tournaments.models import Tournament


def building_row(clock: Building, draft: Draft, pod: int, now: datetime) -> dict[str, Any]:
    """One building clock for `decks/lists/clock.html`.

    `fact_of`: the name of its mark (`tournaments.templatetags.facts`).
    """
    left, over = clock.left(now), clock.over_at(now)
    return {
        "fact_of": fact_of(draft, pod),
        "pod": pod,
        "fact": _fact(clock, now),
        "at": "build",
        "building": True,
        "began": clock.began,
        "given": clock.given,
        "over": over,
        "until": None if over else clock.ends,
        "left": left,
        "word": f"{left // 60:02d}:{left % 60:02d}" if left is not None else "",
        "ends": int(clock.ends.timestamp() * 1000) if clock.ends and not clock.ended else None,
        "now": int(now.timestamp() * 1000),
        "paused": clock.paused,
    }


def panel(build: Build | None, now: datetime) -> dict[str, Any] | None:
    """The build of a list's player, for the page of the list; None before the first building."""
    if build is None:
        return None
    row = building_row(build.building, build.draft, build.pod, now)
    return row | {"draft": build.draft, "round": build.round, "redraft": build.redraft}


def with_drafts(versions: list[Version], builds: Builds, entry: int) -> list[Version]:
    """The versions of a player's list, each with `drafted`: the number of the draft it was built from, by its time.

    None for versions submitted before the first building, and if no draft was run here.
    """
    for version in versions:
        version.drafted = builds.drafted_before(entry, version.at)  # type: ignore[attr-defined]
    return versions


def lines(event: Tournament, now: datetime) -> list[dict[str, str]]:
    """The drafts of an event being built from now, by division, each with its last clock and the page of it."""
    rows, by_division = [], submission_window.builds_in(event)
    for builds in by_division.values():
        for draft, clocks in builds.clocks:
            running = [clock for clock in clocks if clock.building.runs(now)]
            if running:
                last = max(running, key=lambda clock: clock.building.ends or now)
                name = str(builds.division) if len(by_division) > 1 else ""
                rows.append(
                    {
                        "text": _line(draft, last.building.ends, name),
                        "url": reverse("drafts:draft", args=[event.slug, draft.pk]),
                        "fact": _fact(last.building, now),
                        "fact_of": fact_of(draft, last.pod),
                    }
                )
    return rows


def _line(row: Draft, ends: datetime | None, name: str) -> str:
    """A sentence such as "Masters: Decks are built from draft 2, before round 3, until 15:40.

    Lists are open until then."
    """
    facts = {
        "n": row.number,
        "round": round_of(row),
        "at": moment_text(ends, "H:i") if ends else "–",
    }
    sentence = _(
        "Decks are built from draft %(n)s, before round %(round)s, until %(at)s. Lists are open until then."
    )
    return " ".join(part for part in (f"{name}:" if name else "", sentence % facts) if part)


def fact_of(draft: Draft, pod: int, *step: int) -> str:
    """The subject of a clock's mark (`tournaments.templatetags.facts`). `step`: of the timer of a step or pick."""
    return ".".join(map(str, (f"d{draft.pk}", pod, *step)))


def timer_fact(ends: datetime | None, left: int | None) -> str:
    """The value of a clock's mark; `ends`: None while it is stopped."""
    return f"ends {ends:%H:%M:%S}" if ends else f"stopped {left}"


def _fact(clock: Building, now: datetime) -> str:
    over, left = clock.over_at(now), clock.left(now)
    if over:
        return f"over {over:%H:%M:%S}"
    return timer_fact(None if clock.paused else clock.ends, left) if clock.began else "not begun"
