"""The deck requirements of an event, for players."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from cards.engine.formats import Line
from cards.engine.formats import about as lines_about
from decks.forms.check import address_of
from decks.models import ListRules
from decks.queries.lists import verdicts
from tournaments.access import event_page
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Tournament

SENTENCES: Mapping[str, str | Promise] = {
    "CARDS": gettext_lazy("Exactly %(number)s cards."),
    "COPIES": gettext_lazy("At most %(number)s cards with the same name."),
    "BASIC_ENERGY_EXEMPT": gettext_lazy("As much basic Energy as you like."),
    "ONE_PER_DECK": gettext_lazy("Cards that allow only 1 in a deck stay at 1."),
    "SUPPLIED_ONLY": gettext_lazy("Built here, from the cards you get at the event."),
    "TIEBREAKER_PRIZES": gettext_lazy(
        "If both players win at once: a tiebreaker game, %(number)s Prize cards each."
    ),
    "SUDDEN_DEATH_PRIZES": gettext_lazy("Sudden Death: 1 Prize card each."),
}


@require_safe
@event_page()
def about(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The lines alone for htmx, else a whole page."""
    team = event.kind == Tournament.Kind.TEAM_BATTLE
    rules = ListRules.objects.filter(tournament=event).first()
    check = f"{reverse('decks:check')}?{address_of(verdicts.context_of(event, rules, complete=True))}"
    tiebreaker = EDITIONS[event.edition].tiebreaker_game
    about_style = lines_about(event.play_style, team_battle=team, tiebreaker_game=tiebreaker)
    lines = [line_text(line) for line in about_style]
    template = "decks/about/lines.html" if request.htmx else "decks/about.html"  # type: ignore[attr-defined]
    response = render(request, template, {"lines": lines, "check": check, "page": "event"})
    patch_vary_headers(response, ["HX-Request"])
    return response


def line_text(line: Line) -> str:
    """One line as a sentence."""
    if line.code == "COPIES" and line.number is None:
        return _("No limit on cards with the same name.")
    if line.code == "BASIC_POKEMON":
        return _("At least 1 Basic Pokémon.")
    if line.code == "PRIZES":
        text = ngettext("%(number)d Prize card each.", "%(number)d Prize cards each.", line.number or 0)
        return text % {"number": line.number}
    return str(SENTENCES[line.code]) % {"number": line.number}
