"""A program of a judge that reads a rehearsed weekend through the API, and checks every place after every round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from floor.services.rehearsal.mishaps import WeekendMoment
from tests.pairings.standings_checker import Player, Seat, Standings, final_order, misplaced
from tournaments.models import Division, Tournament

Row = Mapping[str, Any]

POINTS_OF_DAY_TWO = 19
"""Match points with which a player is on day 2 of a Regional that is large enough (M-016)."""


@dataclass
class DivisionReader:
    """What was read of one division: the seats of its Swiss rounds and the results of its cut, by round.

    `day_two` are the players who qualified for day 2, None if there is none, and `outdated` rounds to be read again.
    """

    division: Division
    token: str
    seats: dict[int, list[Seat]] = field(default_factory=dict)
    cut_rounds: dict[int, dict[int, str]] = field(default_factory=dict)
    outdated: set[int] = field(default_factory=set)
    swiss_order: list[int] = field(default_factory=list)
    day_two: set[int] | None = None
    day_one_rounds: int = 0
    faults: list[str] = field(default_factory=list)
    checked_places: int = 0
    checked_rounds: int = 0
    list_key: str = ""

    def request(self, path: str, **query: str | int) -> Row:
        """Return a page of a list."""
        address = f"/api/v1/events/{self.division.tournament.slug}/{path}"
        response = Client().get(address, query, headers={"authorization": f"Bearer {self.token}"})
        assert response.status_code == 200, response.content
        page: Row = response.json()
        return page

    def read_all_pages(self, path: str, **query: str | int) -> Iterator[Row]:
        """Return the items of all pages."""
        cursor: str | None = ""
        while cursor is not None:
            page = self.request(path, **query, limit=200, **({"cursor": cursor} if cursor else {}))
            yield from page["items"]
            cursor = page["next"]

    def read_results(self, number: int, *, cut: bool) -> None:
        """Read the results of a closed round."""
        seats = [
            Seat(
                number,
                side["player"]["entry"],
                next((other["player"]["entry"] for other in match["sides"] if other is not side), None),
                side["result"],
            )
            for match in self.read_all_pages("results", division=self.division.pk, round=number)
            for side in match["sides"]
        ]
        if cut:
            self.cut_rounds[number] = {seat.player: seat.result for seat in seats}
        else:
            self.seats[number] = seats

    def read_standings(self, after: int | None = None) -> list[Row]:
        """Read the standings after a round, by default the latest ones."""
        if not self.list_key:
            listings = self.request("standings", limit=1)["listings"]
            self.list_key = next(row["key"] for row in listings if row["division"] == self.division.pk)
        number = {"after": after} if after else {}
        return list(self.read_all_pages("standings", list=self.list_key, **number))

    def standings(self, latest: list[Row], after: int) -> Standings:
        """Return the checker's standings after a round. `latest` are the listed ones, which say who dropped.

        A player who dropped has no seat after that round, and who was disqualified is not in the list any longer.
        """
        last_seats = {seat.player: seat.round for number in sorted(self.seats) for seat in self.seats[number]}
        last_seats |= {player: number for number in self.cut_rounds for player in self.cut_rounds[number]}
        dropped = {row["player"]["entry"]: row["player"]["dropped"] for row in latest}
        seats = [seat for number in self.seats if number <= after for seat in self.seats[number]]
        players = [
            Player(
                player,
                dropped_in=last_seats[player] if dropped.get(player, True) else None,
                disqualified=player not in dropped,
                day_one=None if self.day_two is None or player in self.day_two else self.day_one_rounds,
            )
            for player in {seat.player for seat in seats}
        ]
        return Standings(players, seats, after=after, planned=self.planned_rounds(after))

    def planned_rounds(self, after: int) -> int:
        """Return the number of Swiss rounds planned up to the end of the day on which a round is played."""
        if self.day_one_rounds and after <= self.day_one_rounds:
            return self.day_one_rounds
        swiss = self.division.stages.filter(kind="swiss", position=1 if self.day_one_rounds else 0)
        return swiss.get().rounds_planned or 0

    def check_swiss(self, rows: list[Row], latest: list[Row], after: int) -> None:
        """Compare the places and figures listed after a round. Players disqualified since are not listed."""
        present = {row["player"]["entry"] for row in latest}
        groups = [
            remaining
            for group in self.standings(latest, after).groups()
            if (remaining := [line for line in group if line.player in present])
        ]
        faults = misplaced(groups, [row["player"]["entry"] for row in rows])
        figures = {
            line.player: (line.points, float(line.owp), float(line.oowp))
            for group in groups
            for line in group
        }
        for row in rows:
            listed, expected = (row["points"], row["owp"], row["oowp"]), figures.get(row["player"]["entry"])
            if listed != expected:
                faults.append(f"player {row['player']['entry']}: {listed}, not {expected}")
        self._note(faults, f"after round {after}", rows)

    def check_final_places(self, rows: list[Row]) -> None:
        """Compare the final places: the top cut, then all others as they were listed after the last Swiss round."""
        listed = [row["player"]["entry"] for row in rows]
        cut = [self.cut_rounds[number] for number in sorted(self.cut_rounds)]
        expected = final_order(self.swiss_order, cut, set(self.swiss_order) - set(listed))
        self._note([] if listed == expected else [f"{listed}, not {expected}"], "in the end", rows)

    def _note(self, faults: list[str], when: str, rows: list[Row]) -> None:
        self.faults += [f"{self.division} {when}: {fault}" for fault in faults]
        self.checked_places += len(rows)
        self.checked_rounds += 1


class WeekendReader:
    """Reads and checks all divisions of an event, moment by moment."""

    def __init__(self, event: Tournament, token: str) -> None:
        divisions = event.divisions.select_related("tournament")
        self.readers = {division.pk: DivisionReader(division, token) for division in divisions}

    def read(self, moment: WeekendMoment) -> None:
        """Read what a moment changed, and check the places after a Swiss round and in the end."""
        reader, round_ = self.readers[moment.round_.division_id], moment.round_
        if moment.kind == "corrected":
            reader.outdated.add(round_.number)
        elif moment.kind in ("late", "returned"):
            # These players get losses for the rounds that they missed (M-019).
            reader.outdated |= set(range(1, round_.number))
        elif moment.kind == "day_two":
            self._read_day_two(reader, round_.number)
        elif moment.kind == "closed" and round_.stage.kind == "swiss":
            for number in (*sorted(reader.outdated), round_.number):
                reader.read_results(number, cut=False)
            reader.outdated = set()
            rows = reader.read_standings()
            reader.check_swiss(rows, rows, round_.number)
            reader.swiss_order = [row["player"]["entry"] for row in rows]
        elif moment.kind == "closed":
            reader.read_results(round_.number, cut=True)
        elif moment.kind == "champion":
            # The places after earlier rounds follow from what was corrected since.
            latest = reader.read_standings()
            for number in sorted(reader.seats)[:-1]:
                reader.check_swiss(reader.read_standings(number), latest, number)
            reader.check_final_places(latest)

    def _read_day_two(self, reader: DivisionReader, day_one_rounds: int) -> None:
        """Work out who is on day 2 by the rule: by place among the players who have not dropped, or by points."""
        division = Division.objects.get(pk=reader.division.pk)
        rows = [row for row in reader.read_standings() if not row["player"]["dropped"]]
        if division.day_two_by == "place":
            rows = rows[: division.day_two_size]
        else:
            rows = [row for row in rows if row["points"] >= POINTS_OF_DAY_TWO]
        reader.day_two, reader.day_one_rounds = {row["player"]["entry"] for row in rows}, day_one_rounds

    @property
    def faults(self) -> list[str]:
        return [fault for reader in self.readers.values() for fault in reader.faults]

    @property
    def checked_places(self) -> int:
        return sum(reader.checked_places for reader in self.readers.values())
