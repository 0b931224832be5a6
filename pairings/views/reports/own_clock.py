"""The clock a player sees on every page: that of their table, else of their division, else none."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from core import phones
from pairings.models import Match, Round
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
        found: OwnClock | None = getattr(request, "own_clock", None)
        if found is None:
            found = request.own_clock = cls(request, event)  # type: ignore[attr-defined]
        return found

    @cached_property
    def entries(self) -> list[Entry]:
        """The players whose links this phone has, and those of an account that is not staff.

        Empty on pages made once for all phones.
        """
        if self._is_for_all:
            return []
        tokens = phones.remembered(self._request) if self._plays else []
        found = {link.entry_id: link.entry for link in links.of_tokens(tokens, event=self._event)}
        if isinstance(self._request.user, User) and not self._is_staff:
            found |= {entry.pk: entry for entry in links.own_entries(self._request.user, self._event)}
        return list(found.values())

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
        entries = [one for one in self.entries if division in (None, one.division_id)]
        faces = [self._faces.get(one.pk) for one in entries]
        different = {(face["of"], face["fact"]) if face else None for face in faces}
        return faces[0] if len(different) == 1 else None

    def plays_in(self, division: int) -> bool:
        """Whether one of the players is in the division, and the reader is not staff."""
        return not self._is_staff and any(one.division_id == division for one in self.entries)

    @cached_property
    def _faces(self) -> dict[int, Face | None]:
        now = timezone.now()
        rounds = {one.division_id: one for one in clocks.rounds_on(self._event)}
        tables = _tables(self.entries, {one.pk: one for one in rounds.values()})
        faces = {}
        for entry in self.entries:
            round_, match = rounds.get(entry.division_id), tables.get(entry.pk)
            face = scoreboard.match_clock(match, now) if match else None
            faces[entry.pk] = face or (scoreboard.clock(round_, now) if round_ else None)
        return faces


def _tables(entries: list[Entry], rounds: Mapping[int, Round]) -> dict[int, Match]:
    """The match of each entry in these rounds. Two queries."""
    rows = Match.objects.filter(Q(left__in=entries) | Q(right__in=entries), round__in=rounds.values())
    found: dict[int, Match] = {}
    for match in rows.prefetch_related(clocks.EXTENSIONS).order_by("position", "pk"):
        match.round = rounds[match.round_id]
        for pk in (match.left_id, match.right_id):
            if pk is not None:
                found.setdefault(pk, match)
    return found
