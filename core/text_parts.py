"""Parts of sentences: labels, times, lists."""

from collections.abc import Iterable
from datetime import date, datetime, tzinfo

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

NOTHING = "–"


def text_labeled_with_part(name: object, text: object) -> str:
    """Return "Juniors: round 4" for the name of a part and a text about it.

    Languages that put a space before a colon have one.
    """
    return _("%(name)s: %(what)s") % {"name": name, "what": text}


def lowercase_first(text: str) -> str:
    """Return a text for use inside a sentence: "Round 4 of 7" becomes "round 4 of 7"."""
    return text[:1].lower() + text[1:]


def joined_with_semicolons(texts: Iterable[object]) -> str:
    """Return the texts as "first; second; third".

    Languages that put a space before a semicolon have one.
    """
    separator = _("%(before)s; %(after)s") % {"before": "", "after": ""}
    return separator.join(map(str, texts))


def clock_text_on_paper(left: int, ends: datetime | None) -> str:
    """Return the time left on a clock, for paper.

    `left` is the time in seconds, and `ends` the time at which the clock ends, or None while it is stopped.
    """
    facts = {"left": f"{left // 60}:{left % 60:02}"}
    if ends is None:
        return _("the clock is stopped with %(left)s left") % facts
    return _("%(left)s left on the clock, until %(at)s") % {**facts, "at": date_format(ends, "H:i:s")}


def moment_text(when: datetime, pattern: str = "l j F, H:i") -> str:
    """Return a time with its zone, for readers in other zones: "Thursday 3 December, 20:00 (Europe/Madrid)"."""
    return f"{date_format(timezone.localtime(when), pattern)} ({_zone_name()})"


def moment_element(when: datetime, pattern: str = "l j F, H:i", *, named: bool = True) -> SafeString:
    """Return `moment_text` as an HTML element.

    If the reader's local time differs, the page adds it to the element (page/times.js).

    `named`: whether readers without scripts see the time zone. There is no room for it next to a clock.
    """
    return format_html(
        '<time datetime="{}" data-zone="{}" data-own="{}">{}<span>{}</span></time>',
        when.isoformat(),
        timezone.get_current_timezone_name(),
        _("{time} your time"),
        date_format(timezone.localtime(when), pattern),
        f" ({_zone_name()})" if named else "",
    )


def sentence_with_time(sentence: str, when: datetime, zone: tzinfo) -> SafeString:
    """Return a sentence with "%(at)s" replaced by a time: "ends 14:25".

    The time is in `zone` and is an HTML element like the result of `moment_element`, without the name of the
    zone.
    """
    with timezone.override(zone):
        at = moment_element(when, "H:i", named=False)
    return format_html(sentence.replace("%(at)s", "{at}"), at=at)


def _zone_name() -> str:
    """Return the name of the current time zone, with spaces for underscores."""
    return timezone.get_current_timezone_name().replace("_", " ")


def nonexistent_day_text(day: object) -> str:
    """Return a day that does not exist in the date format of the language.

    For example, "2012-02-31" becomes "31 February 2012". Text that is not of this form is returned unchanged.
    """
    parts = str(day).split("-")
    if len(parts) != 3:
        return str(day)
    year, month, day_of_month = map(int, parts)
    return date_format(date(year, month, 1), get_format("DATE_FORMAT").replace("j", str(day_of_month)))


def line_author_text(by: str, link: str | None) -> str:
    """Return the author of a line: an account, a person with a personal link (`JournalRow.link`), or both.

    Return "" if there is neither.
    """
    if link is None:
        return by
    text = _("through %(name)s’s personal link") % {"name": link} if link else _("through a personal link")
    return f"{by}, {text}" if by else text
