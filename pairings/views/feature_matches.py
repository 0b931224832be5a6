"""Move matches to feature tables and back, from the desk, the review and the page of a match."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import responses
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from pairings.access import round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.queries.rounds import feature_tables
from pairings.queries.rounds.feature_tables import FeatureTable
from pairings.services.rounds import feature_matches
from pairings.views import undo_messages
from pairings.views.rounds import round_urls


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureRow:
    """A feature table.

    - `title`: "Table 101 (Stream)", and `move_text` the label of the button that moves a match there.
    - `match`: key of the match that is seated there, or None while the table is free; `names`: its players.
    - `note`: the table it came from, and its division if that is another one.
    - `back`: the table to which it returns, or None if it stays or belongs to another round.
    - `back_text`: the label of the button that moves it back, and `slip_url` its match slip.
    """

    number: int
    title: str
    move_text: str
    match: int | None = None
    names: str = ""
    note: str = ""
    back: int | None = None
    back_text: str = ""
    slip_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeaturePanel:
    """The feature tables of an event, on a page of a round or of one of its matches.

    `free` are the tables to which a match can be moved. On the page of a match, `match` is its key, `seen` its table,
    and `rows` its feature table alone.
    """

    url: str
    rows: list[FeatureRow]
    free: list[FeatureRow]
    match: int | None = None
    seen: int | None = None


def round_panel(round_: Round) -> FeaturePanel | None:
    """Return the feature tables for a page of a round, or None for a closed round or without feature tables.

    At most five queries, none for an event that is known to have no feature tables.
    """
    event = round_.division.tournament
    if round_.state == Round.State.CLOSED or not feature_tables.has_feature_tables(event):
        return None
    tables = feature_tables.feature_tables(event)
    if not tables:
        return None
    rows = _feature_rows(tables, round_)
    free = [row for row in rows if row.match is None]
    return FeaturePanel(url=round_urls.round_url(round_, "pairings:feature"), rows=rows, free=free)


def match_panel(match: Match) -> FeaturePanel | None:
    """Return the free feature tables and the way back for the page of a match, or None if it cannot be moved."""
    panel = round_panel(match.round) if match.right_id is not None else None
    if panel is None:
        return None
    own_rows = [row for row in panel.rows if row.match == match.pk]
    free = panel.free if match.outcome == Outcome.PENDING else []
    if not free and not own_rows:
        return None
    return FeaturePanel(url=panel.url, rows=own_rows, free=free, match=match.pk, seen=match.table)


def _feature_rows(tables: list[FeatureTable], round_: Round) -> list[FeatureRow]:
    matches = [table.match for table in tables if table.match is not None]
    reseated = _reseated_tables(round_, matches)
    rows = []
    for table in tables:
        title = _("Table %(table)s (%(name)s)") if table.name else _("Table %(table)s")
        move_text = _("Move to table %(table)s (%(name)s)") if table.name else _("Move to table %(table)s")
        facts, match = {"table": table.number, "name": table.name}, table.match
        if match is None:
            free_row = FeatureRow(number=table.number, title=title % facts, move_text=move_text % facts)
            rows.append(free_row)
            continue
        is_own = match.round_id == round_.pk
        notes = [
            _("from table %(table)s") % {"table": match.home_table} if match.home_table else "",
            "" if is_own else str(match.round.division),
        ]
        back, back_text = None, ""
        if is_own and match.home_table is not None:
            back, back_text = match.home_table, _("Back to table %(table)s")
            if back in reseated:
                match.round = round_
                back = feature_matches.table_to_return_to(match)
                back_text = _("Move to table %(table)s, as table %(home)s has another match")
        rows.append(
            FeatureRow(
                number=table.number,
                title=title % facts,
                move_text=move_text % facts,
                match=match.pk,
                names=f"{match.left} – {match.right}",
                note=" · ".join(filter(None, notes)),
                back=back,
                back_text=back_text % {"table": back, "home": match.home_table},
                slip_url=slip_url(match, round_) if is_own else "",
            )
        )
    return rows


def _reseated_tables(round_: Round, matches: list[Match]) -> set[int]:
    """Return the former tables of matches at which other matches are seated. One query, none without such tables."""
    home_tables = [match.home_table for match in matches if match.home_table is not None]
    if not home_tables:
        return set()
    seated = feature_tables.open_matches(round_.division.tournament).filter(table__in=home_tables)
    return {table for table in seated.values_list("table", flat=True) if table is not None}


def slip_url(match: Match, round_: Round) -> str:
    """Return the URL of the match slip of one match."""
    page = reverse("pairings:sheet", args=[round_.division.tournament.slug, "slips"])
    query = {"division": round_.division_id, "round": round_.number, "match": match.pk}
    return f"{page}?{urlencode(query)}"


@require_POST
@round_page("run", back="pairings:round")
def move_match(request: StaffRequest, round_: Round) -> HttpResponse:
    """Move a match to a feature table, or back.

    The form names the match by its key `match` and the table `seen`, or by its table `from`. `table` is the feature
    table, or `back` the table to which the match returns.
    """
    url = page_to_return_to(request, round_urls.review_or_desk_url(round_))
    match_key, from_table, table, back, seen = (
        whole_number(request.POST.get(name, "")) for name in ("match", "from", "table", "back", "seen")
    )
    if match_key is None and from_table is None:
        return responses.redirect_with_error(request, _("Enter the table number of the match to move."), url)
    if table is None and back is None:
        return responses.redirect_with_error(request, _("Choose the table to move the match to."), url)
    try:
        match = _match_of_form(round_, match_key, from_table)
        if table is not None:
            match = feature_matches.move_to_feature_table(match, table, by=request.user, seen=seen)
        elif back is not None:
            match = feature_matches.move_back(match, back, by=request.user, seen=seen)
    except Refused as refused:
        return responses.redirect_with_refusal(request, refused, url)
    facts = {"left": match.left, "right": match.right, "table": match.table}
    sentence = _("%(left)s and %(right)s now play at table %(table)s.") % facts
    undo_messages.add_undo_message(request, sentence, round_.division, "MatchMoved", match=match.pk)
    return redirect(url)


def _match_of_form(round_: Round, match_key: int | None, from_table: int | None) -> Match:
    """Return the match with this key, or at this table. Refused: MATCH_NOT_FOUND, and whatever `match_at` refuses."""
    if match_key is None:
        return feature_matches.match_at(round_, from_table or 0)
    match = round_.matches.filter(pk=match_key).first()
    if match is None:
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    match.round = round_
    return match
