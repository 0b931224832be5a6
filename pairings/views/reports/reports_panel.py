"""Players' reports as shown to staff: disputes, single reports, conflicts with a result."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from pairings.forms.disputes import DecideDisputeForm
from pairings.models import Dispute, Match, Report, Round
from pairings.queries.reports import result_reports
from pairings.words.reported_result_words import stored_result_text


def player_names(match: Match) -> dict[str, str]:
    """Return the names of both players: {"left": name, "right": name or ""}."""
    return {"left": str(match.left), "right": str(match.right or "")}


def text_of_report(report: Report, match: Match) -> str:
    """Return the text of a report: "Maya Okonkwo won 2-1"."""
    return stored_result_text(report, player_names(match))


def reporter_name(report: Report, match: Match) -> str:
    return str(match.left if report.entry_id == match.left_id else match.right)


@dataclass(frozen=True, kw_only=True)
class ReportLine:
    """One player's report on staff pages. `leaves` is whether the player drops after this match."""

    id: int
    who: str
    text: str
    at: datetime
    leaves: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeCard:
    """A dispute to decide.

    - `words`: both players' reports.
    - `form`: form for the decision.
    """

    id: int
    table: int | None
    since: datetime
    division: str
    words: Sequence[ReportLine]
    form: DecideDisputeForm | None
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsPanel:
    """Reports of a match on its page.

    - `words`: all reports.
    - `dispute` and `card`: the open dispute and its context, or None.
    - `waits`: whether there is a report that the other player has not confirmed.
    - `conflicts`: reports that contradict the saved result.
    """

    words: Sequence[ReportLine]
    dispute: Dispute | None
    card: DisputeCard | None
    waits: bool
    conflicts: Sequence[ReportLine]


@dataclass(frozen=True, kw_only=True)
class WaitingReport(ReportLine):
    """A report that is not yet the result. `both` is whether the other player has also reported."""

    table: int | None
    both: bool
    url: str


@dataclass(frozen=True, kw_only=True)
class ConflictingReport(ReportLine):
    """A report that contradicts the saved result `stands`."""

    table: int | None
    stands: str
    url: str


@dataclass(frozen=True, kw_only=True)
class RoundReports:
    """Unconfirmed reports of a round, and reports that contradict a result.

    `in_dispute` is the number of disputes. `waiting_whole` is the number of unconfirmed reports, of which only
    the oldest are listed. `marks` maps match keys to {"state": "dispute" or "", "note": text}.
    """

    in_dispute: int = 0
    waiting: Sequence[WaitingReport] = ()
    waiting_whole: int = 0
    conflicts: Sequence[ConflictingReport] = ()
    marks: Mapping[int, dict[str, str]] = field(default_factory=dict)


def report_line_of_player(report: Report, match: Match) -> ReportLine:
    """Return the context of one player's report."""
    return ReportLine(
        id=report.pk,
        who=reporter_name(report, match),
        text=text_of_report(report, match),
        at=report.at,
        leaves=report.leaves,
    )


def match_page_url(match: Match, round_: Round) -> str:
    division = round_.division
    args = [division.tournament.slug, division.pk, round_.number, match.pk]
    return reverse("floor:match", args=args)


def dispute_cards(disputes: Iterable[Dispute], bound: DecideDisputeForm | None = None) -> list[DisputeCard]:
    """Return each dispute with both reports and a form to decide it. One query.

    `bound` is a rejected form, which is shown again with its dispute.
    """
    dispute_list = list(disputes)
    reports_by_match = result_reports.current_reports([dispute.match_id for dispute in dispute_list])
    return [
        _dispute_card(dispute, reports_by_match.get(dispute.match_id, {}).values(), bound)
        for dispute in dispute_list
    ]


