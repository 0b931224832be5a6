"""Penalties of an event: list, new penalty, confirmation, withdrawal, report."""

from collections.abc import Iterable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from checks.engine.check_sheet import Counted
from checks.hooks import PenaltyAdvice
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.words.check_words import findings_text
from core import web
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.public_address import absolute, prints_addresses
from core.sentences import refusal_text
from core.tables.pages import paged
from floor.engine.penalties import INFRACTIONS, Level, found_in_check, proposal
from floor.forms.penalties import PenaltyForm, WhoForm, WithdrawForm
from floor.models import Penalty
from floor.queries import penalties as queries
from floor.services import penalties as services
from floor.tables.penalties import PenaltyFilter, PenaltyTable
from floor.words.penalty_words import EFFECTS, INFRACTION_NAMES, LEVEL_NAMES, WHY, loses_text
from pairings.models import Match, Round
from pairings.queries.bracket import cuts
from pairings.queries.people import find_people
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import entry_of, event_page, signed_in
from tournaments.models import Entry, Tournament

ON_A_PAGE = 100
MOST_FOUND = 20


@require_safe
@event_page("view")
def penalties(request: HttpRequest, event: Tournament) -> HttpResponse:
    """List penalties, newest first, by filters; the number waiting for the head judge on top."""
    chosen = PenaltyFilter(request.GET, event=event)
    rows = list(chosen.qs)
    table = PenaltyTable(rows, event=event)
    paged(request, table, rows=ON_A_PAGE)
    context = {
        "page": "penalties",
        "filter": chosen,
        "table": table,
        "count": len(rows),
        "confiscated": event.confiscations.exists(),
        "waiting": queries.waiting(event),
    }
    return render(request, "floor/penalties.html", context)


