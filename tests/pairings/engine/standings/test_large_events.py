"""Percentages of three real large events, to the last published digit."""

import csv
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pairings.engine.outcomes import Outcome
from pairings.engine.results_file import PUBLISHED_TABLE_RULES
from pairings.engine.standings import (
    Competitor,
    PlayedMatch,
    StandingLine,
    explain_standing,
    rank_competitors,
)

PUBLISHED = PUBLISHED_TABLE_RULES
"""The publisher does not round intermediate values, counts a missed round as an opponent at the floor, and counts
anyone seated in a match without a result as an opponent.
"""
HALF_A_DIGIT = 1e-6
PLACEHOLDER = ["0.25", "0.25", "0.25"]
DISQUALIFIED = "9999"
"""The place that the publisher gives to disqualified players."""
SECOND_DAY = {"regional_1170": 10}
"""Events whose second day has separate standings, with the round in which it begins."""


@dataclass
class Event:
    """An event as published: matches and standings, without the players that cannot be distinguished."""

    matches: list[dict[str, str]]
    standings: list[dict[str, str]]
    whole: list[dict[str, str]] = field(default_factory=list)
    met: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        self.whole = self.whole or self.matches
        for row in self.matches:
            if row["opponent"].startswith("P"):
                self.met[row["player"]].add(row["opponent"])

    @property
    def unclear(self) -> set[str]:
        """Return the names that several players share."""
        rounds = Counter((row["round"], row["player"]) for row in self.matches)
        names = Counter(row["player"] for row in self.standings)
        shared = {player for (_, player), times in rounds.items() if times > 1}
        return shared | {player for player, times in names.items() if times > 1}

    def beside(self, players: set[str]) -> set[str]:
        """Return these players and everyone who met one of them."""
        return players | {player for player, opponents in self.met.items() if opponents & players}

    def between(self, first: int, last: int) -> "Event":
        """Return the same event with only the matches of some rounds; the standings are unchanged."""
        return Event(
            [row for row in self.matches if first <= int(row["round"]) <= last], self.standings, self.whole
        )

    def comparable(self, name: str) -> list[dict[str, str]]:
        """Return the rows with published figures that these rounds explain."""
        seen = {row["player"] for row in self.matches}
        later = {
            row["player"]
            for row in self.whole
            if name in SECOND_DAY and int(row["round"]) >= SECOND_DAY[name] > int(self.matches[0]["round"])
        }
        return [
            row
            for row in self.standings
            if [row[key] for key in ("win_pct", "owp", "oowp")] != PLACEHOLDER
            and row["player"] in seen - later
        ]

    def given(self, first: int, last: int) -> tuple[list[Competitor], list[PlayedMatch]]:
        """Return the input of `rank`."""
        played = self.played(first, last)
        left_in = {_number(row["player"]): int(row["drop_round"]) for row in self.standings}
        out = {_number(row["player"]) for row in self.standings if row["placing"] == DISQUALIFIED}
        ids = {one for match in played for one in (match.left, match.right) if one is not None}
        return [
            Competitor(one, left_in[one] if 0 < left_in[one] <= last else None, disqualified=one in out)
            for one in ids
        ], played

    def lines(self, first: int, last: int) -> tuple[StandingLine, ...]:
        competitors, played = self.given(first, last)
        return rank_competitors(competitors, played, rounds_planned=last - first + 1, rules=PUBLISHED)

    def played(self, first: int, last: int) -> list[PlayedMatch]:
        """Return one match for the two rows of each pair."""
        rows = [row for row in self.matches if first <= int(row["round"]) <= last]
        result_of = {(row["round"], row["player"], row["opponent"]): row["result"] for row in rows}
        matches = {}
        for row in rows:
            other = result_of.get((row["round"], row["opponent"], row["player"]), "")
            one = _match(row, other)
            matches[one.round, *sorted((one.left, one.right or 0))] = one
        return list(matches.values())


