"""The list of an event's players, and the page of one player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import stamps
from core.documents import spreadsheets
from core.documents.downloads import spreadsheet_response
from core.engine.refused import Refused
from core.queries.journal import JournalRow
from core.queries.teams import may_act_for
from core.requests import SignedInRequest, StaffRequest
from core.responses import render_page
from core.sentences import journal_text
from core.services.made_files import FileOrder
from core.tables import letters as letter_links
from core.tables.paged_rows import PagedRows
from core.tables.pagination import paginate_table
from core.views.made_files import PARAMETERS, FileRequest
from tournaments import queries, tasks
from tournaments.access import event_page, locks_home_for_edit
from tournaments.documents import players as documents
from tournaments.engine.person_fields import FIELDS, ON_PAGES, PUBLIC
from tournaments.engine.team_entries import TEAMS_ONLY, TeamEntryMember
from tournaments.filters import EntryFilter
from tournaments.forms.entries import EntryForm, PersonForm, show_refusal
from tournaments.models import Tournament
from tournaments.queries.team_entries import takes_teams, team_members_of
from tournaments.scopes import is_event_unchanged
from tournaments.services import entries
from tournaments.services import players as people
from tournaments.tables.players import PlayersTable
from tournaments.words.person_words import short_person_fact_label

PAGE_SIZE = 100
MAX_ALIKE = 5


@event_page("view")
def players_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show a page of the filtered list of players: those whose names begin with `?letter=`, or all."""
    entry_filter = EntryFilter(request.GET, event=event)
    matches = queries.entry_lines(entry_filter.qs)
    letters = letter_links.letter_filters([line.sort_name for line in matches], request.GET, rows=PAGE_SIZE)
    letter = letter_links.chosen_letter(letters)
    lines = [line for line in matches if not letter or letter_links.letter_of(line.sort_name) == letter]
    rows = PagedRows(lines, partial(queries.entry_rows_of, event))
    table = PlayersTable(rows, event=event, show_division="division" in entry_filter.filters)
    paginate_table(request, table, rows=PAGE_SIZE)
    return render(
        request,
        "tournaments/players.html",
        {
            "page": "players",
            "filter": entry_filter,
            "more": set(entry_filter.form.changed_data) - {"q"},
            "table": table,
            "letters": letters,
            "count": len(matches),
            "left": sum(line.state in ("left", "disqualified") for line in matches),
            "takes_teams": takes_teams(event),
            "teams_only": event.kind in TEAMS_ONLY,
        },
    )


