"""The player's own page behind a personal link. Templates of its panels are in `templates/floor/my/`."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from checks.queries import rewriting
from core import phones
from core.services.notices import subscriptions
from core.web import private
from core.wording import labelled
from decks.queries.answers import draft_link
from decks.views.lists.player import tabs
from floor.forms.my_table import ReportForm
from floor.queries import my_table as queries
from floor.queries import penalties
from floor.queries.my_table import MyMatch, MyTable
from floor.views import calls, my_acts, my_building, my_pool, my_record, notices
from floor.views.player_matches import WORDS
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES
from pairings.engine.outcomes import Outcome
from pairings.engine.player_status import PlayerStatus
from pairings.engine.reports import differs
from pairings.models import Report
from pairings.queries.reports import result_reports
from pairings.queries.reports.result_reports import reported_by, set_aside
from pairings.views.reports import extra_time, idempotency
from pairings.views.rounds import round_chrome
from pairings.views.standings.bubble import bubble_url
from pairings.words import outcome_words, result_words
from pairings.words.outcome_words import Text
from pairings.words.report_wording import report_text
from tournaments import scopes
from tournaments.access import event_page
from tournaments.models import Entry, PersonalLink, Tournament
from tournaments.queries import links
from tournaments.views.personal_link import own_links, player_page


@require_safe
@player_page
def my(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """The page of one player."""
    return render(request, "floor/my_table.html", page_context(request, link))


@require_safe
@player_page
def live(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """The live part for a polling page; 204 if nothing changed.

    At another table the whole page differs, so it is reloaded.
    """
    now, newest = timezone.now(), queries.newest(link)
    _round, match = newest
    if request.GET.get("match", "") != str(match.pk if match else ""):
        return HttpResponseClientRefresh()
    mine = queries.my_match(link, newest)
    stamp = queries.stamp(mine, now)
    if request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    return render(request, "floor/my/live.html", _live_context(mine, stamp, now))


def page_context(request: HttpRequest, link: PersonalLink, **more: Any) -> dict[str, Any]:
    """Context of the whole page. `more`: a refused form."""
    now, mine = timezone.now(), queries.my_match(link)
    live = _live_context(mine, queries.stamp(mine, now), now)
    table = live["at"]
    if table.match:
        request.live.follow(scopes.match(table.match.pk))  # type: ignore[attr-defined]
    # Other players whose links this phone has, such as a parent's children.
    tokens = [token for token in phones.remembered(request) if token != link.token]
    others, elsewhere = [], []
    for other in links.of_tokens(tokens):
        url = reverse("floor:my", args=[other.token])
        if other.entry.tournament_id == link.entry.tournament_id:
            others.append({"name": str(other.entry), "url": url})
        else:
            elsewhere.append({"name": f"{other.entry.tournament} · {other.entry}", "url": url})
    return {
        **live,
        "page": "my",
        "notices": notices.card_of_player(link),
        "board": round_chrome.board(table.round, table.match) if table.round else {"line": ""},
        "others": others,
        "elsewhere": elsewhere,
        **more,
    }


def _live_context(mine: MyMatch, stamp: str, now: datetime) -> dict[str, Any]:
    """Context of the live part. `stamp` was computed first, so a report from another phone in between makes it
    stale, and the page polls again.
    """
    link, at = mine.link, queries.my_table(mine.link, now, mine)
    names, urls = names_of(at), tabs(link)
    builds = my_building.builds_of(at)
    build, pool = my_building.panel(at, builds), my_pool.panel(at)
    own_time = extra_time.own_end(at.match) if at.match and at.side else None
    record = my_record.panel(at)
    acts = my_acts.panel(at, builds, build=build, pool=pool, record=record, own_time=own_time, urls=urls)
    # Whether to show the drop button: still in, not in a bracket, no match to finish
    busy = at.side and at.match is not None and at.match.outcome == Outcome.PENDING
    return {
        "my": urls,
        "link": link,
        "entry": link.entry,
        "at": at,
        "match": at.match,
        **acts,
        **_match_context(at, names),
        "form": ReportForm(None, at) if at.reports else None,
        "may_leave": at.entry.active and not at.cut and not busy and at.where not in NOTHING_MORE,
        "where": at.where.value,
        "me_note": f"{result_words.points(at.me.points)} · {at.me.record}",
        "other_note": f"{result_words.points(at.opponent.points)} · {at.opponent.record}"
        if at.opponent
        else "",
        "mine": report_row(at.mine, names),
        "theirs": report_row(at.theirs, names),
        "bubble": bubble_url(link.entry.division, at.ranked),
        "day": [(line, *WORDS[line.result]) for line in queries.day(link.entry)],
        "penalties": penalty_rows(link.entry),
        "news": queries.announcements(at.event),
        "stamp": stamp,
        "rewrite": rewriting.wanted_of(link.entry),
        "record": record,
        "hand": calls.hand(at),
        "own_time": own_time,
        "drafting": draft_link(at.entry, link.token),
        "pool": pool,
        "build": build,
    }


def _match_context(at: MyTable, names: dict[str, str]) -> dict[str, Any]:
    """The match of the live part, its result, and the player's reports against it."""
    match, in_bracket = at.match, False
    # In the cut a round is called as in the player's own bracket.
    name = result_words.round_name(at.round) if at.round else ""
    unsent: dict[str, str] = {}
    alone: Text = ""
    explained = result = ""
    conflict = settled = False
    if match is not None:
        name = result_words.match_name(match)
        unsent = idempotency.report_as(match, at.entry)
        in_bracket = match.bracket_id is not None
        if not match.right_id:
            alone = outcome_words.alone(Outcome(match.outcome), in_bracket=in_bracket).why
        if at.round is not None:
            explained = f"{round_chrome.round_url(at.round, 'pairings:explain')}?match={match.pk}"
        if at.where in RESULTS_IN:
            games = (match.games_left, match.games_right)
            score = games if None not in games else None
            result = report_text(match.outcome, match.reason, names, score)  # type: ignore[arg-type]
            if result_reports.decided_by_judge(match):
                result = labelled(_("A judge decided"), result)
            conflict = at.mine is not None and differs(reported_by(at.mine), reported_by(match))
        if at.mine is None and at.where is PlayerStatus.RESULT_IN:
            settled = set_aside(match, at.entry)
    return {
        "name": name,
        "unsent": unsent,
        "alone": alone,
        "explained": explained,
        # Whether this player reported a result other than the saved one, and whether that report is settled.
        "conflict": conflict,
        "settled": settled,
        "result": result,
    }


