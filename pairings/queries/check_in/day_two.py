"""Check-in for day 2: who is here, who is on the way, and who is missing."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from pairings.models import Qualifier, Round, Stage
from tournaments.models import Division, Entry


@dataclass(frozen=True, slots=True)
class DayTwoCounts:
    """Numbers of players on day 2 by their check-in. `left` dropped or were disqualified, and count nowhere else."""

    here: int
    expected: int
    missing: int
    left: int

    @property
    def playing(self) -> int:
        """Number of players who are still in the event, checked in or not."""
        return self.here + self.expected + self.missing


def active_qualifiers(stage: Stage) -> QuerySet[Qualifier]:
    """Return the players of day 2 who neither dropped nor were disqualified."""
    return stage.qualifiers.filter(entry__dropped_in=None, entry__disqualified=False)


def day_two_counts(stage: Stage) -> DayTwoCounts:
    """Count the players of day 2 by their check-in. One query."""
    active = Q(entry__dropped_in=None, entry__disqualified=False)
    marks = Qualifier.Mark
    counts = stage.qualifiers.aggregate(
        here=Count("pk", filter=active & Q(mark=marks.HERE)),
        expected=Count("pk", filter=active & Q(mark=marks.EXPECTED)),
        missing=Count("pk", filter=active & Q(mark=marks.MISSING)),
        left=Count("pk", filter=~active),
    )
    return DayTwoCounts(**counts)


def missing_on_day_two(stage: Stage) -> list[Entry]:
    """Return the active players of day 2 who are neither checked in nor on the way, by name. One query."""
    missing = active_qualifiers(stage).filter(mark=Qualifier.Mark.MISSING)
    rows = Entry.objects.filter(pk__in=missing.values("entry")).select_related("division")
    return list(rows.order_by("search_key", "pk"))


def qualifier_to_check_in(entry: Entry) -> Qualifier | None:
    """Return a player's place on day 2 while its first round is not posted, otherwise None. One query."""
    posted = Round.objects.filter(stage=OuterRef("stage")).exclude(state=Round.State.UNPOSTED)
    qualifiers = Qualifier.objects.filter(~Exists(posted), entry=entry)
    return qualifiers.select_related("stage").order_by("-stage__position").first()


def awaits_day_two(division: Division) -> bool:
    """Return whether day 2 is open and its first round is not posted. One query."""
    posted = Round.objects.filter(stage=OuterRef("pk")).exclude(state=Round.State.UNPOSTED)
    stages = division.stages.filter(~Exists(posted), kind=Stage.Kind.SWISS, position__gt=0)
    return stages.exists()
