"""Staff pages for the lists of an event: find missing lists, close lists, remind players, print lists, set rules."""

from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cards.queries import catalogue
from core import undo_links
from core.public_address import site_address as site_of
from core.public_address import warn_if_unreachable
from core.requests import StaffRequest
from core.tables import letters as letter_links
from core.tables.paged_rows import PagedRows
from core.tables.pagination import paginate_table
from decks import tasks
from decks.documents import lists_table
from decks.forms.lists import ListRulesForm, RemindForm, ReopenListsForm
from decks.models import ListRules
from decks.queries.lists import event_lists as queries
from decks.queries.lists import rechecks, submission_window
from decks.services import lists
from decks.tables.lists import DeckListsTable
from decks.views.lists.building_time import building_lines
from decks.views.lists.list_email_jobs import queue_list_emails
from decks.views.lists.list_scoreboard import deadline_scoreboard_of_lists
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Tournament
from tournaments.views.link_slips import answer_with_link_slips

PAGE_SIZE = 100
WORDS = {
    "all": gettext_lazy("All"),
    "missing": gettext_lazy("Missing"),
    "illegal": gettext_lazy("Not legal"),
    "unknown": gettext_lazy("Can’t tell"),
    "late": pgettext_lazy("deck list", "Late"),
    "changed": gettext_lazy("Changed"),
    "locked": gettext_lazy("Locked"),
    "legal": gettext_lazy("Legal"),
}
STATES = {"missing": "missing", "illegal": "error", "unknown": "warning", "late": "warning"}
STATES |= {"changed": "info", "legal": "done"}


@require_safe
@event_page("view")
def lists_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show every player with their effective list, filtered by state (`show`), name (`q`) and first `letter`.

    Filled-in decks whose building has ended are submitted first.
    """
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        return render(request, "decks/lists/none.html", {"page": "lists"})
    now = timezone.now()
    lists.submit_filled_lists(event, now=now)
    closed_at = submission_window.closing_time_for_all(event, rules, now)
    text = request.GET.get("q", "").strip()
    version = catalogue.stored_catalogue_version()
    rows = queries.deck_list_rows_of_event(
        event, rules, now=now, catalogue=version, text=text, count_problems=False
    )
    filter_name = _chosen_filter(request)
    filtered = [row for row in rows if filter_name in row.shows]
    letters = letter_links.letter_filters([row.sort_name for row in filtered], request.GET, rows=PAGE_SIZE)
    letter = letter_links.chosen_letter(letters)
    visible = [row for row in filtered if not letter or letter_links.letter_of(row.sort_name) == letter]
    table = DeckListsTable(
        PagedRows(visible, queries.with_problem_counts),
        event=event,
        show_division=len({row.division for row in rows}) > 1,
    )
    paginate_table(request, table, rows=PAGE_SIZE)
    counts = queries.count_lists_by_filter(rows)
    context = {
        "page": "lists",
        "board": deadline_scoreboard_of_lists(event, rules, now, closed=closed_at),
        "builds": building_lines(event, now),
        "rules": rules,
        "closed": closed_at,
        "window": submission_window.window_code(rules, closed_at),
        "table": table,
        "letters": letters,
        "rows": visible,
        "show": filter_name,
        "text": text,
        "counts": counts,
        "counted_lists": counts["all"] - counts["missing"],
        "chips": [
            {
                "label": WORDS[name],
                "count": counts[name],
                "href": f"?{urlencode({'show': name} | ({'q': text} if text else {}))}",
                "current": name == filter_name,
                "state": STATES.get(name, ""),
            }
            for name in queries.SHOWS
            if counts[name] or name in ("all", "missing", filter_name)
        ],
        "rejudged": rechecks.latest_recheck(event, now),
        "stale": sum(row.stale for row in rows),
        "remind": RemindForm(initial={"text": RemindForm.default_text(rules)}),
        "open": ReopenListsForm(),
    }
    return render(request, "decks/lists/lists.html", context)


def _chosen_filter(request: HttpRequest) -> str:
    """Return the filter in the query string, or "all" if it is missing or unknown."""
    filter_name = request.GET.get("show", "all")
    return filter_name if filter_name in queries.SHOWS else "all"


@require_safe
@event_page("view")
def export_lists(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download all filtered rows as CSV or XLSX, or 404 if lists are not collected."""
    rules = get_object_or_404(ListRules, tournament=event)
    rows = queries.deck_list_rows_of_event(
        event, rules, now=timezone.now(), catalogue=catalogue.stored_catalogue_version()
    )
    filter_name = _chosen_filter(request)
    data, content_type = lists_table.lists_spreadsheet(
        event, [row for row in rows if filter_name in row.shows], kind
    )
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-lists.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@event_page("organize")
@locks_home_for_edit
def list_rules_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Set how lists are collected: deadline, visibility and choices. Submitted lists are judged again."""
    rules = ListRules.objects.filter(tournament=event).first()
    form = ListRulesForm(request.POST or None, event=event, rules=rules)
    newest_line = undo_links.newest_line_key(event)
    if request.method == "POST" and form.is_valid() and form.save(by=request.user):
        messages.success(request, _("Saved. Every list is checked against it."))
        undo_links.add_step_news(request, event, since=newest_line)
        return redirect("decks:lists", event.slug)
    context = {"page": "lists", "form": form, "rules": rules}
    return render(request, "decks/lists/settings.html", context)


@require_POST
@event_page("run")
def lock_all_lists_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Lock all lists now."""
    lists.lock_all_lists(event, by=request.user)
    undo = reverse("decks:lists_open", args=[event.slug])
    messages.success(request, _("All lists are locked."), extra_tags=f"undo={undo}")
    return redirect("decks:lists", event.slug)


