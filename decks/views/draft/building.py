"""The building clocks of a draft, as shown on pages."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from core.wording import moment_text
from decks.engine.draft.building import FIELD, Building
from decks.forms.building import BuildForm
from decks.models import Draft, Version
from decks.queries.draft import building as queries
from decks.queries.draft import unfinished
from decks.queries.draft.building import Build, Builds, Clock
from decks.queries.draft.draft_runs import Track
from decks.queries.draft.drafts import round_of
from decks.queries.lists import submission_window
from decks.words.draft_run_words import pod_text
from tournaments.models import Tournament
from tournaments.sentences import refusal_text


def clock_row(clock: Clock, draft: Draft, now: datetime) -> dict[str, Any]:
    """One building clock for `decks/drafts/clock.html`."""
    return _face(clock.building, now) | {
        "fact_of": _fact_of(draft, clock.pod),
        "pod": clock.pod,
        "who": pod_text(clock.pod, pair=draft.subtype == "solomon").capitalize(),
        "by_hand": clock.by_hand,
    }


def panel(build: Build | None, now: datetime) -> dict[str, Any] | None:
    """The build of a list's player, for the page of the list; None before the first building."""
    if build is None:
        return None
    face = _face(build.building, now)
    face["fact_of"] = _fact_of(build.draft, build.pod)
    return face | {"pod": build.pod, "draft": build.draft, "round": build.round, "redraft": build.redraft}


def with_drafts(versions: list[Version], builds: Builds, entry: int) -> list[Version]:
    """The versions of a player's list, each with `drafted`: the number of the draft it was built from, by its time.

    None for versions submitted before the first building, and if no draft was run here.
    """
    for version in versions:
        version.drafted = builds.drafted_before(entry, version.at)  # type: ignore[attr-defined]
    return versions


def lines(event: Tournament, now: datetime) -> list[dict[str, str]]:
    """The drafts of an event being built from now, by division, each with the page of its clock."""
    found, known = [], submission_window.builds_in(event)
    for builds in known.values():
        for row, clocks in builds.clocks:
            runs = [one.building for one in clocks if one.building.runs(now)]
            if runs:
                name = str(builds.division) if len(known) > 1 else ""
                page = reverse("decks:draft", args=[event.slug, row.pk])
                found.append({"text": _line(row, runs, name), "url": page})
    return found


def _line(row: Draft, runs: list[Building], name: str) -> str:
    """A sentence such as "Masters: Decks are built from draft 2, before round 3, until 15:40.

    Lists are open until then."
    """
    ends = max((one.ends for one in runs if one.ends), default=None)
    facts = {
        "n": row.number,
        "round": round_of(row),
        "at": moment_text(ends, "H:i") if ends else "–",
    }
    sentence = _(
        "Decks are built from draft %(n)s, before round %(round)s, until %(at)s. Lists are open until then."
    )
    return " ".join(part for part in (f"{name}:" if name else "", sentence % facts) if part)


def card(
    request: HttpRequest,
    row: Draft,
    tracks: list[Track],
    clocks: list[Clock],
    now: datetime,
    given: BuildForm | None = None,
) -> dict[str, Any]:
    """The building clocks on the page of a run.

    `due`: the run is at building or past it; `given`: a refused form.
    """
    begun = any(one.building.began for one in clocks)
    due = begun or any(one.step.code in ("BUILD", "HAND_IN") for one in tracks)
    staff = bool(request.can["report"]) and bool(clocks)  # type: ignore[attr-defined]
    pair = row.subtype == "solomon"
    return {
        "builds": [clock_row(one, row, now) for one in clocks] if begun else [],
        "build_due": due,
        "build_pauses": any(one.by_hand and one.building.runs(now) for one in clocks),
        "build_form": (given or BuildForm(None, draft=row, pods=[one.pod for one in clocks]))
        if staff
        else None,
        "build_marks": [
            {"mark": mark, "who": pod_text(mark.pod, pair=pair)} for mark in reversed(queries.marks_of(row))
        ]
        if staff
        else [],
    }


def confirmation(
    request: HttpRequest, row: Draft, clocks: list[Clock], now: datetime
) -> dict[str, Any] | None:
    """The question to confirm before building ends, if requested (`?ask=end`, `of` a pod)."""
    if request.GET.get("ask") != "end" or not request.can["report"]:  # type: ignore[attr-defined]
        return None
    pod = next((one.pod for one in clocks if str(one.pod) == request.GET.get("of", "")), FIELD)
    refused = unfinished.in_building(row, [one for one in clocks if pod in (FIELD, one.pod)], now)
    if refused is None:
        return None
    who = pod_text(pod, pair=row.subtype == "solomon")
    chosen = request.GET.get("pod", "")
    return {
        "title": _("Deck building is not over: %(who)s") % {"who": who},
        "text": refusal_text(refused),
        "url": reverse("decks:draft_build", args=[row.division.tournament.slug, row.pk]),
        "fields": {"pod": pod, "view": chosen, "do": "end"},
        "button": _("End deck building now"),
        "stay": "?" + urlencode({"pod": chosen} if chosen else {}),
    }


def _fact_of(draft: Draft, pod: int) -> str:
    """The name of the clock's mark (`tournaments.templatetags.facts`)."""
    return f"d{draft.pk}.{pod}"


def _face(found: Building, now: datetime) -> dict[str, Any]:
    left, over = found.left(now), found.over_at(now)
    return {
        "fact": _fact(found, now),
        "at": "build",
        "building": True,
        "began": found.began,
        "given": found.given,
        "over": over,
        "until": None if over else found.ends,
        "left": left,
        "word": f"{left // 60:02d}:{left % 60:02d}" if left is not None else "",
        "ends": int(found.ends.timestamp() * 1000) if found.ends and not found.ended else None,
        "now": int(now.timestamp() * 1000),
        "paused": found.paused,
    }


def _fact(found: Building, now: datetime) -> str:
    over, left = found.over_at(now), found.left(now)
    if over:
        return f"over {over:%H:%M:%S}"
    if found.paused or found.ends is None:
        return f"stopped {left}" if found.began else "not begun"
    return f"ends {found.ends:%H:%M:%S}"
