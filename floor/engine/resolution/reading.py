"""Read a case of the match-resolution format into a MatchState."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from floor.engine.resolution.lateness import CHOICES as LATENESS
from floor.engine.resolution.places import Entry, is_place, place
from floor.engine.resolution.turns import EXTRA_TURNS
from floor.engine.resolution.values import Ending, MatchState, Pair, Phase, Player, Stage, Tardy

Case = Mapping[str, Any]
Word = TypeVar("Word", bound=StrEnum)

STYLES = {
    "constructed": "constructed",
    "limited": "limited",
    "thirty_card": "thirty",
    "thirty": "thirty",
    "thirty_limited": "thirty_limited",
}
PRIZES = {"constructed": 6, "limited": 4, "thirty": 3, "thirty_limited": 3}
"""By style (R-146)."""

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
ONE_WAY_EACH = Pair(1, 1)
MOST_PRIZES = 6
NUMBERED = 10_000
"""Largest number accepted anywhere in a match."""

SETTINGS = {"S3": LATENESS}
"""Choices of settings that are words (section L); minutes are read where they are used."""


def situation(case: Case) -> MatchState:
    """Read a case. Missing values get the usual default, except Prizes left."""
    time = _mapping(case, case.get("time"), "time")
    entries = _entries(case)
    expired = _expired(case, time)
    value = number(case, case.get("best_of"), "best_of")
    best_of = value if value in (1, 3) else _unreadable(case, "best_of")
    where = _text(case, time.get("where"), "time")
    if where and not is_place(where, best_of):
        _unreadable(case, "time")
    spot, match_number, earlier, current = place(entries, where)
    # Prize cards a game of the style starts with. A style that cannot be read is refused in any case.
    usual = PRIZES[style_of(case)]
    start = number(case, case.get("prizes_start"), "prizes_start", most=MOST_PRIZES) or usual
    return MatchState(
        edition=edition_of(_text(case, case.get("ruleset"), "ruleset")),
        stage=_one_of(case, Stage, case.get("stage"), "stage"),
        best_of=best_of,
        time_called=expired,
        minutes_added=bool(number(case, time.get("extension_minutes"), "time")),
        spot=spot,
        number=match_number,
        earlier=earlier,
        ending=current.ending,
        turns=number(case, time.get("turn_counter"), "time", most=EXTRA_TURNS) or 0,
        window_over=flag(case, time.get("window_over"), "time"),
        phase=_phase(case, time),
        turn_of=_turn_of(case, time),
        ways=current.ways or ONE_WAY_EACH,
        tardy=_tardy(case),
        prizes_a=current.prizes[0],
        prizes_b=current.prizes[1],
        penalties=pair(case, case.get("prize_penalty_against"), "prize_penalty_against"),
        start=start,
        higher_seed=_player(case, case.get("higher_seed"), "higher_seed"),
        settings=_settings(case),
    )


def edition_of(ruleset: str) -> str:
    """The edition of a ruleset: POP-2017-07-26, POP-2018-07, RULEBOOK-2002, TRH-2026 and the like."""
    name = ruleset.upper()
    if name.startswith("RULEBOOK"):
        return next((code for title, code in RULEBOOKS.items() if title in name), "sm")
    if name.startswith(("TRH", "TCG")) or "2026" in name:
        return "2026"
    return "2018" if "2018" in name else "2017"


def style_of(case: Case) -> str:
    return STYLES.get(_text(case, case.get("format"), "format") or "constructed") or _unreadable(
        case, "format"
    )


def _settings(case: Case) -> dict[str, str]:
    values = _mapping(case, case.get("settings"), "settings")
    chosen = {str(name): str(choice) for name, choice in values.items()}
    for name, choices in SETTINGS.items():
        if chosen.get(name, choices[0]) not in choices:
            _unreadable(case, "settings")
    return chosen


def _unreadable(case: Case, name: str) -> NoReturn:
    raise Refused(CoreRefusal.CASE_UNREADABLE, case=case.get("id") or "–", field=name)


def _text(case: Case, value: object, name: str) -> str:
    """A word, "" if missing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else _unreadable(case, name)


def flag(case: Case, value: object, name: str, *, usual: bool = False) -> bool:
    """A boolean, `usual` if missing."""
    if value is None:
        return usual
    return value if isinstance(value, bool) else _unreadable(case, name)


