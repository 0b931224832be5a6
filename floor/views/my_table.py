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
    found = queries.my_match(link, newest)
    stamp = queries.stamp(found, now)
    if request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    return render(request, "floor/my/live.html", _live_context(found, stamp, now))


def page_context(request: HttpRequest, link: PersonalLink, **more: Any) -> dict[str, Any]:
    """Context of the whole page. `more`: a refused form."""
    now, found = timezone.now(), queries.my_match(link)
    live = _live_context(found, queries.stamp(found, now), now)
    table = live["at"]
    if table.match:
        request.live.follow(scopes.match(table.match.pk))  # type: ignore[attr-defined]
    others = [one for one in _others(request, link) if one.entry.tournament_id == link.entry.tournament_id]
    return {
        **live,
        "page": "my",
        "notices": notices.card_of_player(link),
        "board": round_chrome.board(table.round, table.match) if table.round else {"line": ""},
        "others": [{"name": str(one.entry), "url": reverse("floor:my", args=[one.token])} for one in others],
        "elsewhere": [
            {"name": f"{one.entry.tournament} · {one.entry}", "url": reverse("floor:my", args=[one.token])}
            for one in _others(request, link)
            if one not in others
        ],
        **more,
    }


def _others(request: HttpRequest, link: PersonalLink) -> list[PersonalLink]:
    """Other players whose links this phone has, such as a parent's children."""
    tokens = [token for token in phones.remembered(request) if token != link.token]
    return links.of_tokens(tokens)


def _round_name(at: MyTable) -> str:
    """The round's name for this player; in the cut as in their own bracket."""
    if at.match is not None:
        return result_words.match_name(at.match)
    return result_words.round_name(at.round) if at.round else ""


def _why_alone(at: MyTable) -> Text:
    if at.match is None or at.match.right_id:
        return ""
    return outcome_words.alone(Outcome(at.match.outcome), in_bracket=at.match.bracket_id is not None).why


def _live_context(found: MyMatch, stamp: str, now: datetime) -> dict[str, Any]:
    """Context of the live part. `stamp` was computed first, so a report from another phone in between makes it
    stale, and the page polls again.
    """
    link, at = found.link, queries.my_table(found.link, now, found)
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
        "name": _round_name(at),
        "match": at.match,
        **acts,
        "unsent": idempotency.report_as(at.match, at.entry) if at.match else {},
        "form": ReportForm(None, at) if at.reports else None,
        "may_leave": at.entry.active and not at.cut and not busy and at.where not in NOTHING_MORE,
        "where": at.where.value,
        "me_note": _note(at.me.points, at.me.record),
        "other_note": _note(at.opponent.points, at.opponent.record) if at.opponent else "",
        "mine": report_row(at.mine, names),
        "theirs": report_row(at.theirs, names),
        "conflict": _is_conflict(at),
        "settled": _is_settled(at),
        "result": _result(at, names),
        "alone": _why_alone(at),
        "explained": _explained(at),
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


def _note(points: int, record: str) -> str:
    return f"{result_words.points(points)} · {record}"


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


def _explained(at: MyTable) -> str:
    """URL of the page that explains this pairing; "" without a match."""
    if at.match is None or at.round is None:
        return ""
    return f"{round_chrome.round_url(at.round, 'pairings:explain')}?match={at.match.pk}"


RESULTS_IN = (PlayerStatus.RESULT_IN, PlayerStatus.LAST_RESULT_IN)


def _is_conflict(at: MyTable) -> bool:
    """Whether this player reported a result other than the saved one."""
    if at.match is None or at.mine is None or at.where not in RESULTS_IN:
        return False
    return differs(reported_by(at.mine), reported_by(at.match))


def _is_settled(at: MyTable) -> bool:
    """Whether this player reported a result other than the saved one, and the report no longer counts."""
    if at.match is None or at.mine is not None or at.where is not PlayerStatus.RESULT_IN:
        return False
    return set_aside(at.match, at.entry)


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


def _result(at: MyTable, names: dict[str, str]) -> str:
    match = at.match
    if match is None or at.where not in RESULTS_IN:
        return ""
    games = (match.games_left, match.games_right)
    score = games if None not in games else None
    result = report_text(match.outcome, match.reason, names, score)  # type: ignore[arg-type]
    return labelled(_("A judge decided"), result) if result_reports.decided_by_judge(match) else result


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