def names_of(at: MyMatch) -> dict[str, str]:
    """Both names by side."""
    if at.other is None:
        return {"left": "", "right": ""}
    other = "right" if at.side == "left" else "left"
    return {at.side: at.own_name, other: at.other_name}


def report_row(report: Report | None, names: dict[str, str]) -> dict[str, Any] | None:
    """Context of one player's report."""
    if report is None:
        return None
    games = (report.games_left, report.games_right)
    score = games if None not in games else None
    words = report_text(report.outcome, report.reason, names, score)  # type: ignore[arg-type]
    return {
        "text": words,
        "at": report.at,
        "leaves": report.leaves,
        "id": report.pk,
        "entry": report.entry_id,
    }


RESULTS_IN = (PlayerStatus.RESULT_IN, PlayerStatus.LAST_RESULT_IN)


def penalty_rows(entry: Entry) -> list[dict[str, Any]]:
    """Penalties of a player that count, without note and judge. One query."""
    rows = penalties.counting(entry).select_related("match__round__stage").defer("match__round__draw")
    return [
        {
            "level": LEVEL_NAMES[row.level],
            "infraction": INFRACTION_NAMES.get(row.infraction, ""),
            "round": result_words.round_name(row.match.round) if row.match else "",
            "at": row.at,
        }
        for row in rows
    ]


NOTHING_MORE = (PlayerStatus.OVER, PlayerStatus.NOT_ON_DAY_TWO, PlayerStatus.NOT_IN_CUT)
"""Statuses in which there is nothing left to drop from."""


@require_POST
@player_page
def forget(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Remove the link from this phone."""
    event = link.entry.tournament
    subscriptions.unsubscribe(link.entry, request.POST.get("endpoint", "").replace("\0", ""))
    visible = event.published or request.can["view"]  # type: ignore[attr-defined]
    response = redirect("tournaments:event", event.slug) if visible else redirect("tournaments:home")
    response.forgotten = True  # type: ignore[attr-defined]
    return response


@require_safe
@event_page()
def here(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Redirect from the event to one's own table, by account or phone; without a link, explain where links come
    from.
    """
    own = own_links(request, event)
    if own:
        return private(redirect("floor:my", own[0].token))
    context = {"page": "my", "title": _("My table")}
    return private(render(request, "floor/my_where.html", context))
