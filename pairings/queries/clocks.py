"""Which round is on and when its time is over."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from pairings.models import Bracket, Round, Stage
from pairings.queries import cuts
from tournaments.models import Division, Tournament


def rounds_on(event: Tournament) -> list[Round]:
    """The newest posted or closed round of each division of an event, in the order of the divisions; one query."""
    shown = Round.objects.filter(division__tournament=event).exclude(state=Round.State.DRAFT)
    rows = shown.select_related("division__tournament", "stage").order_by("division__position", "-number")
    newest: dict[int, Round] = {}
    for row in rows:
        newest.setdefault(row.division_id, row)
    return list(newest.values())


def round_on(division: Division) -> Round | None:
    """The newest posted or closed round of a division."""
    shown = division.rounds.exclude(state=Round.State.DRAFT)
    return shown.select_related("division__tournament", "stage").order_by("-number").first()


def ends_at(round_: Round) -> datetime | None:
    """When the time of a round is over; None before it is posted and where rounds are untimed."""
    minutes = minutes_of(round_)
    return round_.posted_at + timedelta(minutes=minutes) if round_.posted_at and minutes else None


def minutes_of(round_: Round) -> int:
    """Minutes a round lasts, 0 for untimed."""
    event = round_.division.tournament
    return event.round_minutes if round_.stage.kind == Stage.Kind.SWISS else event.cut_round_minutes


def round_text(round_: Round) -> str:
    """What a round is called: "Round 5 of 7", "Top 8, semi-finals"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        facts = {"round": round_.number, "of": max(round_.stage.rounds_planned or 0, round_.number)}
        return _("Round %(round)d of %(of)d") % facts
    largest = Bracket.objects.filter(stage=round_.stage).select_related("stage").order_by("-size").first()
    matches = round_.matches.filter(third_place=False, bracket=largest).count()
    if largest is None or not matches:
        return _("Top cut")
    return f"{cuts.name_of(largest)}, {cuts.title(matches).lower()}"


def short_text(round_: Round) -> str:
    """ "Round 5", whichever stage it belongs to."""
    return _("Round %(round)d") % {"round": round_.number}
