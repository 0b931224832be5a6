"""Extra time on a table's page: the judge's stopwatch, and the minutes granted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import responses, unsent
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from pairings.access import match_page
from pairings.engine.clock import proposed_extension_minutes
from pairings.engine.refusals import PairingRefusal
from pairings.forms.extra_time import ExtraTimeForm
from pairings.models import Extension, Match, Round
from pairings.queries.reports import clocks
from pairings.services.reports import time_extensions
from pairings.views import undo_messages
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_urls
from pairings.words import clock_words, result_words


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEndOfTime:
    """End of time at a table with extra time, for its players.

    - `judge`: whether a judge is at the table.
    - `deck_check`: whether a deck check is going on.
    - `minutes`: extra time.
    - `ends_at`: end, or None while the clock is stopped; `until`: the same in milliseconds since 1970.
    - `left`: time left as text.
    """

    judge: bool
    deck_check: bool
    minutes: int
    ends_at: datetime | None
    until: int | None
    left: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePanel:
    """Panel about extra time on a table's page.

    - `rows`: all time extensions of the match.
    - `running`: the running stopwatch, `elapsed`: its seconds, `proposed`: the minutes it would grant.
    - `began` and `until`: start of the stopwatch and end of time, in milliseconds since 1970.
    - `minutes`: total extra time.
    - `left`: time left as text.
    - `called`: whether time has been called at the table.
    """

    rows: Sequence[Extension]
    running: Extension | None
    elapsed: int
    elapsed_text: str
    proposed: int | None
    began: int | None
    causes: Sequence[tuple[str, Promise]]
    minutes: int
    posted: bool
    ends_at: datetime | None
    until: int | None
    left: str
    called: bool
    url: str


def build_time_panel(match: Match, now: datetime | None = None) -> TimePanel | None:
    """Build the panel about extra time of a table's page. Two queries.

    Return None for a match without two players, or for a round that is not posted and had no extra time.
    """
    now = now or timezone.now()
    is_posted = match.round.state == Round.State.POSTED
    extensions = clocks.extensions_of(match)
    if match.right_id is None or not (is_posted or extensions):
        return None
    running = next((extension for extension in extensions if extension.ended_at is None), None)
    table = clocks.clock_of_table(match)
    ends_at = table.ends_at() if table else None
    seconds_left = max(0, int((ends_at - now).total_seconds())) if ends_at else 0
    elapsed = int((now - running.began_at).total_seconds()) if running else 0
    return TimePanel(
        rows=extensions,
        running=running,
        elapsed=elapsed,
        elapsed_text=scoreboard.countdown_text(elapsed),
        proposed=proposed_extension_minutes(running.began_at, now) if running else None,
        began=scoreboard.milliseconds(running.began_at) if running else None,
        causes=Extension.Cause.choices,
        minutes=sum(extension.seconds or 0 for extension in extensions) // 60,
        posted=is_posted,
        ends_at=ends_at,
        until=scoreboard.milliseconds(ends_at),
        left=scoreboard.countdown_text(seconds_left),
        called=bool(table and table.called(now)),
        url=f"{round_urls.match_url(match)}/extra",
    )


def own_end_of_time(match: Match) -> OwnEndOfTime | None:
    """Return the end of time at a table with extra time, or None if the round's clock applies.

    Two queries.
    """
    extensions = clocks.extensions_of(match)
    table = clocks.clock_of_table(match) if extensions else None
    if table is None:
        return None
    ends_at = table.ends_at()
    seconds_left = max(0, int((ends_at - timezone.now()).total_seconds())) if ends_at else 0
    return OwnEndOfTime(
        judge=table.held_since is not None,
        deck_check=any(
            extension.ended_at is None and extension.cause == extension.Cause.DECK_CHECK
            for extension in extensions
        ),
        minutes=int(table.extra.total_seconds()) // 60,
        ends_at=ends_at,
        until=scoreboard.milliseconds(ends_at),
        left=scoreboard.countdown_text(seconds_left),
    )


@require_POST
@match_page("report", idempotent=True)
def change_extra_time(request: StaffRequest, match: Match) -> HttpResponse:
    """Start or stop a table's stopwatch, or grant or withdraw extra time.

    The field `do` selects the action: "begin" starts the stopwatch, "done" stops it and grants its time,
    "nothing" stops it without granting time, "give" grants minutes, and "away" withdraws an extension.
    Refused: EXTENSION_NOT_FOUND, UNDO_NOT_POSSIBLE for another action, and whatever `time_extensions` refuses.
    """
    url = page_to_return_to(request, round_urls.match_url(match))
    form = ExtraTimeForm(request.POST)
    if not form.is_valid():
        first_error = next(iter(form.errors.values()))[0]
        return responses.redirect_with_error(request, str(first_error), url)
    action, by = request.POST.get("do", ""), request.user
    reason, cause = form.cleaned_data["why"], form.cleaned_data["cause"]
    if action == "begin":
        changed_extension = time_extensions.start_stopwatch(
            match, by=by, cause=cause or Extension.Cause.CALL, why=reason
        )
        kind, sentence = "ExtensionBegan", _("Table %(table)s’s stopwatch is running.")
    elif action == "give":
        changed_extension = time_extensions.grant_extra_time(
            match,
            seconds=form.seconds(0),
            by=by,
            cause=cause or Extension.Cause.OTHER,
            why=reason,
            ignore_double_click=not unsent.idempotency_key(request),
        )
        kind, sentence = "ExtensionGiven", ""
    else:
        key = whole_number(request.POST.get("extension", ""))
        extensions = match.extensions.filter(pk=key or 0).select_related("match__round__division__tournament")
        extension = extensions.first()
        if extension is None:
            raise Refused(PairingRefusal.EXTENSION_NOT_FOUND)
        if action == "away":
            changed_extension = time_extensions.withdraw_extension(extension, by=by)
            kind, sentence = "ExtensionWithdrawn", _("Table %(table)s’s time extension removed.")
        elif action in ("done", "nothing"):
            proposed = proposed_extension_minutes(extension.began_at, timezone.now())
            seconds = 0 if action == "nothing" else form.seconds(proposed)
            changed_extension = time_extensions.grant_stopwatch_time(
                extension, seconds=seconds, by=by, why=reason or None
            )
            kind, sentence = "ExtensionGiven", ""
        else:
            raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if kind == "ExtensionGiven":
        ends_at = clocks.table_ends_at(match) if changed_extension.seconds else None
        sentence = clock_words.time_extension_text(changed_extension.seconds or 0, ends_at)
    message = sentence % {"table": match.table or result_words.DASH}
    undo_messages.add_undo_message(
        request, message, match.round.division, kind, extension=changed_extension.pk
    )
    return redirect(url)
