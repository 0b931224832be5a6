"""Penalties of an event: the list, a new penalty, confirmation, withdrawal and the report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from checks.engine.check_sheet import CountedDeck
from checks.hooks import PenaltyAdvice
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.words.check_words import check_findings_text
from core import responses, return_urls
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.public_address import absolute_url_for_phones, warn_if_unreachable
from core.requests import StaffRequest
from core.sentences import refusal_text
from core.tables.pagination import paginate_table
from floor.engine.penalties import INFRACTIONS, PenaltyLevel, infractions_in_check, propose_penalty
from floor.forms.penalties import PenaltyForm, PlayerSearchForm, WithdrawForm
from floor.models import Penalty
from floor.queries import penalties as queries
from floor.services import penalties as services
from floor.tables.penalties import PenaltyFilter, PenaltyTable
from floor.words.penalty_words import EFFECTS, INFRACTION_NAMES, LEVEL_NAMES, WHY, match_loss_text
from pairings.models import Match, Round
from pairings.queries.bracket import cut_titles
from pairings.queries.people import find_entries_by_table_or_name
from pairings.queries.rounds import player_matches
from pairings.words import round_names
from tournaments.access import event_page, get_entry_or_404
from tournaments.models import Entry, Tournament

PAGE_SIZE = 100
MAX_FOUND = 20


@require_safe
@event_page("view")
def penalties_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List the filtered penalties, newest first, with the number of penalties that the head judge has to confirm."""
    filtered = PenaltyFilter(request.GET, event=event)
    penalties = list(filtered.qs)
    table = PenaltyTable(penalties, event=event)
    paginate_table(request, table, rows=PAGE_SIZE)
    context = {
        "page": "penalties",
        "filter": filtered,
        "table": table,
        "count": len(penalties),
        "confiscated": event.confiscations.exists(),
        "waiting": queries.count_unconfirmed_penalties(event),
    }
    return render(request, "floor/penalties.html", context)


@require_safe
@event_page("view")
def penalty_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show one penalty with its actions."""
    return _render_penalty_page(request, event, _penalty_or_404(event, pk), WithdrawForm())


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("report")
def give_penalty(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Give a penalty: find the player first, then enter the infraction.

    The form shows the player's earlier penalties at this event and a proposed penalty.
    """
    entry_key = request.GET.get("entry", "")
    if whole_number(entry_key) is None:
        return _find_player(request, event)
    entry = get_entry_or_404(event, entry_key)
    match = _match_of_request(request, event, entry)
    data = request.POST if request.method == "POST" else None
    form = PenaltyForm(data, event=event, initial=_note_of_deck_check(request, entry) | request.GET.dict())
    earlier = queries.penalties_of_players([entry])[entry.pk]
    infraction_code = (request.GET if data is None else data).get("infraction", "")
    proposal = None
    if infraction_code in INFRACTIONS:
        proposal = propose_penalty(
            event.edition, infraction_code, queries.earlier_penalties(earlier), entry.age_division
        )
    if data is not None and form.is_valid():
        penalty = form.give_to(
            entry,
            match=match,
            proposed=proposal.level if proposal else "",
            by=request.user,
            confirmed=request.can["rule"],
        )
        if penalty is not None:
            message = _("%(penalty)s for %(name)s noted.") % _message_sentence_facts(penalty)
            if PenaltyLevel(penalty.level).heavy and penalty.confirmed_at is None:
                message += " " + _("It counts once the head judge confirms it.")
            undo_tag = f"undo={_penalty_url(event, penalty, 'floor:penalty_withdraw')}"
            messages.success(request, message, extra_tags=undo_tag)
            return redirect(return_urls.posted_return_url(request) or _penalty_url(event, penalty))
    context = {
        "page": "penalties",
        "entry": entry,
        "match": match,
        "round": round_names.round_number_with_title(match.round) if match else "",
        "form": form,
        "before": penalty_rows(event, earlier),
        "proposed": proposal
        and {
            "level": LEVEL_NAMES[proposal.level],
            "why": WHY[proposal.why],
            "effect": EFFECTS[proposal.level],
            "again": proposal.before,
        },
        "usual": [
            (INFRACTION_NAMES[infraction.code], LEVEL_NAMES[infraction.usual[event.edition]])
            for infraction in INFRACTIONS.values()
        ],
        "young": entry.age_division != "masters",
    }
    return render(request, "floor/penalty_new.html", context)


