"""The tables of a round as the desk shows them, and what its script has to know of those elsewhere in the hall."""

from typing import Any

from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import desk, rows
from pairings.views.rounds import round_chrome
from pairings.words import result_words

KEYS_OF_CUT = "12"
"""The result keys of a match that cannot be tied."""


def line(desk_row: desk.DeskRow, round_: Round) -> dict[str, Any]:
    """One table of the desk."""
    row, is_open = desk_row.row, desk_row.is_open
    division = round_.division
    url = reverse("floor:match", args=[division.tournament.slug, division.pk, round_.number, row.match_id])
    return {
        "id": row.match_id,
        "no": row.table,
        "left": row.left.name,
        "right": row.right.name if row.right else "",
        "left_note": result_words.note(row.left, down=desk_row.down == "left"),
        "right_note": result_words.note(row.right, down=desk_row.down == "right") if row.right else "",
        "open": is_open,
        "outcome": row.outcome.value,
        "saved": result_words.row_text(row, desk_row.reason),
        "note": result_words.walkover(row),
        "by": desk_row.by,
        "at": desk_row.at,
        "href": url,
        "keys": KEYS_OF_CUT if round_chrome.is_cut(round_) else "",
    }


def elsewhere(round_: Round) -> list[dict[str, Any]]:
    """The tables of other divisions, for the quick entry of this one. One query."""
    return [_known(match) for match in desk.tables_elsewhere(round_)]


def _known(match: Match) -> dict[str, Any]:
    row = rows.match_row(match, {})
    is_open = row.outcome is Outcome.PENDING
    return {
        "id": match.pk,
        "no": row.table,
        "left": row.left.name,
        "right": row.right.name if row.right else "",
        "open": is_open,
        "outcome": row.outcome.value,
        "saved": "" if is_open else result_words.row_text(row, match.reason),
        "keys": KEYS_OF_CUT if match.round.stage.kind == Stage.Kind.ELIMINATION else "",
    }