def _mapping(case: Case, value: object, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    return value if isinstance(value, Mapping) else _unreadable(case, name)


def number(case: Case, value: object, name: str, *, most: int = NUMBERED) -> int | None:
    """A whole number from 0 to `most`; None if missing."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        _unreadable(case, name)
    return value


def pair(case: Case, value: object, name: str) -> Pair:
    """A number for each player, 0 if missing."""
    values = _mapping(case, value, name)
    return Pair(number(case, values.get("A"), name) or 0, number(case, values.get("B"), name) or 0)


def _player(case: Case, value: object, name: str) -> Player | None:
    if value is None:
        return None
    return _one_of(case, Player, value, name)


def _one_of(case: Case, words: type[Word], value: object, name: str) -> Word:
    return next((member for member in words if member == value), None) or _unreadable(case, name)


def _entries(case: Case) -> list[Entry]:
    """The games in order. `ways_won` outside a game belongs to the last game won by both."""
    games = [] if case.get("games") is None else case["games"]
    if not isinstance(games, list):
        _unreadable(case, "games")
    if not all(isinstance(game, Mapping) for game in games):
        _unreadable(case, "games")
    entries = [_entry(case, game) for game in games]
    if case.get("ways_won") is not None:
        both = [at for at, entry in enumerate(entries) if entry.ending is Ending.BOTH_WON and not entry.ways]
        for at in both[-1:]:
            entries[at] = replace(entries[at], ways=pair(case, case["ways_won"], "ways_won"))
    return entries


def _entry(case: Case, game: Mapping[str, Any]) -> Entry:
    left = _mapping(case, game.get("prizes_left"), "prizes_left")
    ways = game.get("ways_won")
    return Entry(
        ending=_ending(case, game),
        prizes=(_left(case, left.get("A")), _left(case, left.get("B"))),
        ways=None if ways is None else pair(case, ways, "ways_won"),
        begun=game.get("state") != NOT_STARTED,
    )


def _left(case: Case, value: object) -> int | None:
    return number(case, value, "prizes_left", most=MOST_PRIZES)


def _ending(case: Case, game: Mapping[str, Any]) -> Ending | None:
    state = _text(case, game.get("state"), "state") or "playing"
    if state not in ENDINGS:
        _unreadable(case, "state")
    won = _player(case, game.get("winner"), "winner")
    if won is None:
        return ENDINGS[state]
    return Ending.WON_BY_A if won is Player.A else Ending.WON_BY_B


def _expired(case: Case, time: Mapping[str, Any]) -> bool:
    """As the sheet states; otherwise by the minutes of the round with its extension (R-113)."""
    stated = time.get("expired")
    elapsed = number(case, time.get("elapsed_minutes"), "time")
    minutes = number(case, time.get("round_minutes"), "time")
    if isinstance(stated, bool):
        return stated
    if stated is not None:
        _unreadable(case, "time")
    if elapsed is None or minutes is None:
        return bool(time.get("where"))
    return elapsed >= minutes + (number(case, time.get("extension_minutes"), "time") or 0)


def _phase(case: Case, time: Mapping[str, Any]) -> Phase:
    phase_name = time.get("phase")
    phase = Phase.UNSAID if phase_name is None else _one_of(case, Phase, phase_name, "time")
    # Without the player of the turn only the general rule applies.
    is_known = _turn_of(case, time) is not None or phase is Phase.SETUP
    return phase if is_known else Phase.UNSAID


def _turn_of(case: Case, time: Mapping[str, Any]) -> Player | None:
    active, following = (_player(case, time.get(name), "time") for name in ("active", "next_player"))
    return active or following


def _tardy(case: Case) -> Tardy:
    """R-128: any period of the round, only without permission, only if a judge knew before the end."""
    late, allowed = (_of_players(case, name) for name in ("late_or_absent", "permission"))
    # As `_of_players`, or one value for both.
    if isinstance(case.get("judge_knew_before_end"), Mapping):
        knew = _of_players(case, "judge_knew_before_end", usual=True)
    else:
        knew = dict.fromkeys(
            Player, flag(case, case.get("judge_knew_before_end"), "judge_knew_before_end", usual=True)
        )
    missing = [player for player in Player if late[player] and not allowed[player]]
    counted = [player for player in missing if knew[player]]
    if not counted:
        return Tardy.TOO_LATE if missing else Tardy.NOBODY
    if len(counted) == len(Player):
        return Tardy.BOTH
    return Tardy.A if Player.A in counted else Tardy.B


def _of_players(case: Case, name: str, *, usual: bool = False) -> dict[Player, bool]:
    values = _mapping(case, case.get(name), name)
    return {player: flag(case, values.get(player.value), name, usual=usual) for player in Player}