def _number(player: str) -> int:
    return int(player[1:])


def _match(row: dict[str, str], other: str) -> PlayedMatch:
    number, left = int(row["round"]), _number(row["player"])
    if not row["opponent"].startswith("P"):
        alone = Outcome.BYE if row["result"] == "W" else Outcome.LATE_LOSS
        return PlayedMatch(number, left, None, alone)
    outcome = {"W": Outcome.LEFT, "L": Outcome.RIGHT, "T": Outcome.TIE, "": Outcome.PENDING}[row["result"]]
    both_lost = row["result"] == other == "L"
    return PlayedMatch(number, left, _number(row["opponent"]), Outcome.DOUBLE_LOSS if both_lost else outcome)


def load(shared: Path, name: str) -> Event:
    tables = []
    for kind in ("matches", "standings"):
        with (shared / "events" / f"{name}_{kind}.csv").open(encoding="utf-8", newline="") as file:
            tables.append(list(csv.DictReader(file)))
    return Event(*tables)


@pytest.mark.parametrize(
    ("name", "first", "last", "compared"),
    [
        ("regional_318", 1, 10, (307, 307, 307)),
        ("cup_338", 1, 9, (330, 330, 330)),
        ("regional_1170", 1, 9, (1037, 989, 724)),
        ("regional_1170", 10, 15, (124, 118, 92)),
    ],
)
def test_published_percentages(
    shared: Path, name: str, first: int, last: int, compared: tuple[int, int, int]
) -> None:
    """Every player who can be told apart has the published figures; `compared` counts them."""
    event = load(shared, name).between(first, last)
    rows = event.comparable(name)
    lines = {line.id: line for line in event.lines(first, last)}
    near = event.beside(event.unclear)
    unclear = {"win_pct": event.unclear, "owp": near, "oowp": event.beside(near)}
    figures = [
        (row["player"], key, _share(lines[_number(row["player"])], key), float(row[key]))
        for row in rows
        for key in unclear
        if row["player"] not in unclear[key] and _number(row["player"]) in lines
    ]
    assert [one for one in figures if abs(one[2] - one[3]) > HALF_A_DIGIT] == []
    assert Counter(key for _, key, _, _ in figures) == dict(zip(unclear, compared, strict=True))


def _share(line: StandingLine, key: str) -> float:
    return line.win_pct if key == "win_pct" else line.tie_breaks[key]


def test_a_disqualified_player_is_not_capped(shared: Path) -> None:
    """Out in round 6 with 5-1: this counts 83 % for the opponents, whereas a drop would count 75 %."""
    event = load(shared, "regional_1170").between(1, 9)
    out = next(row for row in event.standings if row["placing"] == DISQUALIFIED)
    competitors, played = event.given(1, 9)
    why = explain_standing(competitors, played, _number(out["player"]), rounds_planned=9, rules=PUBLISHED)
    assert why.line is None
    assert (why.own.value, why.tie_breaks["owp"], why.tie_breaks["oowp"]) == pytest.approx(
        (float(out["win_pct"]), float(out["owp"]), float(out["oowp"])), abs=HALF_A_DIGIT
    )


@pytest.mark.parametrize("name", ["regional_318", "cup_338", "regional_1170"])
def test_published_points(shared: Path, name: str) -> None:
    """M-010: the points of every player who can be distinguished and played in no cut."""
    event = load(shared, name)
    played = event.played(1, 99)
    ids = {one for match in played for one in (match.left, match.right) if one is not None}
    lines = {line.id: line for line in rank_competitors([Competitor(one) for one in ids], played)}
    compared = 0
    for row in event.standings:
        line = lines.get(_number(row["player"]))
        if line is None or row["player"] in event.unclear:
            continue
        compared += 1
        assert (line.wins, line.losses, line.ties, line.points) == tuple(
            int(row[key]) for key in ("wins", "losses", "ties", "points")
        ), row
    assert compared > 300
