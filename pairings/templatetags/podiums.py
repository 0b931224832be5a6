"""Template tags for the front page of a finished event."""

from dataclasses import dataclass

from django import template
from django.template import Context

from core.public_address import absolute_url_for_phones
from core.templatetags.dataclass_tags import register_computed_component
from pairings.queries.bracket import displayed_brackets
from pairings.queries.print.published_lists import public_crests
from pairings.queries.standings import podiums
from pairings.queries.standings.podiums import Podium
from pairings.views.bracket.cut import (
    BoxPart,
    BracketColumn,
    bracket_columns,
    bracket_title,
    build_box_part,
)
from pairings.views.standings import share_card
from pairings.views.standings.share_card import LinkPreview
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def podiums_of(event: Tournament, public: bool) -> list[Podium]:
    """Return the first places of every list, oldest players first; `public` shortens names of children."""
    return podiums.podiums_of_event(event, public=public)


@dataclass
class Podiums:
    """Podiums of an event.

    - `winners`: podiums whose champion's deck list is published.
    - `crests`: whether any podium has crests.
    """

    event: Tournament
    podiums: list[Podium]
    winners: list[Podium]
    crests: bool


@register_computed_component(register, "pairings/parts/podiums.html")
def show_podiums(event: Tournament, final: list[Podium]) -> Podiums:
    """Render a podium for each list, and the champions' deck lists if the organizer publishes them."""
    winners = [podium for podium in final if podium.champion_crest is not None]
    has_crests = any(crest is not None for podium in final for crest in podium.crests)
    return Podiums(event, final, winners, has_crests)


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """A bracket, drawn as on the top cut page. `prefix` makes the HTML ids of several brackets unique."""

    prefix: str
    title: str
    columns: list[BracketColumn]
    third: BoxPart | None


@dataclass
class BracketPictures:
    """Brackets of an event, one per top cut."""

    brackets: list[BracketPicture]


@register_computed_component(register, "pairings/parts/brackets.html")
def show_brackets(event: Tournament, public: bool) -> BracketPictures:
    """Render the bracket of each top cut; `public` shortens names of children."""
    crests = public_crests(event)
    return BracketPictures(
        [
            BracketPicture(
                prefix=f"bracket-{drawn.bracket.pk}-",
                title=bracket_title(drawn.bracket.stage.division, drawn.bracket),
                columns=bracket_columns(drawn, crests),
                third=build_box_part(drawn.third, None, None, crests=crests) if drawn.third else None,
            )
            for drawn in displayed_brackets.brackets_of_event_to_display(event, public=public)
        ]
    )


@register.simple_tag(takes_context=True)
def share_of(context: Context, event: Tournament) -> LinkPreview:
    """Return the link preview of an event: title, description and picture. Computed once per request."""
    request_values = vars(context["request"])
    if "share" not in request_values:
        request_values["share"] = share_card.link_preview(event)
    share: LinkPreview = request_values["share"]
    return share


@register.simple_tag(takes_context=True)
def full_address(context: Context, path: str) -> str:
    """Return the absolute URL of a path, for other sites and phones."""
    return absolute_url_for_phones(context["request"], path)
