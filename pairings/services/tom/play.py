"""The rounds of a TOM file as stored: stages, matches, seats and standings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from core.engine.refused import Refused
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TomEvent, TomPod, TomRound
from pairings.models import Match, Round, Stage
from pairings.services.rounds import seating, stages
from pairings.services.standings import ranking
from pairings.services.tom import cut
from tournaments.engine.structure import deciding, rounds_for
from tournaments.models import Division, Entry

LAST_OF_SWISS = 8
"""The stage of a round that no Swiss round follows."""


def take_over(read: TomEvent, divisions: Sequence[Division], entries: Mapping[str, Entry]) -> int:
    """Store the rounds of every pod; returns the number of rounds of the longest.

    Refused: TDF_ROUND_STILL_OPEN, TDF_TABLE_TWICE, TDF_BRACKET_UNREADABLE.
    """
    division_of = {division.age_division: division for division in divisions}
    started = []
    for pod in read.pods:
        if pod.rounds:
            _Pod(division_of[pod.division], pod, read, entries).take_over()
            started.append(division_of[pod.division])
    Division.objects.bulk_update(started, ["rounds_planned", "started_at", "by_age"])
    return max((len(pod.rounds) for pod in read.pods), default=0)


def add(
    division: Division,
    pod: TomPod,
    read: TomEvent,
    entries: Mapping[str, Entry],
    *,
    later: Sequence[TomRound],
) -> list[Round]:
    """Add the `later` rounds of a pod to those of a division, Swiss and cut.

    Refused: as `take_over`, and TOM_CUT_SEEDED_OTHERWISE where the stored bracket has other seeds.
    """
    added = _Pod(division, pod, read, entries).add(later)
    division.save(update_fields=["rounds_planned", "started_at", "by_age"])
    return added


class _Pod:
    """Stores one pod in one division."""

    def __init__(self, division: Division, pod: TomPod, read: TomEvent, entries: Mapping[str, Entry]) -> None:
        self.division, self.pod, self.read, self.entries = division, pod, read, entries
        self.zone = ZoneInfo(division.tournament.timezone)

    def take_over(self) -> None:
        for round_ in self.pod.rounds:
            self._check(round_)
        self.cut = (
            cut.of_pod(self.division, self.pod, self.read, self.entries) if self.pod.cut_rounds else None
        )
        swiss = elimination = None
        if self.pod.swiss_rounds:
            self.division.rounds_planned = self._swiss_planned()
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
            self._round(round_, elimination if round_.elimination else swiss) for round_ in self.pod.rounds
        )
        places = self.cut.save(elimination) if self.cut and elimination else {}
        self._seat(rounds, self.pod.rounds, places)
        self.division.started_at = rounds[0].posted_at

    def add(self, later: Sequence[TomRound]) -> list[Round]:
        """Store rounds that follow the stored ones."""
        for round_ in later:
            self._check(round_)
        swiss = None
        if self.pod.swiss_rounds:
            # Extended to the rounds planned in the file; a cut sets them exactly
            swiss = self.division.stages.filter(kind=Stage.Kind.SWISS).order_by("-position").first()
            planned = self._swiss_planned()
            if swiss is None:
                swiss = Stage.objects.create(division=self.division, position=0, rounds_planned=planned)
            elif self.pod.cut_rounds or (swiss.rounds_planned or 0) < planned:
                swiss.rounds_planned = planned
                swiss.save(update_fields=["rounds_planned"])
            self.division.rounds_planned = swiss.rounds_planned
        elimination, places = None, {}
        if later[-1].elimination:
            # The cut of the division, created if missing, and the box of each of its matches
            drawn = cut.of_pod(self.division, self.pod, self.read, self.entries)
            elimination = self.division.stages.filter(kind=Stage.Kind.ELIMINATION).first()
            if elimination is not None:
                places = drawn.places_in(elimination)
            else:
                elimination = Stage.objects.create(
                    division=self.division,
                    position=swiss.position + 1 if swiss else 0,
                    kind=Stage.Kind.ELIMINATION,
                    rounds_planned=drawn.rounds,
                )
                places = drawn.save(elimination)
        rounds = Round.objects.bulk_create(
            self._round(round_, elimination if round_.elimination else swiss) for round_ in later
        )
        self._seat(rounds, later, places)
        self.division.started_at = self.division.started_at or rounds[0].posted_at
        return rounds

    def _seat(
        self, rounds: Sequence[Round], played: Sequence[TomRound], places: Mapping[tuple[int, str], cut.Place]
    ) -> None:
        matches = []
        for round_, source in zip(rounds, played, strict=True):
            # By table; then byes, then losses for a missed round.
            in_order = sorted(
                source.played,
                key=lambda match: (match.right is None, match.outcome is Outcome.LATE_LOSS, match.table),
            )
            for position, match in enumerate(in_order):
                place = places.get((source.number, match.left))
                outcome = match.outcome or Outcome.PENDING
                decided = match.right is not None and outcome is not Outcome.PENDING
                row = Match(
                    round=round_,
                    position=position,
                    table=match.table or None,
                    left=self.entries[match.left],
                    right=self.entries[match.right] if match.right is not None else None,
                    outcome=outcome.value,
                    reported_at=self._at(match.at) if decided else None,
                    bracket_id=place.bracket if place else None,
                    slot=place.slot if place else None,
                    third_place=bool(place and place.third_place),
                )
                matches.append(row)
        seating.write(matches)
        for round_ in rounds:
            if round_.state == Round.State.CLOSED:
                ranking.snapshot(round_)

    def _check(self, round_: TomRound) -> None:
        if not round_.complete and round_ is not self.pod.rounds[-1]:
            raise Refused(
                PairingRefusal.TDF_ROUND_STILL_OPEN, line=round_.line, element="round", round=round_.number
            )
        first: dict[int, int] = {}
        for match in round_.played:
            if match.table and match.table in first:
                raise Refused(
                    PairingRefusal.TDF_TABLE_TWICE,
                    line=match.line,
                    element="match",
                    table=match.table,
                    round=round_.number,
                    first_line=first[match.table],
                )
            first[match.table] = match.line

    def _swiss_planned(self) -> int:
        """The rounds played if they are over, else those of the attendance table."""
        played = self.pod.swiss_rounds
        if self.read.finalized or self.pod.cut_rounds or played[-1].stage == LAST_OF_SWISS:
            return len(played)
        starters = [user_id for user_id in self.pod.roster if self.read.player_of[user_id].starter]
        ages = Counter(self.entries[user_id].age_division for user_id in starters or self.pod.roster)
        planned = rounds_for(deciding(ages.values()), stages.table_name(self.division.tournament))
        return max(len(played), planned + self.pod.additional_rounds)

    def _round(self, round_: TomRound, stage: Stage | None) -> Round:
        times = [match.at for match in round_.matches if match.at]
        paired = self._at(round_.paired_at or round_.started_at or min(times, default=None))
        over = round_.complete
        return Round(
            division=self.division,
            stage=stage,
            number=round_.number,
            state=Round.State.CLOSED if over else Round.State.POSTED,
            seed=0,
            revision=1,
            paired_at=paired,
            posted_at=self._at(round_.started_at) if round_.started_at else paired,
            closed_at=max(self._at(max(times, default=None)), paired) if over else None,
        )

    def _at(self, local: datetime | None) -> datetime:
        return local.replace(tzinfo=self.zone) if local else self.division.tournament.starts_at
