"""The round in play, the state of its clock and the end of its time."""

from datetime import datetime, timedelta

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from pairings.engine import clock as engine
from pairings.engine.clock import Clock, Reading, TableClock
from pairings.models import Bracket, ClockMark, Extension, Match, Round, Stage
from pairings.queries.bracket import cuts
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Division, Tournament

MARKS = Prefetch("clock_marks", ClockMark.objects.filter(withdrawn_at=None), to_attr="loaded_marks")
"""The marks a clock is replayed from, fetched with its round."""

EXTENSIONS = Prefetch(
    "extensions",
    Extension.objects.filter(withdrawn_at=None).select_related("began_by"),
    to_attr="loaded_extensions",
)
"""The extra time of tables, fetched with their matches."""


def rounds_on(event: Tournament) -> list[Round]:
    """The newest posted or closed round of each division, with its clock, in the order of the divisions.

    Two queries.
    """
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    rows = rounds.select_related("division", "stage").order_by("division__position", "-number")
    rows = rows.prefetch_related(MARKS).defer("draw")
    newest: dict[int, Round] = {}
    for row in rows:
        row.division.tournament = event
        newest.setdefault(row.division_id, row)
    event.__dict__["_round_states"] = {row.state for row in rows}
    return list(newest.values())


def states_read(event: Tournament) -> set[str] | None:
    """The states of the posted and closed rounds that `rounds_on` has read for this very object; None otherwise.

    The page around a scoreboard needs them again.
    """
    return event.__dict__.get("_round_states")


def round_on(division: Division) -> Round | None:
    """The newest posted or closed round of a division, with its clock. Two queries."""
    posted = division.rounds.exclude(state=Round.State.UNPOSTED)
    rows = posted.select_related("division__tournament", "stage").prefetch_related(MARKS)
    return rows.order_by("-number").first()


def clock(round_: Round) -> Clock | None:
    """The clock of a round; None before it is posted and where rounds are untimed. One query, none with MARKS."""
    minutes, event = minutes_of(round_), round_.division.tournament
    if round_.posted_at is None or not minutes:
        return None
    rules, delay = EDITIONS[event.edition], event.clock_delay
    plan = engine.Plan(
        time=timedelta(minutes=minutes),
        posted_at=round_.posted_at,
        delay=None if delay is None else timedelta(minutes=delay),
        setup=timedelta(minutes=rules.preparation_minutes),
        window=None if rules.window_minutes is None else timedelta(minutes=rules.window_minutes),
    )
    loaded: list[ClockMark] | None = getattr(round_, "loaded_marks", None)
    marks = loaded if loaded is not None else round_.clock_marks.filter(withdrawn_at=None)
    return engine.replay(
        plan,
        (engine.Mark(engine.Kind(row.kind), row.at, timedelta(seconds=row.seconds)) for row in marks),
    )


def state(round_: Round, now: datetime) -> Reading | None:
    """The reading of a round's clock; None without a clock."""
    round_clock = clock(round_)
    return engine.read(round_clock, now) if round_clock else None


def ends_at(round_: Round) -> datetime | None:
    """When the time of a round is over, or was; None while its clock is stopped and without a clock."""
    round_clock = clock(round_)
    return round_clock.ends_at() if round_clock else None


def of_table(match: Match, round_clock: Clock | None = None) -> TableClock | None:
    """The clock of one table with its extra time (R-113); None where rounds are untimed."""
    round_clock = round_clock or clock(match.round)
    if round_clock is None:
        return None
    extensions = extensions_of(match)
    held = next((extension.began_at for extension in extensions if extension.ended_at is None), None)
    extra = timedelta(seconds=sum(extension.seconds or 0 for extension in extensions))
    return TableClock(round_clock, extra, held)


def table_ends_at(match: Match) -> datetime | None:
    """When the time of a table is over; None while a judge is there, while the clock is stopped, or without one."""
    table = of_table(match)
    return table.ends_at() if table else None


def time_called(match: Match, now: datetime) -> bool:
    """Whether the time of this table is over, including its extra time."""
    table = of_table(match)
    return bool(table and table.called(now))


def extensions_of(match: Match) -> list[Extension]:
    """The extra times of a table that are not withdrawn, oldest first. One query, none with EXTENSIONS."""
    loaded: list[Extension] | None = getattr(match, "loaded_extensions", None)
    if loaded is not None:
        return loaded
    return list(match.extensions.filter(withdrawn_at=None).select_related("began_by"))


def minutes_of(round_: Round) -> int:
    """Minutes a round lasts, 0 for untimed."""
    event = round_.division.tournament
    return event.round_minutes if round_.stage.kind == Stage.Kind.SWISS else event.cut_round_minutes


def round_text(round_: Round) -> str:
    """The name of a round: "Round 5 of 7", "Top 8, semifinals"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        facts = {"round": round_.number, "of": max(round_.stage.rounds_planned or 0, round_.number)}
        return _("Round %(round)d of %(of)d") % facts
    playing = Bracket.objects.filter(stage=round_.stage, matches__round=round_).select_related("stage")
    largest, titles = playing.order_by("-size").first(), cuts.titles(round_)
    if largest is None or not titles:
        return _("Top cut")
    return ", ".join([cuts.name_of(largest), *(title.lower() for title in titles)])
