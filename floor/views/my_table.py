"""A player's own page behind a personal link. The templates of its panels are in `templates/floor/my/`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from core import phones
from core.requests import HomeRequest, PlayerRequest
from core.responses import make_response_private, render_page
from core.scoreboard.scoreboard import Scoreboard
from core.services.notices import subscriptions
from core.text_parts import text_labeled_with_part
from decks.queries.supplied_facts import draft_link
from decks.views.lists.building_time import BuildPanel
from decks.views.lists.player_pages import urls_of_tabs
from floor.forms.my_table import PlayerReportForm
from floor.models import Penalty
from floor.queries import my_table as queries
from floor.queries.my_table import MyMatch, MyTable
from floor.queries.player.own_rows import newest_match
from floor.views import calls, my_building, my_first_screen, my_taps, next_acts, notices
from floor.views.calls import HandButton
from floor.views.my_building import PoolPanel
from floor.views.my_first_screen import FirstScreen
from floor.views.my_taps import PlayerPanel
from floor.views.notices import NoticesCard
from floor.views.player_matches import WORDS
from floor.words.my_table_words import ActStep
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES
from pairings.engine.display_rows import EntryPerson
from pairings.engine.outcomes import Outcome
from pairings.engine.player_status import PlayerStatus
from pairings.engine.reports import contradicts_entered_result, merge_reports
from pairings.models import Match, Report
from pairings.queries.reports.result_reports import reported_result
from pairings.queries.rounds import player_matches
from pairings.views import round_heading
from pairings.views.reports import extra_time, idempotency
from pairings.views.reports.extra_time import OwnEndOfTime
from pairings.views.rounds import round_urls
from pairings.views.standings.bubble import bubble_url
from pairings.words import outcome_words, result_words, round_names
from pairings.words.reported_result_words import report_text
from tournaments import scopes
from tournaments.access import event_page
from tournaments.models import Announcement, Entry, PersonalLink, Tournament
from tournaments.queries import personal_links
from tournaments.views.personal_link import own_links, player_page


@require_safe
@player_page
def my_table_page(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Show the page of one player."""
    return render_page(request, "floor/my_table.html", render_whole_my_table(request, link))


