"""Invented data for the style page. No other page loads this."""

from types import SimpleNamespace

import django_tables2 as tables
from django import forms, template
from django.template import Context

from core.forms.questions import Question
from core.scoreboard.clock_face import ClockFace
from core.scoreboard.scoreboard import Scoreboard

register = template.Library()

NAMES = (
    ("Mateo Dubois", "Beatriz Birch", "4 points", "dispute", "both say they won"),
    ("Ondřej Brandt", "Maximiliane Schwarzenberg-Olaf", "10 points", "playing", ""),
    ("Rocío Carvalho", "Jonas Puig", "6 points", "missing", "slip not in"),
    ("Iñaki Okonkwo", "Inês Achterberg", "9 points", "deckcheck", "3 min in"),
    ("Amélie Yılmaz", "Łukasz Araújo", "9 points", "playing", ""),
)


class StyleForm(forms.Form):
    """A form with one field of each kind."""

    fieldsets = (
        (
            "When and where",
            ("name", "starts", "group", "venue"),
            "Everything can be changed until round 1.",
        ),
        ("How it is played", ("cut", "photos", "note")),
    )
    name = forms.CharField(help_text="As it stands on the poster.")
    starts = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}))
    group = forms.ChoiceField(choices=(("all", "All together"), ("masters", "Masters")))
    venue = forms.CharField(required=False)
    cut = forms.ChoiceField(
        label="Top cut", widget=forms.RadioSelect, choices=(("0", "None"), ("4", "Top 4"), ("8", "Top 8"))
    )
    photos = forms.BooleanField(label="Photos are fine", required=False, help_text="Asked at the door again.")
    note = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)


class StyleTable(tables.Table):
    """A list rendered by django-tables2."""

    caption = "Players of the invented event"
    name = tables.Column(attrs={"td": {"scope": "row", "class": "full strong"}})
    points = tables.Column(attrs={"th": {"class": "num"}, "td": {"class": "num"}})
    record = tables.Column(verbose_name="Won–lost–tied", orderable=False)

    class Meta:
        row_attrs = {"class": "tap", "data-name": lambda record: record["name"]}
        order_by = "-points"


COMMON = {
    "open": True,
    "keys": "",
    "best_of": 1,
    "href": "",
    "badge": None,
    "down": "",
    "right_note": "",
    "label": "",
}
"""Values common to the invented tables of the desk."""


@register.simple_tag(takes_context=True)
def invent(context: Context) -> str:
    """Add an invented event, form, table and lists to the context of this block."""
    clock = ClockFace(word="08:41", left=521, note="ends 14:25", label="Time left in round 5")
    name = "Harbour City Spring Cup and Regional Qualifier of the Northern Islands"
    home = SimpleNamespace(name=name, slug="harbour-city", timezone="Europe/Amsterdam")
    rows = [
        {"name": row[0], "points": 12 - position, "record": f"{4 - position}-{position}-0"}
        for position, row in enumerate(NAMES)
    ]
    step_names = ("Pair", "Review", "Post", "Results", "Close")
    keys = ("left", "right", "left_note", "state", "note")
    sides = (
        {"name": "Imogen Fernández", "seed": 1, "games": 2, "won": True},
        {"name": "Leila Mendonça", "seed": 8, "games": 0, "out": True},
    )
    invented = {
        "event": home,
        "can": {"view": True, "report": True, "run": True, "organize": True},
        "page": "desk",
        "board": Scoreboard(line="Masters · Round 5 of 7", clock=clock),
        "undo": {"text": "Table 33 saved: Linh Penhale won.", "url": "#", "value": "7"},
        "form": StyleForm({"name": "", "starts": "31.02.2014", "group": "all"}),
        "table": StyleTable(rows),
        "steps": [
            {"label": word, "past": position < 3, "current": position == 3}
            for position, word in enumerate(step_names)
        ],
        "tabs": [
            {"label": "Masters", "url": "#steps", "count": 58, "current": True},
            {"label": "Seniors", "url": "#steps", "count": 13},
            {"label": "Juniors", "url": "#steps", "count": 9},
        ],
        "facts": [("Players", 117), ("Drawn", "13:27 by Marta"), ("Draw number", 4471)],
        "figures": [(162, "players"), ("37 of 58", "results in"), (3, "judge calls open")],
        "question": Question(
            changes=["117 players see their table at once.", "The round can be undone."],
            action="Post round 5",
            action_url="#",
            cancel_url="#",
        ),
        "box": {"sides": sides, "state": "done", "foot": "Table 1", "chip": "Done"},
        "matches": [
            SimpleNamespace(**COMMON, **dict(zip(keys, row, strict=True)), id=table, no=table)
            for table, row in enumerate(NAMES, start=40)
        ],
    }
    for key, value in invented.items():
        context[key] = value
    return ""
