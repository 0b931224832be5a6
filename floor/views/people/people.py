"""The people of a team: search, a person's history, merging two records, and undoing a merge."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.engine.refused import Refused
from core.forms.questions import Question
from core.models import JournalEvent, Team
from core.requests import TeamRequest
from core.sentences import refusal_text
from core.services import undo
from core.tables.pagination import paginate_table
from core.team_access import as_page_of_team
from core.text_parts import text_labeled_with_part
from floor.documents import people as documents
from floor.queries import people as rows
from floor.tables.people import PeopleTable
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES
from tournaments import queries
from tournaments.models import Player
from tournaments.services import merges
from tournaments.views.merges import merge_effect_texts

PAGE_SIZE = 100
MAX_FOUND = 20


@require_safe
@as_page_of_team()
def people_page(request: TeamRequest, team: Team) -> HttpResponse:
    """List all people in events of the team, page by page, searched by prefix of names or by Player ID."""
    text = request.GET.get("q", "").strip()
    table = paginate_table(request, PeopleTable(rows.person_rows(team, text), team=team), rows=PAGE_SIZE)
    query = f"?{urlencode({'q': text})}" if text else ""
    context = {"team": team, "table": table, "text": text, "query": query}
    return render(request, "floor/people/people.html", context)


@require_safe
@as_page_of_team()
def export_people(request: TeamRequest, team: Team, kind: str) -> HttpResponse:
    """Download the people that match the search as CSV or XLSX."""
    people = rows.person_rows(team, request.GET.get("q", "").strip())
    return spreadsheet_response(documents.people_spreadsheet(people, kind), f"people-{team.pk}", kind)


@require_safe
@as_page_of_team()
def person_page(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Show one person with events, places and records, and the merges that can be undone.

    Penalties are shown if the reader is on the staff of the event.
    """
    player = get_person_or_404(team, pk)
    played = []
    for event in rows.played_events_of(player, by=request.user):
        # Each penalty has its key and a text such as "Warning: Pace of play".
        penalties = [
            (
                penalty.pk,
                text_labeled_with_part(LEVEL_NAMES[penalty.level], INFRACTION_NAMES[penalty.infraction]),
            )
            for penalty in event.penalties or ()
        ]
        played.append((event, penalties))
    context = {"team": team, "player": player, "played": played, "merged": rows.merges_of(player)}
    return render(request, "floor/people/person.html", context)


@require_safe
@as_page_of_team()
def choose_person_to_merge(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Search the team for another record of the same person."""
    player = get_person_or_404(team, pk)
    text = request.GET.get("q", str(player))
    matches = list(rows.people_of_team(team, text).exclude(pk=pk)[:MAX_FOUND]) if text.strip() else []
    context = {"team": team, "player": player, "text": text, "found": matches}
    return render(request, "floor/people/merge_with.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@as_page_of_team()
def merge_people(request: TeamRequest, team: Team, pk: int, other: int) -> HttpResponse:
    """Preview and perform a merge. `keep` selects the record that stays."""
    player, by = get_person_or_404(team, pk), request.user
    keep_other = (request.POST or request.GET).get("keep") == "other"
    pair = (other, player.pk) if keep_other else (player.pk, other)
    plan = queries.merge_preview(*pair, by=by, organizer=team.pk)
    if plan is None:
        raise Http404
    if request.method == "POST":
        try:
            merges.merge_people(*pair, by=by)
        except Refused as refused:
            messages.error(request, refusal_text(refused))
        else:
            messages.success(request, _("%(name)s’s records merged.") % {"name": plan.keep.name})
        return redirect("floor:person", team.pk, pair[0])
    context = {
        "team": team,
        "player": player,
        "plan": plan,
        "keep_other": keep_other,
        "question": Question(
            changes=merge_effect_texts(plan),
            action=_("Merge"),
            cancel_url=reverse("floor:person", args=[team.pk, pk]),
            hidden={"keep": "other" if keep_other else ""},
        ),
    }
    return render(request, "floor/people/merge.html", context)


@require_POST
@as_page_of_team()
def undo_merge(request: TeamRequest, team: Team, pk: int, line: int) -> HttpResponse:
    """Undo a merge in all events of the team."""
    by = request.user
    merge = get_object_or_404(
        JournalEvent.objects.select_related("tournament__organizer"),
        pk=line,
        kind=merges.MERGED,
        tournament__organizer=team,
    )
    try:
        undo.undo_steps_together(merges.lines_of_merge(merge, by=by), by=by)
        messages.success(request, _("Two records again: %(name)s.") % {"name": merge.facts["other"]})
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("floor:person", team.pk, pk)


def get_person_or_404(team: Team, pk: int) -> Player:
    """Return a person of the team, or raise 404."""
    return get_object_or_404(team.people, pk=pk)
