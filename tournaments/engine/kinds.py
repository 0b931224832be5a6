"""Kinds of events with their defaults, editions of the tournament rules, and checks of an event's settings."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from core.engine.code_labels import Facts
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.structure import attendance_table_for

CARD_FORMATS = ("standard", "expanded", "unlimited")
"""The only formats that can be official (R-090)."""

OFFICIAL_STYLES = ("constructed", "limited")


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the tournament rules: minimum round times, and what happens after time is called.

    `usual_cut_minutes` is the customary time for a best of three in the cut; no text requires it (M-015).
    `window_minutes` is the time to finish the extra turns, or None if the text sets no limit (M-061).
    `clock_delay` is the default number of minutes from posting a round to the start of its clock, where the
    round may only begin after preparation (R-110). With `tiebreaker_game`, players who win simultaneously play a
    whole game (M-065), otherwise Sudden Death with one Prize card (R-141).
    """

    code: str
    name: str
    revised_on: date
    single_constructed: int
    single_limited: int
    best_of_three: int
    usual_cut_minutes: int
    series_cut_best_of_three: bool
    extra_turns: int = 3
    window_minutes: int | None = None
    preparation_minutes: int = 2
    clock_delay: int = 0
    tiebreaker_game: bool = False


EDITIONS = {
    edition.code: edition
    for edition in (
        Edition(
            "2017",
            "Tournament rules of 26 July 2017",
            date(2017, 7, 26),
            30,
            20,
            45,
            70,
            False,
            clock_delay=2,
        ),
        Edition(
            "2026",
            "Tournament Rules Handbook of 1 September 2026",
            date(2026, 9, 1),
            30,
            30,
            50,
            75,
            True,
            window_minutes=15,
            tiebreaker_game=True,
        ),
    )
}
"""Editions by code: R-110 to R-112 for 2017, M-060 and M-061 for 2026."""

LATEST_EDITION = "2026"


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event and its default settings.

    `always_unofficial` kinds are outside the official formats (R-090, R-104). With `by_numbers`, attendance
    decides which age divisions play together (M-031). With `together` all ages share one division, so that a field
    with packs is drafted and built once.
    """

    code: str
    play_style: str = "constructed"
    card_format: str = "standard"
    event_class: str = "unofficial"
    best_of: int = 1
    cut_best_of: int = 3
    attendance_table: str = "league_challenge"
    structure: str = "swiss"
    third_place: bool = False
    always_unofficial: bool = False
    by_numbers: bool = False
    together: bool = False


LEAGUE_CHALLENGE = EventKind("league_challenge", event_class="championship_points", by_numbers=True)
LEAGUE_CUP = EventKind(
    "league_cup",
    event_class="championship_points",
    best_of=3,
    attendance_table="league_cup",
    structure="swiss_cut",
    by_numbers=True,
)
PRERELEASE = EventKind(
    "prerelease",
    play_style="limited",
    event_class="other",
    attendance_table="prerelease",
    together=True,
)
REGIONAL = EventKind(
    "regional",
    event_class="championship_points",
    best_of=3,
    attendance_table="regional",
    structure="swiss_cut",
)
LEAGUE_SESSION = EventKind("league_session")
SIDE_EVENT = EventKind("side_event", event_class="other")
CUSTOM = EventKind("custom")
TWO_ON_TWO = EventKind("two_on_two", card_format="unlimited", always_unofficial=True)
TEAM_BATTLE = EventKind("team_battle", always_unofficial=True)

KINDS = {
    kind.code: kind
    for kind in (
        LEAGUE_CHALLENGE,
        LEAGUE_CUP,
        PRERELEASE,
        REGIONAL,
        LEAGUE_SESSION,
        SIDE_EVENT,
        CUSTOM,
        TWO_ON_TWO,
        TEAM_BATTLE,
    )
}


REPORT_WITHIN_DAYS = 7
"""Days after the last round within which results should be reported: customary, without a known source."""


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The settings of one event, by field name.

    0 minutes means untimed; with `clock_delay` None a judge starts the clock.
    """

    kind: str
    edition: str
    play_style: str
    card_format: str
    event_class: str
    best_of: int
    cut_best_of: int
    round_minutes: int
    cut_round_minutes: int
    attendance_table: str
    structure: str
    third_place: bool
    clock_delay: int | None = 0

    @property
    def official(self) -> bool:
        """Whether results are reported to Play! Pokémon, so that its minimums apply (R-099)."""
        return self.event_class != "unofficial"


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """A setting that the rules do not allow. Pages show a sentence for its `code`."""

    code: StrEnum
    facts: Facts = field(default_factory=dict)


