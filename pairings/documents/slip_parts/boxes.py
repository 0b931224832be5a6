"""Content of one match slip: what players and staff can tick on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from core.documents.sheet import Text
from pairings.engine.display_rows import MatchRow
from tournaments.engine.kinds import LATEST_EDITION
from tournaments.engine.team_entries import SEATS, TeamEntryMember

TIE, FIRST, DROP = _("Tie"), _("I went first"), _("I drop from the event")
RESULT: tuple[Text, ...] = (_("I won"), TIE, _("I lost"))
EXTRA: tuple[Text, ...] = (FIRST, DROP)
TEAM_RESULT: tuple[Text, ...] = (_("We won"), TIE, _("We lost"))
TEAM_DROP: Text = _("We drop")
"""The result is the team's, but the player who goes first is ticked by seat (R-103)."""
NOT_IN_CUT: tuple[Text, ...] = (TIE, DROP, TEAM_DROP)
"""An elimination has no ties, and its loser is out. Each other box has the same place as in Swiss rounds."""
DECIDED_BY: dict[str, Text] = {"2017": _("I won Sudden Death"), "2026": _("I won the tiebreaker game")}
"""The deciding game if Prize cards are tied: R-134 to R-141 of 2017, M-065 of the current rules."""
SIGNATURES: tuple[Text, ...] = (_("Player 1 signature"), _("Player 2 signature"))
TEAM_SIGNATURES: tuple[Text, ...] = (_("Team 1 signature"), _("Team 2 signature"))
BLANK_LINE_LABELS: tuple[Text, ...] = (_("Player 1"), _("Player 2"))
"""Labels of the lines for names on an empty slip."""
STAFF_TICKS: tuple[Text, ...] = (_("Player 1 no-show"), _("Player 2 no-show"), _("Double loss"))
TEAM_STAFF_TICKS: tuple[Text, ...] = (_("Team 1 no-show"), _("Team 2 no-show"), _("Double loss"))

Digits = Mapping[tuple[int, str], str]
"""Last digits of the Player IDs of players of the same name, by entry and seat, which is "" for a player alone."""


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One line of checkboxes after an optional lead-in text.

    `blank` adds a blank line for a number. `apart` labels a box that is no answer, after a vertical rule. The places of
    the labels in `empty` are left empty.
    """

    labels: tuple[Text, ...]
    lead: Text = ""
    blank: bool = False
    apart: Text = ""
    empty: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Slip:
    """Content of one slip. `link` is the URL of the result or "", and `note` informs staff about extra time.
    `elimination` marks a match of the cut, decided by Prize cards or one more game, depending on `edition`.
    """

    match: MatchRow
    event: str
    subject: str
    best_of: int = 1
    link: str = ""
    note: Text = ""
    elimination: bool = False
    edition: str = LATEST_EDITION
    teams: Mapping[int, Sequence[TeamEntryMember]] = field(default_factory=dict)
    """Members of teams by entry; empty if players play alone."""
    digits: Digits = field(default_factory=dict)

    @property
    def is_blank(self) -> bool:
        """Whether round, table and names are written by hand."""
        return not self.match.left.entry_id

    @property
    def of_teams(self) -> bool:
        return any(person.entry_id in self.teams for person in self.match.people)

    def digits_by_seat(self, entry: int) -> dict[str, str]:
        """Return the last digits of Player IDs of one entry by seat, "" for a player who plays alone."""
        return {seat: self.digits[entry, seat] for seat in ("", *SEATS) if (entry, seat) in self.digits}

    def choices(self) -> tuple[BoxLine, ...]:
        """Return the checkbox lines of each player (R-132, R-147, M-064).

        Games are only listed in a match of several, Prize cards only where they decide.
        """
        empty = NOT_IN_CUT if self.elimination else ()
        games = tuple(str(number) for number in range(self.best_of // 2 + 2))
        games_label = _("Games we won") if self.of_teams else _("Games I won")
        games_choice = (BoxLine(games, lead=games_label),) if self.best_of > 1 else ()
        if self.of_teams:
            seats_choice = BoxLine(SEATS, lead=_("First player"), apart=TEAM_DROP, empty=empty)
            return BoxLine(TEAM_RESULT, empty=empty), *games_choice, seats_choice
        choices = BoxLine(RESULT, empty=empty), *games_choice, BoxLine(EXTRA, empty=empty)
        if not self.elimination:
            return choices
        deciding_game = DECIDED_BY[self.edition]
        return *choices, BoxLine((deciding_game,), lead=_("Prize cards I have left"), blank=True)
