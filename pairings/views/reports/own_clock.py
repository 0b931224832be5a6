"""The clock that a player sees on every page: the clock of their table, or of their division between matches."""

from functools import cached_property

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from core import phones
from core.requests import HomeRequest, powers_of_request
from core.responses import make_response_private
from core.scoreboard.clock_face import ClockFace
from core.scoreboard.scoreboard import Scoreboard
from pairings.models import Match
from pairings.queries.reports import clocks
from pairings.views.reports import scoreboard
from tournaments.access import event_page
from tournaments.models import Entry, Tournament, User
from tournaments.queries import personal_links
from tournaments.queries.entries import own_entries


class OwnClock:
    """Clock of the reader's own players, which replaces the round's clock on a page.

    These are the players whose links were opened on the phone, and those of the account. They are loaded lazily.
    """

    def __init__(self, request: HttpRequest, event: Tournament) -> None:
        self._request, self._event = request, event
        self._plays = phones.has_opened_link_for(request, event.slug)
        # Only a request whose page is rendered once for all phones has this attribute.
        self._is_for_all = hasattr(request, "public_live")
        self._is_staff = bool(powers_of_request(request).get("view"))

    @classmethod
    def of(cls, request: HttpRequest, event: Tournament) -> "OwnClock":
        """Return the clock of this request, created once so that the players are loaded once per request."""
        own_clock: OwnClock = vars(request).get("own_clock") or cls(request, event)
        vars(request)["own_clock"] = own_clock
        return own_clock

    @cached_property
    def entries(self) -> list[Entry]:
        """Return the players whose links are stored on this phone, and the players of an account that is not staff.

        It is empty on pages rendered once for all phones.
        """
        if self._is_for_all:
            return []
        tokens = phones.opened_tokens(self._request) if self._plays else []
        entries = {
            link.entry_id: link.entry for link in personal_links.links_by_tokens(tokens, event=self._event)
        }
        if isinstance(self._request.user, User) and not self._is_staff:
            entries |= {entry.pk: entry for entry in own_entries(self._request.user, self._event)}
        return list(entries.values())

    def replaces(self, board: Scoreboard) -> bool:
        """Return whether the reader's clock replaces the clock of this scoreboard.

        It does not if the board does not follow the current round, has a text instead of a clock, or if staff view a
        division.
        """
        if not board.follows or (board.clock and board.clock.key is None):
            return False
        if self._is_staff and board.division is not None:
            return False
        return self._plays if self._is_for_all else bool(self.entries)

    def address(self, board: Scoreboard) -> str:
        """Return the URL from which a page rendered once for all phones loads the reader's clock.

        It is "" for other pages, which render that clock themselves.
        """
        if not self._is_for_all:
            return ""
        query = f"?division={board.division}" if board.division is not None else ""
        return reverse("floor:my_clock", args=[self._event.slug]) + query

    def face(self, division: int | None = None) -> ClockFace | None:
        """Return the clock of the reader's players. Four queries.

        Return None if no player is in `division`, or if the clocks of the players differ. A `division` of None
        includes all divisions.
        """
        entries = [entry for entry in self.entries if division in (None, entry.division_id)]
        faces = [self._face_by_entry.get(entry.pk) for entry in entries]
        distinct_states = {(face.of, face.fact) if face else None for face in faces}
        return faces[0] if len(distinct_states) == 1 else None

    def plays_in(self, division: int) -> bool:
        """Return whether one of the players is in this division and the reader is not staff."""
        return not self._is_staff and any(entry.division_id == division for entry in self.entries)

    @cached_property
    def _face_by_entry(self) -> dict[int, ClockFace | None]:
        """Clock of each player by entry id: their table's, otherwise their round's clock."""
        now = timezone.now()
        rounds = {round_.division_id: round_ for round_ in clocks.current_rounds(self._event)}
        round_by_key = {round_.pk: round_ for round_ in rounds.values()}
        seats_own_player = Q(left__in=self.entries) | Q(right__in=self.entries)
        matches = Match.objects.filter(seats_own_player, round__in=rounds.values())
        match_by_entry: dict[int | None, Match] = {}
        for match in matches.prefetch_related(clocks.EXTENSIONS).order_by("position", "pk"):
            match.round = round_by_key[match.round_id]
            match_by_entry.setdefault(match.left_id, match)
            match_by_entry.setdefault(match.right_id, match)
        faces: dict[int, ClockFace | None] = {}
        for entry in self.entries:
            round_, table_match = rounds.get(entry.division_id), match_by_entry.get(entry.pk)
            face = scoreboard.match_clock(table_match, now) if table_match else None
            faces[entry.pk] = face or (scoreboard.clock_of_posted_round(round_, now) if round_ else None)
        return faces


@require_safe
@event_page()
def own_clock(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Render the clock of the reader's match for the scoreboard. `?division=` limits it to one division.

    A phone whose links are no longer valid gets the clock of the page.
    """
    key = request.GET.get("division", "")
    division = next((candidate for candidate in event.divisions.all() if str(candidate.pk) == key), None)
    reader_clock, board = OwnClock(request, event), scoreboard.scoreboard_of_event(event, division)
    face = (
        reader_clock.face(division.pk if division else None) if reader_clock.replaces(board) else board.clock
    )
    return make_response_private(render(request, "pairings/own_clock.html", {"face": face}))
