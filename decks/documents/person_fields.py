"""The fields of a deck list about its player: names, Player ID, date of birth, format and age division (M-050)."""

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from core.documents import drawn_shapes
from core.documents.drawn_text import draw_text, draw_value
from core.documents.fonts import TEXT, text_width
from decks.queries.lists.deck_pages import DeckPage
from tournaments.engine.divisions import Season
from tournaments.labels import age_division_label
from tournaments.models import Entry, Tournament

STEP = 40.0
"""Distance in points between two rows of fields, with room for a child's hand."""

PERSON = 3 * STEP
"""Height in points of all fields."""

MIN_SIZE = 8.0
"""The smallest font size of a value in points."""

CHOICE, MIN_CHOICE, MIN_GAP = 10.0, 8.0, 4.0
"""Font sizes of choices in points, and the minimum distance between two of them."""


def draw_person(canvas: Canvas, page: DeckPage, top: float, available_width: float) -> None:
    """Draw the fields of a player below `top`, from left to right at the x 0."""
    top -= 14
    draw_names(canvas, page, top, available_width)
    # Print only the year if the date is unknown. If both are unknown, players write the date by hand.
    if isinstance(page.born, int):
        label, born = _("Born in"), str(page.born)
    else:
        label, born = _("Date of birth"), date_format(page.born, "j F Y") if page.born else ""
    draw_field(canvas, _("Player ID"), page.player_id, 0, top - STEP, available_width * 0.25)
    draw_field(canvas, label, born, available_width * 0.28, top - STEP, available_width * 0.21)
    is_constructed = page.style == Tournament.PlayStyle.CONSTRUCTED
    choices, chosen = Tournament.CardFormat.choices, page.card_format if is_constructed else None
    formats = [(str(name), code == chosen) for code, name in choices]
    formats.append((_("Limited"), page.style in ("limited", "thirty_limited")))
    x = available_width * 0.52
    draw_choices(canvas, _("Format"), formats, x, top - STEP - 9, available_width - x)
    boxes = [
        (division_with_years(code, page.season), code == page.age_division)
        for code in Entry.AgeDivision.values
    ]
    label = _("Age division and year of birth") if page.season else _("Age division")
    draw_choices(canvas, label, boxes, 0, top - 2 * STEP - 4, available_width)


def draw_names(canvas: Canvas, page: DeckPage, top: float, available_width: float) -> None:
    """Draw a field for the first name and one for the last name."""
    width = available_width * 0.485
    draw_field(canvas, _("First name"), page.first_name, 0, top, width)
    draw_field(canvas, _("Last name"), page.last_name, available_width - width, top, width)


def division_with_years(age_division: str, season: Season | None) -> str:
    """Return an age division with its birth years in the season: "Senior: 2010 to 2013" (M-030)."""
    division = age_division_label(age_division)
    if season is None:
        return str(division)
    if age_division == "junior":
        return _("%(division)s: %(year)s or later") % {"division": division, "year": season.junior_from}
    if age_division == "senior":
        years = {"division": division, "first": season.senior_from, "last": season.junior_from - 1}
        return _("%(division)s: %(first)s to %(last)s") % years
    return _("%(division)s: %(year)s or earlier") % {"division": division, "year": season.senior_from - 1}


def draw_field(canvas: Canvas, label: str, value: str, x: float, y: float, available_width: float) -> None:
    draw_text(canvas, x, y, label, size=8, max_width=available_width)
    draw_value(canvas, x + 2, y - 18, value, size=13, max_width=available_width - 4, min_size=MIN_SIZE)
    canvas.setLineWidth(0.7)
    canvas.line(x, y - 23, x + available_width, y - 23)


def draw_choices(
    canvas: Canvas, label: str, boxes: Sequence[tuple[str, bool]], x: float, y: float, available_width: float
) -> None:
    """Draw boxes in one line, closer together and smaller if their labels are long."""
    draw_text(canvas, x, y + 9, label, size=8)
    size = CHOICE
    while (gap := choice_gap(boxes, size, available_width)) < MIN_GAP and size > MIN_CHOICE:
        size -= 0.5
    for text, ticked in boxes:
        drawn_shapes.draw_box(canvas, x, y - 8, 10, ticked=ticked)
        x += 14 + draw_text(canvas, x + 14, y - 6, text, size=size) + min(gap, 24)


def choice_gap(boxes: Sequence[tuple[str, bool]], size: float, available_width: float) -> float:
    """Return the distance between boxes that fill the width, in points."""
    used_width = sum(14 + text_width(text, TEXT, size) for text, _ticked in boxes)
    return (available_width - used_width) / (len(boxes) - 1)
