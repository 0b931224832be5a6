"""Begin a draft after a confirmation, undo its start, or cancel it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from core.requests import HomeRequest
from decks.models import Draft
from decks.queries.drafts import round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from drafts.forms.beginnings import CancelForm
from drafts.queries import beginnings as queries
from drafts.queries.draft_runs import has_draft_begun
from drafts.queries.drafts import plan_of
from drafts.views.building_clocks import Confirmation
from drafts.words import draft_words as words
from drafts.words.event_draft_words import opened_packs_text


@dataclass(frozen=True, kw_only=True)
class BeginPart:
    """The part of a draft page for beginning the draft.

    `begun`: whether the draft has begun. `may_begin`: whether the user may begin it. `undo_begin`: the URL that
    undoes the start, "" if that is not possible.
    """

    begun: bool
    may_begin: bool
    undo_begin: str


@dataclass(frozen=True, kw_only=True)
class CancelPart:
    """The form that cancels a draft. `opened`: the opened packs as text; `picks`: the number of tapped picks."""

    form: CancelForm
    opened: str
    picks: int


def begin_part(request: HomeRequest, draft: Draft) -> BeginPart:
    """Build the part of a draft page for beginning the draft.

    At most nine queries for users who run the event.
    """
    begun = bool(draft.seats) and has_draft_begun(draft)
    may_run = bool(request.can["run"])
    line = queries.undoable_start_line(draft) if begun and may_run else None
    return BeginPart(
        begun=begun,
        may_begin=may_run and not begun,
        undo_begin=reverse("pairings:undo", args=[draft.division.tournament.slug, line.pk]) if line else "",
    )


def cancel_part(request: HomeRequest, draft: Draft, form: CancelForm | None = None) -> CancelPart | None:
    """Build the form that cancels a draft, or return None if the user may not cancel it.

    Return None also if the draft has not begun or its round is posted. `form`: a refused form to show again.
    """
    if not request.can["rule"] or not draft.seats or not has_draft_begun(draft):
        return None
    if round_of_draft(draft) in posting_times_by_round(draft.division):
        return None
    opened = queries.opened_packs(draft)
    return CancelPart(
        form=form or CancelForm(),
        opened=opened_packs_text(opened.packs, pair=draft.subtype == "solomon"),
        picks=opened.picks,
    )


def begin_question(
    request: HomeRequest, draft: Draft, part: BeginPart, *, url: str, fields: Mapping[str, object]
) -> Confirmation | None:
    """Return the confirmation to show before a draft begins, None unless `?ask=begin` requested it.

    `fields` are sent to `url` to begin. The confirmation lists the notices that are not announced yet (R-053).
    """
    if not part.may_begin or request.GET.get("ask") != "begin":
        return None
    setup = plan_of(draft).setup
    pod = request.GET.get("pod", "")
    return Confirmation(
        title=_("Start the draft?"),
        text=_(
            "After that, seats and plan can no longer change. You can undo the start until the first pick."
        ),
        url=url,
        fields=fields,
        button=_("Start the draft"),
        stay="?" + urlencode({"pod": pod} if pod else {}),
        missing=[
            (words.notice_text(row.notice, setup), row.notice.rule) for row in queries.overdue_notices(draft)
        ],
        likely=True,
    )
