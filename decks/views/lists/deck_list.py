"""One player's list for staff, with its verdict, versions, rulings and locks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.refused import Refused
from core.public_address import site_address as site_of
from core.requests import HomeRequest, StadiumRequest, StaffRequest
from core.responses import chosen_paper, render_page
from core.scoreboard.scoreboard import Scoreboard
from decks import tasks
from decks.engine.refusals import DeckRefusal
from decks.engine.stored_values import printed_row_from_values
from decks.engine.verdicts import VersionDifference, compare_versions
from decks.forms.home_country import HomeForm
from decks.forms.lists import EnterListForm, ListRulingForm, SendBackForm
from decks.models import DeckList, ListRules, Ruling
from decks.models.lists import Version
from decks.models.proxies import Proxy
from decks.queries.lists import judging, proxies, submission_window
from decks.queries.lists.event_lists import query_list_of_entry
from decks.services import lists
from decks.views.lists import verdict_rows
from decks.views.lists.building_time import BuildPanel, building_panel, set_draft_numbers_of_versions
from decks.views.lists.exports import list_file
from decks.views.lists.list_email_jobs import queue_list_emails
from decks.views.lists.list_scoreboard import deadline_scoreboard_of_lists
from decks.views.lists.verdict_rows import DisplayedList, PlayedAs
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Tournament
from tournaments.models.entry import Entry


@event_page("report")
@locks_home_for_edit
def deck_list_page(request: StaffRequest, event: Tournament, entry: int) -> HttpResponse:
    """Show the effective version of a list or the requested one.

    A POST enters a new version or sets the home country.
    """
    player_list, rules = _deck_list_or_404(event, entry), get_object_or_404(ListRules, tournament=event)
    if request.method == "POST" and "home" in request.POST:
        home_form = HomeForm(request.POST, row=player_list)
        if home_form.is_valid():
            home = home_form.cleaned_data["home"]
            lists.set_home_country_of_list(player_list, home=home, by=request.user, by_player=False)
            messages.success(
                request, _("The home country is saved. Every version is checked against its languages.")
            )
        else:
            messages.error(request, _("Choose a country from the list. Nothing was changed."))
        return _redirect_to_list(player_list)
    is_limited = judging.deck_context_of_event(event, rules, complete=True).rules.supplied_only
    form = EnterListForm(request.POST or None, request.FILES or None, row=player_list, limited=is_limited)
    if request.method == "POST" and form.is_valid():
        version = form.save(by=request.user)
        if version is not None:
            _mail_player_about_change(request, player_list)
            message = _("Version %(number)s is saved. %(name)s sees it on the list page.")
            messages.success(request, message % {"number": version.number, "name": player_list.entry})
            return _redirect_to_list(player_list)
    return render_page(
        request, "decks/lists/list.html", _deck_list_page_data(request, player_list, rules, form)
    )


def _deck_list_or_404(event: Tournament, entry: int) -> DeckList:
    """Return the list of one player of an event, or 404 if there is none."""
    player_list = get_object_or_404(query_list_of_entry(event, entry))
    player_list.entry.tournament = event
    return player_list


def _mail_player_about_change(request: StadiumRequest, player_list: DeckList) -> None:
    """Email the player about the change once the transaction is committed."""
    site = site_of(request)
    language = get_language() or "en"
    transaction.on_commit(
        partial(
            queue_list_emails,
            request,
            tasks.mail_changed,
            player_list.pk,
            site,
            language,
            event=player_list.entry.tournament_id,
        )
    )


def _require_reason(form: SendBackForm | ListRulingForm) -> None:
    """Require a valid form. Refused: REASON_MISSING."""
    if not form.is_valid():
        raise Refused(DeckRefusal.REASON_MISSING)


def _redirect_to_list(player_list: DeckList) -> HttpResponse:
    return redirect("decks:list", player_list.entry.tournament.slug, player_list.entry_id)


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version of a list, and how its cards differ from those of the previous version."""

    version: Version
    changes: Sequence[VersionDifference]


@dataclass(frozen=True, kw_only=True)
class DeckListPage:
    """The staff page of a player's list.

    - `version`: the version shown, with its cards and verdict in `sheet`.
    - `rulable`: whether the user may rule on problems.
    - `refused`: why the player cannot submit now, or None.
    - `lock`: the lock in force.
    - `started`: whether the list is fixed, so that staff cannot open it.
    """

    page: str
    board: Scoreboard
    build: BuildPanel | None
    row: DeckList
    entry: Entry
    rules: ListRules
    versions: Sequence[VersionRow]
    version: Version | None
    sheet: DisplayedList | None
    played_as: Sequence[PlayedAs]
    size: int
    proxies: Sequence[Proxy]
    rulable: bool
    refused: Refused | None
    lock: str
    started: bool
    form: EnterListForm
    send_back: SendBackForm
    home: HomeForm | None


