"""Extra time on the page of a table: the stopwatch of the judge, and the minutes granted."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from core import unsent, web
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.wording import moment_text
from pairings.access import match_page
from pairings.engine.clock import proposed_minutes
from pairings.engine.refusals import PairingRefusal
from pairings.forms.extra_time import ExtraForm
from pairings.models import Extension, Match, Round
from pairings.queries.reports import clocks
from pairings.services.reports import time_extensions
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import signed_in


def panel(match: Match, now: datetime | None = None) -> dict[str, Any] | None:
    """The time panel of a table's page; None for a match without two players. Two queries."""
    now = now or timezone.now()
    posted = match.round.state == Round.State.POSTED
    rows = clocks.extensions_of(match)
    if match.right_id is None or not (posted or rows):
        return None
    running = next((row for row in rows if row.ended_at is None), None)
    table = clocks.of_table(match)
    return {
        "rows": rows,
        "running": running,
        "elapsed": int((now - running.began_at).total_seconds()) if running else 0,
        "proposed": proposed_minutes(running.began_at, now) if running else None,
        "began": scoreboard.milliseconds(running.began_at) if running else None,
        "causes": Extension.Cause.choices,
        "minutes": sum(row.seconds or 0 for row in rows) // 60,
        "posted": posted,
        "ends_at": table.ends_at() if table else None,
        "until": scoreboard.milliseconds(table.ends_at()) if table else None,
        "left": _left(table.ends_at() if table else None, now),
        "called": bool(table and table.called(now)),
        "url": f"{round_chrome.match_url(match)}/extra",
    }


def _left(ends: datetime | None, now: datetime) -> str:
    seconds = max(0, int((ends - now).total_seconds())) if ends else 0
    return f"{seconds // 60:02d}:{seconds % 60:02d}"


def own_end(match: Match) -> dict[str, Any] | None:
    """A table's own end of time for its players; None where it is that of the round. Two queries."""
    rows = clocks.extensions_of(match)
    table = clocks.of_table(match) if rows else None
    if table is None:
        return None
    return {
        "judge": table.held_since is not None,
        "deck_check": any(row.ended_at is None and row.cause == row.Cause.DECK_CHECK for row in rows),
        "minutes": int(table.extra.total_seconds()) // 60,
        "ends_at": table.ends_at(),
        "until": scoreboard.milliseconds(table.ends_at()),
        "left": _left(table.ends_at(), timezone.now()),
    }


@require_POST
@match_page("report", idempotent=True)
def extra(request: HttpRequest, match: Match) -> HttpResponse:
    """One tap: `do` is begin, done, nothing, give or away. The table's page shows the result."""
    url = web.back(request, round_chrome.match_url(match))
    form = ExtraForm(request.POST)
    if not form.is_valid():
        first = next(iter(form.errors.values()))[0]
        return round_chrome.redirect_with_message(request, str(first), url)
    _do(request, match, form)
    return redirect(url)


def _do(request: HttpRequest, match: Match, form: ExtraForm) -> None:
    action, by = request.POST.get("do", ""), signed_in(request)
    why, cause = form.cleaned_data["why"], form.cleaned_data["cause"]
    if action == "begin":
        row = time_extensions.begin(match, by=by, cause=cause or Extension.Cause.CALL, why=why)
        return _add_message(
            request, match, "ExtensionBegan", row, _("The stopwatch of table %(table)s is running.")
        )
    if action == "give":
        row = time_extensions.give(
            match,
            seconds=form.seconds(0),
            by=by,
            cause=cause or Extension.Cause.OTHER,
            why=why,
            once=not unsent.key_of(request),
        )
        return _add_message(request, match, "ExtensionGiven", row, _given(row))
    key = whole_number(request.POST.get("extension", ""))
    rows = match.extensions.filter(pk=key or 0).select_related("match__round__division__tournament")
    extension = rows.first()
    if extension is None:
        raise Refused(PairingRefusal.EXTENSION_NOT_FOUND)
    row = extension
    if action == "away":
        row = time_extensions.withdraw(row, by=by)
        return _add_message(
            request, match, "ExtensionWithdrawn", row, _("Time extension of table %(table)s removed.")
        )
    if action in ("done", "nothing"):
        proposed = proposed_minutes(row.began_at, timezone.now())
        seconds = 0 if action == "nothing" else form.seconds(proposed)
        row = time_extensions.end(row, seconds=seconds, by=by, why=why or None)
        return _add_message(request, match, "ExtensionGiven", row, _given(row))
    raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)


def _given(row: Extension) -> str:
    minutes = (row.seconds or 0) // 60
    if not minutes:
        return _("Table %(table)s gets no time extension.")
    message = ngettext(
        "Table %(table)s gets %(n)d minute more.", "Table %(table)s gets %(n)d minutes more.", minutes
    )
    return message.replace("%(n)d", str(minutes))


def _add_message(request: HttpRequest, match: Match, kind: str, row: Extension, sentence: str) -> None:
    message = sentence % {"table": match.table or result_words.DASH}
    ends = clocks.table_ends_at(match) if kind == "ExtensionGiven" and row.seconds else None
    if ends is not None:
        message += " " + _("Its time ends at %(at)s.") % {"at": moment_text(ends, "H:i")}
    round_chrome.add_message(request, message, match.round.division, kind, extension=row.pk)
