"""Players' reports for the staff: disputes, single reports, conflicts with a result."""

from collections.abc import Container, Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from pairings.forms.decide import DecideForm
from pairings.models import Dispute, Match, Report, Round
from pairings.queries.reports import result_reports
from pairings.words.report_wording import stored_text
from tournaments.models import Tournament


def names(match: Match) -> dict[str, str]:
    return {"left": str(match.left), "right": str(match.right or "")}


def text_of(report: Report, match: Match) -> str:
    """ "Maya Okonkwo won 2-1"."""
    return stored_text(report, names(match))


def teller(report: Report, match: Match) -> str:
    return str(match.left if report.entry_id == match.left_id else match.right)


def line(report: Report, match: Match) -> dict[str, Any]:
    """One player's report."""
    return {
        "id": report.pk,
        "who": teller(report, match),
        "text": text_of(report, match),
        "at": report.at,
        "leaves": report.leaves,
    }


def match_url(match: Match, round_: Round) -> str:
    division = round_.division
    args = [division.tournament.slug, division.pk, round_.number, match.pk]
    return reverse("floor:match", args=args)


def cards(disputes: Iterable[Dispute], bound: DecideForm | None = None) -> list[dict[str, Any]]:
    """Each dispute with both reports and a form to decide it; `bound` is a rejected form. One query."""
    listed = list(disputes)
    by_match = result_reports.live([dispute.match_id for dispute in listed])
    return [_card(dispute, by_match.get(dispute.match_id, {}).values(), bound) for dispute in listed]


def _card(dispute: Dispute, words: Iterable[Report], bound: DecideForm | None) -> dict[str, Any]:
    match, round_ = dispute.match, dispute.match.round
    own = bound is not None and bound.dispute.pk == dispute.pk
    rows = sorted(words, key=lambda row: row.entry_id != match.left_id)
    return {
        "id": dispute.pk,
        "table": match.table,
        "since": dispute.opened_at,
        "division": str(round_.division),
        "words": [line(row, match) for row in rows],
        "form": bound if own else DecideForm(None, dispute),
        "url": match_url(match, round_),
    }


MOST_WAITING = 20
"""Reports listed on a desk; all of them are on the page of disputes."""


def of_round(round_: Round, tables: Container[int] | None = None) -> dict[str, Any]:
    """Waiting reports and conflicts of a round, and a mark for the row of each table. Six queries.

    `tables`: the matches shown; marks are then made only for these, and the oldest reports listed.
    """
    keys = result_reports.waiting_matches(round_)
    listed = keys if tables is None else keys[:MOST_WAITING]
    wanted = listed if tables is None else {*listed, *(pk for pk in keys if pk in tables)}
    waits, in_dispute = result_reports.waiting(round_, wanted), result_reports.disputed(round_)
    marks = {pk: {"state": "dispute", "note": ""} for pk in in_dispute}
    for waiting in waits:
        reported = _("reported by %(who)s") % {"who": teller(waiting.report, waiting.match)}
        marks[waiting.match.pk] = {"state": "", "note": reported}
    return {
        "in_dispute": len(in_dispute),
        "waiting": [
            line(waiting.report, waiting.match)
            | {
                "table": waiting.match.table,
                "both": waiting.both,
                "url": match_url(waiting.match, round_),
            }
            for waiting in waits
            if waiting.match.pk in set(listed)
        ],
        "waiting_whole": len(keys),
        "conflicts": [
            line(conflict.report, conflict.match)
            | {
                "table": conflict.match.table,
                "stands": stored_text(conflict.match, names(conflict.match)),
                "url": match_url(conflict.match, round_),
            }
            for conflict in result_reports.conflicts(round_)
        ],
        "marks": marks,
    }


def panel(match: Match) -> dict[str, Any]:
    """The reports of one match, for its page. Three queries."""
    words = sorted(result_reports.of_match(match).values(), key=lambda row: row.entry_id != match.left_id)
    dispute = Dispute.objects.filter(match=match, settled_at__isnull=True).first()
    if dispute is not None:
        dispute.match = match
    result = result_reports.reported_by(match)
    differ = [
        row
        for row in words
        if match.outcome != "pending" and result_reports.differs(result_reports.reported_by(row), result)
    ]
    return {
        "words": [line(row, match) for row in words],
        "dispute": dispute,
        "card": _card(dispute, words, None) if dispute else None,
        "waits": match.outcome == "pending" and bool(words) and dispute is None,
        "conflicts": [line(row, match) for row in differ],
    }


def rounds_in_play(event: Tournament) -> list[Round]:
    rows = Round.objects.filter(division__tournament=event, state=Round.State.POSTED)
    return list(rows.select_related("division__tournament", "stage").order_by("division__position"))
