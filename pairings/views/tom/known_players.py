"""A team's list of known players: choose TOM files, preview them, and load them after confirmation."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.models import Team
from core.queries.teams import default_team, may_act_for, membership, teams_of
from core.requests import SignedInRequest, StaffRequest
from core.return_urls import posted_return_url
from core.sentences import refusal_text
from pairings.documents import known_players as documents
from pairings.forms.tom import KnownPlayersConfirm
from pairings.forms.tom_files import KnownPlayersForm
from pairings.services import known_players as services
from tournaments.access import event_page
from tournaments.models import KnownPlayer, KnownPlayersLoad, Tournament
from tournaments.queries.people import entry_search_condition

METHODS = ["GET", "HEAD", "POST"]
MAX_ROWS = 200
"""Maximum number of players listed per group in a preview."""
MAX_FOUND = 30
"""Maximum number of players in search results."""


@login_required
@require_http_methods(METHODS)
def known_players(request: SignedInRequest) -> HttpResponse:
    """Show a team's known players; a POST previews players of a TOM file, or loads them once confirmed.

    `team` is the id of the team, by default the user's own. The page for a new event links here.
    """
    return _import_page(request, None, _requested_organizer_team(request))


@require_http_methods(METHODS)
@event_page("run")
def known_players_page_of_event(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the known players of the event's team, linked from the event's players page.

    Staff who may not act for that team see which team to contact.
    """
    if not may_act_for(request.user, event.organizer):
        back_url = reverse("tournaments:players", args=[event.slug])
        context = {"page": "players", "team": event.organizer, "back_url": back_url}
        return render(request, "pairings/tom/known_players_closed.html", context)
    return _import_page(request, event, event.organizer)


@require_safe
@login_required
def export_known_players(request: SignedInRequest, kind: str) -> HttpResponse:
    """Download the whole list of one of the user's teams as CSV or XLSX. 404 if it is empty."""
    known_players = KnownPlayer.objects.filter(organizer=_requested_organizer_team(request))
    if not known_players:
        raise Http404
    response = spreadsheet_response(
        documents.known_players_spreadsheet(known_players, kind), "known-players", kind
    )
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@login_required
def delete_known_players(request: SignedInRequest) -> HttpResponse:
    """Delete the whole list of a team."""
    deleted_count = services.delete_player_list(by=request.user, organizer=_requested_organizer_team(request))
    message = ngettext("%(n)s known player deleted.", "%(n)s known players deleted.", deleted_count)
    messages.success(request, message % {"n": deleted_count})
    return redirect("tournaments:home")


