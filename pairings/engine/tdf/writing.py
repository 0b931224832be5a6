"""Format the values of an event as TOM's templates do, byte for byte."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import TypeVar

from .codes import CODE_OF, OUTCOME_OF, Outcome
from .source import DATE, TIME
from .values import (
    TomCut,
    TomEvent,
    TomMatch,
    TomPlayer,
    TomPod,
    TomRound,
    TomStandings,
)

LATEST_VERSION = "1.86"
"""The version of TOM written without a file's own."""

DAY_OF_BIRTH = "02/27"
"""TOM's files have the year of birth and this day for all players."""

ROUND_TIMES, BLOCKED_RANGES, LATE_ROUNDS = 1.80, 1.82, 1.86
"""The first versions with the times of a round, a pod's blocked ranges, and the round of a late player."""

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
ELEMENT = re.compile(r"</?([^\s/>]+)")
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no XML 1.0 document can have."""

Lines = Iterator[str]
Value = TypeVar("Value")


def write(event: TomEvent, *, newline: str = "\r\n") -> bytes:
    """The whole file, in UTF-8 without BOM. `newline` ends its lines; TOM on Windows writes CRLF."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', *_Writer(event).tournament()]
    return "".join(f"{line}{newline}" for line in lines).encode()


def cut_sizes(players: int, *, trading_cards: bool) -> tuple[int, ...]:
    """The sizes of a cut TOM offers to `players` of one age division, 0 for none."""
    sizes = ((9, 4), (21, 8)) if trading_cards else ((5, 2), (9, 4), (17, 8))
    return (0, *(size for least, size in sizes if players >= least))


def escaped(text: str) -> str:
    """Text escaped for use between two tags or two quotes."""
    plain = " ".join(UNWRITABLE.sub("", text).split())
    return "".join(ENTITIES.get(letter, letter) for letter in plain)


def _tag(name: str, value: object = "") -> str:
    return f"<{name}>{escaped(str(value))}</{name}>"


def _flag(name: str, value: bool) -> str:
    return _tag(name, "true" if value else "false")


def _time(name: str, at: datetime | None) -> str:
    return _tag(name, at.strftime(TIME) if at else "")


def _block(head: str, lines: Iterable[str]) -> Lines:
    """An element around lines; TOM never closes an empty one by itself."""
    yield f"<{head}>"
    yield from (f"\t{line}" for line in lines)
    yield f"</{head.split(maxsplit=1)[0]}>"


def _all(write_one: Callable[[Value], Lines], values: Iterable[Value]) -> Lines:
    for value in values:
        yield from write_one(value)