def _dispute_card(
    dispute: Dispute, reports: Iterable[Report], bound: DecideDisputeForm | None
) -> DisputeCard:
    match, round_ = dispute.match, dispute.match.round
    is_bound = bound is not None and bound.dispute.pk == dispute.pk
    sorted_reports = sorted(reports, key=lambda report: report.entry_id != match.left_id)
    return DisputeCard(
        id=dispute.pk,
        table=match.table,
        since=dispute.opened_at,
        division=str(round_.division),
        words=[report_line_of_player(report, match) for report in sorted_reports],
        form=bound if is_bound else DecideDisputeForm(None, dispute),
        url=match_page_url(match, round_),
    )


MAX_WAITING = 20
"""Maximum number of reports listed on a desk; the disputes page lists all of them."""


def reports_of_round(round_: Round, match_keys: Container[int] | None = None) -> RoundReports:
    """Return a round's unconfirmed reports and conflicts, and the marks of its tables. Six queries.

    `match_keys` are the ids of the displayed matches, or None for all. If it is set, only the oldest MAX_WAITING
    reports are listed, and tables not displayed may have no mark.
    """
    waiting_keys = result_reports.unconfirmed_match_keys(round_)
    listed_keys = waiting_keys if match_keys is None else waiting_keys[:MAX_WAITING]
    loaded_keys = (
        listed_keys
        if match_keys is None
        else {*listed_keys, *(pk for pk in waiting_keys if pk in match_keys)}
    )
    waiting_reports, in_dispute = (
        result_reports.unconfirmed_matches(round_, loaded_keys),
        result_reports.open_dispute_times(round_),
    )
    marks = {pk: {"state": "dispute", "note": ""} for pk in in_dispute}
    for waiting in waiting_reports:
        note = _("reported by %(who)s") % {"who": reporter_name(waiting.report, waiting.match)}
        marks[waiting.match.pk] = {"state": "", "note": note}
    return RoundReports(
        in_dispute=len(in_dispute),
        waiting=[
            WaitingReport(
                **vars(report_line_of_player(waiting.report, waiting.match)),
                table=waiting.match.table,
                both=waiting.both,
                url=match_page_url(waiting.match, round_),
            )
            for waiting in waiting_reports
            if waiting.match.pk in set(listed_keys)
        ],
        waiting_whole=len(waiting_keys),
        conflicts=[
            ConflictingReport(
                **vars(report_line_of_player(conflict.report, conflict.match)),
                table=conflict.match.table,
                stands=stored_result_text(conflict.match, player_names(conflict.match)),
                url=match_page_url(conflict.match, round_),
            )
            for conflict in result_reports.results_contradicting_reports(round_)
        ],
        marks=marks,
    )


def joined_reports(reports: Sequence[RoundReports]) -> RoundReports:
    """Combine the reports of several rounds, without marks."""
    return RoundReports(
        in_dispute=sum(report.in_dispute for report in reports),
        waiting=[waiting for report in reports for waiting in report.waiting],
        waiting_whole=sum(report.waiting_whole for report in reports),
        conflicts=[conflict for report in reports for conflict in report.conflicts],
    )


def build_reports_panel(match: Match) -> ReportsPanel:
    """Build the panel of a match's reports for its page. Three queries."""
    reports = sorted(
        result_reports.reports_of_match(match).values(), key=lambda report: report.entry_id != match.left_id
    )
    open_disputes = Dispute.objects.filter(match=match, settled_at__isnull=True)
    dispute = open_disputes.select_related("claimed_by").first()
    if dispute is not None:
        dispute.match = match
    result = result_reports.reported_result(match)
    conflicting = [
        report
        for report in reports
        if match.outcome != "pending"
        and result_reports.contradicts_entered_result(result_reports.reported_result(report), result)
    ]
    return ReportsPanel(
        words=[report_line_of_player(report, match) for report in reports],
        dispute=dispute,
        card=_dispute_card(dispute, reports, None) if dispute else None,
        waits=match.outcome == "pending" and bool(reports) and dispute is None,
        conflicts=[report_line_of_player(report, match) for report in conflicting],
    )
