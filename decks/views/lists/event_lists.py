"""The lists of an event for staff: missing lists, closing, reminding, printing, settings."""

from functools import partial
from typing import Any

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
from core.public_address import absolute, prints_addresses
from core.public_address import site as site_of
from core.tables.pages import paged
from core.views import steps
from decks import tasks
from decks.documents import lists_table
from decks.documents.deck_sheet import sheet_head
from decks.forms.lists import OpenForm, RemindForm, RulesForm
from decks.models import ListRules
from decks.queries.lists import event_lists as queries
from decks.queries.lists import submission_window
from decks.services import lists
from decks.tables.lists import ListsTable
from decks.views.lists.building import lines
from decks.views.lists.clock import board
from decks.views.lists.letters import send_letters
from decks.views.lists.printing import paper_of, pdf
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.documents.links import LinkSheet, link_rows
from tournaments.models import Tournament
from tournaments.services import links as personal_links

ON_A_PAGE = 200
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
def lists_page(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every player and the list that counts, filtered by state."""
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        return render(request, "decks/lists/none.html", {"page": "lists"})
    now = timezone.now()
    closed = submission_window.closed_for_all(event, rules, now)
    rows = queries.list_rows(event, rules, now=now, catalogue=catalogue.version_now())
    show = _chosen(request)
    visible = [row for row in rows if show in row.shows]
    table = ListsTable(visible, event=event, several=len({row.division for row in rows}) > 1)
    paged(request, table, rows=ON_A_PAGE)
    context = {
        "page": "lists",
        "board": board(event, rules, now, closed=closed),
        "builds": lines(event, now),
        "rules": rules,
        "closed": closed,
        "window": submission_window.window_code(rules, closed),
        "table": table,
        "rows": visible,
        "show": show,
        "counts": queries.counts(rows),
        "chips": _chips(rows, show),
        "rejudged": queries.last_rechecked(event, now),
        "stale": sum(row.stale for row in rows),
        "remind": RemindForm(initial={"text": RemindForm.usual(rules)}),
        "open": OpenForm(),
    }
    return render(request, "decks/lists/lists.html", context)


def _chosen(request: HttpRequest) -> str:
    """The chosen filter."""
    name = request.GET.get("show", "all")
    return name if name in queries.SHOWS else "all"


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """The filtered rows, all pages, as CSV or XLSX; 404 if lists are not collected."""
    rules = get_object_or_404(ListRules, tournament=event)
    rows = queries.list_rows(event, rules, now=timezone.now(), catalogue=catalogue.version_now())
    show = _chosen(request)
    data, content_type = lists_table.spreadsheet(event, [row for row in rows if show in row.shows], kind)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-lists.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


def _chips(rows: list[queries.ListRow], show: str) -> list[dict[str, Any]]:
    """Filters with their row counts; most empty ones are left out."""
    counted = queries.counts(rows)
    return [
        {
            "label": WORDS[name],
            "count": counted[name],
            "href": f"?show={name}",
            "current": name == show,
            "state": STATES.get(name, ""),
        }
        for name in queries.SHOWS
        if counted[name] or name in ("all", "missing", show)
    ]


@event_page("organize")
@edits_alone
def settings(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Whether, until when and by which choices lists are collected; submitted lists are judged again."""
    rules = ListRules.objects.filter(tournament=event).first()
    form = RulesForm(request.POST or None, event=event, rules=rules)
    seen = steps.newest(event)
    if request.method == "POST" and form.is_valid() and form.save(by=signed_in(request)):
        messages.success(request, _("Saved. Every list is checked against it."))
        steps.add_news(request, event, since=seen)
        return redirect("decks:lists", event.slug)
    context = {"page": "lists", "form": form, "rules": rules}
    return render(request, "decks/lists/settings.html", context)


@require_POST
@event_page("run")
def lock_all(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Close all lists now."""
    lists.lock_all(event, by=signed_in(request))
    undo = reverse("decks:lists_open", args=[event.slug])
    messages.success(request, _("All lists are locked."), extra_tags=f"undo={undo}")
    return redirect("decks:lists", event.slug)


@require_POST
@event_page("run")
def open_all(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Open all lists again, until a time or until they are locked."""
    form = OpenForm(request.POST)
    if form.is_valid():
        lists.unlock_all(event, by=signed_in(request), until=form.cleaned_data["until"])
        messages.success(request, _("Lists are open again."))
    else:
        messages.error(request, _("Enter a date and a time. Nothing was changed."))
    return redirect("decks:lists", event.slug)


@require_POST
@event_page("run")
def remind(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Post a reminder on the board, and email players whose list is missing and whose address is known."""
    form = RemindForm(request.POST)
    if form.is_valid():
        text = form.cleaned_data["text"]
        lists.remind(event, by=signed_in(request), text=text)
        site = site_of(request)
        language = get_language() or "en"
        transaction.on_commit(
            partial(
                send_letters, request, tasks.mail_reminder, event.pk, text, site, language, event=event.pk
            )
        )
        messages.success(request, _("The reminder is under Announcements."))
    return redirect("decks:lists", event.slug)


@require_POST
@event_page("run")
def recheck(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Judge every list again."""
    changed = lists.recheck(event, by=signed_in(request))
    message = (
        _("Checked again: no verdict changed.")
        if not changed
        else _("Checked again. Lists with a different verdict: %(n)s.")
    )
    messages.success(request, message % {"n": changed})
    return redirect("decks:lists", event.slug)


@require_safe
@prints_addresses
@event_page("run")
def print_links(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print slips with the personal link of every player."""
    lists.links(event)
    displayed = personal_links.show_all(event, by=signed_in(request))
    rows = link_rows(displayed, lambda token: absolute(request, reverse("decks:mine", args=[token])))
    rules = ListRules.objects.filter(tournament=event).first()
    if rules and submission_window.closed_for_all(event, rules, timezone.now()):
        hint = _("Your deck list is here. Keep it to yourself.")
    else:
        hint = _("Hand in your deck list here. Keep it to yourself.")
    sheet = LinkSheet(sheet_head(event), rows, hint=hint, paper=paper_of(request, event))
    return pdf(sheet.render(), f"{event.slug}-list-links")
