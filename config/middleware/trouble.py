"""A database lost during a request, or locked for long: reads are retried, writes report what is known.

`config.errors` gets the page of an uncaught error; `DatabaseTroubleMiddleware` sees the trouble on it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from time import monotonic, sleep
from typing import Any, Literal
from zoneinfo import ZoneInfo

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from api.engine.refusals import ApiRefusal
from api.problems import problem
from config.sessions import SessionNotSaved
from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import journal_text
from core.web import referrer
from pairings.models import Match
from pairings.words.round_words import result_text
from tournaments.models import Tournament, User
from tournaments.rules import powers

SAFE = ("GET", "HEAD", "OPTIONS")

PATIENCE = 2.0
"""Seconds a request waits for the database to answer again."""

MOST_STEPS = 5
MOST_FIELDS = 300
"""A larger form is submitted again from its own page."""

NUMBER = re.compile(r"\d{1,9}", re.ASCII)

CONNECTION_LOST = ("08", "57P", "53300")
"""SQLSTATE of a broken connection, of a server stopping or starting, of one with too many connections."""

BUSY = ("40001", "40P01", "55P03")
"""SQLSTATE of a transaction rolled back in favor of others."""

SQLITE_BUSY = (5, 6)
"""SQLITE_BUSY and SQLITE_LOCKED."""

Trouble = Literal["gone", "busy"]


def trouble_of(error: BaseException | None) -> Trouble | None:
    """ "gone" if the database was lost, "busy" if it is locked; None for any other error."""
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return "busy" if code & 0xFF in SQLITE_BUSY else None
    if connection.vendor != "postgresql":
        return None
    state = getattr(cause, "sqlstate", None) or ""
    if state.startswith(BUSY):
        return "busy"
    return "gone" if not state or state.startswith(CONNECTION_LOST) else None


class DatabaseTroubleMiddleware:
    """Retry a request that only reads, once the database answers again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.began = timezone.now()  # type: ignore[attr-defined]
        response = self.get_response(request)
        lost = getattr(response, "database_trouble", None) == "gone"
        if lost and request.method in SAFE and not connection.in_atomic_block and _answers_again():
            return self.get_response(request)
        return response


def _answers_again() -> bool:
    """Wait up to PATIENCE for a new connection."""
    until = monotonic() + PATIENCE
    connection.close()
    while True:
        try:
            connection.ensure_connection()
        except DatabaseError:
            if monotonic() > until:
                return False
            sleep(0.2)
        else:
            return True


def page_of(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The page for a database error; None for any other error. Rendered without context processors, which query the
    database.
    """
    trouble = trouble_of(error)
    if trouble is None:
        return None
    if request.path_info.startswith("/api/"):
        response = problem(Refused(ApiRefusal.API_BUSY, again=5))
    else:
        again = request.get_full_path()
        if request.method in SAFE:
            page = str(render_to_string("database_read.html", {"trouble": trouble, "again": again}))
        else:
            page = _written_page(request, trouble, error)
        response = HttpResponse(page, status=503, headers={"Retry-After": "5", "Cache-Control": "no-store"})
    response.database_trouble = trouble  # type: ignore[attr-defined]
    return response


def _written_page(request: HttpRequest, trouble: Trouble, error: BaseException | None) -> str:
    known = _known(request) if trouble == "busy" or _answers_again() else None
    reports = known is not None and (known.steps is not None or not isinstance(error, SessionNotSaved))
    not_saved = trouble == "busy" and known is not None and reports and not known.steps
    # The submitted fields, to be sent again, unless a password or a file is among them, or too many.
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    secret = any("password" in name for name, _value in fields)
    sent_again = not_saved and not (secret or request.FILES or len(fields) > MOST_FIELDS)
    # Where to look: the player's own table, the referring page, or all events.
    token, home = _url_arguments(request).get("token"), reverse("tournaments:home")
    back = reverse("floor:my", args=[token]) if token else referrer(request) or home
    context = {
        "trouble": trouble,
        "known": known,
        "not_saved": not_saved,
        "fields": [pair for pair in fields if pair[0] != "csrfmiddlewaretoken"] if sent_again else None,
        "action": request.get_full_path(),
        "back": back,
        "csrf_token": get_token(request),
    }
    return render_to_string("database_written.html", context)


@dataclass(frozen=True, slots=True)
class TableNow:
    """The current state of a table."""

    number: int | None
    result: str
    url: str


@dataclass(frozen=True, slots=True)
class Known:
    """What the database has after the trouble.

    `since`: when the request began, in the event's time zone. `steps`: journal lines of this user since then, as
    sentences; None without a journal (no event, or not signed in). `journal`: its address.
    """

    since: datetime
    steps: list[str] | None
    tables: list[TableNow]
    journal: str


def _known(request: HttpRequest) -> Known | None:
    """None if the database was lost again."""
    try:
        return _read(request)
    except DatabaseError:
        connection.close()
        return None


def _read(request: HttpRequest) -> Known:
    since: datetime = request.began  # type: ignore[attr-defined]
    event = Tournament.objects.filter(slug=str(_url_arguments(request).get("slug", ""))).first()
    if event is None or not isinstance(request.user, User) or not powers(request.user, event)["view"]:
        return Known(since, None, [], "")
    lines = JournalEvent.objects.filter(tournament=event, by=request.user.pk, at__gte=since).order_by("pk")
    steps = [journal_text(line.kind, line.facts) for line in lines[:MOST_STEPS]]
    tables = []
    for match in _matches(request, event):
        at = [event.slug, match.round.division_id, match.round.number, match.pk]
        sides = {"left": str(match.left), "right": str(match.right or "")}
        result = result_text(match.outcome, sides)
        tables.append(TableNow(match.table, result, reverse("floor:match", args=at)))
    return Known(
        since.astimezone(ZoneInfo(event.timezone)),
        steps,
        tables,
        reverse("tournaments:journal", args=[event.slug]),
    )


def _matches(request: HttpRequest, event: Tournament) -> list[Match]:
    """The match of the address, or the one typed or tapped at the desk."""
    arguments = _url_arguments(request)
    if "division" not in arguments or "number" not in arguments:
        return []
    rows = Match.objects.filter(
        round__division=arguments["division"],
        round__number=arguments["number"],
        round__division__tournament=event,
    ).select_related("round__division__tournament", "left__player", "right__player")
    tapped = request.POST.get("result", "").partition(":")[0] if ":" in request.POST.get("result", "") else ""
    typed = request.POST.get("table", "").strip()
    key = str(arguments["pk"]) if "pk" in arguments and "/match/" in request.path else tapped
    if NUMBER.fullmatch(key):
        return list(rows.filter(pk=int(key)))
    return list(rows.filter(table=int(typed))) if NUMBER.fullmatch(typed) else []


def _url_arguments(request: HttpRequest) -> Mapping[str, Any]:
    return request.resolver_match.kwargs if request.resolver_match else {}
