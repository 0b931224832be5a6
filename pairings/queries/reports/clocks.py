"""The round in play, the state of its clock and when its time ends."""

from datetime import datetime, timedelta

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from pairings.engine import clock as engine
from pairings.engine.clock import ClockReading, RoundClock, TableClock
from pairings.models import Bracket, ClockMark, Extension, Match, Round, Stage
from pairings.queries.bracket import cut_titles, displayed_brackets
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Division, Tournament

MARKS = Prefetch("clock_marks", ClockMark.objects.filter(withdrawn_at=None), to_attr="loaded_marks")
"""Prefetch lookup of a round's clock marks."""

EXTENSIONS = Prefetch(
    "extensions",
    Extension.objects.filter(withdrawn_at=None).select_related("began_by"),
    to_attr="loaded_extensions",
)
"""Prefetch lookup of the extra time of matches."""


def current_rounds(event: Tournament) -> list[Round]:
    """Return the latest posted or closed round of each division with its clock, in division order.

    Two queries. The states of all posted and closed rounds are stored on the event for
    `loaded_round_states`.
    """
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    rows = rounds.select_related("division", "stage").order_by("division__position", "-number")
    rows = rows.prefetch_related(MARKS).defer("draw")
    round_by_division: dict[int, Round] = {}
    for row in rows:
        row.division.tournament = event
        round_by_division.setdefault(row.division_id, row)
    event.__dict__["_round_states"] = {row.state for row in rows}
    return list(round_by_division.values())


def loaded_round_states(event: Tournament) -> set[str] | None:
    """Return the round states that `current_rounds` has read for this event instance, or None.

    The page around a scoreboard reuses them.
    """
    return event.__dict__.get("_round_states")


def current_round_of_division(division: Division) -> Round | None:
    """Return the latest posted or closed round of a division, with its clock. Two queries."""
    posted_rounds = division.rounds.exclude(state=Round.State.UNPOSTED)
    rows = posted_rounds.select_related("division__tournament", "stage").prefetch_related(MARKS)
    return rows.order_by("-number").first()


def clock_of_round(round_: Round) -> RoundClock | None:
    """Return the clock of a round, or None before the round is posted and if rounds are untimed.

    One query, or none if MARKS were prefetched.
    """
    minutes, event = minutes_of_round(round_), round_.division.tournament
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
    loaded_marks: list[ClockMark] | None = getattr(round_, "loaded_marks", None)
    marks = loaded_marks if loaded_marks is not None else round_.clock_marks.filter(withdrawn_at=None)
    return engine.replay_clock(
        plan,
        (engine.Mark(engine.Kind(row.kind), row.at, timedelta(seconds=row.seconds)) for row in marks),
    )


def read_round_clock(round_: Round, now: datetime) -> ClockReading | None:
    """Return the reading of a round's clock at `now`, or None if the round is not posted or untimed."""
    round_clock = clock_of_round(round_)
    return engine.read_clock(round_clock, now) if round_clock else None


def round_ends_at(round_: Round) -> datetime | None:
    """Return when the time of a round ends or ended.

    Return None without a clock, before its first start, and while it is stopped before time is called.
    """
    round_clock = clock_of_round(round_)
    return round_clock.ends_at() if round_clock else None


def clock_of_table(match: Match, round_clock: RoundClock | None = None) -> TableClock | None:
    """Return the clock of one table with its extra time (R-113).

    `round_clock` saves computing the clock of the round. Return None if the round is not posted or untimed.
    """
    round_clock = round_clock or clock_of_round(match.round)
    if round_clock is None:
        return None
    extensions = extensions_of(match)
    held_since = next((extension.began_at for extension in extensions if extension.ended_at is None), None)
    extra = timedelta(seconds=sum(extension.seconds or 0 for extension in extensions))
    return TableClock(round_clock, extra, held_since)


def table_ends_at(match: Match) -> datetime | None:
    """Return when time ends or ended at a table.

    Return None without a clock, before its first start, while it is stopped before time is called, and while a
    judge is at the table.
    """
    table = clock_of_table(match)
    return table.ends_at() if table else None


def is_time_called(match: Match, now: datetime) -> bool:
    """Return whether time is over at this table, including its extra time."""
    table = clock_of_table(match)
    return bool(table and table.called(now))


def extensions_of(match: Match) -> list[Extension]:
    """Return the extra times of a table that were not withdrawn, oldest first.

    One query, or none if EXTENSIONS were prefetched.
    """
    loaded_extensions: list[Extension] | None = getattr(match, "loaded_extensions", None)
    if loaded_extensions is not None:
        return loaded_extensions
    return list(match.extensions.filter(withdrawn_at=None).select_related("began_by"))


def minutes_of_round(round_: Round) -> int:
    """Return the length of a round in minutes, or 0 if untimed."""
    event = round_.division.tournament
    return event.round_minutes if round_.stage.kind == Stage.Kind.SWISS else event.cut_round_minutes


def round_text(round_: Round) -> str:
    """Return the name of a round, such as "Round 5 of 7" or "Top 8, semifinals".

    If a cut has several brackets, the name of the largest is followed by the titles of the round in all of them.
    Without bracket matches, the name is "Top cut".
    """
    if round_.stage.kind == Stage.Kind.SWISS:
        facts = {"round": round_.number, "of": max(round_.stage.rounds_planned or 0, round_.number)}
        return _("Round %(round)d of %(of)d") % facts
    brackets_in_play = Bracket.objects.filter(stage=round_.stage, matches__round=round_).select_related(
        "stage"
    )
    largest_bracket, titles = brackets_in_play.order_by("-size").first(), cut_titles.cut_round_titles(round_)
    if largest_bracket is None or not titles:
        return _("Top cut")
    return ", ".join([displayed_brackets.bracket_name(largest_bracket), *(title.lower() for title in titles)])


def running_extension(match: Match) -> Extension | None:
    """Return the running stopwatch of a table, or None."""
    return match.extensions.filter(ended_at=None, withdrawn_at=None).first()