def _deck_list_page_data(
    request: HomeRequest, player_list: DeckList, rules: ListRules, form: EnterListForm
) -> DeckListPage:
    """Return the data of the page: the version chosen in the URL (`version`), or the effective one."""
    now, event = timezone.now(), player_list.entry.tournament
    builds = submission_window.limited_builds_of_division(player_list.entry.division)
    build = building_panel(builds.of(player_list.entry_id), now)
    versions = list(player_list.versions.select_related("by").order_by("-number"))
    set_draft_numbers_of_versions(versions, builds, player_list.entry_id)
    chosen_number = request.GET.get("version", "")
    version = next((candidate for candidate in versions if str(candidate.number) == chosen_number), None)
    version = version or next(
        (candidate for candidate in versions if candidate.pk == player_list.counts_id), None
    )
    # The latest version comes first, so each is compared with the next one in this list.
    card_rows = [[printed_row_from_values(values) for values in version.cards] for version in versions]
    version_rows = [
        VersionRow(
            version,
            compare_versions(card_rows[index + 1], card_rows[index]) if index + 1 < len(card_rows) else (),
        )
        for index, version in enumerate(versions)
    ]
    rulings = list(player_list.rulings.select_related("by"))
    size = judging.deck_size(event)
    return DeckListPage(
        page="lists",
        board=deadline_scoreboard_of_lists(
            event, rules, now, build, closed=submission_window.closing_time(player_list, rules, now, builds)
        ),
        build=build,
        row=player_list,
        entry=player_list.entry,
        rules=rules,
        versions=version_rows,
        version=version,
        sheet=verdict_rows.displayed_list_of_version(
            version, size=size, ruled=verdict_rows.rulings_by_problem(rulings)
        )
        if version
        else None,
        played_as=verdict_rows.describe_version_stand_ins(version, event, rules),
        size=size,
        proxies=proxies.proxies_by_entry([player_list.entry_id])[player_list.entry_id],
        rulable=request.can["rule"],
        refused=submission_window.submission_refusal(player_list, rules, now, builds),
        lock=submission_window.lock_of_list(player_list, builds.of(player_list.entry_id)),
        started=submission_window.is_list_fixed(builds, player_list.entry_id),
        form=form,
        send_back=SendBackForm(),
        home=HomeForm(row=player_list) if judging.home_country_matters(event) else None,
    )


@require_POST
@event_page("report")
def lock_list(request: StaffRequest, event: Tournament, entry: int) -> HttpResponse:
    """Lock a list, or open it if the request contains `open`."""
    player_list = _deck_list_or_404(event, entry)
    if "open" in request.POST:
        lists.unlock_list_for_player(player_list, by=request.user)
        messages.success(request, _("%(name)s can change the list again.") % {"name": player_list.entry})
    else:
        lists.lock_list_for_player(player_list, by=request.user)
        messages.success(request, _("%(name)s’s list is locked.") % {"name": player_list.entry})
    return _redirect_to_list(player_list)


@require_POST
@event_page("report")
def send_list_back_view(request: StaffRequest, event: Tournament, entry: int) -> HttpResponse:
    """Reopen a list with a note on what to change, and email the player."""
    player_list = _deck_list_or_404(event, entry)
    form = SendBackForm(request.POST)
    _require_reason(form)
    lists.send_list_back(player_list, by=request.user, reason=form.cleaned_data["reason"])
    _mail_player_about_change(request, player_list)
    messages.success(request, _("Sent back. %(name)s sees why.") % {"name": player_list.entry})
    return _redirect_to_list(player_list)


@require_POST
@event_page("rule")
def rule_on_list_problem_view(request: StaffRequest, event: Tournament, entry: int) -> HttpResponse:
    """Rule that a problem is disregarded (R-002)."""
    player_list = _deck_list_or_404(event, entry)
    form = ListRulingForm(request.POST)
    _require_reason(form)
    lists.rule_on_problem(player_list, by=request.user, **form.cleaned_data)
    messages.success(request, _("Your ruling is saved, on the list and in the journal."))
    return _redirect_to_list(player_list)


@require_POST
@event_page("rule")
def withdraw_list_ruling_view(request: StaffRequest, event: Tournament, entry: int, pk: int) -> HttpResponse:
    """Withdraw a ruling."""
    player_list = _deck_list_or_404(event, entry)
    lists.withdraw_list_ruling(get_object_or_404(Ruling, pk=pk, deck_list=player_list), by=request.user)
    messages.success(request, _("The ruling is withdrawn."))
    return _redirect_to_list(player_list)


@require_safe
@event_page("view")
def export_version(
    request: StaffRequest, event: Tournament, entry: int, number: int, kind: str
) -> HttpResponse:
    """Download one version of a list as a file."""
    return list_file(
        _deck_list_or_404(event, entry), number, kind, chosen_paper(request, event.country), for_staff=True
    )