@require_safe
@player_page
def live_part_of_my_table(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Return the live part for a page that polls, or 204 if nothing has changed.

    At another table the whole page is different, so it is reloaded.
    """
    now, newest = timezone.now(), newest_match(link)
    if request.GET.get("match", "") != str(newest.match.pk if newest.match else ""):
        return HttpResponseClientRefresh()
    player_match = queries.my_match(link, newest)
    stamp = queries.my_table_stamp(player_match, now)
    if request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    page = _live_page(player_match, stamp, now)
    return render(request, "floor/my/live_part.html", {**vars(page), "page": "my"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTexts:
    """Texts about the player's match. `why` is why there is no opponent, `explained` the URL that explains the pairing.

    `conflict` is true if this player reported a result other than the saved one, and `settled` if staff set that report
    aside. `unsent` tells the phone how to name and queue a report that it could not send.
    """

    name: str = ""
    unsent: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    explained: str = ""
    result: str = ""
    conflict: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """A player's report."""

    text: str
    at: datetime
    leaves: bool
    id: int
    entry: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLine:
    """A penalty as its player sees it."""

    level: str | Promise
    infraction: str | Promise
    round: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class MyTablePage:
    """The live part of a player's page. Its fields are the variables of the templates.

    `my` are the URLs of the player's pages, `step` the message of the current act, `mine` and `theirs` the two reports.
    `stamp` changes whenever the page changes.
    """

    my: dict[str, str]
    link: PersonalLink
    entry: Entry
    at: MyTable
    match: Match | None
    line: list[ActStep]
    step: dict[str, str]
    of_match: MatchTexts
    first: FirstScreen
    form: PlayerReportForm | None
    may_leave: bool
    where: str
    me_note: str
    other_note: str
    mine: ReportRow | None
    theirs: ReportRow | None
    bubble: str
    day: list[tuple[Any, ...]]
    penalties: Sequence[PenaltyLine]
    news: Sequence[Announcement]
    stamp: str
    rewrite: object
    record: PlayerPanel | None
    hand: HandButton | None
    own_time: OwnEndOfTime | None
    drafting: object
    pool: PoolPanel | None
    build: BuildPanel | None


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """A link to the page of another player whose personal link is on this phone."""

    name: str
    url: str


@dataclass(frozen=True, kw_only=True)
class WholeMyTablePage(MyTablePage):
    """The whole page with the live part. `others` and `elsewhere` are players in the same and in other events."""

    page: str
    notices: NoticesCard
    board: Scoreboard
    others: Sequence[OtherPlayer]
    elsewhere: Sequence[OtherPlayer]


def render_whole_my_table(
    request: HomeRequest, link: PersonalLink, refused_form: PlayerReportForm | None = None
) -> WholeMyTablePage:
    """Return the whole page, with the refused form in place of an empty one.

    The page also follows changes to the player's match.
    """
    now, player_match = timezone.now(), queries.my_match(link)
    page = _live_page(player_match, queries.my_table_stamp(player_match, now), now)
    if page.match:
        request.live.follow(scopes.match_scope(page.match.pk))
    # A phone may have links of several players, such as those of a parent's children.
    tokens = [token for token in phones.opened_tokens(request) if token != link.token]
    other_players: list[OtherPlayer] = []
    at_other_events: list[OtherPlayer] = []
    for player_link in personal_links.links_by_tokens(tokens):
        url = reverse("floor:my", args=[player_link.token])
        if player_link.entry.tournament_id == link.entry.tournament_id:
            other_players.append(OtherPlayer(str(player_link.entry), url))
        else:
            at_other_events.append(OtherPlayer(f"{player_link.entry.tournament} · {player_link.entry}", url))
    if refused_form is not None:
        page = replace(page, form=refused_form)
    return WholeMyTablePage(
        **vars(page),
        page="my",
        notices=notices.notices_card_of_player(link),
        board=round_heading.round_scoreboard(page.at.round, page.match) if page.at.round else Scoreboard(),
        others=other_players,
        elsewhere=at_other_events,
    )


def _live_page(player_match: MyMatch, stamp: str, now: datetime) -> MyTablePage:
    """Collect the live part.

    The caller computes `stamp` first, so that a report that arrives in between makes it stale and the page polls again.
    """
    link, player_table = player_match.link, queries.my_table(player_match.link, now, player_match)
    names = names_by_side(player_table)
    facts, titles = player_table.division, player_matches.titles_of_cut_matches(player_table.played)
    urls = urls_of_tabs(link, collects_lists=facts.list_rules is not None) | {
        "arrive": reverse("pairings:arrive", args=[link.token])
    }
    builds = my_building.builds_of_player_division(player_table)
    build, pool = (
        my_building.building_time_panel(player_table, builds),
        my_building.pool_panel(player_table, builds),
    )
    own_time = (
        extra_time.own_end_of_time(player_table.match) if player_table.match and player_table.side else None
    )
    record = my_taps.player_panel(player_table)
    acts = next_acts.acts_of_player(
        player_table, builds, build=build, pool=pool, record=record, own_time=own_time, urls=urls
    )
    form = PlayerReportForm(None, player_table) if player_table.reports else None
    # Only players who are still in the event, outside a bracket and without a match to finish may drop.
    has_open_match = (
        player_table.side and player_table.match is not None and player_table.match.outcome == Outcome.PENDING
    )
    return MyTablePage(
        my=urls,
        link=link,
        entry=link.entry,
        at=player_table,
        match=player_table.match,
        line=acts.line,
        step=acts.step,
        of_match=_match_texts(player_table, names, titles),
        first=my_first_screen.top_of_player_page(player_table, record, form, acts.step),
        form=form,
        may_leave=player_table.entry.active
        and not player_table.cut
        and not has_open_match
        and player_table.where not in NOTHING_MORE,
        where=player_table.where.value,
        me_note=_score_note(player_table.me),
        other_note=_score_note(player_table.opponent) if player_table.opponent else "",
        mine=report_row(player_table.mine, names),
        theirs=report_row(player_table.theirs, names),
        bubble=""
        if player_table.where is PlayerStatus.OVER
        else bubble_url(link.entry.division, player_table.ranked),
        day=[(line, *WORDS[line.result]) for line in queries.rounds_of_player(player_table, titles)],
        penalties=_penalty_lines(player_table.rows.penalties),
        news=facts.news,
        stamp=stamp,
        rewrite=player_table.rows.rewrite,
        record=record,
        hand=calls.hand_button(player_table),
        own_time=own_time,
        drafting=draft_link(player_table.entry, link.token),
        pool=pool,
        build=build,
    )


def _score_note(person: EntryPerson) -> str:
    return f"{result_words.points_text(person.points)} · {person.record}"


def _match_texts(player_table: MyTable, names: dict[str, str], titles: Mapping[int, str]) -> MatchTexts:
    """Describe the player's match for the live part: its result, and the player's report if it differs.

    `titles` are the names of the player's cut matches by match key.
    """
    match = player_table.match
    if match is None:
        # In the cut, the player's bracket names the round.
        return MatchTexts(name=round_names.round_name(player_table.round) if player_table.round else "")
    why = explained = result = ""
    conflict = settled = False
    if not match.right_id:
        in_bracket = match.bracket_id is not None
        alone = outcome_words.alone_words(Outcome(match.outcome), in_bracket=in_bracket).why
        why = text_labeled_with_part(_("Why"), alone)
    if player_table.round is not None and player_table.where is not PlayerStatus.OVER:
        explained = f"{round_urls.round_url(player_table.round, 'pairings:explain')}?match={match.pk}"
    if player_table.where in RESULTS_IN:
        result = report_text(match.outcome, match.reason, names, reported_result(match).games)
        if player_table.rows.reports.decided_by_judge:
            result = text_labeled_with_part(_("A judge decided"), result)
        conflict = player_table.mine is not None and contradicts_entered_result(
            reported_result(player_table.mine), reported_result(match)
        )
    if player_table.where is PlayerStatus.BOTH_REPORTED and player_table.mine and player_table.theirs:
        agreed = merge_reports(reported_result(player_table.mine), reported_result(player_table.theirs))
        result = report_text(agreed.outcome, agreed.reason, names, agreed.games)
    if player_table.mine is None and player_table.where is PlayerStatus.RESULT_IN:
        settled = player_table.rows.reports.is_overruled(match, player_table.entry)
    return MatchTexts(
        name=titles.get(match.pk) or round_names.round_name(match.round),
        unsent=idempotency.queued_report(match, player_table.entry),
        why=why,
        explained=explained,
        result=result,
        conflict=conflict,
        settled=settled,
    )


def names_by_side(player_match: MyMatch) -> dict[str, str]:
    """Return the names of both players by side. Both names are empty without an opponent."""
    if player_match.other is None:
        return {"left": "", "right": ""}
    other_side = "right" if player_match.side == "left" else "left"
    return {player_match.side: player_match.own_name, other_side: player_match.other_name}


def report_row(report: Report | None, names: dict[str, str]) -> ReportRow | None:
    """Return the row of one player's report, or None without a report."""
    if report is None:
        return None
    text = report_text(report.outcome, report.reason, names, reported_result(report).games)
    return ReportRow(
        text=text,
        at=report.at,
        leaves=report.leaves,
        id=report.pk,
        entry=report.entry_id,
    )


RESULTS_IN = (PlayerStatus.RESULT_IN, PlayerStatus.LAST_RESULT_IN)


def _penalty_lines(penalties: Sequence[Penalty]) -> list[PenaltyLine]:
    """Return lines of a player's penalties, omitting the note and the judge."""
    return [
        PenaltyLine(
            level=LEVEL_NAMES[penalty.level],
            infraction=INFRACTION_NAMES.get(penalty.infraction, ""),
            round=round_names.round_name(penalty.match.round) if penalty.match else "",
            at=penalty.at,
        )
        for penalty in penalties
    ]


NOTHING_MORE = (PlayerStatus.OVER, PlayerStatus.NOT_ON_DAY_TWO, PlayerStatus.NOT_IN_CUT)
"""Statuses in which a player can no longer drop."""


@require_POST
@player_page
def forget_link_on_phone(request: PlayerRequest, link: PersonalLink) -> HttpResponse:
    """Remove the link from this phone, and end its notifications on the phone with the submitted endpoint."""
    event = link.entry.tournament
    subscriptions.unsubscribe_browser(link.entry, request.POST.get("endpoint", "").replace("\0", ""))
    visible = event.published or request.can["view"]
    response = redirect("tournaments:event", event.slug) if visible else redirect("tournaments:home")
    request.forgets_link = True
    return response


@require_safe
@event_page()
def redirect_to_my_table(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Redirect from the event to the reader's own table, based on the links in the account or on the phone.

    Without a link, explain where links come from.
    """
    reader_links = own_links(request, event)
    if reader_links:
        return make_response_private(redirect("floor:my", reader_links[0].token))
    context = {"page": "my", "title": _("My table")}
    return make_response_private(render(request, "floor/my_where.html", context))
