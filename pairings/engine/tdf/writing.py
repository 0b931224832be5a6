"""Format an event's values byte for byte like TOM's templates."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain

from .codes import CODE_OF, OUTCOME_OF, Outcome
from .source import DATE, TIME
from .tom_event import (
    TomCut,
    TomEvent,
    TomMatch,
    TomPlayer,
    TomPod,
    TomRound,
    TomStandings,
)

LATEST_VERSION = "1.86"
"""TOM version to write for events that were not imported from a file."""

DAY_OF_BIRTH = "02/27"
"""Day of birth in TOM's files, the same for all players; only the year is real."""

VERSION_WITH_ROUND_TIMES, VERSION_WITH_BLOCKED_RANGES, VERSION_WITH_LATE_ROUNDS = 1.80, 1.82, 1.86
"""First TOM versions with times of a round, blocked ranges of a pod, and the round of a late player."""

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
ELEMENT = re.compile(r"</?([^\s/>]+)")
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML 1.0 does not allow."""

Lines = Iterator[str]


def write_tdf(event: TomEvent, *, newline: str = "\r\n") -> bytes:
    """Format the file in UTF-8 without BOM. `newline` ends its lines; TOM on Windows writes CRLF."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', *_TdfWriter(event).tournament_lines()]
    return "".join(f"{line}{newline}" for line in lines).encode()


def tom_cut_sizes(players: int, *, trading_cards: bool) -> tuple[int, ...]:
    """Return the cut sizes TOM offers for `players` players of an age division, including 0 for no cut."""
    sizes = ((9, 4), (21, 8)) if trading_cards else ((5, 2), (9, 4), (17, 8))
    return (0, *(size for least_players, size in sizes if players >= least_players))


def escape_xml(text: str) -> str:
    """Escape text for use between two tags or two quotes.

    Characters that XML does not allow are removed, and each run of whitespace becomes one space.
    """
    plain = " ".join(UNWRITABLE.sub("", text).split())
    return "".join(ENTITIES.get(letter, letter) for letter in plain)


def _tag(name: str, value: object = "") -> str:
    return f"<{name}>{escape_xml(str(value))}</{name}>"


def _flag_tag(name: str, value: bool) -> str:
    return _tag(name, "true" if value else "false")


def _time_tag(name: str, moment: datetime | None) -> str:
    return _tag(name, moment.strftime(TIME) if moment else "")


def _block_lines(head: str, lines: Iterable[str]) -> Lines:
    """Yield a block element around indented lines; TOM never writes it as a self-closing tag.

    `head` is the name of the element with its attributes.
    """
    yield f"<{head}>"
    yield from (f"\t{line}" for line in lines)
    yield f"</{head.split(maxsplit=1)[0]}>"


