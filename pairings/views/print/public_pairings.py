"""The public pairings: by name for players, by table for staff in the hall."""

from collections.abc import Container
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRefresh

from core.engine.numbers import whole_number
from core.tables import long_lists
from pairings.documents import paper_words
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.print import public_pairings
from pairings.queries.print.event_figures import phase_code
from pairings.queries.rounds import meeting
from pairings.tables.pairings import PairingsByTable
from pairings.views.reports import reports_panel, scoreboard
from pairings.views.rounds import round_chrome
from pairings.words import outcome_words, result_words
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries.divisions import played_divisions

FIRST_NAMES, LONGEST_WHOLE = 10, 14
"""Names on a phone before "Show all" is pressed, and the longest list shown completely."""


@require_GET
@event_page(as_bytes=True)
def by_name(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Each player with table and opponent; the page can find a name and polls for the next round."""
    at = Requested(request, event)
    if at.is_poll:
        return at.poll_response()
    names = public_pairings.names(at.rounds, public=not round_chrome.may(request, "view"))
    if long_lists.is_index(request):
        places = {row.person.entry_id: place for place, row in enumerate(names)}
        return long_lists.index_response(
            (row.person.name, row.table, places[row.opponent.entry_id] if row.opponent else _alone_text(row))
            for row in names
        )
    if own := long_lists.to_row(request, names, long_lists.PERSON, lambda row: row.person.entry_id):
        return own
    part = long_lists.part_of(request.GET, names, name=lambda row: row.person.name)
    lines = []
    for nth, (number, row) in enumerate(part.rows, 1):
        against = _("against %(name)s") % {"name": row.opponent.name} if row.opponent else ""
        line = {
            "row": number,
            "later": nth > FIRST_NAMES,
            "letter": row.letter,
            "name": row.person.name,
            "sort_name": row.person.sort_name,
            "text": against or _alone_text(row),
            "members": row.person.seats,
            "table": row.table,
            "alone": outcome_words.alone(row.outcome).place,
            "division": at.division_names.get(row.division, "") if at.mixed else "",
        }
        lines.append(line)
    # Each letter and where its names begin
    first: dict[str, int] = {}
    for number, row in enumerate(names, start=1):
        first.setdefault(row.letter, number)
    pages = {letter: long_lists.page_of(number, len(names)) for letter, number in first.items()}
    context = at.context("pairings") | {
        "part": part,
        "chips": [
            (letter, part.url(page) if part.is_long and page != part.page and part.page else "")
            for letter, page in pages.items()
        ],
        "letters": [
            (letter, list(group)) for letter, group in groupby(lines, key=lambda line: line["letter"])
        ],
        "later": len(lines) if len(lines) > LONGEST_WHOLE else 0,
        "anybody": bool(names),
        "meeting": not names and meeting.is_planned(event),
    }
    return render(request, "pairings/names.html", context)


def _alone_text(row: public_pairings.NameRow) -> str:
    words = outcome_words.alone(row.outcome, in_bracket=row.in_bracket)
    return f"{words.place}, {words.why}, {words.means}"


@require_GET
@event_page(as_bytes=True)
def by_table(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every table of the round; for staff with links to the matches."""
    at = Requested(request, event)
    if at.is_poll:
        return at.poll_response()
    staff, only_open = round_chrome.may(request, "view"), request.GET.get("show") == "open"
    matches = public_pairings.match_rows(at.rounds, public=not staff)
    if only_open:
        matches = [
            (round_, row)
            for round_, row in matches
            if at.is_open(round_) and row.right is not None and row.outcome is Outcome.PENDING
        ]
    if long_lists.is_index(request):
        return long_lists.index_response((row.names, row.table, "") for _round, row in matches)
    if own := long_lists.to_row(request, matches, long_lists.TABLE, lambda match: match[1].table):
        return own
    part = long_lists.part_of(request.GET, matches, name=lambda match: match[1].names)
    lines = []
    for round_pk, row in part.visible:
        round_ = at.by_key[round_pk]
        args = [event.slug, round_.division_id, round_.number, row.match_id]
        alone = outcome_words.alone(row.outcome, in_bracket=row.in_bracket)
        done = row.right is not None and row.outcome is not Outcome.PENDING
        line = {
            "match": row.match_id,
            "table": row.table,
            "alone": "" if row.right else alone.place,
            "means": "" if row.right else f"{alone.why}, {alone.means}",
            "left": row.left.name,
            "right": row.right.name if row.right else "",
            "names": f"{row.left.name} {row.right.name if row.right else ''}",
            "division": at.division_names.get(round_.division_id, "") if at.mixed else "",
            "result": paper_words.outcome(row) if done else "",
            "current": round_.state == Round.State.POSTED,
            "playing": _("still playing"),
            "tone": "done" if done else "playing",
            "url": reverse("floor:match", args=args) if staff and row.right else "",
        }
        lines.append(line)
    if staff:
        _mark(lines, at.rounds)
    caption = _("Tables of %(rounds)s") % {"rounds": at.title}
    context = at.context("tables") | {
        "table": PairingsByTable(lines, caption=caption, first=part.first, is_part=part.is_long),
        "only_open": only_open,
        "lines": lines,
        "part": part,
    }
    return render(request, "pairings/tables.html", context)


def _mark(lines: list[dict[str, Any]], rounds: list[Round]) -> None:
    """Add players' reports for the staff: a dispute, or one report that waits for the other."""
    keys = {line["match"] for line in lines}
    panels = [reports_panel.of_round(round_, keys) for round_ in rounds]
    marks = {pk: mark for panel in panels for pk, mark in panel["marks"].items()}
    for line in lines:
        mark = marks.get(line["match"])
        if mark is not None and mark["state"]:
            line |= {"tone": mark["state"], "playing": _("Results don’t match")}
        elif mark is not None:
            line["playing"] = mark["note"]


class Requested:
    """The requested rounds, and the available ones."""

    def __init__(self, request: HttpRequest, event: Tournament) -> None:
        self.request, self.event = request, event
        self.posted = public_pairings.posted_rounds(event)
        self.divisions = played_divisions(event)
        self.division_names = {division.pk: str(division) for division in self.divisions}
        self.division = self._number("division", self.division_names)
        self.number = self._number("round", {round_.number for round_ in self.posted})
        self.rounds = public_pairings.rounds_to_show(self.posted, division=self.division, number=self.number)
        self.by_key = {round_.pk: round_ for round_ in self.rounds}

    def _number(self, name: str, choices: Container[int]) -> int | None:
        number = whole_number(self.request.GET.get(name, ""))
        return number if number is not None and number in choices else None

    @property
    def mixed(self) -> bool:
        """Whether one list has players of several divisions."""
        return len(self.rounds) > 1

    @property
    def state(self) -> str:
        """The state a polling page compares: every round shown, with its state."""
        return "-".join(
            f"{round_.pk}{round_.state[:1]}" for round_ in public_pairings.rounds_to_show(self.posted)
        )

    @property
    def is_poll(self) -> bool:
        return bool(self.request.htmx) and "seen" in self.request.GET  # type: ignore[attr-defined]

    def poll_response(self) -> HttpResponse:
        """204 for a page that waits for the next round, or the instruction to reload."""
        is_current = self.request.GET["seen"] == self.state
        return HttpResponse(status=204) if is_current else HttpResponseClientRefresh()

    def is_open(self, round_: int) -> bool:
        return self.by_key[round_].state == Round.State.POSTED

    @property
    def title(self) -> str:
        """ "round 5", or a general name where divisions are in different rounds."""
        names = {result_words.round_inside(round_) for round_ in self.rounds}
        return names.pop() if len(names) == 1 else _("the rounds in play") if names else ""

    def context(self, page: str) -> dict[str, Any]:
        waits = public_pairings.coming(self.event, self.posted)
        divisions = [self.division] if self.division is not None else list(self.division_names)
        waiting = {waits[pk] for pk in divisions if pk in waits} if self.number is None else set()
        newest = self.number is None or not self.posted
        # The page has a mark that a round is not posted (`tournaments.templatetags.facts`).
        coming = min(waiting, default=1)
        home = self._division() or (self.divisions[0] if len(self.divisions) == 1 else None)
        waits_mark: tuple[str, object, object] = ("waits", coming, "event")
        if home is not None:
            waits_mark = ("phase", phase_code("closed", coming - 1) if coming > 1 else "waiting", home)
        # Links to the explanation of each round shown; with the division if there are several
        how = _("How it was paired: %(round)s")
        explained = []
        for round_ in self.rounds:
            division = self.division_names.get(round_.division_id) if self.mixed else None
            named = ", ".join(filter(None, (division, result_words.round_inside(round_))))
            url = round_chrome.round_url(round_, "pairings:explain")
            explained.append({"url": url, "label": how % {"round": named}})
        return {
            "page": page,
            "board": scoreboard.board(self.event, self._division()),
            "title": self.title,
            "tabs": self._tabs(),
            "rounds": self._rounds(),
            "waiting": min(waiting) if waiting else None,
            "waits": waits_mark,
            "state": self.state if newest else "",
            "round": self.number,
            "division": self.division,
            "explained": explained,
        }

    def _division(self) -> Any:
        return next((division for division in self.divisions if division.pk == self.division), None)

    def _tabs(self) -> list[dict[str, Any]]:
        if len(self.divisions) < 2:
            return []
        everybody = {
            "label": pgettext("tab", "All players"),
            "url": self._url(division=None),
            "current": self.division is None,
        }
        return [
            everybody,
            *(
                {"label": name, "url": self._url(division=pk), "current": pk == self.division}
                for pk, name in self.division_names.items()
            ),
        ]

    def _rounds(self) -> list[dict[str, Any]]:
        """The rounds to choose from, newest first."""
        mine = [round_ for round_ in self.posted if self.division in (None, round_.division_id)]
        names = result_words.round_names(mine)
        called: dict[int, list[str]] = {}
        for round_ in mine:
            called.setdefault(round_.number, []).append(names[round_.pk])
        numbers = {round_.number for round_ in self.rounds}
        return [
            {
                "label": ", ".join(dict.fromkeys(called[number])),
                "url": self._url(number=number),
                "current": {number} == numbers,
            }
            for number in sorted(called, reverse=True)
        ]

    def _url(self, *, number: int | None = None, division: int | bool | None = True) -> str:
        key = self.division if division is True else division
        parts = {"division": key, "round": number}
        query = "&".join(f"{name}={value}" for name, value in parts.items() if value)
        return f"?{query}"
