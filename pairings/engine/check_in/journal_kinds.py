"""Kinds of journal lines about the check-in for day 2, and about players who did not check in."""

from core.engine.journal.facts import Code, Moment, Name
from core.engine.journal.kinds import Kind
from tournaments.engine.journal_kinds import EntryKey, OfEntry


class DayTwoMark(OfEntry, base=True, any_time=True):
    """The check-in of a player for day 2 changed; `before` is the code of the former state."""

    before: Code


class DayTwoCheckedIn(DayTwoMark): ...


class DayTwoCheckedOut(DayTwoMark): ...


class DayTwoExpected(DayTwoMark): ...


class DayTwoMissingDropped(Kind, topic="people", any_time=True):
    """Players who had not checked in for day 2 were dropped in one step."""

    count: int
    names: Name
    entries: list[EntryKey]
    moment: Moment


class MissingDropped(Kind, scope="event", topic="people", any_time=True):
    """Players who had not checked in were dropped in one step."""

    count: int
    names: Name
    entries: list[EntryKey]
    moment: Moment
