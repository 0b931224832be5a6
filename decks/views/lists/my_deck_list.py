"""The page of a player's list, behind their personal link: write the list, see its problems, submit it."""

from dataclasses import replace
from datetime import date
from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from core import unsent
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.typed_dates import find_impossible_date
from core.requests import HomeRequest, StadiumRequest
from core.responses import make_response_private, render_page
from core.sentences import refusal_code_text, refusal_text
from decks.engine.lists import read_list_file
from decks.engine.lists.files import MAX_FILE_SIZE, uploaded_text
from decks.forms.copy_marks import complete_mark_change
from decks.forms.home_country import HomeForm
from decks.models import DeckList, ListRules, Version
from decks.queries.lists import judging, list_edits, submission_window
from decks.queries.lists.event_lists import query_list_by_token
from decks.queries.pools import autofill
from decks.services import lists
from decks.views.lists import list_conflicts, working_copies
from decks.views.lists.exports import list_file
from decks.views.lists.fault_groups import TAKE_OUT
from decks.views.lists.my_list_page import my_list_page_data
from tournaments.access import event_page
from tournaments.models import Tournament, User
from tournaments.queries import personal_links
from tournaments.views.personal_link import behind_link, own_links

CHANGES = ("set", "out", "use", "mark", "add")


def _list_by_token(token: str) -> DeckList | None:
    """Return the list that a personal link opens, or None if the link is unknown.

    A missing list is created, and a filled-in deck whose building has ended is submitted first. Raises
    Http404 if the event does not collect deck lists.
    """
    deck_list = next(iter(query_list_by_token(token)), None)
    if deck_list is None and (link := personal_links.link_by_token(token)) is not None:
        event = link.entry.tournament
        get_object_or_404(ListRules, tournament=event)
        lists.make_empty_lists(event)
        deck_list = next(iter(query_list_by_token(token)), None)
    # First submit the deck that was filled in when building ended, before the list can change.
    if deck_list is not None and lists.submit_filled_lists(
        deck_list.entry.tournament, only=deck_list.entry_id
    ):
        deck_list = next(iter(query_list_by_token(token)), None)
    return deck_list


list_page = behind_link(_list_by_token)
"""Decorates `view(request, deck_list, …)`, routed with the token."""


