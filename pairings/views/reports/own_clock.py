"""The clock a player sees on every page: that of their table, else of their division, else none."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from core import phones
from pairings.models import Match
from pairings.queries.reports import clocks
from pairings.views.reports import scoreboard
from pairings.views.reports.scoreboard import Face
from tournaments.models import Entry, Tournament, User
from tournaments.queries import links


class OwnClock:
    """The clock of the players of a phone or account, shown in place of that of a round; loaded lazily."""

    def __init__(self, request: HttpRequest, event: Tournament) -> None:
        self._request, self._event = request, event
        self._plays = phones.plays_at(request, event.slug)
        self._is_for_all = hasattr(request, "public_live")
        self._is_staff = bool(getattr(request, "can", {}).get("view"))

    @classmethod
    def of(cls, request: HttpRequest, event: Tournament) -> "OwnClock":
        """The instance of a request, so that its players are loaded once."""
        own: OwnClock | None = getattr(request, "own_clock", None)
        if own is None:
            own = request.own_clock = cls(request, event)  # type: ignore[attr-defined]
        return own

    @cached_property
    def entries(self) -> list[Entry]:
        """The players whose links this phone has, and those of an account that is not staff.

        Empty on pages made once for all phones.
        """
        if self._is_for_all:
            return []
        tokens = phones.remembered(self._request) if self._plays else []
        entries = {link.entry_id: link.entry for link in links.of_tokens(tokens, event=self._event)}
        if isinstance(self._request.user, User) and not self._is_staff:
            entries |= {entry.pk: entry for entry in links.own_entries(self._request.user, self._event)}
        return list(entries.values())

    def replaces(self, board: Mapping[str, Any]) -> bool:
        """Whether a page with this scoreboard shows the reader's clock.

        Not if the board has a text instead of a clock, nor if staff look at a division.
        """
        if "division" not in board or (board.get("clock") and "key" not in board["clock"]):
            return False
        if self._is_staff and board["division"] is not None:
            return False
        return self._plays if self._is_for_all else bool(self.entries)

    def address(self, board: Mapping[str, Any]) -> str:
        """The URL from which a page made once for all phones loads the clock; "" on other pages."""
        if not self._is_for_all:
            return ""
        query = f"?division={board['division']}" if board["division"] is not None else ""
        return reverse("floor:my_clock", args=[self._event.slug]) + query

    def face(self, division: int | None = None) -> Face | None:
        """The clock; None without a player in `division`, and if several have different clocks.

        Four queries.
        """
        entries = [entry for entry in self.entries if division in (None, entry.division_id)]
        faces = [self._faces.get(entry.pk) for entry in entries]
        different = {(face["of"], face["fact"]) if face else None for face in faces}
        return faces[0] if len(different) == 1 else None

    def plays_in(self, division: int) -> bool:
        """Whether one of the players is in the division, and the reader is not staff."""
        return not self._is_staff and any(entry.division_id == division for entry in self.entries)

    @cached_property
    def _faces(self) -> dict[int, Face | None]:
        now = timezone.now()
        rounds = {round_.division_id: round_ for round_ in clocks.rounds_on(self._event)}
        playing = {round_.pk: round_ for round_ in rounds.values()}
        seated = Q(left__in=self.entries) | Q(right__in=self.entries)
        matches = Match.objects.filter(seated, round__in=rounds.values())
        tables: dict[int | None, Match] = {}
        for match in matches.prefetch_related(clocks.EXTENSIONS).order_by("position", "pk"):
            match.round = playing[match.round_id]
            tables.setdefault(match.left_id, match)
            tables.setdefault(match.right_id, match)
        faces = {}
        for entry in self.entries:
            round_, own = rounds.get(entry.division_id), tables.get(entry.pk)
            face = scoreboard.match_clock(own, now) if own else None
            faces[entry.pk] = face or (scoreboard.clock(round_, now) if round_ else None)
        return faces
