"""Parts of sentences: labels, moments, lists."""

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
    """The text as used inside a sentence: "Round 4 of 7" becomes "round 4 of 7"."""
    return text[:1].lower() + text[1:]


def in_a_row(texts: Iterable[object]) -> str:
    """ "first; second; third", with the space before the semicolon where a language has one."""
    between = _("%(before)s; %(after)s") % {"before": "", "after": ""}
    return between.join(map(str, texts))


def clock_text(left: int, ends: datetime | None) -> str:
    """The time left on a clock, for paper: seconds `left`, and the moment it `ends`, None while stopped."""
    facts = {"left": f"{left // 60}:{left % 60:02}"}
    if ends is None:
        return _("the clock is stopped with %(left)s left") % facts
    return _("%(left)s left on the clock, until %(at)s") % {**facts, "at": date_format(ends, "H:i:s")}


def moment_text(when: datetime, pattern: str = "l j F, H:i") -> str:
    """ "Thursday 3 December, 20:00 (Europe/Madrid)": with the zone, for readers in other zones."""
    return f"{date_format(timezone.localtime(when), pattern)} ({_zone_name()})"


def moment_element(when: datetime, pattern: str = "l j F, H:i", *, named: bool = True) -> SafeString:
    """`moment_text` as an element to which a page adds the reader's own time if it differs (stadium.js).

    `named`: whether to show the zone to readers without scripts; a clock has no room for it.
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
    """ "ends 14:25" from "ends %(at)s", in the time zone `zone`, as an element like `moment_element`."""
    with timezone.override(zone):
        at = moment_element(when, "H:i", named=False)
    return format_html(sentence.replace("%(at)s", "{at}"), at=at)


def _zone_name() -> str:
    return timezone.get_current_timezone_name().replace("_", " ")


def missing_day_text(day: object) -> str:
    """ "2012-02-31" → "31 February 2012", in the date format of the language."""
    parts = str(day).split("-")
    if len(parts) != 3:
        return str(day)
    year, month, number = map(int, parts)
    return date_format(date(year, month, 1), get_format("DATE_FORMAT").replace("j", str(number)))


def author_text(by: str, link: str | None) -> str:
    """The author of a line: an account, or someone by personal link (`JournalRow.link`); "" for neither."""
    if link is None:
        return by
    text = _("by personal link of %(name)s") % {"name": link} if link else _("by a personal link")
    return f"{by}, {text}" if by else text
