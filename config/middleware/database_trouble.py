"""Handle a database that is lost during a request, or locked for a long time.

Requests that only read are retried. Other requests get a page that explains which data is saved.
`config.errors` renders the page with `database_trouble_page` for an uncaught error, and `DatabaseTroubleMiddleware`
reads the kind of error from the request.
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
from api.problems import problem_response
from config.sessions import SessionNotSaved
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import StadiumRequest
from core.return_urls import referring_page
from core.sentences import journal_text
from pairings.models import Match
from pairings.words.round_words import result_text
from tournaments.models import Tournament, User
from tournaments.rules import powers

SAFE = ("GET", "HEAD", "OPTIONS")

PATIENCE = 2.0
"""Seconds that a request waits for the database to recover."""

MAX_STEPS = 5
"""The maximum number of journal lines to show."""

MAX_FIELDS = 300
"""The maximum number of fields that the page offers to submit again. Larger forms are filled in again on their page."""

NUMBER = re.compile(r"\d{1,9}", re.ASCII)

CONNECTION_LOST = ("08", "57P", "53300")
"""SQLSTATE of a broken connection, and of a server that stops, starts or has too many connections."""

BUSY = ("40001", "40P01", "55P03")
"""SQLSTATE of a transaction that was rolled back in favor of others."""

SQLITE_BUSY = (5, 6)
"""SQLITE_BUSY and SQLITE_LOCKED."""

Trouble = Literal["gone", "busy"]


def database_trouble_of(error: BaseException | None) -> Trouble | None:
    """Return "gone" if the database was lost, "busy" if it is locked, or None for any other error.

    "busy" also means that the database rolled the transaction back in favor of others.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return "busy" if code & 0xFF in SQLITE_BUSY else None
    if connection.vendor != "postgresql":
        return None
    sqlstate = getattr(cause, "sqlstate", None) or ""
    if sqlstate.startswith(BUSY):
        return "busy"
    return "gone" if not sqlstate or sqlstate.startswith(CONNECTION_LOST) else None


class DatabaseTroubleMiddleware:
    """Repeats a request that only reads, once the database answers again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: StadiumRequest) -> HttpResponse:
        request.began, request.database_trouble = timezone.now(), ""
        response = self.get_response(request)
        is_lost = request.database_trouble == "gone"
        if (
            is_lost
            and request.method in SAFE
            and not connection.in_atomic_block
            and _database_answers_again()
        ):
            return self.get_response(request)
        return response


def _database_answers_again() -> bool:
    """Wait up to PATIENCE for a new connection to the database; return whether there is one."""
    deadline = monotonic() + PATIENCE
    connection.close()
    while True:
        try:
            connection.ensure_connection()
        except DatabaseError:
            if monotonic() > deadline:
                return False
            sleep(0.2)
        else:
            return True


def database_trouble_page(request: StadiumRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the page for a database error (JSON for the API), or None for any other error.

    It is rendered without context processors, which query the database. The kind of error is stored as
    `request.database_trouble`.
    """
    trouble = database_trouble_of(error)
    if trouble is None:
        return None
    if request.path_info.startswith("/api/"):
        response = problem_response(Refused(ApiRefusal.API_BUSY, again=5))
    else:
        address = request.get_full_path()
        if request.method in SAFE:
            page = str(render_to_string("database_read.html", {"trouble": trouble, "again": address}))
        else:
            page = _page_after_write(request, trouble, error)
        response = HttpResponse(page, status=503, headers={"Retry-After": "5", "Cache-Control": "no-store"})
    request.database_trouble = trouble
    return response


def _page_after_write(request: StadiumRequest, trouble: Trouble, error: BaseException | None) -> str:
    """Render the page after a request that should have saved data.

    The page explains which data is saved and how to continue.
    """
    stored = _stored_state(request) if trouble == "busy" or _database_answers_again() else None
    # Only the journal can tell whether the form was saved.
    is_conclusive = stored is not None and (
        stored.steps is not None or not isinstance(error, SessionNotSaved)
    )
    is_unsaved = trouble == "busy" and stored is not None and is_conclusive and not stored.steps
    # Offer to submit the fields again, unless they contain a password or a file, or are too many.
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    has_password = any("password" in name for name, _value in fields)
    can_resend = is_unsaved and not (has_password or request.FILES or len(fields) > MAX_FIELDS)
    # Link back to the player's table, the referring page, or the list of events.
    token, home = _url_arguments(request).get("token"), reverse("tournaments:home")
    return_url = reverse("floor:my", args=[token]) if token else referring_page(request) or home
    context = {
        "trouble": trouble,
        "known": stored,
        "not_saved": is_unsaved,
        "fields": [field for field in fields if field[0] != "csrfmiddlewaretoken"] if can_resend else None,
        "action": request.get_full_path(),
        "back": return_url,
        "csrf_token": get_token(request),
    }
    return render_to_string("database_written.html", context)


@dataclass(frozen=True, slots=True)
class TableNow:
    """The current state of a table in the database."""

    number: int | None
    result: str
    url: str


@dataclass(frozen=True, slots=True)
class StoredState:
    """The contents of the database after a database error.

    `since` is the start of the request, in the event's time zone. `steps` are journal lines of this user since then, as
    sentences, or None without a journal (no event, or not signed in). `journal` is its address.
    """

    since: datetime
    steps: list[str] | None
    tables: list[TableNow]
    journal: str


def _stored_state(request: StadiumRequest) -> StoredState | None:
    """Return the stored state, or None if the database was lost again."""
    try:
        event = Tournament.objects.filter(slug=str(_url_arguments(request).get("slug", ""))).first()
        if event is None or not isinstance(request.user, User) or not powers(request.user, event)["view"]:
            return StoredState(request.began, None, [], "")
        lines = JournalEvent.objects.filter(
            tournament=event, by=request.user.pk, at__gte=request.began
        ).order_by("pk")
        steps = [journal_text(line.kind, line.facts) for line in lines[:MAX_STEPS]]
        tables = []
        for match in _matches_of_request(request, event):
            match_arguments = [event.slug, match.round.division_id, match.round.number, match.pk]
            sides = {"left": str(match.left), "right": str(match.right or "")}
            result = result_text(match.outcome, sides)
            tables.append(TableNow(match.table, result, reverse("floor:match", args=match_arguments)))
    except DatabaseError:
        connection.close()
        return None
    journal = reverse("tournaments:journal", args=[event.slug])
    return StoredState(request.began.astimezone(ZoneInfo(event.timezone)), steps, tables, journal)


def _matches_of_request(request: HttpRequest, event: Tournament) -> list[Match]:
    """Return the matches that a request concerns, if any.

    They are the match in its URL, or the match that was tapped or typed at the desk.
    """
    arguments = _url_arguments(request)
    if "division" not in arguments or "number" not in arguments:
        return []
    rows = Match.objects.filter(
        round__division=arguments["division"],
        round__number=arguments["number"],
        round__division__tournament=event,
    ).select_related("round__division__tournament", "left__player", "right__player")
    tapped_key = (
        request.POST.get("result", "").partition(":")[0] if ":" in request.POST.get("result", "") else ""
    )
    typed_table = request.POST.get("table", "").strip()
    key = str(arguments["pk"]) if "pk" in arguments and "/match/" in request.path else tapped_key
    if NUMBER.fullmatch(key):
        return list(rows.filter(pk=int(key)))
    return list(rows.filter(table=int(typed_table))) if NUMBER.fullmatch(typed_table) else []


def _url_arguments(request: HttpRequest) -> Mapping[str, Any]:
    return request.resolver_match.kwargs if request.resolver_match else {}
