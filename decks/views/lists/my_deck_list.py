"""The page of a player's list, behind their personal link: write the list, see its problems, submit it."""

from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from cards.engine.rule_settings import choice
from core import unsent
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.typed_dates import missing_day
from core.requests import HomeRequest, StadiumRequest
from core.sentences import code_text, refusal_text
from core.web import private
from decks.engine.lists import read_file
from decks.engine.lists.files import LARGEST_FILE
from decks.engine.lists.uploads import uploaded_text
from decks.engine.pools import AvailablePool
from decks.engine.refusals import DeckRefusal
from decks.forms.copy_marks import complete_mark_change
from decks.forms.home_country import HomeForm
from decks.models import DeckList, ListRules, Version
from decks.models.lists import LONGEST_WORKING_COPY
from decks.queries.lists import list_edits, submission_window, verdicts
from decks.queries.lists.event_lists import list_by_token
from decks.queries.pools import autofill
from decks.queries.pools.pools import available_pool
from decks.queries.supplied_facts import draft_link, list_request
from decks.services import lists
from decks.views.lists import list_conflicts, verdict_rows, working_copies
from decks.views.lists.building import building_panel, with_drafts
from decks.views.lists.exports import list_file
from decks.views.lists.fault_groups import TAKE_OUT
from decks.views.lists.list_scoreboard import clock_board
from decks.words.copy_words import back_choices, language_choices
from tournaments.access import event_page
from tournaments.models import Tournament, User
from tournaments.queries import links
from tournaments.views.personal_link import behind_link, own_links

CHANGES = ("set", "out", "use", "mark", "add")


def _list_by_token(token: str) -> DeckList | None:
    """Return the list that a personal link opens.

    None if the link is unknown, 404 if the event has no deck lists.
    """
    deck_list = next(iter(list_by_token(token)), None)
    if deck_list is None and (link := links.link_by_token(token)) is not None:
        event = link.entry.tournament
        get_object_or_404(ListRules, tournament=event)
        lists.make_empty_lists(event)
        deck_list = next(iter(list_by_token(token)), None)
    return deck_list


list_page = behind_link(_list_by_token)
"""Decorates `view(request, deck_list, …)`, routed with the token."""


