"""Marks of facts on pages, so that tests can compare a fact in all the places where it is shown.

Use `{% fact "players" n division %}` inside a tag, `{% marked text "players" n division %}` for a text, and the
function `marked` in Python.
`data-fact` is the name of the fact. `data-of` is its subject: the code of a division, "event", `r` or `t` with the key
of a round or match, `e` with the key of an entry, `s` with that of a sector, or `d` with the key of a draft, the pod
and, for a timer, the step or pick. `data-value` is its value, a code that is the same in every language.

`tests/config/agreement` reads the marks on all pages during an event, and fails if a number of people, tables,
lists or calls has none. Numbers that follow from an earlier step have `data-then` instead. The names are:

| fact | value |
|---|---|
| players | players still in the event, of a division or of the event |
| entered | players entered in the event, including those who left |
| checked-in, missing | players still in the event who are checked in, or not |
| tables | tables of a round that is not posted |
| open | tables without a result in the rounds in play |
| late, more late | tables of a sector after their time, and those of them that are not listed |
| results | results reported in the newest posted round |
| clock | "ends" with the second at which time is over, "called" ("over" for a draft), or "stopped" with seconds left |
| format | play style and card format |
| phase | public phase of a division: "waiting", "posted 2", "closed 2", "day_two_next", "cut_next" or "over" |
| waits | number of the event's first round that is not posted yet |
| round | "unposted", "posted" or "closed" |
| bracket | "waiting", "drawn" or "decided" |
| deck-checks, deck-checks-before | decks checked, out of those the event wants; decks checked before the event |
| lists | time until which lists are open for all players, or at which they were closed |
| list | state of the list that counts for an entry: "missing", "illegal", "unknown" or "legal" |
| deck-check | state of an entry's check before the event: "waiting", "running", "passed" … |
| cut, day-two | number of players in the top cut or on day 2, by place |
| day-two-listed | players of day 2 in a list of a division |
| day-two-here, day-two-expected, day-two-missing | players of day 2 who are checked in, on the way or missing |
| ranked | players in the newest standings, including those who dropped |
| own-division | players of an age division that plays separately (M-031) |
| place | place of an entry in the newest standings, including the order by the cut |
| place after 3, ranked after 3 | the same after an earlier round, or after the last round before the cut |
"""

from django import template
from django.db.models import Model
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Division

register = template.Library()

LETTERS = {"round": "r", "match": "t", "entry": "e"}


@register.simple_tag(name="fact")
def fact_attributes(name: str, value: object, of: object = "event") -> SafeString:
    """Return the data attributes of an element that shows a fact.

    `of` is the subject of the fact: "event", a division, round, match or entry, or a complete `data-of` code.
    """
    if isinstance(of, Division):
        of = of.age_division
    elif isinstance(of, Model):
        of = f"{LETTERS[of._meta.model_name or '']}{of.pk}"
    return format_html('data-fact="{}" data-of="{}" data-value="{}"', name, of, value)


@register.simple_tag
def marked(text: object, name: str, value: object, of: object = "event") -> SafeString:
    """Wrap a text in an element that shows a fact. `of` is its subject, as for `fact_attributes`."""
    return format_html("<span {}>{}</span>", fact_attributes(name, value, of), text)