def minimum_round_minutes(edition: str, play_style: str, best_of: int) -> int:
    """Return the minimum minutes of a round (R-111, R-112, M-060); 0 for 30 cards, which are never official."""
    if play_style not in OFFICIAL_STYLES:
        return 0
    rules = EDITIONS[edition]
    if best_of > 1:
        return rules.best_of_three
    return rules.single_limited if play_style == "limited" else rules.single_constructed


def default_round_minutes(edition: str, play_style: str, best_of: int) -> int:
    """Return the default number of minutes in a round.

    This is the minimum. 30-card games are as short as Limited games, so they use the minimum for Limited.
    """
    style = play_style if play_style in OFFICIAL_STYLES else "limited"
    return minimum_round_minutes(edition, style, best_of)


def usual_cut_minutes(edition: str, play_style: str, best_of: int) -> int:
    """Return the default minutes of a round of the cut.

    For a single game they are those of a Swiss round, otherwise the customary time of the edition.
    """
    return (
        EDITIONS[edition].usual_cut_minutes
        if best_of > 1
        else default_round_minutes(edition, play_style, best_of)
    )


def default_event_settings(
    kind: str, edition: str = LATEST_EDITION, play_style: str | None = None
) -> EventSettings:
    """Return the default settings for a kind of event and edition, optionally with another play style.

    With a play style that cannot be official, the event is unofficial.
    """
    kind_defaults = KINDS[kind]
    style = play_style or kind_defaults.play_style
    return EventSettings(
        kind=kind,
        edition=edition,
        play_style=style,
        card_format=kind_defaults.card_format,
        event_class=kind_defaults.event_class if style in OFFICIAL_STYLES else "unofficial",
        best_of=kind_defaults.best_of,
        cut_best_of=kind_defaults.cut_best_of,
        round_minutes=default_round_minutes(edition, style, kind_defaults.best_of),
        cut_round_minutes=usual_cut_minutes(edition, style, kind_defaults.cut_best_of),
        attendance_table=attendance_table_for(kind_defaults.attendance_table, edition),
        structure=kind_defaults.structure,
        third_place=kind_defaults.third_place,
        clock_delay=EDITIONS[edition].clock_delay,
    )


def event_settings_problems(settings: EventSettings) -> list[SettingsProblem]:
    """Return the settings that the rules do not allow; staff may override some by giving a reason.

    Codes: MINUTES_BELOW_MINIMUM (phase "swiss" or "cut", minutes, minimum, best_of, play_style, edition),
    KIND_IS_UNOFFICIAL (kind), STYLE_IS_UNOFFICIAL (play_style), CUT_NEEDS_BEST_OF_THREE (best_of, edition),
    THIRD_PLACE_WITHOUT_CUT ().
    """
    problems: list[SettingsProblem] = []
    if settings.official:
        if KINDS[settings.kind].always_unofficial:
            problems.append(SettingsProblem(TournamentRefusal.KIND_IS_UNOFFICIAL, {"kind": settings.kind}))
        if settings.play_style not in OFFICIAL_STYLES:
            problems.append(
                SettingsProblem(TournamentRefusal.STYLE_IS_UNOFFICIAL, {"play_style": settings.play_style})
            )
        if settings.structure != "elimination":
            problems += _short_round_problems(settings, "swiss", settings.best_of, settings.round_minutes)
        if settings.structure != "swiss":
            problems += _short_round_problems(
                settings, "cut", settings.cut_best_of, settings.cut_round_minutes
            )
            # M-060: elimination rounds of the Championship Series are best of three.
            in_series = settings.event_class in ("championship_points", "international")
            if in_series and EDITIONS[settings.edition].series_cut_best_of_three and settings.cut_best_of < 3:
                facts = {"best_of": settings.cut_best_of, "edition": settings.edition}
                problems.append(SettingsProblem(TournamentRefusal.CUT_NEEDS_BEST_OF_THREE, facts))
    if settings.third_place and settings.structure == "swiss":
        problems.append(SettingsProblem(TournamentRefusal.THIRD_PLACE_WITHOUT_CUT))
    return problems


def _short_round_problems(
    settings: EventSettings, phase: str, best_of: int, minutes: int
) -> Iterator[SettingsProblem]:
    """Yield a problem if the rounds of a phase are timed, but shorter than the rules allow."""
    minimum = minimum_round_minutes(settings.edition, settings.play_style, best_of)
    if 0 < minutes < minimum:
        facts = {
            "phase": phase,
            "minutes": minutes,
            "minimum": minimum,
            "best_of": best_of,
            "play_style": settings.play_style,
            "edition": settings.edition,
        }
        yield SettingsProblem(TournamentRefusal.MINUTES_BELOW_MINIMUM, facts)