@require_POST
@event_page("run")
def open_all_lists_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Open all lists again, until a given time or until they are locked."""
    form = ReopenListsForm(request.POST)
    if form.is_valid():
        lists.unlock_all_lists(event, by=request.user, until=form.cleaned_data["until"])
        messages.success(request, _("Lists are open again."))
    else:
        messages.error(request, _("Enter a date and a time. Nothing was changed."))
    return redirect("decks:lists", event.slug)


@require_POST
@event_page("run")
def remind_players(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Announce a reminder, and email it to the players who have an address but no legal list."""
    form = RemindForm(request.POST)
    if form.is_valid():
        text = form.cleaned_data["text"]
        lists.remind_of_lists(event, by=request.user, text=text)
        site = site_of(request)
        language = get_language() or "en"
        transaction.on_commit(
            partial(
                queue_list_emails,
                request,
                tasks.mail_reminder,
                event.pk,
                text,
                site,
                language,
                event=event.pk,
            )
        )
        messages.success(request, _("The reminder is under Announcements."))
    return redirect("decks:lists", event.slug)


@require_POST
@event_page("run")
def recheck_all_lists_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Judge every list again."""
    changed = lists.rejudge_all_lists_of_event(event, by=request.user)
    message = (
        _("Checked again: no verdict changed.")
        if not changed
        else _("Checked again. Lists with a different verdict: %(n)s.")
    )
    messages.success(request, message % {"n": changed})
    return redirect("decks:lists", event.slug)


@require_safe
@warn_if_unreachable
@event_page("run")
def print_link_slips_for_lists(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Print slips with the personal link of every player, after creating missing lists and links."""
    lists.make_lists_and_links(event)
    rules = ListRules.objects.filter(tournament=event).first()
    if rules and submission_window.closing_time_for_all(event, rules, timezone.now()):
        hint = _("Your deck list is here. Keep it to yourself.")
    else:
        hint = _("Hand in your deck list here. Keep it to yourself.")
    return answer_with_link_slips(
        request,
        event,
        opens="decks:mine",
        filename=f"{event.slug}-list-links",
        page="lists",
        back=reverse("decks:lists", args=[event.slug]),
        hint=hint,
    )
