"""Mark facts on pages, so that tests can compare a fact wherever it is shown at the same moment.

`{% fact "players" n division %}` is used inside a tag, `{% marked text "players" n division %}` for a text; Python
calls `marked`.
`data-fact` is the name of the fact, `data-of` its subject (the code of a division, "event", `r` or `t` with the key of
a round or match, `e` with that of an entry, `d` with that of a draft, the pod and, of a timer, the step or pick).
`data-value` is its value, a code that is the same in every language.

`tests/config/agreement` reads them on every page of a day, and refuses a number of people, tables, lists or calls
without a mark. Consequences of an earlier step have `data-then` instead. The names:

| fact | value |
|---|---|
| players | players still in the event, of a division or of the event |
| entered | the same with those who left |
| checked-in, missing | of the players still in |
| tables | tables of a round that is not posted |
| open | tables of the rounds in play without a result |
| results | results that are in, of the newest posted round |
| clock | "ends" with the second in which time is over, "called" (of a draft "over"), or "stopped" with seconds left |
| format | play style and card format |
| phase | of a division, for everyone: "waiting", "posted 2", "closed 2", "day_two_next", "cut_next" or "over" |
| waits | the number of the first round of the event that is not posted yet |
| round | "unposted", "posted" or "closed" |
| bracket | "waiting", "drawn" or "decided" |
| deck-checks, deck-checks-before | decks checked of those the event wants; those before the event |
| lists | until when lists are open for all, or since when they are closed |
| list | the list of an entry that counts: "missing", "illegal", "unknown" or "legal" |
| deck-check | of an entry before the event: "waiting", "running", "passed" … |
| cut, day-two | players in the top cut or on day 2, by place |
| ranked | players in the newest standings, including those who dropped |
| own-division | players of an age division that plays alone (M-031) |
| place | place of an entry in the newest standings, including those by the cut |
| place after 3, ranked after 3 | the same after an earlier round, or after the last one before the cut |
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
    """Return the attributes of an element that shows a fact."""
    if isinstance(of, Division):
        of = of.age_division
    elif isinstance(of, Model):
        of = f"{LETTERS[of._meta.model_name or '']}{of.pk}"
    return format_html('data-fact="{}" data-of="{}" data-value="{}"', name, of, value)


@register.simple_tag
def marked(text: object, name: str, value: object, of: object = "event") -> SafeString:
    """Wrap a text that shows a fact in an element."""
    return format_html("<span {}>{}</span>", fact_attributes(name, value, of), text)