@require_safe
@event_page("view")
def players_export(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return the filtered list as CSV or XLSX, by last name.

    It has only the facts that the user may see.
    """
    can: Mapping[str, bool] = request.can
    query = request.GET.copy()
    for name in PARAMETERS:
        query.pop(name, None)
    facts = documents.PlayerFileFacts(
        event=event.pk,
        language=get_language() or "en",
        query=query.urlencode(),
        kind=kind,
        shows=[field.key for field in FIELDS if field.exported and (not field.power or can[field.power])],
    )
    content_type = spreadsheets.CSV if kind == "csv" else spreadsheets.XLSX
    return FileRequest(
        request=request,
        order=FileOrder(
            task=tasks.make_player_file,
            home=event.pk,
            facts=dict(facts),
            version=stamps.current_stamp_position,
            is_current=partial(is_event_unchanged, event.pk),
        ),
        make=partial(documents.player_file, facts),
        respond=lambda data: spreadsheet_response((data, content_type), f"{event.slug}-players", kind),
        count_rows=event.entries.count,
        page="players",
        back=reverse("tournaments:players", args=[event.slug]),
    ).answer()


@event_page("view")
def player_detail_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show one player: facts, forms and history."""
    detail = _entry_detail_or_404(request, event, pk)
    return _player_page(request, event, detail, PersonForm(entry=detail.entry), EntryForm(entry=detail.entry))


@require_POST
@event_page("run")
@locks_home_for_edit
def player_save(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Save both the person's facts and the entry's settings, or neither if one is refused."""
    detail, data = _entry_detail_or_404(request, event, pk), request.POST
    person_form = PersonForm(data if "last_name" in data else None, entry=detail.entry)
    entry_form = EntryForm(data if "age_division" in data else None, entry=detail.entry)
    player_id_holder = None
    if all(current_form.is_valid() for current_form in (person_form, entry_form) if current_form.is_bound):
        current_form: Form = person_form
        try:
            with transaction.atomic():
                if person_form.is_bound:
                    people.correct_person(detail.entry, by=request.user, **person_form.cleaned_data)
                current_form = entry_form
                if entry_form.is_bound:
                    entries.change_entry(detail.entry, by=request.user, **entry_form.cleaned_data)
            saved = queries.entry_detail(event, pk, by=request.user)
            messages.success(request, _("%(name)s is saved.") % {"name": saved.row.name if saved else ""})
            return redirect("tournaments:player", event.slug, pk)
        except Refused as refused:
            show_refusal(current_form, refused)
            player_id_holder = refused.facts.get("player")
    return _player_page(request, event, detail, person_form, entry_form, taken=player_id_holder)


@require_POST
@event_page("run")
def player_remove(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove an entry that was never paired."""
    entry = _entry_detail_or_404(request, event, pk).entry
    entries.delete_unpaired_entry(entry, by=request.user)
    messages.success(request, _("%(name)s is removed from this event.") % {"name": entry})
    return redirect("tournaments:players", event.slug)


def _entry_detail_or_404(request: SignedInRequest, event: Tournament, pk: int) -> queries.EntryDetail:
    """Return a player of the event with everything that the user may see, or raise Http404."""
    detail = queries.entry_detail(event, pk, by=request.user)
    if detail is None:
        raise Http404
    return detail


@dataclass(frozen=True, kw_only=True)
class PlayerPage:
    """Data of a player's page.

    `person` and `place` are the forms for the person and for the entry. `taken` is the key of the person who
    already has a refused Player ID, or None. `facts` are labels and values that only staff see. `alike` are
    possible duplicates of the person, and `others` the person's other events. `born_as` is the age division by
    birth year, or None. `in_team` is True if the reader belongs to the organizer's team and may change the
    person. `mates` are the players of a team. `history` has the lines of the journal, with their sentences.
    """

    page: str
    detail: queries.EntryDetail
    row: queries.EntryRow
    facts: Sequence[tuple[object, object]]
    person: Form
    place: Form
    taken: object
    alike: Sequence[object]
    others: Sequence[object]
    born_as: str | None
    in_team: bool
    mates: Sequence[TeamEntryMember]
    history: Sequence[tuple[JournalRow, str]]


def _player_page(
    request: SignedInRequest,
    event: Tournament,
    detail: queries.EntryDetail,
    person_form: Form,
    entry_form: Form,
    taken: object = None,
) -> HttpResponse:
    """Render the page of a player with its two forms.

    `taken` is the key of the person who already has a refused Player ID, or None.
    """
    own_facts = (detail.row.player_id, detail.row.birth_year)
    # People with a different Player ID or birth year are not possible duplicates.
    duplicates = [
        other
        for other in detail.alike
        if not any(
            own_fact and other_fact and own_fact != other_fact
            for own_fact, other_fact in zip(own_facts, (other.player_id, other.birth_year), strict=True)
        )
    ]
    page = PlayerPage(
        page="players",
        detail=detail,
        row=detail.row,
        facts=[
            (short_person_fact_label(field.key), getattr(detail.row.facts, field.key))
            for field in ON_PAGES
            if field not in PUBLIC
        ],
        person=person_form,
        place=entry_form,
        taken=taken,
        alike=duplicates[:MAX_ALIKE],
        others=detail.other_events,
        born_as=queries.age_division_by_birth(event, detail.row.birth_year),
        in_team=may_act_for(request.user, event.organizer),
        mates=team_members_of([detail.entry.pk]).get(detail.entry.pk, ()) if takes_teams(event) else (),
        history=[(line, journal_text(line.kind, line.facts)) for line in detail.history],
    )
    return render_page(request, "tournaments/player.html", page)