class _Writer:
    """The parts of one file; their format depends on the version."""

    def __init__(self, event: TomEvent) -> None:
        self.event = event
        try:
            self.version = float(event.version)
        except ValueError:
            self.version = float(LATEST_VERSION)

    def tournament(self) -> Lines:
        event = self.event
        head = (
            f'tournament type="{event.type}" stage="{event.stage}" version="{escaped(event.version)}" '
            f'gametype="{escaped(event.game_type)}" mode="{escaped(event.mode)}"'
        )
        return _block(
            head,
            (
                *_block("data", self._data()),
                _tag("timeelapsed", event.seconds_elapsed),
                *_block("players", _all(self._player, event.players)),
                *_block("pods", _all(self._pod, event.pods)),
                *(_block("standings", _all(self._standings, event.standings)) if event.standings else ()),
                *_block("finalsoptions", _all(self._cut, event.cuts)),
            ),
        )

    def _data(self) -> Lines:
        event = self.event
        yield _tag("name", event.name)
        yield _tag("id", event.sanction_id)
        yield _tag("city", event.city)
        yield _tag("state", event.state)
        yield _tag("country", event.country)
        yield _tag("roundtime", event.round_minutes)
        yield _tag("finalsroundtime", event.cut_round_minutes)
        yield f'<organizer popid="{escaped(event.organizer_id)}" name="{escaped(event.organizer_name)}"/>'
        yield _tag("startdate", event.start_date.strftime(DATE) if event.start_date else "")
        yield _flag("lessswiss", event.less_swiss)
        yield _flag("autotablenumber", event.auto_table_number)
        yield _tag("overflowtablestart", event.overflow_table_start)

    def _player(self, player: TomPlayer) -> Lines:
        """A player, with passed-through elements after the elements they followed."""
        extras = [
            extra for extra in player.extras if extra[1] != "late" or self._is_still_so(player, extra[2])
        ]
        lines = [*_following(extras, "")]
        for line in self._elements_of(player):
            lines.append(line)
            name = ELEMENT.match(line)
            if name and (line.endswith(f"</{name[1]}>") or line == f"</{name[1]}>"):
                lines += _following(extras, name[1])
        lines += [_tag(name, text) for _before, name, text in extras]
        return _block(f'player userid="{escaped(player.user_id)}"', lines)

    def _is_still_so(self, player: TomPlayer, word: str) -> bool:
        """Whether a plain word is still true of a player."""
        return (word.lower() == "true") == (player.late is not None)

    def _elements_of(self, player: TomPlayer) -> Lines:
        yield _tag("firstname", player.first_name)
        yield _tag("lastname", player.last_name)
        yield _tag("birthdate", f"{DAY_OF_BIRTH}/{player.birth_year:04}" if player.birth_year else "")
        if player.starter:
            yield _flag("starter", value=True)
        if player.order is not None:
            yield _tag("order", player.order)
        if player.seed is not None:
            yield _tag("seed", player.seed)
        if player.byes:
            yield _tag("byes", player.byes)
        yield from self._late(player)
        if player.dropped_in is not None:
            yield from _block(
                "dropped",
                (
                    _tag("status", 2 if player.disqualified else 1),
                    _tag("round", player.dropped_in or 0),
                    _time("timestamp", player.dropped_at),
                ),
            )
        yield _time("creationdate", player.created_at)
        yield _time("lastmodifieddate", player.created_at)

    def _late(self, player: TomPlayer) -> Lines:
        late = player.late
        if late is None or any(
            name == "late" and self._is_still_so(player, word) for _, name, word in player.extras
        ):
            return
        if self.version < LATE_ROUNDS:
            yield _flag("late", value=True)
            return
        yield from _block(
            "late",
            (
                _tag("round", late.round or 0),
                _time("timestamp", late.at),
                _flag("forcedloss", late.forced_loss),
                _flag("usedforcedloss", late.used_forced_loss),
            ),
        )

    def _pod(self, pod: TomPod) -> Lines:
        groups: list[str] = []
        for number, group in enumerate(pod.subgroups, start=1):
            players = (f'<player userid="{escaped(user_id)}" />' for user_id in group)
            groups += _block(f'subgroup number="{number}"', _block("players", players))
        data = [
            _tag("startingtable", pod.starting_table),
            _flag("playoff3rd4th", pod.third_place),
            _tag("subgroupcount", len(pod.subgroups)),
        ]
        if self.version >= ROUND_TIMES:
            data.append(_tag("additionalrounds", pod.additional_rounds))
        if self.version >= BLOCKED_RANGES:
            data += _block("blockedranges", ())
        return _block(
            f'pod category="{pod.category}" stage="{pod.stage}"',
            (
                *_block("poddata", data),
                *_block("subgroups", groups),
                *_block("rounds", _all(self._round, pod.rounds)),
            ),
        )

    def _round(self, round_: TomRound) -> Lines:
        yield f'<round number="{round_.number}" type="{round_.type}" stage="{round_.stage}" >'
        yield "\t" + _tag("timeleft", round_.seconds_left)
        if self.version >= ROUND_TIMES:
            yield "\t" + _time("pairtime", round_.paired_at)
            yield "\t" + _time("starttime", round_.started_at)
        yield from (f"\t{line}" for line in _block("matches", _all(self._match, round_.matches)))
        yield "</round>"

    def _match(self, match: TomMatch) -> Lines:
        seats = [_seat("player", match.left, "")]
        if match.right is not None:
            seats = [
                _seat("player1", match.left, match.fixed[0]),
                _seat("player2", match.right, match.fixed[1]),
            ]
        inside = (*seats, _time("timestamp", match.at), _tag("tablenumber", match.table))
        # The code the file had while the outcome is the same, else the default one.
        walkover = match.code == "1" and match.right is None and match.outcome is Outcome.BYE
        stays = match.code in OUTCOME_OF and (walkover or OUTCOME_OF[match.code] is match.outcome)
        code = match.code if stays else str(CODE_OF[match.outcome])
        return _block(f'match outcome="{code}"', inside)

    def _standings(self, part: TomStandings) -> Lines:
        kind = "finished" if part.finished else "dnf"
        places = (
            f'<player id="{escaped(user_id)}"' + (" />" if place is None else f' place="{place}" />')
            for user_id, place in part.places
        )
        return _block(f'pod category="{part.category}" type="{kind}"', places)

    def _cut(self, cut: TomCut) -> Lines:
        inside = (
            *_block("options", (_tag("value", size) for size in cut.options)),
            _tag("cut", cut.cut),
            _tag("playercount", cut.player_count),
            _flag("paired3rd4th", cut.third_place),
        )
        return _block(f'categorycut key="{cut.category}"', inside)


def _following(extras: list[tuple[str, str, str]], name: str) -> Lines:
    """The passed-through elements after the one of that name, each once, and those after them."""
    while extra := next((extra for extra in extras if extra[0] == name), None):
        extras.remove(extra)
        yield _tag(extra[1], extra[2])
        name = extra[1]


def _seat(name: str, user_id: str, fixed: str) -> str:
    more = f' staticseat="{escaped(fixed)}"' if fixed else ""
    return f'<{name} userid="{escaped(user_id)}"{more}/>'