@require_safe
@event_page()
def redirect_to_my_list(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Redirect players to their list, or to the page that finds personal links.

    Players are identified by account or phone.
    """
    my_links = own_links(request, event) if ListRules.objects.filter(tournament=event).exists() else []
    return make_response_private(
        redirect("decks:mine", my_links[0].token) if my_links else redirect("floor:my_here", event.slug)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@list_page
def my_list_page(request: HomeRequest, deck_list: DeckList) -> HttpResponse:
    """Show the player's list; a POST saves the text, changes a line, or submits the list (`do`)."""
    event = deck_list.entry.tournament
    rules = get_object_or_404(ListRules, tournament=event)
    rules.tournament = deck_list.entry.division.tournament = event
    if request.method != "POST":
        return _render_my_list(request, deck_list, rules)
    refused = submission_window.submission_refusal(deck_list, rules, timezone.now())
    if refused is not None:
        if unsent.is_sent_by_script(request):
            return unsent.conflict_response(
                refusal_text(refused), list_conflicts.effective_version_text(deck_list)
            )
        messages.error(request, refusal_text(refused))
        return _redirect_to_my_list(request, deck_list)
    if unsent.is_sent_by_script(request):
        return list_conflicts.apply_delayed_change(
            request,
            deck_list,
            lambda: _save_and_run_action(request, deck_list, rules) or _save_birth_date(request, deck_list),
        )
    # The text is saved even if the action is refused.
    fault = list_conflicts.apply_change_once(
        request, deck_list, partial(_save_and_run_action, request, deck_list, rules)
    )
    birth_date_fault = _save_birth_date(request, deck_list)
    if request.POST.get("do") == "hand-in" and not fault:
        if birth_date_fault:
            messages.error(request, birth_date_fault)
        return _redirect_to_my_list(request, deck_list)
    fault = fault or birth_date_fault
    is_editing = "edit" in request.POST and "view" not in request.POST
    if request.htmx:
        return _render_my_list(request, deck_list, rules, fault=fault, edit=is_editing)
    if fault:
        messages.error(request, fault)
    return _redirect_to_my_list(request, deck_list, "?edit=1" if is_editing else "")


def _save_and_run_action(request: HttpRequest, deck_list: DeckList, rules: ListRules) -> str:
    """Save the text and run the button's action. Return a sentence if it is refused, else ""."""
    # A change that a phone queued omits fields that were not edited since the previous change.
    is_queued_change = unsent.is_sent_by_script(request)
    try:
        lists.save_working_copy(
            deck_list,
            text=request.POST.get("text", deck_list.working_copy if is_queued_change else ""),
            unused=request.POST.get("unused", deck_list.working_copy_unused if is_queued_change else ""),
            supplied=whole_number(request.POST.get("supplied", ""), digits=3) or 0,
        )
        # The home country is saved first, because a submission is judged by its languages.
        form = HomeForm(request.POST, row=deck_list)
        if "home" in request.POST and form.is_valid() and form.cleaned_data["home"] != str(deck_list.home):
            deck_list.home = lists.set_home_country_of_list(
                deck_list, home=form.cleaned_data["home"], by=signed_in_user(request)
            ).home
        action = request.POST.get("do", "check")
        if action == "hand-in" and is_queued_change and list_conflicts.is_working_copy_submitted(deck_list):
            return ""
        return _run_list_action(request, deck_list, rules, action)
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
            deck_list.entry = lists.set_birth_date_while_list_open(
                deck_list, birth_date=birth_date, by=signed_in_user(request)
            ).entry
    except ValidationError:
        if day := find_impossible_date(typed):
            return refusal_code_text(CoreRefusal.NO_SUCH_DAY, {"no_such_day": day})
        return _("“%(typed)s” is not a date of birth. Write it like 2012-06-30.") % {"typed": typed[:40]}
    except Refused as refused:
        return refusal_text(refused)
    return ""


def signed_in_user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _run_list_action(request: HttpRequest, deck_list: DeckList, rules: ListRules, action: str) -> str:
    """Run the action of a button, and save the text that it changes.

    Return a sentence if the chosen version does not exist, else "". Refused: see `lists.submit_list`,
    `read_list_file`, `list_edits.list_text_after_change` and `working_copies.working_copy_without_faults`.
    """
    if action == "hand-in":
        version = lists.submit_list(
            deck_list,
            text=deck_list.working_copy,
            unused=deck_list.working_copy_unused,
            supplied=deck_list.working_copy_supplied,
            by=signed_in_user(request),
        )
        add_version_message(request, version)
        return ""
    text, unused, supplied = (
        deck_list.working_copy,
        deck_list.working_copy_unused,
        deck_list.working_copy_supplied,
    )
    upload = request.FILES.get("file")
    new_card = request.POST.get("add", "").strip()
    if upload is not None and action == "check":
        data = upload.read(MAX_FILE_SIZE + 1)
        text = uploaded_text(data, read_list_file(data, upload.name or ""))
    elif action.startswith("version:"):
        number = whole_number(action.removeprefix("version:"))
        earlier = None if number is None else deck_list.versions.filter(number=number).first()
        if earlier is None:
            return _("This version does not exist. Choose one from the list of versions.")
        typed = autofill.typed_pool_fields(earlier)
        text, unused, supplied = earlier.text, typed.unused, typed.supplied
    elif action.startswith(TAKE_OUT):
        text = working_copies.working_copy_without_faults(deck_list, rules, action.removeprefix(TAKE_OUT))
    elif action.partition(":")[0] in CHANGES or (action == "check" and new_card):
        change = complete_mark_change(action, request.POST) if action != "check" else f"add::{new_card}"
        event_date = judging.deck_context_of_event(deck_list.entry.tournament, rules, complete=True).date
        text = list_edits.list_text_after_change(deck_list.working_copy, change, on=event_date)
    else:
        return ""
    lists.save_working_copy(deck_list, text=text, unused=unused, supplied=supplied)
    return ""


def add_version_message(request: HttpRequest, version: Version) -> None:
    """Add a message that the version was submitted and whether it is legal."""
    if version.unknown_cards:
        message = ngettext(
            "Version %(number)s is handed in and is now your list. Stadium can’t tell yet whether it is "
            "legal: %(n)s card is unknown here.",
            "Version %(number)s is handed in and is now your list. Stadium can’t tell yet whether it is "
            "legal: %(n)s cards are unknown here.",
            version.unknown_cards,
        )
        messages.warning(request, message % {"number": version.number, "n": version.unknown_cards})
        return
    if version.legal:
        text = _("Version %(number)s is handed in and is now your list.") % {"number": version.number}
        messages.success(request, text)
        return
    errors = sum(problem["severity"] == "error" for problem in version.problems)
    message = ngettext(
        "Version %(number)s is handed in, but %(errors)s problem keeps it from being legal.",
        "Version %(number)s is handed in, but %(errors)s problems keep it from being legal.",
        errors,
    )
    messages.warning(request, message % {"number": version.number, "errors": errors})


def _redirect_to_my_list(request: StadiumRequest, deck_list: DeckList, query: str = "") -> HttpResponse:
    url = reverse("decks:mine", args=[deck_list.token]) + query
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _render_my_list(
    request: StadiumRequest, deck_list: DeckList, rules: ListRules, *, fault: str = "", edit: bool = False
) -> HttpResponse:
    """Render the page of the list, or only its working part for htmx.

    `fault`: why the last action was refused. `edit`: whether to show the text for editing.
    """
    page = replace(my_list_page_data(deck_list, rules), fault=fault, edit=edit or "edit" in request.GET)
    # Entering the unused cards is the next step if the list is otherwise legal, or was refused without them.
    unused_next = bool(
        page.wants_unused
        and page.sheet is not None
        and (fault or (page.sheet.legal and not deck_list.working_copy_unused.strip()))
    )
    template = "decks/lists/work.html" if request.htmx else "decks/lists/my_deck_list.html"
    return render_page(request, template, replace(page, unused_next=unused_next))


@require_safe
@list_page
def export_own_list(request: HomeRequest, deck_list: DeckList, number: int, kind: str) -> HttpResponse:
    """Download a version of the player's own list as a file; number 0 is the effective version."""
    return list_file(deck_list, number, kind)
