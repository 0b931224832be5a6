"""Sentences about the round clock and extra time."""

from datetime import datetime

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from core.text_parts import moment_text
from pairings.engine.refusals import PairingRefusal

sentences.REFUSALS.update(
    {
        PairingRefusal.NOT_ALL_CLOCKS: _("Not every clock can do this: %(divisions)s. No clock was changed."),
        PairingRefusal.NO_CLOCK: _("No division plays a timed round now."),
        PairingRefusal.CLOCK_UNTIMED: _("Round %(round)s has no time limit, so there is no clock."),
        PairingRefusal.CLOCK_RUNS: _("The round %(round)s clock is already running."),
        PairingRefusal.CLOCK_STANDS: _("The round %(round)s clock is already stopped."),
        PairingRefusal.CLOCK_NOT_STARTED: _("The round %(round)s clock has not been started."),
        PairingRefusal.CLOCK_IS_OVER: _("Time was called in round %(round)s, so it cannot be made shorter."),
        PairingRefusal.CLOCK_CHANGE_ODD: _("Write how many minutes, at most %(most)s."),
        PairingRefusal.CLOCK_BELOW_MINIMUM: _(
            "That leaves %(minutes)s minutes; the rules require %(minimum)s. Enter a reason to do it anyway."
        ),
        PairingRefusal.EXTENSION_HAS_ENDED: _(
            "Another judge has already stopped this stopwatch. Check table %(table)s."
        ),
        PairingRefusal.EXTENSION_NOT_FOUND: _("This time extension was already removed."),
        PairingRefusal.EXTENSION_ODD: _("Enter the minutes as a number, at most %(most)s."),
    }
)


def minutes_text(seconds: int) -> str:
    """Format a duration in minutes: "4 minutes", or "4:30 minutes" if it is not a whole number."""
    minutes, rest_seconds = divmod(abs(seconds), 60)
    if rest_seconds:
        return str(_("%(minutes)d:%(seconds)02d minutes") % {"minutes": minutes, "seconds": rest_seconds})
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def time_extension_text(seconds: int, ends_at: datetime | None) -> str:
    """Return the message about a time extension: its minutes, and when time ends at the table.

    The caller fills in %(table)s.
    """
    minutes = seconds // 60
    if not minutes:
        text = str(_("Table %(table)s gets no time extension."))
    else:
        text = ngettext(
            "Table %(table)s gets %(n)d minute more.",
            "Table %(table)s gets %(n)d minutes more.",
            minutes,
            # The caller fills in the table, so only this placeholder is replaced.
        ).replace("%(n)d", str(minutes))
    if ends_at is not None:
        text += " " + gettext("Its time ends at %(at)s.") % {"at": moment_text(ends_at, "H:i")}
    return text


def _clock_sentence_facts(facts: Facts) -> Facts:
    """Return texts for the sentences: the clock's change, the extension, the reason in parentheses."""
    seconds, why = facts.get("seconds"), facts.get("why")
    change_text: sentences.Sentence = sentences.NOTHING
    extra_text = change_text
    if isinstance(seconds, int):
        change_text = f"{'+' if seconds >= 0 else '−'}{minutes_text(seconds)}"
        extra_text = f"+{minutes_text(seconds)}" if seconds else _("none")
    return {"change_text": change_text, "extra_text": extra_text, "why_text": f" ({why})" if why else ""}


sentences.register_sentences(
    {
        "ClockSetUp": (
            _("Round %(round)s: two minutes to set up, then the clock starts"),
            _("The round %(round)s clock is back as it was."),
        ),
        "ClockStarted": (
            _("Round %(round)s: clock started"),
            _("The round %(round)s clock is back as it was."),
        ),
        "ClockStopped": (
            _("Round %(round)s: clock stopped"),
            _("The round %(round)s clock continues as if it had never stopped."),
        ),
        "ClockWentOn": (
            _("Round %(round)s: clock resumed"),
            _("The round %(round)s clock is stopped again."),
        ),
        "ClockChanged": (
            _("Round %(round)s: clock %(change_text)s%(why_text)s"),
            _("The round %(round)s clock has the time it had before."),
        ),
        "ExtensionBegan": (
            _("Round %(round)s, table %(table)s: a judge is at the table"),
            _("Table %(table)s’s stopwatch is removed."),
        ),
        "ExtensionGiven": (
            _("Round %(round)s, table %(table)s: time extension %(extra_text)s%(why_text)s"),
            _("Table %(table)s loses this time extension."),
        ),
        "ExtensionWithdrawn": (
            _("Round %(round)s, table %(table)s: time extension removed%(why_text)s"),
            _("Table %(table)s has this time extension again."),
        ),
    },
    facts=_clock_sentence_facts,
)
