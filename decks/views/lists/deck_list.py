"""One player's list for staff, with its verdict, versions, rulings and locks."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.refused import Refused
from core.public_address import site as site_of
from decks import tasks
from decks.engine.refusals import DeckRefusal
from decks.engine.verdicts import differences, row_of
from decks.forms.homes import HomeForm
from decks.forms.lists import EnterForm, ReasonForm, RuleForm
from decks.models import DeckList, ListRules, Ruling, Version
from decks.queries.lists import proxies, submission_window, verdicts
from decks.queries.lists.event_lists import list_of_entry
from decks.services import lists
from decks.views.lists import verdict_rows
from decks.views.lists.building import panel, with_drafts
from decks.views.lists.clock import board
from decks.views.lists.exports import exported
from decks.views.lists.letters import send_letters
from decks.views.lists.printing import paper_of
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.models import Tournament


@event_page("report")
@edits_alone
def deck_list(request: HttpRequest, event: Tournament, entry: int) -> HttpResponse:
    """The list that counts, or the requested version.

    A POST submits a new version for the player, or sets their home country.
    """
    row, rules = _row(event, entry), get_object_or_404(ListRules, tournament=event)
    if request.method == "POST" and "home" in request.POST:
        return _home(request, row)
    limited = verdicts.context_of(event, rules, complete=True).rules.supplied_only
    form = EnterForm(request.POST or None, request.FILES or None, row=row, limited=limited)
    if request.method == "POST" and form.is_valid():
        version = form.save(by=signed_in(request))
        if version is not None:
            _mail_changed(request, row)
            message = _("Version %(number)s is saved. %(name)s sees it on the list page.")
            messages.success(request, message % {"number": version.number, "name": row.entry})
            return _back(row)
    return render(request, "decks/lists/list.html", _page(request, row, rules, form))


def _row(event: Tournament, entry: int) -> DeckList:
    row = get_object_or_404(list_of_entry(event, entry))
    row.entry.tournament = event
    return row


def _mail_changed(request: HttpRequest, row: DeckList) -> None:
    """Email the player after the commit."""
    site = site_of(request)
    language = get_language() or "en"
    transaction.on_commit(
        partial(
            send_letters,
            request,
            tasks.mail_changed,
            row.pk,
            site,
            language,
            event=row.entry.tournament_id,
        )
    )


def _home(request: HttpRequest, row: DeckList) -> HttpResponse:
    form = HomeForm(request.POST, row=row)
    if form.is_valid():
        lists.set_home(row, home=form.cleaned_data["home"], by=signed_in(request), by_player=False)
        messages.success(
            request, _("The home country is saved. Every version is checked against its languages.")
        )
    else:
        messages.error(request, _("Choose a country from the list. Nothing was changed."))
    return _back(row)


def _valid(form: ReasonForm | RuleForm) -> dict[str, Any]:
    """The data of a valid form. Refused: REASON_MISSING."""
    if not form.is_valid():
        raise Refused(DeckRefusal.REASON_MISSING)
    return form.cleaned_data


def _back(row: DeckList) -> HttpResponse:
    return redirect("decks:list", row.entry.tournament.slug, row.entry_id)


def _page(request: HttpRequest, row: DeckList, rules: ListRules, form: EnterForm) -> dict[str, Any]:
    now, event = timezone.now(), row.entry.tournament
    builds = submission_window.builds_for(row.entry.division)
    build = panel(builds.of(row.entry_id), now)
    versions = list(row.versions.select_related("by").order_by("-number"))
    with_drafts(versions, builds, row.entry_id)
    number = request.GET.get("version", "")
    version = next((other for other in versions if str(other.number) == number), None)
    version = version or next((other for other in versions if other.pk == row.counts_id), None)
    rulings = list(row.rulings.select_related("by"))
    size = verdicts.size_of(event)
    return {
        "page": "lists",
        "board": board(
            event, rules, now, build, closed=submission_window.closed_since(row, rules, now, builds)
        ),
        "build": build,
        "row": row,
        "entry": row.entry,
        "rules": rules,
        "versions": _version_rows(versions),
        "version": version,
        "sheet": verdict_rows.of_version(version, size=size, ruled=verdict_rows.ruled_on(rulings))
        if version
        else None,
        "played_as": verdict_rows.played_as_in(version, event, rules),
        "size": size,
        "proxies": proxies.of_entries([row.entry_id])[row.entry_id],
        "rulable": request.can["rule"],  # type: ignore[attr-defined]
        "refused": submission_window.refusal(row, rules, now, builds),
        "lock": submission_window.lock_of(row, builds.of(row.entry_id)),
        "started": submission_window.fixed(builds, row.entry_id),
        "form": form,
        "send_back": ReasonForm(),
        "home": HomeForm(row=row) if verdicts.wants_home(event) else None,
    }


def _version_rows(versions: list[Version]) -> list[dict[str, Any]]:
    """Each version with what it changed."""
    rows = [[row_of(values) for values in version.cards] for version in versions]
    return [
        {"version": version, "changes": differences(rows[at + 1], rows[at]) if at + 1 < len(rows) else ()}
        for at, version in enumerate(versions)
    ]


@require_POST
@event_page("report")
def lock(request: HttpRequest, event: Tournament, entry: int) -> HttpResponse:
    """Lock one list, or open it (`open`)."""
    row = _row(event, entry)
    if "open" in request.POST:
        lists.unlock(row, by=signed_in(request))
        messages.success(request, _("%(name)s can change the list again.") % {"name": row.entry})
    else:
        lists.lock(row, by=signed_in(request))
        messages.success(request, _("The list of %(name)s is locked.") % {"name": row.entry})
    return _back(row)


@require_POST
@event_page("report")
def send_back(request: HttpRequest, event: Tournament, entry: int) -> HttpResponse:
    """Reopen one list with a note to the player on what to change."""
    row = _row(event, entry)
    lists.send_back(row, by=signed_in(request), reason=_valid(ReasonForm(request.POST))["reason"])
    _mail_changed(request, row)
    messages.success(request, _("Sent back. %(name)s sees why.") % {"name": row.entry})
    return _back(row)


@require_POST
@event_page("rule")
def rule(request: HttpRequest, event: Tournament, entry: int) -> HttpResponse:
    """Rule that a problem does not count (R-002)."""
    row = _row(event, entry)
    lists.rule(row, by=signed_in(request), **_valid(RuleForm(request.POST)))
    messages.success(request, _("Your ruling is saved, on the list and in the journal."))
    return _back(row)


@require_POST
@event_page("rule")
def withdraw_ruling(request: HttpRequest, event: Tournament, entry: int, pk: int) -> HttpResponse:
    """Withdraw a ruling."""
    row = _row(event, entry)
    lists.withdraw_ruling(get_object_or_404(Ruling, pk=pk, deck_list=row), by=signed_in(request))
    messages.success(request, _("The ruling is withdrawn."))
    return _back(row)


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, entry: int, number: int, kind: str) -> HttpResponse:
    """One version as a file."""
    return exported(_row(event, entry), number, kind, paper_of(request, event), for_staff=True)
