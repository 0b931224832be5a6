"""The round desk: the next step, results as they come in, and the end of a round."""

from typing import Any

from django.db.models import Count, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from core.engine.numbers import whole_number
from pairings import hooks
from pairings.access import round_page
from pairings.forms.cuts import CutForm
from pairings.models import Round, Stage
from pairings.queries.reports.clocks import MARKS
from pairings.queries.rounds import desk, fields, redrafts
from pairings.queries.rounds.desk import Phase, Standpoint
from pairings.queries.standings import advancing
from pairings.services.bracket import cuts
from pairings.services.rounds import stages
from pairings.views.print import event_copies
from pairings.views.reports import clock
from pairings.views.rounds import desk_lines, hall_desk, no_shows, round_chrome, undone_rounds
from pairings.words import advancing_words as words
from pairings.words import result_words
from tournaments import queries
from tournaments.access import event_page
from tournaments.engine.advance import byes_of
from tournaments.models import Division, Tournament
from tournaments.templatetags.facts import marked

OLDEST = {
    "junior": "junior",
    "senior": "senior",
    "junior_senior": "senior",
    "masters": "masters",
    "senior_masters": "masters",
    "all": "masters",
}
"""The first list of standings for each division."""

MOST_MISSING = 6
"""Names of missing players shown before "and more"."""


