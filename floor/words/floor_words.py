"""Sentences of the floor: the clock, extra time, judge calls, sectors."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from floor.models import JudgeCall
from tournaments import sentences

sentences.REFUSALS.update(
    {
        "NO_CLOCK": _("No division plays a timed round now."),
        "CLOCK_UNTIMED": _("Round %(round)s has no time limit, so there is no clock."),
        "CLOCK_RUNS": _("The clock of round %(round)s runs already."),
        "CLOCK_STANDS": _("The clock of round %(round)s is stopped already."),
        "CLOCK_NOT_STARTED": _("The clock of round %(round)s was not started yet."),
        "CLOCK_IS_OVER": _("Time was called in round %(round)s, so none can be taken away."),
        "CLOCK_CHANGE_ODD": _("Write how many minutes, at most %(most)s."),
        "CLOCK_BELOW_MINIMUM": _(
            "That leaves %(minutes)s minutes; the rules ask for %(minimum)s. Say why, and it is done."
        ),
        "EXTENSION_HAS_ENDED": _("Somebody has ended this stopwatch already. Look at table %(table)s."),
        "EXTENSION_IS_GONE": _("This extra time was taken away already."),
        "CALL_IS_CLOSED": _("This call is closed already."),
        "CALL_IS_TAKEN": _("%(by)s is on the way already."),
        "SECTOR_NAME_TAKEN": _("There is a sector called “%(name)s” already."),
        "EXTENSION_ODD": _("Write the minutes as a number, at most %(most)s."),
    }
)

sentences.JOURNAL.update(
    {
        "ClockSetUp": _("Round %(round)s: two minutes to set up, then the clock starts"),
        "ClockStarted": _("Round %(round)s: clock started"),
        "ClockStopped": _("Round %(round)s: clock stopped"),
        "ClockWentOn": _("Round %(round)s: clock goes on"),
        "ClockChanged": _("Round %(round)s: clock %(change_text)s%(why_text)s"),
        "CallRaised": _("Round %(round)s, table %(table)s: judge called%(reason_text)s"),
        "CallClaimed": _("Round %(round)s, table %(table)s: a judge goes there"),
        "CallEscalated": _("Round %(round)s, table %(table)s: call passed on to the head judge"),
        "CallClosed": _("Round %(round)s, table %(table)s: call closed%(note_text)s"),
        "CallTakenBack": _("Round %(round)s, table %(table)s: call taken back"),
        "SectorSet": _("Sector “%(name)s”: tables %(table_from)s to %(table_to)s, %(judges)s"),
        "SectorRemoved": _("Sector “%(name)s” removed"),
        "ExtensionBegan": _("Round %(round)s, table %(table)s: a judge is at the table"),
        "ExtensionGiven": _("Round %(round)s, table %(table)s: extra time %(extra_text)s%(why_text)s"),
        "ExtensionWithdrawn": _("Round %(round)s, table %(table)s: extra time taken away%(why_text)s"),
    }
)

sentences.UNDO.update(
    {
        "ClockSetUp": _("The clock of round %(round)s stands again as it did before."),
        "ClockStarted": _("The clock of round %(round)s stands again as it did before."),
        "ClockStopped": _("The clock of round %(round)s goes on as if it had never stopped."),
        "ClockWentOn": _("The clock of round %(round)s is stopped again."),
        "ClockChanged": _("The clock of round %(round)s has the time it had before."),
        "SectorRemoved": _("Sector “%(name)s” is there again."),
        "CallRaised": _("The call of table %(table)s goes away."),
        "CallClaimed": _("The call of table %(table)s waits for a judge again."),
        "CallEscalated": _("The call of table %(table)s does not wait for the head judge any more."),
        "CallClosed": _("The call of table %(table)s is open again."),
        "CallTakenBack": _("The call of table %(table)s is open again."),
        "ExtensionBegan": _("The stopwatch of table %(table)s goes away."),
        "ExtensionGiven": _("Table %(table)s loses this extra time."),
        "ExtensionWithdrawn": _("Table %(table)s has this extra time again."),
    }
)


def minutes_text(seconds: int) -> str:
    """ "4 minutes", and with seconds where they are no whole ones: "4:30 minutes"."""
    minutes, rest = divmod(abs(seconds), 60)
    if rest:
        return str(_("%(minutes)d:%(seconds)02d minutes") % {"minutes": minutes, "seconds": rest})
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def widen(facts: Mapping[str, object]) -> dict[str, object]:
    """Journal facts with the words their sentences need."""
    wide = dict(facts)
    seconds = facts.get("seconds")
    if isinstance(seconds, int):
        sign = "+" if seconds >= 0 else "−"
        wide["change_text"] = f"{sign}{minutes_text(seconds)}"
        wide["extra_text"] = f"+{minutes_text(seconds)}" if seconds else _("none")
    if "why" in facts:
        wide["why_text"] = f" ({facts['why']})" if facts["why"] else ""
    if "call" in facts:
        reason = str(facts.get("reason") or "")
        wide["reason_text"] = f" ({JudgeCall.Reason(reason).label})" if reason else ""
        wide["note_text"] = f" ({facts['note']})" if facts.get("note") else ""
    return wide


sentences.WIDEN.append(widen)