@require_safe
@event_page("view")
def penalty(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show one penalty with its actions."""
    return _page(request, event, _one(event, pk), WithdrawForm())


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("report")
def give(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Find the player, then enter the infraction, beside earlier penalties of this event and the proposal."""
    typed = request.GET.get("entry", "")
    if whole_number(typed) is None:
        return _find(request, event)
    entry = entry_of(event, typed)
    match = _match(request, event, entry)
    data = request.POST if request.method == "POST" else None
    form = PenaltyForm(data, event=event, initial=_findings(request, entry) | request.GET.dict())
    before = queries.of_players([entry])[entry.pk]
    chosen = (request.GET if data is None else data).get("infraction", "")
    proposed = None
    if chosen in INFRACTIONS:
        proposed = proposal(event.edition, chosen, queries.earlier(before), entry.age_division)
    if data is not None and form.is_valid():
        row = form.give_to(
            entry,
            match=match,
            proposed=proposed.level if proposed else "",
            by=signed_in(request),
            confirmed=round_chrome.may(request, "rule"),
        )
        if row is not None:
            return _given(request, event, row)
    context = {
        "page": "penalties",
        "entry": entry,
        "match": match,
        "round": result_words.number_with_title(match.round) if match else "",
        "form": form,
        "before": lines(event, before),
        "proposed": proposed
        and {
            "level": LEVEL_NAMES[proposed.level],
            "why": WHY[proposed.why],
            "effect": EFFECTS[proposed.level],
            "again": proposed.before,
        },
        "usual": [
            (INFRACTION_NAMES[infraction.code], LEVEL_NAMES[infraction.usual[event.edition]])
            for infraction in INFRACTIONS.values()
        ],
        "young": entry.age_division != "masters",
    }
    return render(request, "floor/penalty_new.html", context)


def _find(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Find players at a table of the current rounds, or by a name."""
    typed = request.GET.get("who", "")
    form = WhoForm(request.GET if typed else None)
    page, people = reverse("floor:penalty_new", args=[event.slug]), []
    if typed and form.is_valid():
        people = [
            {
                "name": str(person.entry),
                "table": person.match and person.match.table,
                "url": f"{page}?entry={person.entry.pk}"
                + (f"&match={person.match.pk}" if person.match else ""),
            }
            for person in find_people(event, form.cleaned_data["who"], most=MOST_FOUND)
        ]
    context = {"page": "penalties", "form": form, "people": people, "typed": typed}
    return render(request, "floor/penalty_who.html", context)


@require_POST
@event_page("rule")
def confirm(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Confirm a penalty as head judge."""
    row = _one(event, pk)
    try:
        row = services.confirm(row, by=signed_in(request))
    except Refused as refused:
        return round_chrome.redirect_with_error(request, refused, _url(event, row))
    round_chrome.messages.success(
        request,
        _("Confirmed: %(penalty)s for %(name)s.") % _names(row),
        extra_tags=f"undo={_url(event, row, 'floor:penalty_withdraw')}",
    )
    return redirect(_url(event, row))


@require_POST
@event_page("rule")
def serve(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Apply a game or match loss at the table it was opened from."""
    row = _one(event, pk)
    match = _match(request, event, row.entry)
    if match is None:
        round_chrome.messages.error(request, _("%(name)s has no open match now.") % _names(row))
        return redirect(_url(event, row))
    try:
        services.serve(row, match, by=signed_in(request))
    except Refused as refused:
        return round_chrome.redirect_with_error(request, refused, _url(event, row))
    round_chrome.messages.success(request, _("Applied at table %(table)s.") % {"table": match.table or "–"})
    return redirect(web.back(request, _url(event, row)))


@require_POST
@event_page("report")
def withdraw(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw a penalty: by the judge who gave it, or the head judge or organizer."""
    row = _one(event, pk)
    if row.by_id != request.user.pk and not round_chrome.may(request, "rule"):
        round_chrome.messages.error(request, _("Another judge gave it. Ask them or the head judge."))
        return redirect(_url(event, row))
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        return _page(request, event, row, form)
    try:
        services.withdraw(row, by=signed_in(request), **form.cleaned_data)
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return _page(request, event, row, form)
    round_chrome.messages.success(request, _("Withdrawn: %(penalty)s for %(name)s.") % _names(row))
    return redirect("floor:penalties", event.slug)


@require_safe
@prints_addresses
@event_page("organize")
def report(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """All penalties as PDF or XLSX; Cautions are not part of the report (M-073)."""
    rows = [row for row in queries.of_event(event).order_by("at") if Level(row.level).reported]
    from floor.documents import penalties as printed

    data, content_type = printed.report(event, rows, kind, partial(absolute, request))
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-penalties.{kind}"'
    return answer


def panel(event: Tournament, match: Match) -> dict[str, Any]:
    """Context of a table's page: penalties of both players at this event, and losses not yet served."""
    sides = [entry for entry in (match.left, match.right) if entry is not None]
    by_player = queries.of_players(sides)
    players = [
        {
            "entry": entry,
            "lines": lines(event, by_player[entry.pk]),
            "add": f"{reverse('floor:penalty_new', args=[event.slug])}?entry={entry.pk}&match={match.pk}",
        }
        for entry in sides
    ]
    count = sum(len(rows) for rows in by_player.values())
    waiting = lines(event, queries.not_served(match)) if match.outcome == "pending" else []
    return {"players": players, "to_serve": waiting, "match": match.pk, "count": count}


def _page(request: HttpRequest, event: Tournament, row: Penalty, form: WithdrawForm) -> HttpResponse:
    level = Level(row.level)
    unserved = level in queries.SERVED and row.confirmed_at and not row.applied and row.withdrawn_at is None
    waits = level.heavy and row.confirmed_at is None and row.withdrawn_at is None
    ends_match = waits and level is Level.DISQUALIFICATION
    open_match = queries.open_match(row.entry) if unserved or ends_match else None
    context = {
        "page": "penalties",
        "penalty": row,
        "line": lines(event, [row])[0],
        "effect": EFFECTS[level],
        "waits": waits,
        "loses": loses_text(open_match, row.entry) if ends_match and open_match else "",
        "to_serve": bool(open_match and unserved),
        "unserved": unserved,
        "match": open_match,
        "round": result_words.number_with_title(open_match.round) if open_match else "",
        "at_round": result_words.number_with_title(row.match.round) if row.match else "",
        "form": form,
        "did": bool(row.applied),
    }
    return render(request, "floor/penalty.html", context, status=422 if form.errors else 200)


def _match(request: HttpRequest, event: Tournament, entry: Entry) -> Match | None:
    """The match in the address if this player sits in it, else their current one."""
    rows = Match.objects.filter(seats__entry=entry, round__division__tournament=event)
    rows = rows.exclude(round__state=Round.State.UNPOSTED).select_related(
        "round__stage", "round__division__tournament", "left__player", "right__player"
    )
    pk = whole_number(request.GET.get("match", "") or request.POST.get("match", ""))
    if pk is not None:
        return rows.filter(pk=pk).first()
    return rows.filter(round__state=Round.State.POSTED).order_by("-round__number").first()


def _findings(request: HttpRequest, entry: Entry) -> dict[str, str]:
    """Findings of the deck check in the address, as the note of the penalty. Five queries, none without a check."""
    pk = whole_number(request.GET.get("check", ""))
    row = DeckCheck.objects.filter(pk=pk, entry=entry).first() if pk is not None else None
    if row is None:
        return {}
    rows = sheets.rows_of(row)
    counted, _taps = sheets.counted(row, rows)
    titles = cuts.round_titles(entry.tournament)
    where = result_words.title_inside(titles, entry.division_id, row.round_number)
    names = [card.text if card.lost else card.name for card in rows]
    return {"note": findings_text(counted, names, round_inside=where)}


def _given(request: HttpRequest, event: Tournament, row: Penalty) -> HttpResponse:
    message = _("%(penalty)s for %(name)s noted.") % _names(row)
    if Level(row.level).heavy and row.confirmed_at is None:
        message += " " + _("It counts once the head judge confirms it.")
    undo = f"undo={_url(event, row, 'floor:penalty_withdraw')}"
    round_chrome.messages.success(request, message, extra_tags=undo)
    return redirect(web.posted_next(request) or _url(event, row))


def lines(event: Tournament, penalties: Iterable[Penalty]) -> list[dict[str, Any]]:
    """Penalties as lines of a list. One query unless empty."""
    rows, listed = [], list(penalties)
    titles = cuts.round_titles(event) if listed else {}
    for row in listed:
        level = Level(row.level)
        rows.append(
            {
                "pk": row.pk,
                "url": _url(event, row),
                "name": str(row.entry) if "entry" in row._state.fields_cache else "",
                "level": LEVEL_NAMES[level],
                "infraction": INFRACTION_NAMES.get(row.infraction, row.infraction),
                "round": result_words.title_inside(titles, row.entry.division_id, row.round_number),
                "at": row.at,
                "by": row.by_name,
                "note": row.note,
                "tone": "dispute" if level.heavy else "warning" if level.reported else "playing",
                "waits": level.heavy and row.confirmed_at is None,
            }
        )
    return rows


def _names(row: Penalty) -> dict[str, str]:
    return {"penalty": str(LEVEL_NAMES[Level(row.level)]), "name": str(row.entry)}


def _one(event: Tournament, pk: int) -> Penalty:
    return get_object_or_404(queries.of_event(event), pk=pk)


def _url(event: Tournament, row: Penalty, name: str = "floor:penalty") -> str:
    return reverse(name, args=[event.slug, row.pk])


USUAL_INFRACTION = "deck_wrong"
"""The infraction proposed if a check finds nothing wrong."""


def advice(check: DeckCheck, counted: Counted) -> PenaltyAdvice:
    """The penalties a deck check suggests (M-074). One query."""
    event = check.entry.tournament
    codes = found_in_check(counted, event.edition)
    query = {"entry": check.entry_id, "infraction": [*codes, USUAL_INFRACTION][0], "check": check.pk}
    url = f"{reverse('floor:penalty_new', args=[event.slug])}?{urlencode(query)}"
    rows = queries.of_players([check.entry])[check.entry_id]
    is_given = check.ended_at is not None and any(row.at >= check.ended_at for row in rows)
    return PenaltyAdvice(tuple(str(INFRACTION_NAMES[code]) for code in codes), url, is_given)