@require_safe
@event_page()
def redirect_to_my_list(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Redirect players to their own list, found by account or phone, else to the page that finds personal links."""
    my_links = own_links(request, event) if ListRules.objects.filter(tournament=event).exists() else []
    return private(
        redirect("decks:mine", my_links[0].token) if my_links else redirect("floor:my_here", event.slug)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@list_page
def my_list_page(request: HomeRequest, deck_list: DeckList) -> HttpResponse:
    """Show the page; a POST saves the text, changes a line, or submits the list (`do`)."""
    event = deck_list.entry.tournament
    rules = get_object_or_404(ListRules, tournament=event)
    rules.tournament = deck_list.entry.division.tournament = event
    if request.method != "POST":
        return _render_page(request, deck_list, rules)
    refused = submission_window.submission_refusal(deck_list, rules, timezone.now())
    if refused is not None:
        if unsent.is_idempotent(request):
            return unsent.conflict_response(refusal_text(refused), list_conflicts.counting_text(deck_list))
        messages.error(request, refusal_text(refused))
        return _redirect_to_page(request, deck_list)
    if unsent.is_idempotent(request):
        return list_conflicts.sent_later(
            request,
            deck_list,
            lambda: _save_and_run_action(request, deck_list, rules) or _save_birth_date(request, deck_list),
        )
    # The text is saved even if the rest is refused.
    fault = list_conflicts.run_once(
        request, deck_list, partial(_save_and_run_action, request, deck_list, rules)
    )
    birth_date_fault = _save_birth_date(request, deck_list)
    if request.POST.get("do") == "hand-in" and not fault:
        if birth_date_fault:
            messages.error(request, birth_date_fault)
        return _redirect_to_page(request, deck_list)
    fault = fault or birth_date_fault
    is_editing = "edit" in request.POST and "view" not in request.POST
    if request.htmx:
        return _render_page(request, deck_list, rules, fault=fault, edit=is_editing)
    if fault:
        messages.error(request, fault)
    return _redirect_to_page(request, deck_list, "?edit=1" if is_editing else "")


def _save_and_run_action(request: HttpRequest, deck_list: DeckList, rules: ListRules) -> str:
    """Save the text and run the button's action. Return a sentence if it is refused, else ""."""
    # A change sent late by a phone omits what was not typed since the previous change.
    is_late_change = unsent.is_idempotent(request)
    try:
        lists.save_working_copy(
            deck_list,
            text=request.POST.get("text", deck_list.working_copy if is_late_change else ""),
            unused=request.POST.get("unused", deck_list.working_copy_unused if is_late_change else ""),
            supplied=whole_number(request.POST.get("supplied", ""), digits=3) or 0,
        )
        # The home country is saved first, as a submission is judged by it.
        form = HomeForm(request.POST, row=deck_list)
        if "home" in request.POST and form.is_valid() and form.cleaned_data["home"] != str(deck_list.home):
            deck_list.home = lists.set_home_country(
                deck_list, home=form.cleaned_data["home"], by=_signed_in_user(request)
            ).home
        action = request.POST.get("do", "check")
        if action == "hand-in" and is_late_change and list_conflicts.is_submitted(deck_list):
            return ""
        return _run_action(request, deck_list, rules, action)
    except Refused as refused:
        return refusal_text(refused)


def _save_birth_date(request: HttpRequest, deck_list: DeckList) -> str:
    """Save the date of birth if it differs from the one shown. Return a sentence if it is refused, else "".

    A refusal does not prevent submitting the list.
    """
    typed = request.POST.get("birth_date", "")
    if typed == request.POST.get("birth_date_before", ""):
        return ""
    try:
        birth_date: date | None = DateField(required=False).clean(typed)
        if birth_date != deck_list.entry.birth_date:
            deck_list.entry = lists.set_birth_date(
                deck_list, birth_date=birth_date, by=_signed_in_user(request)
            ).entry
    except ValidationError:
        if day := missing_day(typed):
            return code_text(CoreRefusal.NO_SUCH_DAY, {"no_such_day": day})
        return _("“%(typed)s” is not a date of birth. Write it like 2012-06-30.") % {"typed": typed[:40]}
    except Refused as refused:
        return refusal_text(refused)
    return ""


def _signed_in_user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _run_action(request: HttpRequest, deck_list: DeckList, rules: ListRules, action: str) -> str:
    """Run the button's action. Return a sentence if it is refused, else ""."""
    if action == "hand-in":
        version = lists.submit_list(
            deck_list,
            text=deck_list.working_copy,
            unused=deck_list.working_copy_unused,
            supplied=deck_list.working_copy_supplied,
            by=_signed_in_user(request),
        )
        _add_message(request, version)
        return ""
    text, unused, supplied = (
        deck_list.working_copy,
        deck_list.working_copy_unused,
        deck_list.working_copy_supplied,
    )
    upload = request.FILES.get("file")
    new_card = request.POST.get("add", "").strip()
    if upload is not None and action == "check":
        data = upload.read(LARGEST_FILE + 1)
        text = uploaded_text(data, read_file(data, upload.name or ""))
    elif action.startswith("version:"):
        number = whole_number(action.removeprefix("version:"))
        earlier = None if number is None else deck_list.versions.filter(number=number).first()
        if earlier is None:
            return _("This version does not exist. Choose one from the list of versions.")
        typed = autofill.typed_fields(earlier)
        text, unused, supplied = earlier.text, typed.unused, typed.supplied
    elif action.startswith(TAKE_OUT):
        text = working_copies.without_faults(deck_list, rules, action.removeprefix(TAKE_OUT))
    elif action.partition(":")[0] in CHANGES or (action == "check" and new_card):
        change = complete_mark_change(action, request.POST) if action != "check" else f"add::{new_card}"
        event_date = verdicts.context_of(deck_list.entry.tournament, rules, complete=True).date
        text = list_edits.changed_list(deck_list.working_copy, change, on=event_date)
    else:
        return ""
    lists.save_working_copy(deck_list, text=text, unused=unused, supplied=supplied)
    return ""


def _add_message(request: HttpRequest, version: Version) -> None:
    """Tell the player that a version is submitted, and whether it is legal."""
    if version.unknown_cards:
        message = ngettext(
            "Version %(number)s is handed in and counts. Stadium can’t tell yet whether it is legal: %(n)s card is "
            "unknown here.",
            "Version %(number)s is handed in and counts. Stadium can’t tell yet whether it is legal: %(n)s cards are "
            "unknown here.",
            version.unknown_cards,
        )
        messages.warning(request, message % {"number": version.number, "n": version.unknown_cards})
        return
    if version.legal:
        text = _("Version %(number)s is handed in and counts.") % {"number": version.number}
        messages.success(request, text)
        return
    errors = sum(problem["severity"] == "error" for problem in version.problems)
    message = ngettext(
        "Version %(number)s is handed in, but %(errors)s problem keeps it from being legal.",
        "Version %(number)s is handed in, but %(errors)s problems keep it from being legal.",
        errors,
    )
    messages.warning(request, message % {"number": version.number, "errors": errors})


def _redirect_to_page(request: StadiumRequest, deck_list: DeckList, query: str = "") -> HttpResponse:
    url = reverse("decks:mine", args=[deck_list.token]) + query
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _render_page(
    request: StadiumRequest, deck_list: DeckList, rules: ListRules, *, fault: str = "", edit: bool = False
) -> HttpResponse:
    context = page_of(deck_list, rules) | {"fault": fault, "edit": edit or "edit" in request.GET}
    # The unused cards are the player's next step if the list is legal otherwise, or was refused.
    sheet = context["sheet"]
    context["unused_next"] = bool(
        context["wants_unused"]
        and sheet is not None
        and (fault or (sheet.legal and not deck_list.working_copy_unused.strip()))
    )
    is_whole_page = not request.htmx
    return render(
        request, "decks/lists/my_deck_list.html" if is_whole_page else "decks/lists/work.html", context
    )


def page_of(deck_list: DeckList, rules: ListRules) -> dict[str, Any]:
    """Return the context of the page.

    Six queries and one for the version of the catalogue; in Limited also those of builds.
    """
    now, event = timezone.now(), deck_list.entry.tournament
    versions = list(deck_list.versions.order_by("-number"))
    rulings = verdict_rows.rulings_by_problem(deck_list.rulings.filter(withdrawn_at__isnull=True))
    builds = submission_window.builds_for(deck_list.entry.division)
    build = building_panel(builds.of(deck_list.entry_id), now)
    refused = submission_window.submission_refusal(deck_list, rules, now, builds)
    size = verdicts.deck_size(event)
    is_limited = verdicts.context_of(event, rules, complete=True).rules.supplied_only
    available = available_pool(deck_list.entry_id) if is_limited else None
    counted_version = next((version for version in versions if version.pk == deck_list.counts_id), None)
    newest_version = versions[0] if versions and counted_version else None
    closed_at = submission_window.closed_since(deck_list, rules, now, builds)
    context = {
        "page": "list",
        "my": {
            "table": reverse("floor:my", args=[deck_list.token]),
            "deck": reverse("decks:mine", args=[deck_list.token]),
            "pool": reverse("decks:my_pool", args=[deck_list.token]) if is_limited else "",
        },
        "pooled": available is not None,
        "board": clock_board(event, rules, now, build, closed=closed_at),
        "build": build,
        "row": deck_list,
        "rewrite": list_request(deck_list.entry),
        "entry": deck_list.entry,
        "rules": rules,
        "drafting": draft_link(deck_list.entry, deck_list.token),
        "closed": _closed_text(refused, counted_version),
        "free": choice(rules.settings, "S5") == "free",
        "past": closed_at is not None,
        "versions": with_drafts(versions, builds, deck_list.entry_id),
        "counts": counted_version,
        "newest": newest_version,
        "aside": versions[0] if versions and counted_version is None else None,
        "size": size,
        "wants_unused": verdicts.requires_unused_cards(event, rules),
        "limited": is_limited,
        "most": LONGEST_WORKING_COPY,
        "typed_stamp": list_conflicts.stamp(deck_list),
        "home": HomeForm(row=deck_list) if verdicts.home_country_matters(event) else None,
        "languages": language_choices(verdicts.context_of(event, rules, complete=True)),
        "backs": back_choices(),
    }
    if refused is not None:
        sheet = (
            verdict_rows.list_of_version(counted_version, size=size, ruled=rulings)
            if counted_version
            else None
        )
        played_as = verdict_rows.played_as_in(counted_version, event, rules)
        progress = steps(deck_list, sheet, is_submitted=True, is_locked=True)
        return context | {"sheet": sheet, "played_as": played_as, "steps": progress}
    return context | _working_copy_context(deck_list, rules, newest_version, rulings, size, available)


def _closed_text(refused: Refused | None, counted_version: Version | None) -> str:
    """Return why lists cannot be submitted, "" if they can; without advice if the player has submitted a legal list."""
    if refused is None:
        return ""
    if refused.code == DeckRefusal.LISTS_CLOSED and counted_version is not None and counted_version.legal:
        if counted_version.unknown_cards:
            return _("Lists are closed. Yours is in. Ask a judge about the cards that are unknown here.")
        return _("Lists are closed. Yours is in and legal.")
    return refusal_text(refused)


def _working_copy_context(
    deck_list: DeckList,
    rules: ListRules,
    newest_version: Version | None,
    rulings: verdict_rows.Ruled,
    size: int,
    available: AvailablePool | None,
) -> dict[str, Any]:
    """Return the context of the working copy and its verdict. A text that cannot be read is reported, not changed."""
    sheet, reading_fault, rest = None, "", None
    played_as: list[verdict_rows.PlayedAs] = []
    if deck_list.working_copy.strip():
        try:
            judge = verdicts.judge_for(deck_list.entry.tournament, rules)
            verdict = working_copies.judge_text(deck_list, judge, available)
            sheet, rest = verdict_rows.list_of_verdict(verdict, size=size, ruled=rulings), verdict.rest
            played_as = verdict_rows.played_as(verdicts.stand_ins_by(judge, verdict.deck))
        except Refused as refused:
            reading_fault = refusal_text(refused)
    typed = autofill.TypedFields(deck_list.working_copy_unused, deck_list.working_copy_supplied)
    is_submitted = (
        newest_version is not None
        and newest_version.text == deck_list.working_copy
        and autofill.typed_fields(newest_version) == typed
    )
    return {
        "sheet": sheet,
        "played_as": played_as,
        "rest": rest,
        "unreadable": reading_fault,
        "same": is_submitted,
        "steps": steps(deck_list, sheet, is_submitted=is_submitted, is_locked=False),
    }


def steps(
    deck_list: DeckList, sheet: verdict_rows.ShownList | None, *, is_submitted: bool, is_locked: bool
) -> list[dict[str, object]]:
    """Return the player's steps (paste, fix, submit, locked), and which are past and which is current.

    `is_submitted`: whether the working copy is the latest version; `is_locked`: whether no submission is possible.
    """
    current_step = 3 if is_locked else 0 if sheet is None else 1 if not sheet.legal else 2
    labels = (_("Paste"), _("Fix"), _("Hand in"), _("Locked"))
    steps_past = 3 if is_submitted and sheet is not None and sheet.legal and not is_locked else current_step
    return [
        {"label": label, "past": step < steps_past, "current": step == current_step and step >= steps_past}
        for step, label in enumerate(labels)
    ]


@require_safe
@list_page
def export(request: HomeRequest, deck_list: DeckList, number: int, kind: str) -> HttpResponse:
    """Download the player's list as a file."""
    return list_file(deck_list, number, kind)
