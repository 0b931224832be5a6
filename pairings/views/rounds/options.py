"""Pages of a division's pairing options and its players' requests."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences
from core.engine.refused import Refused
from core.requests import StadiumRequest, StaffRequest
from pairings.engine.refusals import PairingRefusal
from pairings.engine.table_ranges import feature_tables_as_text, table_numbers_as_text
from pairings.forms.options import ApartForm, OptionsForm, WishForm
from pairings.forms.player_field import player_choices
from pairings.models import EntryWish, KeptApart
from pairings.queries.rounds import options as wishes
from pairings.services.rounds import options as wishing
from pairings.views import division_tabs, undo_messages
from pairings.views.reports import scoreboard
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Division, Tournament


@require_http_methods(["GET", "POST"])
@event_page("run")
@locks_home_for_edit
def pairing_options_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the chosen division's options, requests, and pairs that must not meet.

    A POST saves the options.
    """
    division = _chosen_division_of_options(request, event)
    form = OptionsForm(
        request.POST if request.method == "POST" else None, wishes.options_of_division(division)
    )
    if request.method == "POST" and form.is_valid():
        try:
            wishing.change_pairing_options(division, by=request.user, **form.cleaned_data)
        except Refused as refused:
            is_about_feature = refused.code == PairingRefusal.FEATURE_TABLE_BLOCKED
            field = "feature_tables" if is_about_feature else "blocked_tables"
            form.add_error(field, sentences.refusal_text(refused))
    if request.method == "GET" or form.errors:
        return _render_pairing_options(request, division, options=form)
    undo_messages.add_undo_message(
        request, _("Saved. The next pairing uses it."), division, "PairingOptionsChanged"
    )
    return redirect(_options_url(division))


@require_POST
@event_page("run")
@locks_home_for_edit
def save_pairing_wish(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Save a player's pairing request: family or team, or fixed table."""
    division = _chosen_division_of_options(request, event)
    form = WishForm(request.POST, division)
    if form.is_valid():
        try:
            wishing.set_pairing_wish(form.cleaned_data["entry"], by=request.user, **form.merged())
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
    if form.errors:
        return _render_pairing_options(request, division, wish=form)
    entry = form.cleaned_data["entry"]
    undo_messages.add_undo_message(
        request, _("Saved for %(name)s.") % {"name": entry}, division, "EntryWishChanged", entry=entry.pk
    )
    return redirect(_options_url(division))


@require_POST
@event_page("run")
def delete_pairing_wish(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Delete a player's pairing request."""
    requests = EntryWish.objects.select_related("entry__division__tournament", "entry__player")
    entry = get_object_or_404(requests, entry__tournament=event, pk=pk).entry
    wishing.set_pairing_wish(entry, by=request.user)
    message = _("%(name)s’s pairing request removed.") % {"name": entry}
    undo_messages.add_undo_message(request, message, entry.division, "EntryWishChanged", entry=entry.pk)
    return redirect(_options_url(entry.division))


@require_POST
@event_page("run")
def forbid_meeting_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Forbid two players from meeting."""
    division = _chosen_division_of_options(request, event)
    form = ApartForm(request.POST, division)
    if form.is_valid():
        first, second, reason = (form.cleaned_data[name] for name in ("first", "second", "reason"))
        try:
            wishing.forbid_meeting_of_players(first, second, by=request.user, reason=reason)
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
    if form.errors:
        return _render_pairing_options(request, division, apart=form)
    message = _("%(first)s and %(second)s will not be paired.") % form.cleaned_data
    undo_messages.add_undo_message(request, message, division, "MeetingForbidden")
    return redirect(_options_url(division))


@require_POST
@event_page("run")
def allow_meeting_view(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Allow two players to meet again."""
    pairs = KeptApart.objects.select_related("first__division__tournament", "first__player", "second__player")
    pair = get_object_or_404(pairs, first__tournament=event, pk=pk)
    division, player_names = pair.first.division, {"first": pair.first, "second": pair.second}
    wishing.allow_meeting_of_players(pair, by=request.user)
    message = _("%(first)s and %(second)s may be paired again.") % player_names
    undo_messages.add_undo_message(request, message, division, "PlayersMayMeet")
    return redirect(_options_url(division))


def _chosen_division_of_options(request: StadiumRequest, event: Tournament) -> Division:
    divisions = list(event.divisions.select_related("tournament").order_by("position", "id"))
    return division_tabs.choose_division(request, divisions)


def _options_url(division: Division) -> str:
    return f"{reverse('pairings:options', args=[division.tournament.slug])}?division={division.pk}"


def _render_pairing_options(request: HttpRequest, selected: Division, **bound: forms.Form) -> HttpResponse:
    """Render the options page of a division.

    `bound` has the rejected form to show again: `options`, `wish` or `apart`.
    """
    event = selected.tournament
    query = f"?division={selected.pk}"
    divisions = list(event.divisions.order_by("position", "id"))
    context = {
        "page": "settings",
        "board": scoreboard.scoreboard_of_event(event, selected),
        "home": selected,
        "tabs": [
            {"label": str(division), "url": f"?division={division.pk}", "current": division == selected}
            for division in divisions
            if len(divisions) > 1
        ],
        "options": bound.get("options") or OptionsForm(None, wishes.options_of_division(selected)),
        "wish": bound.get("wish") or WishForm(None, selected),
        "apart": bound.get("apart") or ApartForm(None, selected),
        "wishes": wishes.wishes_of_division(selected),
        "pairs": wishes.forbidden_pair_rows(selected),
        "players": player_choices(selected),
        "feature_elsewhere": feature_tables_as_text(wishes.feature_elsewhere(selected)),
        "blocked_elsewhere": table_numbers_as_text(wishes.tables_blocked_elsewhere(selected)),
        "urls": {
            "options": _options_url(selected),
            "wish": reverse("pairings:wish", args=[event.slug]) + query,
            "apart": reverse("pairings:keep_apart", args=[event.slug]) + query,
        },
    }
    return render(request, "pairings/options.html", context)