@require_GET
@event_page("run")
def current(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The desk of the chosen division, or of all at once: the next step."""
    divisions = list(desk.divisions(event))
    if round_chrome.wants_hall(request, divisions):
        return hall_desk.hall_page(request, event, divisions)
    division = round_chrome.choose(request, divisions)
    at = desk.standpoint(division)
    if at.newest is not None and at.phase is Phase.REVIEW:
        return redirect(round_chrome.round_url(at.newest, "pairings:review"))
    if at.newest is not None and at.phase is Phase.RESULTS:
        return results_page(request, at.newest, divisions=divisions)
    return next_page(request, at, divisions=divisions)


@require_GET
@round_page("run")
def one_round(request: HttpRequest, round_: Round) -> HttpResponse:
    """One round: results while it is posted, read-only once it is closed. An unposted one redirects to its review."""
    if round_.state == Round.State.UNPOSTED:
        return redirect(round_chrome.round_url(round_, "pairings:review"))
    return results_page(request, round_)


@require_GET
@event_page("run")
def news(request: HttpRequest, event: Tournament, division: int, number: int) -> HttpResponse:
    """The number of new results since the page was read, as a link to them; 204 without any."""
    home = round_chrome.division_of(event, division)
    seen = whole_number(request.GET.get("since", ""))
    fresh = desk.results_since(home, seen) if seen is not None else 0
    if not fresh:
        return HttpResponse(status=204)
    text = ngettext("%(n)d new change.", "%(n)d new changes.", fresh) % {"n": fresh}
    return render(request, "pairings/parts/news.html", {"text": text, "url": round_chrome.desk_url(home)})


def results_page(
    request: HttpRequest,
    round_: Round,
    *,
    divisions: list[Division] | None = None,
    problem: dict[str, str] | None = None,
) -> HttpResponse:
    """The tables of a posted or closed round. `problem`: the error of the last entry, and its text."""
    event, division = round_.division.tournament, round_.division
    prefetch_related_objects([round_], MARKS)
    listed = divisions if divisions is not None else list(desk.divisions(event))
    names = ("result", "news", "close")
    without_match: list[str] = []
    if round_.state == Round.State.POSTED and fields.follows_people(round_):
        without_match = [str(entry) for entry in fields.without_match(round_)]
    context = {
        "page": "desk",
        "round": round_,
        "name": result_words.round_name(round_),
        "inside": result_words.round_as_object(round_),
        "division": division,
        "board": round_chrome.board(round_),
        "tabs": round_chrome.tabs(event, listed, division),
        "urls": {name: round_chrome.round_url(round_, f"pairings:{name}") for name in names},
        "problem": problem or {},
        "cut": round_chrome.is_cut(round_),
        "without_match": without_match,
        "scores": round_.best_of > 1,
        "standings_key": f"{division.pk}-{OLDEST[division.age_division] if division.by_age else 'all'}",
        "no_shows": no_shows.panel(round_),
        "rounds_strip": round_chrome.rounds_strip(division, round_),
        "undo_round": undone_rounds.offer(round_),
        **_panels(event, division),
        **_tables(request, round_, several=len(listed) > 1, unseen=(problem or {}).get("unseen", "")),
        **(
            round_chrome.changes(request, event, division, round_)
            if round_.state == Round.State.POSTED
            else {}
        ),
    }
    response = render(request, "pairings/desk.html", context)
    if request.htmx:  # type: ignore[attr-defined]
        response["HX-Replace-Url"] = (
            request.get_full_path() if request.method == "GET" else round_chrome.desk_url(division)
        )
    return response


def _tables(request: HttpRequest, round_: Round, *, several: bool, unseen: str) -> dict[str, Any]:
    """Open tables, finished ones, the progress of the round, and the tables of other divisions."""
    posted = round_.state == Round.State.POSTED
    tables = desk_lines.tables(round_, request.GET)
    elsewhere = desk_lines.elsewhere(round_) if posted and several else []
    numbers = desk_lines.table_numbers([*tables.two, *(row for row, _round in elsewhere)])
    return tables.context | {
        "unlisted": desk_lines.unlisted([*tables.unlisted, *elsewhere], unseen=unseen) if posted else "",
        "table_from": min(numbers, default=1),
        "table_to": max(numbers, default=1),
        "since": desk.newest_change(round_.division) if posted else 0,
        "timer": clock.controls(round_) if posted else None,
        "only_open": request.GET.get("show") == "open",
        "steps": round_chrome.steps((3 if tables.left else 4) if posted else 5),
    }


def next_page(
    request: HttpRequest,
    at: Standpoint,
    *,
    divisions: list[Division],
    form: CutForm | None = None,
) -> HttpResponse:
    """The page between rounds: before round 1, before the next one, after the last Swiss round, after the event."""
    event, division = at.division.tournament, at.division
    by_division = []
    if at.newest is None and len(divisions) > 1:
        # The players present in each division; one query
        counted = event.entries.filter(dropped_in=None, disqualified=False).values_list("division")
        counts = {pk: pair for pk, *pair in counted.annotate(here=Count("checked_in_at"), whole=Count("pk"))}
        for home in divisions:
            here, whole = counts.get(home.pk, (0, 0))
            by_division.append({"name": str(home), "here": here, "whole": whole})
    context = {
        "page": "desk",
        "division": division,
        "newest": at.newest,
        "newest_name": result_words.round_name(at.newest) if at.newest else "",
        "phase": at.phase.value,
        "begun": any(division.started_at for division in divisions),
        "number": at.next_number,
        "board": round_chrome.board(at.newest) if at.newest else {"line": _("Before round 1")},
        "tabs": round_chrome.tabs(event, divisions, division),
        "steps": round_chrome.steps(0),
        "by_division": by_division,
        "rounds_strip": round_chrome.rounds_strip(division, at.newest) if at.newest else [],
        "undo_round": undone_rounds.offer(at.newest),
        "grouping": hall_desk.grouping_context(request, event) if at.newest is None else {},
        "no_shows": no_shows.panel(at.newest) if at.newest and at.phase is Phase.PAIR else [],
        **_panels(event, division),
        "waiting": redrafts.waiting(division, at.next_number, timezone.now())
        if at.phase is Phase.PAIR
        else None,
        **_people(at),
        **(_end_of_swiss(at, form) if at.phase is Phase.SWISS_OVER or desk.may_cut_short(at) else {}),
        **_day_two(at),
        **(_report(event, at, divisions) if at.phase in (Phase.SWISS_OVER, Phase.OVER) else {}),
        **round_chrome.changes(request, event, division, at.newest),
    }
    return render(request, "pairings/next.html", context)


def _people(at: Standpoint) -> dict[str, Any]:
    """The players of the next round, and the missing ones."""
    event, division = at.division.tournament, at.division
    missing = queries.player_rows(event, show="missing", division=division)
    planned = at.stage.rounds_planned if at.stage else stages.planned_rounds(division)
    return {
        "counts": queries.door_counts(event, division=division),
        "ready": fields.playing(division, at.next_number).count(),
        "missing": [row.name for row in missing[:MOST_MISSING]],
        "more_missing": max(0, len(missing) - MOST_MISSING),
        "planned": planned,
        "next_cut": at.stage is not None and at.stage.kind == "elimination",
    }


def _day_two(at: Standpoint) -> dict[str, Any]:
    """The link to day 2, from the last round of day 1 on, or before it; and whether it has begun."""
    swiss = at.stage is not None and at.stage.kind == Stage.Kind.SWISS
    if at.stage is None or not swiss:
        return {}
    if at.stage.position:
        return {"on_day_two": True}
    planned = bool(at.division.day_two_by) and at.phase in (Phase.PAIR, Phase.DAY_TWO)
    url = reverse("pairings:day_two", args=[at.division.tournament.slug, at.division.pk])
    return {"day_two_url": url} if planned else {}


def _end_of_swiss(at: Standpoint, form: CutForm | None) -> dict[str, Any]:
    sizes = cuts.planned_sizes(at.division, at.newest)
    form = form or CutForm(None, at.division, sizes)
    planned = any(sizes.values()) and at.division.tournament.structure == Tournament.Structure.SWISS_CUT
    gates = advancing.cut_gates(at.division, at.newest) if at.newest else {}
    by_rule = {words.rule(gate): (gate.place, name) for name, gate in gates.items() if sizes.get(name)}
    rules = [marked(rule, "cut", place, name) for rule, (place, name) in by_rule.items()]
    byes = dict.fromkeys(words.byes(byes_of(size)) for size in sizes.values() if byes_of(size))
    return {"form": form, "cut_planned": planned or form.is_bound, "cut_rules": [*rules, *byes]}


def _report(event: Tournament, at: Standpoint, divisions: list[Division]) -> dict[str, Any]:
    """The reminder to report the event (R-099), once all divisions are over."""
    others = (division for division in divisions if division.pk != at.division.pk)
    # A division without players has no round left to play.
    peopled = (home for home in others if home.entries.filter(dropped_in=None, disqualified=False).exists())
    phases = (desk.standpoint(division).phase for division in peopled)
    through = all(phase in (Phase.SWISS_OVER, Phase.OVER) for phase in phases)
    finished = at.newest.closed_at if at.newest and through else None
    return {"report": queries.report_state(event, finished_at=finished)}


def _panels(event: Tournament, division: Division) -> dict[str, object]:
    panels = {name: panel(event, division) for name, panel in hooks.desk_panels.items()}
    return panels | {"copies": event_copies.panel(event)}