class _TdfWriter:
    """Writer of one file. The format depends on the TOM version of the event."""

    def __init__(self, event: TomEvent) -> None:
        self.event = event
        try:
            self.version = float(event.version)
        except ValueError:
            self.version = float(LATEST_VERSION)

    def tournament_lines(self) -> Lines:
        event = self.event
        head = (
            f'tournament type="{event.type}" stage="{event.stage}" version="{escape_xml(event.version)}" '
            f'gametype="{escape_xml(event.game_type)}" mode="{escape_xml(event.mode)}"'
        )
        data = (
            _tag("name", event.name),
            _tag("id", event.sanction_id),
            _tag("city", event.city),
            _tag("state", event.state),
            _tag("country", event.country),
            _tag("roundtime", event.round_minutes),
            _tag("finalsroundtime", event.cut_round_minutes),
            f'<organizer popid="{escape_xml(event.organizer_id)}" name="{escape_xml(event.organizer_name)}"/>',
            _tag("startdate", event.start_date.strftime(DATE) if event.start_date else ""),
            _flag_tag("lessswiss", event.less_swiss),
            _flag_tag("autotablenumber", event.auto_table_number),
            _tag("overflowtablestart", event.overflow_table_start),
        )
        standings = chain.from_iterable(map(self._standings_lines, event.standings))
        return _block_lines(
            head,
            (
                *_block_lines("data", data),
                _tag("timeelapsed", event.seconds_elapsed),
                *_block_lines("players", chain.from_iterable(map(self._player_lines, event.players))),
                *_block_lines("pods", chain.from_iterable(map(self._pod_lines, event.pods))),
                *(_block_lines("standings", standings) if event.standings else ()),
                *_block_lines("finalsoptions", chain.from_iterable(map(self._cut_lines, event.cuts))),
            ),
        )

    def _player_lines(self, player: TomPlayer) -> Lines:
        """Yield a player, with passed-through elements after the elements they followed."""
        extras = [
            extra for extra in player.extras if extra[1] != "late" or self._is_current(player, extra[2])
        ]
        lines = [*_extras_after(extras, "")]
        for line in self._player_elements(player):
            lines.append(line)
            element = ELEMENT.match(line)
            if element and (line.endswith(f"</{element[1]}>") or line == f"</{element[1]}>"):
                lines += _extras_after(extras, element[1])
        lines += [_tag(element, text) for _before, element, text in extras]
        return _block_lines(f'player userid="{escape_xml(player.user_id)}"', lines)

    def _is_current(self, player: TomPlayer, word: str) -> bool:
        """Return whether `late` as a plain word ("true" or "false") still fits the player."""
        return (word.lower() == "true") == (player.late is not None)

    def _player_elements(self, player: TomPlayer) -> Lines:
        yield _tag("firstname", player.first_name)
        yield _tag("lastname", player.last_name)
        yield _tag("birthdate", f"{DAY_OF_BIRTH}/{player.birth_year:04}" if player.birth_year else "")
        if player.starter:
            yield _flag_tag("starter", value=True)
        if player.order is not None:
            yield _tag("order", player.order)
        if player.seed is not None:
            yield _tag("seed", player.seed)
        if player.byes:
            yield _tag("byes", player.byes)
        yield from self._late_lines(player)
        if player.dropped_in is not None:
            yield from _block_lines(
                "dropped",
                (
                    _tag("status", 2 if player.disqualified else 1),
                    _tag("round", player.dropped_in or 0),
                    _time_tag("timestamp", player.dropped_at),
                ),
            )
        yield _time_tag("creationdate", player.created_at)
        yield _time_tag("lastmodifieddate", player.created_at)

    def _late_lines(self, player: TomPlayer) -> Lines:
        """Yield the `late` element, unless one that is passed through unchanged still fits the player."""
        late = player.late
        if late is None or any(
            name == "late" and self._is_current(player, word) for _, name, word in player.extras
        ):
            return
        if self.version < VERSION_WITH_LATE_ROUNDS:
            yield _flag_tag("late", value=True)
            return
        yield from _block_lines(
            "late",
            (
                _tag("round", late.round or 0),
                _time_tag("timestamp", late.at),
                _flag_tag("forcedloss", late.forced_loss),
                _flag_tag("usedforcedloss", late.used_forced_loss),
            ),
        )

    def _pod_lines(self, pod: TomPod) -> Lines:
        """Yield the lines of a pod. In versions with blocked ranges, their element is always empty."""
        groups: list[str] = []
        for number, group in enumerate(pod.subgroups, start=1):
            players = (f'<player userid="{escape_xml(user_id)}" />' for user_id in group)
            groups += _block_lines(f'subgroup number="{number}"', _block_lines("players", players))
        data = [
            _tag("startingtable", pod.starting_table),
            _flag_tag("playoff3rd4th", pod.third_place),
            _tag("subgroupcount", len(pod.subgroups)),
        ]
        if self.version >= VERSION_WITH_ROUND_TIMES:
            data.append(_tag("additionalrounds", pod.additional_rounds))
        if self.version >= VERSION_WITH_BLOCKED_RANGES:
            data += _block_lines("blockedranges", ())
        return _block_lines(
            f'pod category="{pod.category}" stage="{pod.stage}"',
            (
                *_block_lines("poddata", data),
                *_block_lines("subgroups", groups),
                *_block_lines("rounds", chain.from_iterable(map(self._round_lines, pod.rounds))),
            ),
        )

    def _round_lines(self, round_: TomRound) -> Lines:
        yield f'<round number="{round_.number}" type="{round_.type}" stage="{round_.stage}" >'
        yield "\t" + _tag("timeleft", round_.seconds_left)
        if self.version >= VERSION_WITH_ROUND_TIMES:
            yield "\t" + _time_tag("pairtime", round_.paired_at)
            yield "\t" + _time_tag("starttime", round_.started_at)
        matches = chain.from_iterable(map(self._match_lines, round_.matches))
        yield from (f"\t{line}" for line in _block_lines("matches", matches))
        yield "</round>"

    def _match_lines(self, match: TomMatch) -> Lines:
        seats = [_seat_tag("player", match.left, "")]
        if match.right is not None:
            seats = [
                _seat_tag("player1", match.left, match.fixed[0]),
                _seat_tag("player2", match.right, match.fixed[1]),
            ]
        elements = (*seats, _time_tag("timestamp", match.at), _tag("tablenumber", match.table))
        # Some outcomes have two codes, so write the file's code while the outcome is unchanged.
        is_walkover = match.code == "1" and match.right is None and match.outcome is Outcome.BYE
        is_current = match.code in OUTCOME_OF and (is_walkover or OUTCOME_OF[match.code] is match.outcome)
        code = match.code if is_current else str(CODE_OF[match.outcome])
        return _block_lines(f'match outcome="{code}"', elements)

    def _standings_lines(self, standings: TomStandings) -> Lines:
        kind = "finished" if standings.finished else "dnf"
        places = (
            f'<player id="{escape_xml(user_id)}"' + (" />" if place is None else f' place="{place}" />')
            for user_id, place in standings.places
        )
        return _block_lines(f'pod category="{standings.category}" type="{kind}"', places)

    def _cut_lines(self, cut: TomCut) -> Lines:
        elements = (
            *_block_lines("options", (_tag("value", size) for size in cut.options)),
            _tag("cut", cut.cut),
            _tag("playercount", cut.player_count),
            _flag_tag("paired3rd4th", cut.third_place),
        )
        return _block_lines(f'categorycut key="{cut.category}"', elements)


def _extras_after(extras: list[tuple[str, str, str]], name: str) -> Lines:
    """Yield the chain of passed-through elements that follow `name`, removing them from `extras`."""
    while extra := next((extra for extra in extras if extra[0] == name), None):
        extras.remove(extra)
        yield _tag(extra[1], extra[2])
        name = extra[1]


def _seat_tag(name: str, user_id: str, fixed: str) -> str:
    seat_attribute = f' staticseat="{escape_xml(fixed)}"' if fixed else ""
    return f'<{name} userid="{escape_xml(user_id)}"{seat_attribute}/>'
