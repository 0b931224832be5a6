"""Read a case of the match-resolution format into a MatchState."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from floor.engine.resolution.lateness import CHOICES as LATENESS
from floor.engine.resolution.match_places import RecordedGame, is_valid_match_place, locate_match
from floor.engine.resolution.match_state import (
    Ending,
    MatchState,
    NumbersByPlayer,
    Phase,
    Stage,
    TablePlayer,
    Tardy,
)
from floor.engine.resolution.turns import EXTRA_TURNS

Word = TypeVar("Word", bound=StrEnum)

STYLES = {
    "constructed": "constructed",
    "limited": "limited",
    "thirty_card": "thirty",
    "thirty": "thirty",
    "thirty_limited": "thirty_limited",
}
PRIZES = {"constructed": 6, "limited": 4, "thirty": 3, "thirty_limited": 3}
"""Number of Prize cards a game starts with, by style (R-146)."""

RULEBOOKS = {"2002": "2002", "2005": "2005", "XY": "xy", "SM": "sm", "2017": "sm"}
ENDINGS = {
    "finished": None,
    "unresolved_after_last_turn": Ending.OVER,
    "simultaneous_win": Ending.BOTH_WON,
    "double_game_loss": Ending.BOTH_LOST,
    "unbreakable_loop": Ending.LOOP,
    "not_started": Ending.PLAYING,
    "setup_done_starter_chosen": Ending.PLAYING,
    "playing": Ending.PLAYING,
}
NOT_STARTED = "not_started"
ONE_WAY_EACH = NumbersByPlayer(1, 1)
MAX_PRIZES = 6
MAX_NUMBER = 10_000
"""Largest number accepted anywhere in a match."""

SETTINGS = {"S3": LATENESS}
"""Allowed words of the settings (section L). Settings in minutes are read where they are used."""


@dataclass(frozen=True, slots=True)
class ResolutionCase:
    """The JSON of one case, with methods that validate and read its values.

    `field` is the name that is reported if a value does not have the shape of the format. Refused:
    CASE_UNREADABLE (case, field).
    """

    content: Mapping[str, Any]

    def unreadable(self, field: str) -> NoReturn:
        """Refuse the case because of this field.

        Refused: CASE_UNREADABLE (case, field).
        """
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=self.content.get("id") or "–", field=field)

    def read_text(self, value: object, field: str) -> str:
        """Read a string, or "" if it is missing."""
        if value is None:
            return ""
        return value if isinstance(value, str) else self.unreadable(field)

    def read_flag(self, value: object, field: str, *, default: bool = False) -> bool:
        """Read a boolean, or `default` if it is missing."""
        if value is None:
            return default
        return value if isinstance(value, bool) else self.unreadable(field)

    def read_mapping(self, value: object, field: str) -> Mapping[str, Any]:
        """Read a JSON object, or an empty one if it is missing."""
        if value is None:
            return {}
        return value if isinstance(value, Mapping) else self.unreadable(field)

    def read_number(self, value: object, field: str, *, maximum: int = MAX_NUMBER) -> int | None:
        """Read a whole number from 0 to `maximum`, or None if missing."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= maximum:
            self.unreadable(field)
        return value

    def read_pair(self, value: object, field: str) -> NumbersByPlayer:
        """Read a number for each player, or 0 if missing."""
        values = self.read_mapping(value, field)
        return NumbersByPlayer(
            self.read_number(values.get("A"), field) or 0, self.read_number(values.get("B"), field) or 0
        )

    def read_player(self, value: object, field: str) -> TablePlayer | None:
        """Read a player, or None if missing."""
        return None if value is None else self.read_member(TablePlayer, value, field)

    def read_member(self, members: type[Word], value: object, field: str) -> Word:
        """Return the member of an enum that has this value."""
        return next((member for member in members if member == value), None) or self.unreadable(field)

    def read_flags(self, field: str, *, default: bool = False) -> dict[TablePlayer, bool]:
        """Read a boolean for each player from a field, or `default` if it is missing."""
        values = self.read_mapping(self.content.get(field), field)
        return {
            player: self.read_flag(values.get(player.value), field, default=default) for player in TablePlayer
        }

    @property
    def style(self) -> str:
        """The style of the decks, or Constructed if it is missing."""
        name = self.read_text(self.content.get("format"), "format") or "constructed"
        return STYLES.get(name) or self.unreadable("format")

    @property
    def settings(self) -> dict[str, str]:
        """The settings of the match, keyed by their number in section L."""
        values = self.read_mapping(self.content.get("settings"), "settings")
        choice_by_setting = {str(name): str(choice) for name, choice in values.items()}
        for name, choices in SETTINGS.items():
            if choice_by_setting.get(name, choices[0]) not in choices:
                self.unreadable("settings")
        return choice_by_setting

    @property
    def entries(self) -> list[RecordedGame]:
        """The recorded games, in order.

        If `ways_won` is given outside the games, it applies to the last game that both players won.
        """
        games = [] if self.content.get("games") is None else self.content["games"]
        if not isinstance(games, list) or not all(isinstance(game, Mapping) for game in games):
            self.unreadable("games")
        entries = []
        for game in games:
            prizes = self.read_mapping(game.get("prizes_left"), "prizes_left")
            state = self.read_text(game.get("state"), "state") or "playing"
            if state not in ENDINGS:
                self.unreadable("state")
            winner = self.read_player(game.get("winner"), "winner")
            ending = ENDINGS[state]
            if winner is not None:
                ending = Ending.WON_BY_A if winner is TablePlayer.A else Ending.WON_BY_B
            prizes_a = self.read_number(prizes.get("A"), "prizes_left", maximum=MAX_PRIZES)
            prizes_b = self.read_number(prizes.get("B"), "prizes_left", maximum=MAX_PRIZES)
            ways = None if game.get("ways_won") is None else self.read_pair(game["ways_won"], "ways_won")
            entries.append(
                RecordedGame(ending, (prizes_a, prizes_b), ways, begun=game.get("state") != NOT_STARTED)
            )
        if self.content.get("ways_won") is not None:
            without_ways = [
                index
                for index, entry in enumerate(entries)
                if entry.ending is Ending.BOTH_WON and not entry.ways
            ]
            for index in without_ways[-1:]:
                entries[index] = replace(
                    entries[index], ways=self.read_pair(self.content["ways_won"], "ways_won")
                )
        return entries

    @property
    def tardy(self) -> Tardy:
        """The players who were late or absent without permission in any part of the round (R-128).

        Only players whose lateness a judge learned of in time are included. The value is TOO_LATE if judges learned
        of it too late.
        """
        late, allowed = self.read_flags("late_or_absent"), self.read_flags("permission")
        # The sheet gives this fact by player, or once for both.
        judge_knew = self.content.get("judge_knew_before_end")
        if isinstance(judge_knew, Mapping):
            knew = self.read_flags("judge_knew_before_end", default=True)
        else:
            knew = dict.fromkeys(
                TablePlayer, self.read_flag(judge_knew, "judge_knew_before_end", default=True)
            )
        missing = [player for player in TablePlayer if late[player] and not allowed[player]]
        late_players = [player for player in missing if knew[player]]
        if not late_players:
            return Tardy.TOO_LATE if missing else Tardy.NOBODY
        if len(late_players) == len(TablePlayer):
            return Tardy.BOTH
        return Tardy.A if TablePlayer.A in late_players else Tardy.B


