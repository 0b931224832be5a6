"""Parts of sentences: names with what they stand for, moments, lists."""

from collections.abc import Iterable
from datetime import date, datetime, tzinfo

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

NOTHING = "–"


def labelled(name: object, text: object) -> str:
    """ "Juniors: round 4", with the space before the colon where a language has one."""
    return _("%(name)s: %(what)s") % {"name": name, "what": text}


def small_first(text: str) -> str:
    """The text as it stands within a sentence: "Round 4 of 7" becomes "round 4 of 7"."""
    return text[:1].lower() + text[1:]


def in_a_row(texts: Iterable[object]) -> str:
    """ "first; second; third", with the space before the semicolon where a language has one."""
    between = _("%(before)s; %(after)s") % {"before": "", "after": ""}
    return between.join(map(str, texts))


def clock_text(left: int, ends: datetime | None) -> str:
    """What a clock with time left shows, on paper: its seconds, and when it ends, None while it is stopped."""
    facts = {"left": f"{left // 60}:{left % 60:02}"}
    if ends is None:
        return _("the clock is stopped with %(left)s left") % facts
    return _("%(left)s left on the clock, until %(at)s") % {**facts, "at": date_format(ends, "H:i:s")}


def moment_text(when: datetime, pattern: str = "l j F, H:i") -> str:
    """ "Thursday 3 December, 20:00 (Europe/Madrid)": with the zone, for readers elsewhere."""
    return f"{date_format(timezone.localtime(when), pattern)} ({_zone_name()})"


def moment_element(when: datetime, pattern: str = "l j F, H:i", *, named: bool = True) -> SafeString:
    """The same as an element, to which a page adds the reader's own time if it differs (stadium.js).

    `named`: whether the zone is also there for a reader without scripts; a clock has no room for it.
    """
    return format_html(
        '<time datetime="{}" data-zone="{}" data-own="{}">{}<span>{}</span></time>',
        when.isoformat(),
        timezone.get_current_timezone_name(),
        _("{time} your time"),
        date_format(timezone.localtime(when), pattern),
        f" ({_zone_name()})" if named else "",
    )


def sentence_at(sentence: str, when: datetime, zone: tzinfo) -> SafeString:
    """ "ends 14:25" of "ends %(at)s", where the event is played, with the element of `moment_element`."""
    with timezone.override(zone):
        at = moment_element(when, "H:i", named=False)
    return format_html(sentence.replace("%(at)s", "{at}"), at=at)


def _zone_name() -> str:
    return timezone.get_current_timezone_name().replace("_", " ")


def missing_day_text(day: object) -> str:
    """ "2012-02-31" → "31 February 2012", as the language writes a date."""
    parts = str(day).split("-")
    if len(parts) != 3:
        return str(day)
    year, month, number = map(int, parts)
    return date_format(date(year, month, 1), get_format("DATE_FORMAT").replace("j", str(number)))
