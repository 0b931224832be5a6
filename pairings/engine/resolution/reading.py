"""From a case of the match-resolution format to a situation."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from pairings.engine.resolution.places import Entry, place
from pairings.engine.resolution.values import (
    Ending,
    Pair,
    Phase,
    Player,
    Situation,
    Stage,
    Tardy,
)
from tournaments.engine.refused import Refused

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
"""R-146."""

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


def situation(case: Case) -> Situation:
    """The situation of a case; what the format leaves out is as it usually is, Prizes left are not guessed."""
    time = _mapping(case, case.get("time"), "time")
    entries = _entries(case)
    expired = _expired(case, time)
    spot, match_number, earlier, current = place(entries, str(time.get("where") or ""))
    return Situation(
        edition=edition_of(str(case.get("ruleset") or "")),
        stage=_stage(case),
        best_of=_best_of(case),
        time_called=expired,
        minutes_added=bool(number(case, time.get("extension_minutes"), "time")),
        spot=spot,
        number=match_number,
        earlier=earlier,
        ending=current.ending,
        turns=number(case, time.get("turn_counter"), "time") or 0,
        window_over=time.get("window_over") is True,
        phase=_phase(case, time),
        turn_of=_player(case, time.get("active") or time.get("next_player"), "time"),
        ways=current.ways or ONE_WAY_EACH,
        tardy=_tardy(case),
        prizes_a=current.prizes[0],
        prizes_b=current.prizes[1],
        penalties=pair(case, case.get("prize_penalty_against"), "prize_penalty_against"),
        start=number(case, case.get("prizes_start"), "prizes_start") or PRIZES[style_of(case)],
        higher_seed=_player(case, case.get("higher_seed"), "higher_seed"),
        settings=_settings(case),
    )


def edition_of(ruleset: str) -> str:
    """The edition a ruleset names: POP-2017-07-26, POP-2018-07, RULEBOOK-2002, TRH-2026 and the like."""
    name = ruleset.upper()
    if name.startswith("RULEBOOK"):
        return next((code for word, code in RULEBOOKS.items() if word in name), "sm")
    if name.startswith(("TRH", "TCG")) or "2026" in name:
        return "2026"
    return "2018" if "2018" in name else "2017"


def style_of(case: Case) -> str:
    return STYLES.get(str(case.get("format") or "constructed")) or _unreadable(case, "format")


def _settings(case: Case) -> dict[str, str]:
    given = _mapping(case, case.get("settings"), "settings")
    return {name: str(choice) for name, choice in given.items()}


def _unreadable(case: Case, name: str) -> NoReturn:
    raise Refused("CASE_UNREADABLE", case=case.get("id") or "–", field=name)


def _mapping(case: Case, value: object, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    return value if isinstance(value, Mapping) else _unreadable(case, name)


def number(case: Case, value: object, name: str) -> int | None:
    """A whole number from 0 on; None where there is none."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        _unreadable(case, name)
    return value


def pair(case: Case, value: object, name: str) -> Pair:
    """A number of each player, 0 where none is given."""
    given = _mapping(case, value, name)
    return Pair(number(case, given.get("A"), name) or 0, number(case, given.get("B"), name) or 0)


def _player(case: Case, value: object, name: str) -> Player | None:
    if value is None:
        return None
    return _one_of(case, Player, value, name)


def _one_of(case: Case, words: type[Word], value: object, name: str) -> Word:
    return next((word for word in words if word == value), None) or _unreadable(case, name)


def _stage(case: Case) -> Stage:
    return _one_of(case, Stage, case.get("stage"), "stage")


def _best_of(case: Case) -> int:
    value = number(case, case.get("best_of"), "best_of")
    return value if value in (1, 3) else _unreadable(case, "best_of")


def _entries(case: Case) -> list[Entry]:
    """The games in order; ways won that stand beside them are of the last one both have won."""
    games = case.get("games") or []
    if not isinstance(games, list):
        _unreadable(case, "games")
    entries = [_entry(case, _mapping(case, game, "games")) for game in games]
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
        prizes=(number(case, left.get("A"), "prizes_left"), number(case, left.get("B"), "prizes_left")),
        ways=None if ways is None else pair(case, ways, "ways_won"),
        begun=game.get("state") != NOT_STARTED,
    )


def _ending(case: Case, game: Mapping[str, Any]) -> Ending | None:
    won = _player(case, game.get("winner"), "winner")
    if won is not None:
        return Ending.WON_BY_A if won is Player.A else Ending.WON_BY_B
    state = str(game.get("state") or "playing")
    return ENDINGS[state] if state in ENDINGS else _unreadable(case, "state")


def _expired(case: Case, time: Mapping[str, Any]) -> bool:
    """As the sheet says; where it does not, the minutes of the round with its extension tell (R-113)."""
    said = time.get("expired")
    if isinstance(said, bool):
        return said
    if said is not None:
        _unreadable(case, "time")
    elapsed = number(case, time.get("elapsed_minutes"), "time")
    minutes = number(case, time.get("round_minutes"), "time")
    if elapsed is None or minutes is None:
        return bool(time.get("where"))
    return elapsed >= minutes + (number(case, time.get("extension_minutes"), "time") or 0)


def _phase(case: Case, time: Mapping[str, Any]) -> Phase:
    """Without the player of the turn a phase says no more than the general rule."""
    phase = _one_of(case, Phase, time.get("phase") or Phase.UNSAID, "time")
    known = time.get("active") or time.get("next_player") or phase is Phase.SETUP
    return phase if known else Phase.UNSAID


def _tardy(case: Case) -> Tardy:
    """R-128: any period of the round, only without permission, only if a judge knew before the end."""
    late, allowed = _mapping(case, case.get("late_or_absent"), "late_or_absent"), case.get("permission")
    permission = _mapping(case, allowed, "permission")
    missing = [player for player in Player if late.get(player) is True and permission.get(player) is not True]
    known = [player for player in missing if _judge_knew(case, player)]
    if not known:
        return Tardy.TOO_LATE if missing else Tardy.NOBODY
    if len(known) == len(Player):
        return Tardy.BOTH
    return Tardy.A if Player.A in known else Tardy.B


def _judge_knew(case: Case, player: Player) -> bool:
    knew = case.get("judge_knew_before_end", True)
    return (knew.get(player) if isinstance(knew, Mapping) else knew) is not False
