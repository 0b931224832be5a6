"""The players of an event, and one of them."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.refused import Refused
from core.queries.teams import acts_for
from core.sentences import journal_text
from core.tables.pages import paged
from tournaments import queries
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.documents import players as documents
from tournaments.engine.person_fields import FIELDS, ON_PAGES, PUBLIC
from tournaments.filters import EntryFilter
from tournaments.forms.entries import EntryForm, PersonForm, show_refusal
from tournaments.models import Tournament
from tournaments.queries.team_entries import takes_teams
from tournaments.services import entries
from tournaments.services import players as people
from tournaments.tables.players import PlayersTable
from tournaments.words.person_words import short_label

ON_A_PAGE = 200
MOST_ALIKE = 5


@event_page("view")
def players(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The list of players, filtered."""
    chosen = EntryFilter(request.GET, event=event)
    rows = [queries.entry_row(entry) for entry in chosen.qs]
    table = PlayersTable(rows, event=event, several="division" in chosen.filters)
    paged(request, table, rows=ON_A_PAGE)
    return render(
        request,
        "tournaments/players.html",
        {
            "page": "players",
            "filter": chosen,
            "more": set(chosen.form.changed_data) - {"q"},
            "table": table,
            "count": len(rows),
            "left": sum(row.state in ("left", "disqualified") for row in rows),
            "takes_teams": takes_teams(event),
        },
    )


@require_safe
@event_page("view")
def players_export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """The filtered list as CSV or XLSX, by last name, with the facts that the user may see in files."""
    chosen = EntryFilter(request.GET, event=event)
    can: Mapping[str, bool] = request.can  # type: ignore[attr-defined]
    shows = [field for field in FIELDS if field.exported and (not field.power or can[field.power])]
    entries = (queries.entry_row(entry, shows=shows) for entry in chosen.qs)
    rows = sorted(entries, key=lambda row: row.alphabetical)
    data, content_type = documents.spreadsheet(event, rows, kind, shows=shows)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-players.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@event_page("view")
def player(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """One player: facts, forms and history."""
    detail = _detail(request, event, pk)
    return _page(request, event, detail, PersonForm(entry=detail.entry), EntryForm(entry=detail.entry))


@require_POST
@event_page("run")
@edits_alone
def player_save(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Correct the person and their entry, both or neither if something is refused."""
    detail, data = _detail(request, event, pk), request.POST
    person = PersonForm(data if "last_name" in data else None, entry=detail.entry)
    place = EntryForm(data if "age_division" in data else None, entry=detail.entry)
    taken = None
    if all(form.is_valid() for form in (person, place) if form.is_bound):
        form: Form = person
        try:
            with transaction.atomic():
                if person.is_bound:
                    people.correct(detail.entry, by=signed_in(request), **person.cleaned_data)
                form = place
                if place.is_bound:
                    entries.change(detail.entry, by=signed_in(request), **place.cleaned_data)
            saved = queries.entry_detail(event, pk, by=signed_in(request))
            messages.success(request, _("%(name)s is saved.") % {"name": saved.row.name if saved else ""})
            return redirect("tournaments:player", event.slug, pk)
        except Refused as refused:
            show_refusal(form, refused)
            taken = refused.facts.get("player")
    return _page(request, event, detail, person, place, taken=taken)


@require_POST
@event_page("run")
def player_remove(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove an entry that was never paired."""
    entry = _detail(request, event, pk).entry
    entries.remove(entry, by=signed_in(request))
    messages.success(request, _("%(name)s is removed from this event.") % {"name": entry})
    return redirect("tournaments:players", event.slug)


def _detail(request: HttpRequest, event: Tournament, pk: int) -> queries.EntryDetail:
    detail = queries.entry_detail(event, pk, by=signed_in(request))
    if detail is None:
        raise Http404
    return detail


def _page(
    request: HttpRequest,
    event: Tournament,
    detail: queries.EntryDetail,
    person: Form,
    place: Form,
    taken: object = None,
) -> HttpResponse:
    own = (detail.row.player_id, detail.row.birth_year)
    # No known Player ID or birth year of a possible double may differ.
    alike = [
        other
        for other in detail.alike
        if not any(
            mine and theirs and mine != theirs
            for mine, theirs in zip(own, (other.player_id, other.birth_year), strict=True)
        )
    ]
    context: dict[str, Any] = {
        "page": "players",
        "detail": detail,
        "row": detail.row,
        "facts": [
            (short_label(field.key), getattr(detail.row.facts, field.key))
            for field in ON_PAGES
            if field not in PUBLIC
        ],
        "person": person,
        "place": place,
        "taken": taken,
        "alike": alike[:MOST_ALIKE],
        "others": detail.other_events,
        "born_as": queries.age_division_by_birth(event, detail.row.birth_year),
        "in_team": acts_for(signed_in(request), event.organizer),
        "history": [(line, journal_text(line.kind, line.facts)) for line in detail.history],
    }
    return render(request, "tournaments/player.html", context)
