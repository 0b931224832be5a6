"""The part of a draft page that seats late players."""

from dataclasses import dataclass

from django.http import QueryDict

from core.requests import HomeRequest
from decks.models import Draft
from decks.queries.drafts import round_of_draft
from decks.queries.pools.pools import late_players_without_seat
from decks.queries.supplied_facts import posting_times_by_round
from drafts.forms.late_seats import LateSeatForm
from drafts.queries import beginnings as queries


@dataclass(frozen=True, kw_only=True)
class LatePart:
    """Late players without a seat. `form`: None if no seat can be added."""

    form: LateSeatForm | None


def late_seat_form(request: HomeRequest, draft: Draft, data: QueryDict | None = None) -> LateSeatForm:
    """Build the form that seats a late player. `data`: the submitted form, None for an empty one."""
    return LateSeatForm(
        data, draft=draft, players=late_players_without_seat(draft), may_rule=bool(request.can["rule"])
    )


def late_players_part(
    request: HomeRequest, draft: Draft, form: LateSeatForm | None = None
) -> LatePart | None:
    """Build the part of a draft page for late players.

    Return None if there are none, if the user may not run the draft, before seats are drawn, or once the round is
    posted. Without a free seat the part has no form. `form`: a refused form to show again.
    """
    if not request.can["run"] or not draft.seats:
        return None
    # The odd player of Solomon has a part of the page of their own.
    if all(entry.pk == draft.bye_id for entry in late_players_without_seat(draft)):
        return None
    can_add_seat = draft.subtype == "sealed" or (
        draft.subtype != "solomon" and not queries.is_past_openings(draft)
    )
    if round_of_draft(draft) in posting_times_by_round(draft.division):
        return None
    return LatePart(form=(form or late_seat_form(request, draft)) if can_add_seat else None)