@require_POST
@login_required
def delete_known_player_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete one player from a list of known players."""
    name = services.delete_known_player(pk, by=request.user)
    messages.success(request, _("%(name)s is deleted from your known players.") % {"name": name})
    return redirect(posted_return_url(request) or reverse("pairings:known_players"))


@require_POST
@login_required
def undo_players_load(request: SignedInRequest, pk: int) -> HttpResponse:
    """Undo a load of known players, and restore the former list."""
    undone_load = services.undo_list_import(pk, by=request.user)
    messages.success(request, _("Undone: players loaded from %(file)s.") % {"file": undone_load.filename})
    return redirect(posted_return_url(request) or reverse("pairings:known_players"))


def _requested_organizer_team(request: SignedInRequest) -> Team | None:
    """Return the requested team, by default the user's own, or None if the user has no team.

    Raises Http404 if the user is not a member of the requested team.
    """
    user, requested_key = request.user, (request.POST or request.GET).get("team", "")
    if not requested_key:
        return default_team(user)
    team_key = whole_number(requested_key)
    team_membership = None if team_key is None else membership(user, team_key)
    if team_membership is None:
        raise Http404
    return team_membership.team


def _import_page(request: SignedInRequest, event: Tournament | None, team: Team | None) -> HttpResponse:
    """Show the form for the files, then a preview of their players.

    Once the preview is confirmed, load the players.
    """
    if request.method != "POST":
        return _render_known_players(request, event, team, KnownPlayersForm())
    if "players" in request.POST:
        return _load_confirmed_players(request, event, team)
    form = KnownPlayersForm(request.POST, request.FILES)
    players, filename = form.players() if form.is_valid() else ([], "")
    if form.errors:
        return _render_known_players(request, event, team, form)
    try:
        comparison = services.compare_with_player_list(players, by=request.user, organizer=team)
    except Refused as refused:
        form.add_error("tom_files", refusal_text(refused))
        return _render_known_players(request, event, team, form)
    preview = PreviewPart(
        seen=comparison,
        new=comparison.new[:MAX_ROWS],
        new_more=max(len(comparison.new) - MAX_ROWS, 0),
        changed=comparison.changed[:MAX_ROWS],
        changed_more=max(len(comparison.changed) - MAX_ROWS, 0),
        filename=filename,
        confirm=KnownPlayersConfirm.of(players, filename, request.user),
    )
    return _render_known_players(request, event, team, preview)


@dataclass(frozen=True, kw_only=True)
class PreviewPart:
    """Preview of loading a file: the first rows, and the number of further rows.

    - `seen`: the whole comparison of the file with the list.
    - `confirm`: form that loads the players.
    """

    seen: object
    new: Sequence[object]
    new_more: int
    changed: Sequence[object]
    changed_more: int
    filename: str
    confirm: KnownPlayersConfirm


def _load_confirmed_players(
    request: SignedInRequest, event: Tournament | None, team: Team | None
) -> HttpResponse:
    """Load the players of a confirmed preview.

    Redirect to the form that adds players to `event`, or to the list without an event.
    """
    confirm_form = KnownPlayersConfirm(request.POST, user=request.user)
    form = KnownPlayersForm({}, MultiValueDict())
    # The empty form has errors of its own, which are not shown.
    form.errors.clear()
    if not confirm_form.is_valid():
        form.add_error("tom_files", _("The file was not received. Choose it again."))
        return _render_known_players(request, event, team, form)
    confirmed_values = confirm_form.cleaned_data
    try:
        comparison = services.import_players_to_list(
            confirmed_values["players"],
            by=request.user,
            filename=confirmed_values["filename"],
            organizer=team,
        )
    except Refused as refused:
        form.add_error("tom_files", refusal_text(refused))
        return _render_known_players(request, event, team, form)
    message = _("Your known players: %(new)s added, %(changed)s changed.")
    messages.success(request, message % {"new": len(comparison.new), "changed": len(comparison.changed)})
    if event:
        return redirect("pairings:enter", event.slug)
    return redirect(reverse("pairings:known_players") + (f"?team={team.pk}" if team else ""))


def _render_known_players(
    request: SignedInRequest,
    event: Tournament | None,
    team: Team | None,
    part: KnownPlayersForm | PreviewPart,
) -> HttpResponse:
    """Render the form or the preview, and the list.

    `event` is None on the page of a team.
    """
    back_url = reverse("tournaments:players", args=[event.slug]) if event else reverse("tournaments:new")
    known_players = KnownPlayer.objects.filter(organizer=team)
    search_text = request.GET.get("q", "").strip()
    condition = entry_search_condition(search_text, number="player_id")
    matching_players = list(known_players.filter(condition)[: MAX_FOUND + 1]) if condition is not None else []
    query = f"?team={team.pk}" if team else ""
    status = 422 if isinstance(part, KnownPlayersForm) and part.errors else 200
    context = ({"form": part} if isinstance(part, KnownPlayersForm) else vars(part)) | {
        "page": "players",
        "base": "base.html" if event else "base_plain.html",
        "back_url": back_url,
        "here": request.path if event else request.path + query,
        "team": team,
        "of_team": query,
        "teams": [] if event else teams_of(request.user),
        "listed": known_players.count(),
        "q": search_text,
        "fitting": matching_players[:MAX_FOUND],
        "more_fit": len(matching_players) > MAX_FOUND,
        "loads": KnownPlayersLoad.objects.filter(organizer=team).defer("changes"),
    }
    response = render(request, "pairings/tom/known_players.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