def _find_player(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show a search for players by table in the current rounds or by name, with the players that it finds."""
    typed = request.GET.get("who", "")
    form = PlayerSearchForm(request.GET if typed else None)
    form_url, people = reverse("floor:penalty_new", args=[event.slug]), []
    if typed and form.is_valid():
        people = [
            {
                "name": str(person.entry),
                "table": person.match and person.match.table,
                "url": f"{form_url}?entry={person.entry.pk}"
                + (f"&match={person.match.pk}" if person.match else ""),
            }
            for person in find_entries_by_table_or_name(event, form.cleaned_data["who"], limit=MAX_FOUND)
        ]
    context = {"page": "penalties", "form": form, "people": people, "typed": typed}
    return render(request, "floor/penalty_who.html", context)


@require_POST
@event_page("rule")
def confirm_penalty(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Confirm a penalty as head judge."""
    penalty = _penalty_or_404(event, pk)
    try:
        penalty = services.confirm_penalty(penalty, by=request.user)
    except Refused as refused:
        return responses.redirect_with_refusal(request, refused, _penalty_url(event, penalty))
    messages.success(
        request,
        _("Confirmed: %(penalty)s for %(name)s.") % _message_sentence_facts(penalty),
        extra_tags=f"undo={_penalty_url(event, penalty, 'floor:penalty_withdraw')}",
    )
    return redirect(_penalty_url(event, penalty))


@require_POST
@event_page("rule")
def serve_penalty(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Apply a game or match loss at the submitted table, or in the player's current match."""
    penalty = _penalty_or_404(event, pk)
    match = _match_of_request(request, event, penalty.entry)
    if match is None:
        messages.error(request, _("%(name)s has no open match now.") % _message_sentence_facts(penalty))
        return redirect(_penalty_url(event, penalty))
    try:
        services.serve_penalty(penalty, match, by=request.user)
    except Refused as refused:
        return responses.redirect_with_refusal(request, refused, _penalty_url(event, penalty))
    messages.success(request, _("Applied at table %(table)s.") % {"table": match.table or "–"})
    return redirect(return_urls.page_to_return_to(request, _penalty_url(event, penalty)))


@require_POST
@event_page("report")
def withdraw_penalty(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw a penalty. Allowed for the judge who gave it, the head judge and organizers."""
    penalty = _penalty_or_404(event, pk)
    if penalty.by_id != request.user.pk and not request.can["rule"]:
        messages.error(request, _("Another judge gave it. Ask them or the head judge."))
        return redirect(_penalty_url(event, penalty))
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        return _render_penalty_page(request, event, penalty, form)
    try:
        services.withdraw_penalty(penalty, by=request.user, **form.cleaned_data)
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return _render_penalty_page(request, event, penalty, form)
    messages.success(request, _("Withdrawn: %(penalty)s for %(name)s.") % _message_sentence_facts(penalty))
    return redirect("floor:penalties", event.slug)


@require_safe
@warn_if_unreachable
@event_page("organize")
def penalty_report(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download the report of penalties without Cautions as PDF, XLSX or CSV (M-073)."""
    reported = [
        penalty
        for penalty in queries.penalties_of_event(event).order_by("at")
        if PenaltyLevel(penalty.level).reported
    ]
    from floor.documents import penalties as documents

    data, content_type = documents.penalty_report(
        event, reported, kind, partial(absolute_url_for_phones, request)
    )
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-penalties.{kind}"'
    return response


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRow:
    """A penalty in a list. `tone` is the style of its level. `waits` is true if it is heavy and not confirmed yet."""

    pk: int
    url: str
    name: str
    level: str | Promise
    infraction: str | Promise
    round: str
    at: datetime
    by: str
    note: str
    tone: str
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltiesOfPlayer:
    """A player's penalties at this event. `add` is the URL to give another penalty."""

    entry: Entry
    lines: list[PenaltyRow]
    add: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltiesPanel:
    """The penalties of both players on a table's page.

    `to_serve` are losses that can be applied to this match, and `count` is the number of all penalties.
    """

    players: Sequence[PenaltiesOfPlayer]
    to_serve: Sequence[PenaltyRow]
    match: int
    count: int


def penalties_panel(event: Tournament, match: Match) -> PenaltiesPanel:
    """Return the panel for a table's page: both players' penalties at this event, and losses not yet served."""
    entries = [entry for entry in (match.left, match.right) if entry is not None]
    penalties_by_player = queries.penalties_of_players(entries)
    players = [
        PenaltiesOfPlayer(
            entry=entry,
            lines=penalty_rows(event, penalties_by_player[entry.pk]),
            add=f"{reverse('floor:penalty_new', args=[event.slug])}?entry={entry.pk}&match={match.pk}",
        )
        for entry in entries
    ]
    count = sum(len(rows) for rows in penalties_by_player.values())
    unserved = penalty_rows(event, queries.unserved_losses(match)) if match.outcome == "pending" else []
    return PenaltiesPanel(players=players, to_serve=unserved, match=match.pk, count=count)


def _render_penalty_page(
    request: HttpRequest, event: Tournament, penalty: Penalty, form: WithdrawForm
) -> HttpResponse:
    """Render the page of one penalty, with status 422 if the form has errors."""
    level = PenaltyLevel(penalty.level)
    unserved = (
        level in queries.SERVED
        and penalty.confirmed_at
        and not penalty.applied
        and penalty.withdrawn_at is None
    )
    unconfirmed = level.heavy and penalty.confirmed_at is None and penalty.withdrawn_at is None
    ends_match = unconfirmed and level is PenaltyLevel.DISQUALIFICATION
    open_match = player_matches.open_match(penalty.entry) if unserved or ends_match else None
    context = {
        "page": "penalties",
        "penalty": penalty,
        "line": penalty_rows(event, [penalty])[0],
        "effect": EFFECTS[level],
        "waits": unconfirmed,
        "loses": match_loss_text(open_match, penalty.entry) if ends_match and open_match else "",
        "to_serve": bool(open_match and unserved),
        "unserved": unserved,
        "match": open_match,
        "round": round_names.round_number_with_title(open_match.round) if open_match else "",
        "at_round": round_names.round_number_with_title(penalty.match.round) if penalty.match else "",
        "form": form,
        "did": bool(penalty.applied),
    }
    return render(request, "floor/penalty.html", context, status=422 if form.errors else 200)


def _match_of_request(request: HttpRequest, event: Tournament, entry: Entry) -> Match | None:
    """Return this player's match with the key `match` from the URL or form.

    None if that is not a match of this player in a round that was posted. Without `match`, return the player's
    match in the latest posted round, or None.
    """
    matches = Match.objects.filter(seats__entry=entry, round__division__tournament=event)
    matches = matches.exclude(round__state=Round.State.UNPOSTED).select_related(
        "round__stage", "round__division__tournament", "left__player", "right__player"
    )
    pk = whole_number(request.GET.get("match", "") or request.POST.get("match", ""))
    if pk is not None:
        return matches.filter(pk=pk).first()
    return matches.filter(round__state=Round.State.POSTED).order_by("-round__number").first()


def _note_of_deck_check(request: HttpRequest, entry: Entry) -> dict[str, str]:
    """Return the findings of the deck check named in the URL as the initial `note` of a penalty.

    Five queries. Without a check of this player, the result is empty and needs no more than one query.
    """
    pk = whole_number(request.GET.get("check", ""))
    check = DeckCheck.objects.filter(pk=pk, entry=entry).first() if pk is not None else None
    if check is None:
        return {}
    cards = sheets.list_rows_of(check)
    counted, _taps = sheets.replay_count_of_check(check, cards)
    titles = cut_titles.cut_round_titles_of_event(entry.tournament)
    round_title = round_names.round_title_in_sentence(titles, entry.division_id, check.round_number)
    names = [card.label for card in cards]
    return {"note": check_findings_text(counted, names, round_inside=round_title)}


def penalty_rows(event: Tournament, penalties: Iterable[Penalty]) -> list[PenaltyRow]:
    """List penalties as rows. One query, or none for an empty list."""
    rows, displayed = [], list(penalties)
    titles = cut_titles.cut_round_titles_of_event(event) if displayed else {}
    for penalty in displayed:
        level = PenaltyLevel(penalty.level)
        rows.append(
            PenaltyRow(
                pk=penalty.pk,
                url=_penalty_url(event, penalty),
                name=str(penalty.entry) if "entry" in penalty._state.fields_cache else "",
                level=LEVEL_NAMES[level],
                infraction=INFRACTION_NAMES.get(penalty.infraction, penalty.infraction),
                round=round_names.round_title_in_sentence(
                    titles, penalty.entry.division_id, penalty.round_number
                ),
                at=penalty.at,
                by=penalty.by_name,
                note=penalty.note,
                tone="dispute" if level.heavy else "warning" if level.reported else "playing",
                waits=level.heavy and penalty.confirmed_at is None,
            )
        )
    return rows


def _message_sentence_facts(penalty: Penalty) -> dict[str, str]:
    return {"penalty": str(LEVEL_NAMES[PenaltyLevel(penalty.level)]), "name": str(penalty.entry)}


def _penalty_or_404(event: Tournament, pk: int) -> Penalty:
    return get_object_or_404(queries.penalties_of_event(event), pk=pk)


def _penalty_url(event: Tournament, penalty: Penalty, name: str = "floor:penalty") -> str:
    return reverse(name, args=[event.slug, penalty.pk])


USUAL_INFRACTION = "deck_wrong"
"""Infraction proposed if a deck check had no findings."""


def penalty_advice(check: DeckCheck, counted: CountedDeck) -> PenaltyAdvice:
    """Suggest the penalties that follow from a deck check (M-074). One query.

    The result also says whether the player was given any penalty after the check ended.
    """
    event = check.entry.tournament
    codes = infractions_in_check(counted, event.edition)
    query = {"entry": check.entry_id, "infraction": [*codes, USUAL_INFRACTION][0], "check": check.pk}
    url = f"{reverse('floor:penalty_new', args=[event.slug])}?{urlencode(query)}"
    penalties = queries.penalties_of_players([check.entry])[check.entry_id]
    is_given = check.ended_at is not None and any(penalty.at >= check.ended_at for penalty in penalties)
    return PenaltyAdvice(tuple(str(INFRACTION_NAMES[code]) for code in codes), url, is_given)
