"""Where do I sit? Pairings by name for players, by table for whoever walks the hall."""

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRefresh

from pairings.documents import paper_words
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import Person
from pairings.models import Match, Round
from pairings.queries.print import public
from pairings.queries.rounds import meeting, rows
from pairings.tables.pairings import PairingsByTable
from pairings.views.reports import reports_panel, scoreboard
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import event_page
from tournaments.engine.people import search_key
from tournaments.models import Tournament
from tournaments.queries.divisions import played_divisions
from tournaments.views.personal_link import own_links

FIRST_NAMES, LONGEST_WHOLE = 10, 14
"""Names a phone shows before "Show all" is pressed; a list of so many is shown whole."""


@require_GET
@event_page(as_bytes=True)
def by_name(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Each player with table and opponent; the page finds a name and shows the next round by itself."""
    at = _Requested(request, event)
    if at.stale_poll:
        return HttpResponseClientRefresh()
    if at.is_poll:
        return HttpResponse(status=204)
    found = public.names(at.rounds, public=not round_chrome.may(request, "view"))
    wanted = request.GET.get("q", "").strip()
    fitting = [row for row in found if _fits(row.person.name, wanted)]
    lines = [_name_line(row, at) | {"later": nth > FIRST_NAMES} for nth, row in enumerate(fitting, 1)]
    context = at.context("pairings") | {
        "letters": [
            (letter, list(group)) for letter, group in groupby(lines, key=lambda line: line["letter"])
        ],
        "later": len(lines) if len(lines) > LONGEST_WHOLE else 0,
        "anybody": bool(found),
        "wanted": wanted,
        "meeting": not found and meeting.is_planned(event),
        "mine": _mine(request, event, found),
    }
    return render(request, "pairings/names.html", context)


def _mine(request: HttpRequest, event: Tournament, found: list[public.NameRow]) -> list[dict[str, Any]]:
    """Where the players sit whose personal links this phone or account holds."""
    own = {link.entry_id: link for link in own_links(request, event)}
    return [
        {
            "name": row.person.name if len(own) > 1 else _("You"),
            "table": row.table,
            "text": paper_words.ALONE.get(row.outcome, "") if row.opponent is None else row.opponent.name,
            "url": reverse("floor:my", args=[own[row.person.entry_id].token]),
        }
        for row in found
        if row.person.entry_id in own
    ]


def _fits(name: str, wanted: str) -> bool:
    return search_key(wanted) in search_key(name)


def _name_line(row: public.NameRow, at: "_Requested") -> dict[str, Any]:
    alone = paper_words.ALONE.get(row.outcome, _("Bye"))
    against = _("against %(name)s") % {"name": row.opponent.name} if row.opponent else ""
    return {
        "letter": row.letter,
        "name": row.person.name,
        "sort_name": row.person.name if _is_shortened(row.person) else row.person.sort_name,
        "text": against or f"{alone}, {paper_words.ALONE_MEANS.get(row.outcome, '')}",
        "table": row.table,
        "alone": alone,
        "division": at.division_names.get(row.division, "") if at.mixed else "",
    }


def _is_shortened(person: Person) -> bool:
    """Whether only the initial of the last name is shown: "Olu Å." reads better than "Å., Olu"."""
    return len(person.last_name) == 2 and person.last_name.endswith(".")


@require_GET
@event_page(as_bytes=True)
def by_table(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every table of the round; staff go on to the match from here."""
    at = _Requested(request, event)
    if at.stale_poll:
        return HttpResponseClientRefresh()
    if at.is_poll:
        return HttpResponse(status=204)
    staff = round_chrome.may(request, "view")
    lines = [_table_line(match, at, staff=staff) for match in public.matches_of(at.rounds)]
    if staff:
        _mark(lines, at.rounds)
    if request.GET.get("show") == "open":
        lines = [line for line in lines if line["current"] and line["right"] and not line["result"]]
    context = at.context("tables") | {
        "table": PairingsByTable(lines, caption=_("Tables of %(rounds)s") % {"rounds": at.title}),
        "only_open": request.GET.get("show") == "open",
        "lines": lines,
    }
    return render(request, "pairings/tables.html", context)


def _mark(lines: list[dict[str, Any]], rounds: list[Round]) -> None:
    """What players told, for the staff: a dispute, or one word that waits for the other."""
    marks = {pk: mark for round_ in rounds for pk, mark in reports_panel.of_round(round_)["marks"].items()}
    for line in lines:
        mark = marks.get(line["match"])
        if mark is not None and mark["state"]:
            line |= {"tone": mark["state"], "playing": _("They disagree")}
        elif mark is not None:
            line["playing"] = mark["note"]


def _table_line(match: Match, at: "_Requested", *, staff: bool) -> dict[str, Any]:
    row = rows.match_row(match, {}, public=not staff)
    round_ = at.by_key[match.round_id]
    args = [at.event.slug, round_.division_id, round_.number, match.pk]
    done = row.right is not None and row.outcome is not Outcome.PENDING
    return {
        "match": match.pk,
        "table": row.table,
        "alone": paper_words.ALONE.get(row.outcome, ""),
        "means": paper_words.ALONE_MEANS.get(row.outcome, ""),
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


class _Requested:
    """Which rounds a visitor asked for, and which there are."""

    def __init__(self, request: HttpRequest, event: Tournament) -> None:
        self.request, self.event = request, event
        self.found = public.posted_rounds(event)
        self.divisions = played_divisions(event)
        self.division_names = {division.pk: str(division) for division in self.divisions}
        self.division = self._number("division", self.division_names)
        self.number = self._number("round", {round_.number for round_ in self.found})
        self.rounds = public.rounds_to_show(self.found, division=self.division, number=self.number)
        self.by_key = {round_.pk: round_ for round_ in self.rounds}

    def _number(self, name: str, known: Any) -> int | None:
        given = self.request.GET.get(name, "")
        number = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None
        return number if number in known else None

    @property
    def mixed(self) -> bool:
        """Whether players of several divisions stand in one list."""
        return len(self.rounds) > 1

    @property
    def state(self) -> str:
        """What a waiting page compares: every round shown and how far it is."""
        return "-".join(f"{round_.pk}{round_.state[:1]}" for round_ in public.rounds_to_show(self.found))

    @property
    def is_poll(self) -> bool:
        return bool(self.request.htmx) and "seen" in self.request.GET  # type: ignore[attr-defined]

    @property
    def stale_poll(self) -> bool:
        return self.is_poll and self.request.GET["seen"] != self.state

    @property
    def title(self) -> str:
        """ "round 5", or nothing in particular where divisions are not equally far."""
        names = {result_words.round_inside(round_) for round_ in self.rounds}
        return names.pop() if len(names) == 1 else _("the rounds in play") if names else ""

    def context(self, page: str) -> dict[str, Any]:
        waits = public.coming(self.event, self.found)
        divisions = [self.division] if self.division is not None else list(self.division_names)
        waiting = {waits[pk] for pk in divisions if pk in waits} if self.number is None else set()
        newest = self.number is None or not self.found
        return {
            "page": page,
            "board": scoreboard.board(self.event, self._division()),
            "title": self.title,
            "tabs": self._tabs(),
            "rounds": self._rounds(),
            "waiting": min(waiting) if waiting else None,
            "state": self.state if newest else "",
            "round": self.number,
            "division": self.division,
            "explained": self._explained(),
        }

    def _explained(self) -> list[dict[str, str]]:
        """Where each round shown is explained; the division is named where there are several."""
        how = _("How did %(round)s come about?")
        return [
            {
                "url": round_chrome.round_url(round_, "pairings:explain"),
                "label": how % {"round": result_words.round_inside(round_)}
                + (f" {self.division_names.get(round_.division_id, '')}" if self.mixed else ""),
            }
            for round_ in self.rounds
        ]

    def _division(self) -> Any:
        return next((one for one in self.divisions if one.pk == self.division), None)

    def _tabs(self) -> list[dict[str, Any]]:
        if len(self.divisions) < 2:
            return []
        everybody = {
            "label": _("Everybody"),
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
        mine = [one for one in self.found if self.division in (None, one.division_id)]
        names = result_words.round_names(mine)
        called: dict[int, list[str]] = {}
        for one in mine:
            called.setdefault(one.number, []).append(names[one.pk])
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
