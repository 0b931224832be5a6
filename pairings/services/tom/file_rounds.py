"""Store the rounds of a TOM file: stages, matches, seats and standings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from core.engine.refused import Refused
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TomEvent, TomPod, TomRound
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import division_rounds
from pairings.services.rounds import match_seating
from pairings.services.standings import ranking
from pairings.services.tom import file_brackets
from tournaments.engine.structure import players_deciding_structure, swiss_rounds_for_attendance
from tournaments.models import Division, Entry

LAST_OF_SWISS = 8
"""Stage of a round that no Swiss round follows."""


def store_all_rounds(tom_file: TomEvent, divisions: Sequence[Division], entries: Mapping[str, Entry]) -> int:
    """Store the rounds of every pod. Return the maximum number of rounds of a pod.

    Refused: TDF_ROUND_STILL_OPEN, TDF_TABLE_TWICE, TDF_BRACKET_UNREADABLE.
    """
    division_of = {division.age_division: division for division in divisions}
    started = []
    for pod in tom_file.pods:
        if pod.rounds:
            _PodImporter(division_of[pod.division], pod, tom_file, entries).store_all()
            started.append(division_of[pod.division])
    Division.objects.bulk_update(started, ["rounds_planned", "started_at", "by_age"])
    return max((len(pod.rounds) for pod in tom_file.pods), default=0)


def store_later_rounds(
    division: Division,
    pod: TomPod,
    tom_file: TomEvent,
    entries: Mapping[str, Entry],
    *,
    later: Sequence[TomRound],
) -> list[Round]:
    """Add a pod's `later` rounds, Swiss and cut, to a division.

    Refused: whatever `store_all_rounds` refuses, and TOM_CUT_SEEDED_OTHERWISE if the stored bracket has other seeds.
    """
    added = _PodImporter(division, pod, tom_file, entries).store_later(later)
    division.save(update_fields=["rounds_planned", "started_at", "by_age"])
    return added


class _PodImporter:
    """Imports one pod of a TOM file into one division."""

    def __init__(
        self, division: Division, pod: TomPod, tom_file: TomEvent, entries: Mapping[str, Entry]
    ) -> None:
        self.division, self.pod, self.tom_file, self.entries = division, pod, tom_file, entries
        self.zone = ZoneInfo(division.tournament.timezone)

    def store_all(self) -> None:
        for round_ in self.pod.rounds:
            self._check_round(round_)
        self.cut = (
            file_brackets.cut_of_pod(self.division, self.pod, self.tom_file, self.entries)
            if self.pod.cut_rounds
            else None
        )
        swiss = elimination = None
        if self.pod.swiss_rounds:
            self.division.rounds_planned = self._planned_swiss_rounds()
            swiss = Stage.objects.create(
                division=self.division, position=0, rounds_planned=self.division.rounds_planned
            )
        if self.cut is not None:
            elimination = Stage.objects.create(
                division=self.division,
                position=1 if swiss else 0,
                kind=Stage.Kind.ELIMINATION,
                rounds_planned=self.cut.rounds,
            )
        rounds = Round.objects.bulk_create(
            self._build_round(round_, elimination if round_.elimination else swiss)
            for round_ in self.pod.rounds
        )
        places = self.cut.save(elimination) if self.cut and elimination else {}
        self._write_matches(rounds, self.pod.rounds, places)
        self.division.started_at = rounds[0].posted_at

    def store_later(self, later: Sequence[TomRound]) -> list[Round]:
        """Store rounds that follow the stored ones."""
        for round_ in later:
            self._check_round(round_)
        swiss = None
        if self.pod.swiss_rounds:
            # Extend the stage to the rounds planned in the file; with a cut, set it to exactly this number.
            swiss = self.division.stages.filter(kind=Stage.Kind.SWISS).order_by("-position").first()
            planned = self._planned_swiss_rounds()
            if swiss is None:
                swiss = Stage.objects.create(division=self.division, position=0, rounds_planned=planned)
            elif self.pod.cut_rounds or (swiss.rounds_planned or 0) < planned:
                swiss.rounds_planned = planned
                swiss.save(update_fields=["rounds_planned"])
            self.division.rounds_planned = swiss.rounds_planned
        elimination, places = None, {}
        if later[-1].elimination:
            pod_cut = file_brackets.cut_of_pod(self.division, self.pod, self.tom_file, self.entries)
            elimination = self.division.stages.filter(kind=Stage.Kind.ELIMINATION).first()
            if elimination is not None:
                places = pod_cut.places_in(elimination)
            else:
                elimination = Stage.objects.create(
                    division=self.division,
                    position=swiss.position + 1 if swiss else 0,
                    kind=Stage.Kind.ELIMINATION,
                    rounds_planned=pod_cut.rounds,
                )
                places = pod_cut.save(elimination)
        rounds = Round.objects.bulk_create(
            self._build_round(round_, elimination if round_.elimination else swiss) for round_ in later
        )
        self._write_matches(rounds, later, places)
        self.division.started_at = self.division.started_at or rounds[0].posted_at
        return rounds

    def _write_matches(
        self,
        rounds: Sequence[Round],
        played: Sequence[TomRound],
        places: Mapping[tuple[int, str], file_brackets.Place],
    ) -> None:
        """Store the matches of the file's rounds `played` in `rounds`, and the standings of closed rounds.

        `places` are the places of bracket matches by round number and left player.
        """
        matches = []
        for round_, source in zip(rounds, played, strict=True):
            # Matches with a table are first, then byes, then losses for a missed round.
            sorted_matches = sorted(
                source.played,
                key=lambda match: (match.right is None, match.outcome is Outcome.LATE_LOSS, match.table),
            )
            for position, match in enumerate(sorted_matches):
                place = places.get((source.number, match.left))
                outcome = match.outcome or Outcome.PENDING
                is_decided = match.right is not None and outcome is not Outcome.PENDING
                stored_match = Match(
                    round=round_,
                    position=position,
                    table=match.table or None,
                    left=self.entries[match.left],
                    right=self.entries[match.right] if match.right is not None else None,
                    outcome=outcome.value,
                    reported_at=self._aware_time(match.at) if is_decided else None,
                    bracket_id=place.bracket if place else None,
                    slot=place.slot if place else None,
                    third_place=bool(place and place.third_place),
                )
                matches.append(stored_match)
        match_seating.write_matches(matches)
        for round_ in rounds:
            if round_.state == Round.State.CLOSED:
                ranking.store_standings(round_)

    def _check_round(self, round_: TomRound) -> None:
        """Require that a round has all its results, unless it is the last, and that no table appears in it twice.

        Refused: TDF_ROUND_STILL_OPEN, TDF_TABLE_TWICE.
        """
        if not round_.complete and round_ is not self.pod.rounds[-1]:
            raise Refused(
                PairingRefusal.TDF_ROUND_STILL_OPEN, line=round_.line, element="round", round=round_.number
            )
        line_by_table: dict[int, int] = {}
        for match in round_.played:
            if match.table and match.table in line_by_table:
                raise Refused(
                    PairingRefusal.TDF_TABLE_TWICE,
                    line=match.line,
                    element="match",
                    table=match.table,
                    round=round_.number,
                    first_line=line_by_table[match.table],
                )
            line_by_table[match.table] = match.line

    def _planned_swiss_rounds(self) -> int:
        """Return the number of planned Swiss rounds of the pod.

        If the Swiss rounds are over, it is the number of rounds played. Otherwise, it is the attendance table's
        number plus the pod's additional rounds, but at least the number played.
        """
        swiss_rounds = self.pod.swiss_rounds
        if self.tom_file.finalized or self.pod.cut_rounds or swiss_rounds[-1].stage == LAST_OF_SWISS:
            return len(swiss_rounds)
        starters = [user_id for user_id in self.pod.roster if self.tom_file.player_of[user_id].starter]
        ages = Counter(self.entries[user_id].age_division for user_id in starters or self.pod.roster)
        planned = swiss_rounds_for_attendance(
            players_deciding_structure(ages.values()),
            division_rounds.attendance_table_name(self.division.tournament),
        )
        return max(len(swiss_rounds), planned + self.pod.additional_rounds)

    def _build_round(self, round_: TomRound, stage: Stage | None) -> Round:
        times = [match.at for match in round_.matches if match.at]
        paired_at = self._aware_time(round_.paired_at or round_.started_at or min(times, default=None))
        is_complete = round_.complete
        return Round(
            division=self.division,
            stage=stage,
            number=round_.number,
            state=Round.State.CLOSED if is_complete else Round.State.POSTED,
            # Seed 0 marks a round that was played in TOM.
            seed=0,
            revision=1,
            paired_at=paired_at,
            posted_at=self._aware_time(round_.started_at) if round_.started_at else paired_at,
            closed_at=max(self._aware_time(max(times, default=None)), paired_at) if is_complete else None,
        )

    def _aware_time(self, local: datetime | None) -> datetime:
        """Return a time of the file with the event's time zone, or the start of the event for None."""
        return local.replace(tzinfo=self.zone) if local else self.division.tournament.starts_at