def match_state_of_case(case: ResolutionCase) -> MatchState:
    """Convert a case into a MatchState.

    Missing values get their usual default, except for the Prizes left.
    Refused: CASE_UNREADABLE (case, field).
    """
    content, entries = case.content, case.entries
    time = case.read_mapping(content.get("time"), "time")
    best_of = case.read_number(content.get("best_of"), "best_of")
    if best_of not in (1, 3):
        case.unreadable("best_of")
    place = case.read_text(time.get("where"), "time")
    if place and not is_valid_match_place(place, best_of):
        case.unreadable("time")
    spot, match_number, earlier, current = locate_match(entries, place)

    # If it is not known whose turn it was, only the general rule applies.
    active, following = (case.read_player(time.get(name), "time") for name in ("active", "next_player"))
    turn_of = active or following
    phase = Phase.UNSAID if time.get("phase") is None else case.read_member(Phase, time["phase"], "time")
    if turn_of is None and phase is not Phase.SETUP:
        phase = Phase.UNSAID

    # The style is read even if the sheet gives the Prizes, so that an unreadable style is always refused.
    usual_prizes = PRIZES[case.style]
    starting_prizes = (
        case.read_number(content.get("prizes_start"), "prizes_start", maximum=MAX_PRIZES) or usual_prizes
    )
    return MatchState(
        edition=edition_of_ruleset(case.read_text(content.get("ruleset"), "ruleset")),
        stage=case.read_member(Stage, content.get("stage"), "stage"),
        best_of=best_of,
        time_called=_is_time_called(case, time),
        minutes_added=bool(case.read_number(time.get("extension_minutes"), "time")),
        spot=spot,
        number=match_number,
        earlier=earlier,
        ending=current.ending,
        turns=case.read_number(time.get("turn_counter"), "time", maximum=EXTRA_TURNS) or 0,
        window_over=case.read_flag(time.get("window_over"), "time"),
        phase=phase,
        turn_of=turn_of,
        ways=current.ways or ONE_WAY_EACH,
        tardy=case.tardy,
        prizes_a=current.prizes[0],
        prizes_b=current.prizes[1],
        penalties=case.read_pair(content.get("prize_penalty_against"), "prize_penalty_against"),
        start=starting_prizes,
        higher_seed=case.read_player(content.get("higher_seed"), "higher_seed"),
        settings=case.settings,
    )


def _is_time_called(case: ResolutionCase, time: Mapping[str, Any]) -> bool:
    """Return whether time is called, from the sheet or from the elapsed minutes (R-113).

    An extension is added to the minutes of the round. Without either, time is called if the sheet says where the
    match was when time was called.
    """
    expired = time.get("expired")
    elapsed = case.read_number(time.get("elapsed_minutes"), "time")
    minutes = case.read_number(time.get("round_minutes"), "time")
    if isinstance(expired, bool):
        return expired
    if expired is not None:
        case.unreadable("time")
    if elapsed is None or minutes is None:
        return bool(time.get("where"))
    return elapsed >= minutes + (case.read_number(time.get("extension_minutes"), "time") or 0)


def edition_of_ruleset(ruleset: str) -> str:
    """Return the edition of a ruleset such as POP-2017-07-26, POP-2018-07, RULEBOOK-2002 or TRH-2026.

    An unknown rulebook is read as "sm", and any other unknown ruleset as "2017".
    """
    name = ruleset.upper()
    if name.startswith("RULEBOOK"):
        return next((code for title, code in RULEBOOKS.items() if title in name), "sm")
    if name.startswith(("TRH", "TCG")) or "2026" in name:
        return "2026"
    return "2018" if "2018" in name else "2017"
