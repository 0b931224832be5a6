"""The public pairings: by name for players, by table for staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRefresh

from core.engine.numbers import whole_number
from core.navigation import Tab
from core.requests import HomeRequest, StadiumRequest
from core.scoreboard.scoreboard import Scoreboard
from core.tables import long_lists
from decks.queries.lists.deck_tiles import DeckCrest
from pairings.documents import paper_words
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries import public_pairings
from pairings.queries.public_pairings import NameRow
from pairings.queries.rounds import meeting
from pairings.queries.rounds.event_progress import phase_code
from pairings.tables.pairings import PairingsByTable
from pairings.views.crests import crests_of_page
from pairings.views.reports import reports_panel, scoreboard
from pairings.views.rounds import round_urls
from pairings.words import outcome_words, round_names
from tournaments import scopes
from tournaments.access import event_page
from tournaments.labels import division_letter
from tournaments.models import Tournament
from tournaments.queries.divisions import divisions_with_entries
from tournaments.queries.team_entries import is_played_by_teams

FIRST_NAMES, MAX_WHOLE = 14, 18
"""Number of names shown on a phone before "Show all" is pressed, and maximum length of a list shown completely."""

MAX_STOPS = 11
"""Maximum number of letter links beside the names on a phone, each for two letters or more."""
MIN_LETTERS = 6
"""Minimum number of first letters for a list to have letter links."""


@dataclass(frozen=True, slots=True)
class NameLine:
    """One line of the pairings by name.

    - `number`: position in the complete list, from 1.
    - `later`: whether a phone hides the line until "Show all" is pressed.
    - `text`: the opponent, or why there is none; `members`: players of a team.
    - `alone`: replaces the `table` of a player without an opponent.
    - `division` and `badge`: "" in a list of one division.
    - `crest`: the deck's crest, if the deck list is public.
    """

    number: int
    entry: int
    later: bool
    letter: str
    name: str
    sort_name: str
    text: str
    members: str
    table: int | None
    alone: str
    division: str
    badge: str
    crest: DeckCrest | None


@dataclass(frozen=True, slots=True)
class LetterStop:
    """A link beside the names, to the first of a few letters."""

    label: str
    spoken: str
    url: str


@require_GET
@event_page(as_bytes=True, shows=(scopes.players_scope,))
def pairings_by_name_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """List each player with table and opponent. The page can search names and polls for the next round."""
    requested = PublicRoundsRequest(request, event)
    if requested.is_poll:
        return requested.poll_response()
    names = public_pairings.pairings_by_player(requested.rounds, public=not request.can["view"])
    if long_lists.is_name_index_requested(request):
        index_by_entry = {row.person.entry_id: index for index, row in enumerate(names)}
        return long_lists.name_index_response(
            (
                row.person.name,
                row.table,
                index_by_entry[row.opponent.entry_id]
                if row.opponent
                else outcome_words.alone_words(row.outcome, in_bracket=row.in_bracket).text,
            )
            for row in names
        )
    if row_response := long_lists.redirect_to_row(
        request, names, long_lists.PERSON, lambda row: row.person.entry_id
    ):
        return row_response
    list_part = long_lists.requested_list_page(request.GET, names, name=lambda row: row.person.name)
    crests = crests_of_page(request, event)
    lines = [
        _name_line(requested, row, crests, number=number, later=position > FIRST_NAMES)
        for position, (number, row) in enumerate(list_part.rows, 1)
    ]
    # Each letter links to the page where its names begin.
    first_number_by_letter: dict[str, int] = {}
    for number, row in enumerate(names, start=1):
        first_number_by_letter.setdefault(row.letter, number)
    page_by_letter = {
        letter: long_lists.page_of_row(number, len(names))
        for letter, number in first_number_by_letter.items()
    }
    has_pages = list_part.is_long and list_part.page
    addresses = [
        (letter, list_part.url(page) if has_pages and page != list_part.page else "")
        for letter, page in page_by_letter.items()
    ]
    context = vars(requested.page("pairings")) | {
        "part": list_part,
        "stops": _letter_stops(addresses),
        "letters": [(letter, list(group)) for letter, group in groupby(lines, key=lambda line: line.letter)],
        "later": len(lines) if len(lines) > MAX_WHOLE else 0,
        "anybody": bool(names),
        "crests": crests,
        "meeting": not names and meeting.is_meeting_planned(event),
    }
    return render(request, "pairings/names.html", context)


def _name_line(
    requested: "PublicRoundsRequest",
    row: NameRow,
    crests: Mapping[int, DeckCrest],
    *,
    number: int,
    later: bool,
) -> NameLine:
    alone_words = outcome_words.alone_words(row.outcome, in_bracket=row.in_bracket)
    division = requested.divisions_by_key.get(row.division) if requested.has_several_divisions else None
    return NameLine(
        number=number,
        entry=row.person.entry_id,
        later=later,
        letter=row.letter,
        name=row.person.name,
        sort_name=row.person.sort_name,
        text=_("against %(name)s") % {"name": row.opponent.name} if row.opponent else alone_words.text,
        members=row.person.seats,
        table=row.table,
        alone=str(outcome_words.alone_words(row.outcome).place),
        division=str(division or ""),
        badge=division_letter(division.age_division) if division else "",
        crest=crests.get(row.person.entry_id),
    )


def letter_anchor(letter: str) -> str:
    """Return the HTML id of the heading for `letter`; pass "#" for names that do not start with a letter."""
    return f"letter-{letter.replace('#', '') or 'other'}"


def _letter_stops(addresses: Sequence[tuple[str, str]]) -> list[LetterStop]:
    """Group letters, each with the URL of its page, into at most MAX_STOPS links; empty for few letters."""
    if len(addresses) < MIN_LETTERS:
        return []
    letters_per_link = max(2, -(-len(addresses) // MAX_STOPS))
    stops = []
    for start in range(0, len(addresses), letters_per_link):
        first, address = addresses[start]
        last, _address = addresses[start : start + letters_per_link][-1]
        label = first if first == last else f"{first}·{last}" if letters_per_link == 2 else f"{first}–{last}"
        spoken = "" if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
        stops.append(LetterStop(label, spoken, f"{address}#{letter_anchor(first)}"))
    return stops


@require_GET
@event_page(as_bytes=True, shows=(scopes.players_scope, scopes.tables_scope))
def pairings_by_table_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """List every table of the round, with links to the matches for staff."""
    requested = PublicRoundsRequest(request, event)
    if requested.is_poll:
        return requested.poll_response()
    is_staff, only_open = request.can["view"], request.GET.get("show") == "open"
    matches = public_pairings.match_rows_with_round(requested.rounds, public=not is_staff)
    if only_open:
        matches = [
            (round_, row)
            for round_, row in matches
            if requested.is_open(round_) and row.right is not None and row.outcome is Outcome.PENDING
        ]
    if long_lists.is_name_index_requested(request):
        return long_lists.name_index_response((row.names, row.table, "") for _round, row in matches)
    if row_response := long_lists.redirect_to_row(
        request, matches, long_lists.TABLE, lambda match: match[1].table
    ):
        return row_response
    list_part = long_lists.requested_list_page(request.GET, matches, name=lambda match: match[1].names)
    # Staff see a mark at tables with a dispute or with a single report.
    mark_by_match: dict[int, dict[str, str]] = {}
    if is_staff:
        match_ids = {row.match_id for _round, row in list_part.visible}
        for round_ in requested.rounds:
            mark_by_match |= reports_panel.reports_of_round(round_, match_ids).marks
    table_rows, crests = [], crests_of_page(request, event)
    for round_pk, row in list_part.visible:
        round_ = requested.by_key[round_pk]
        url_args = [event.slug, round_.division_id, round_.number, row.match_id]
        bye_words = outcome_words.alone_words(row.outcome, in_bracket=row.in_bracket)
        has_result = row.right is not None and row.outcome is not Outcome.PENDING
        table_row = {
            "match": row.match_id,
            "table": row.table,
            "alone": "" if row.right else bye_words.place,
            "means": "" if row.right else f"{bye_words.why}, {bye_words.means}",
            "left": row.left.name,
            "left_crest": crests.get(row.left.entry_id),
            "right_crest": crests.get(row.right.entry_id) if row.right else None,
            "right": row.right.name if row.right else "",
            "names": " ".join(f"{person.name} {person.seats}".strip() for person in row.people),
            "division": requested.division_names.get(round_.division_id, "")
            if requested.has_several_divisions
            else "",
            "result": paper_words.outcome_choice_text(row) if has_result else "",
            "current": round_.state == Round.State.POSTED,
            "playing": _("still playing"),
            "tone": "done" if has_result else "playing",
            "url": reverse("floor:match", args=url_args) if is_staff and row.right else "",
        }
        mark = mark_by_match.get(row.match_id)
        if mark and mark["state"]:
            table_row |= {"tone": mark["state"], "playing": _("Results don’t match")}
        elif mark:
            table_row["playing"] = mark["note"]
        table_rows.append(table_row)
    caption = _("Tables of %(rounds)s") % {"rounds": requested.title}
    table = PairingsByTable(table_rows, caption=caption, first=list_part.first, is_part=list_part.is_long)
    table.name_sides(teams=is_played_by_teams(event))
    context = vars(requested.page("tables")) | {
        "table": table,
        "only_open": only_open,
        "crests": crests,
        "lines": table_rows,
        "part": list_part,
    }
    return render(request, "pairings/tables.html", context)


@dataclass(frozen=True, kw_only=True)
class PairingsPage:
    """Context of the public pairings. `waiting` is the round number the page polls for, or None."""

    page: str
    board: Scoreboard
    title: str
    tabs: Sequence[Tab]
    rounds: Sequence[Tab]
    waiting: int | None
    waits: tuple[str, object, object]
    state: str
    round: int | None
    division: int | None
    explanation_links: Sequence[dict[str, str]]


class PublicRoundsRequest:
    """The rounds of an event that a request for public pairings shows, and the posted ones it may choose from."""

    def __init__(self, request: StadiumRequest, event: Tournament) -> None:
        self.request, self.event = request, event
        self.posted = public_pairings.posted_rounds(event)
        self.divisions = divisions_with_entries(event)
        self.divisions_by_key = {division.pk: division for division in self.divisions}
        self.division_names = {division.pk: str(division) for division in self.divisions}
        division, number = (whole_number(request.GET.get(name, "")) for name in ("division", "round"))
        self.division = division if division in self.division_names else None
        self.number = number if number in {round_.number for round_ in self.posted} else None
        self.chosen = None if self.division is None else self.divisions_by_key[self.division]
        self.rounds = public_pairings.rounds_to_show(self.posted, division=self.division, number=self.number)
        self.by_key = {round_.pk: round_ for round_ in self.rounds}

    @property
    def has_several_divisions(self) -> bool:
        return len(self.rounds) > 1

    @property
    def state(self) -> str:
        """Stamp of the latest rounds and their states, which a polling page compares."""
        return "-".join(
            f"{round_.pk}{round_.state[:1]}" for round_ in public_pairings.rounds_to_show(self.posted)
        )

    @property
    def is_poll(self) -> bool:
        return bool(self.request.htmx) and "seen" in self.request.GET

    def poll_response(self) -> HttpResponse:
        """Return 204 if the polling page is current, otherwise a response that reloads it."""
        is_current = self.request.GET["seen"] == self.state
        return HttpResponse(status=204) if is_current else HttpResponseClientRefresh()

    def is_open(self, round_: int) -> bool:
        """Return whether the displayed round with this id is posted and not yet closed."""
        return self.by_key[round_].state == Round.State.POSTED

    @property
    def title(self) -> str:
        """Title such as "round 5", or a general name if the divisions are in different rounds."""
        names = {round_names.round_name_in_sentence(round_) for round_ in self.rounds}
        return names.pop() if len(names) == 1 else _("the rounds in play") if names else ""

    def page(self, page: str) -> PairingsPage:
        """Return the context shared by the pairings by name and by table. `page`: current menu item."""
        coming_rounds = public_pairings.next_round_numbers(self.event, self.posted)
        divisions = [self.division] if self.division is not None else list(self.division_names)
        waiting_numbers = (
            {coming_rounds[pk] for pk in divisions if pk in coming_rounds} if self.number is None else set()
        )
        is_newest = self.number is None or not self.posted
        # A mark names what the page expects next (`tournaments.templatetags.facts`).
        next_number = min(waiting_numbers, default=1)
        only_division = self.chosen or (self.divisions[0] if len(self.divisions) == 1 else None)
        waits_mark: tuple[str, object, object] = ("waits", next_number, "event")
        if only_division is not None:
            phase = phase_code("closed", next_number - 1) if next_number > 1 else "waiting"
            waits_mark = ("phase", phase, only_division)
        # Each displayed round links to its explanation, labelled with the division if there are several.
        label_format = _("How it was paired: %(round)s")
        explanation_links = []
        for round_ in self.rounds:
            division = self.division_names.get(round_.division_id) if self.has_several_divisions else None
            round_label = ", ".join(filter(None, (division, round_names.round_name_in_sentence(round_))))
            url = round_urls.round_url(round_, "pairings:explain")
            explanation_links.append({"url": url, "label": label_format % {"round": round_label}})
        return PairingsPage(
            page=page,
            board=scoreboard.scoreboard_of_event(self.event, self.chosen),
            title=self.title,
            tabs=self._division_tabs(),
            rounds=self._round_tabs(),
            waiting=min(waiting_numbers) if waiting_numbers else None,
            waits=waits_mark,
            state=self.state if is_newest else "",
            round=self.number,
            division=self.division,
            explanation_links=explanation_links,
        )

    def _division_tabs(self) -> list[Tab]:
        if len(self.divisions) < 2:
            return []
        all_players_tab = Tab(
            label=pgettext("tab", "All players"), url=self._url(division=None), current=self.division is None
        )
        return [
            all_players_tab,
            *(
                Tab(
                    label=str(division),
                    url=self._url(division=division.pk),
                    current=division.pk == self.division,
                    letter=division_letter(division.age_division),
                )
                for division in self.divisions
            ),
        ]

    def _round_tabs(self) -> list[Tab]:
        """Return a link to each posted round number of the division, newest first."""
        posted = [round_ for round_ in self.posted if self.division in (None, round_.division_id)]
        names = round_names.round_names(posted)
        names_by_number: dict[int, list[str]] = {}
        for round_ in posted:
            names_by_number.setdefault(round_.number, []).append(names[round_.pk])
        current = {round_.number for round_ in self.rounds}
        return [
            Tab(
                label=", ".join(dict.fromkeys(names_by_number[number])),
                url=self._url(number=number),
                current={number} == current,
            )
            for number in sorted(names_by_number, reverse=True)
        ]

    def _url(self, *, number: int | None = None, division: int | bool | None = True) -> str:
        """Return the query string for a round and a division: None for all divisions, or True for the current one."""
        key = self.division if division is True else division
        parts = {"division": key, "round": number}
        return "?" + "&".join(f"{name}={value}" for name, value in parts.items() if value)
