"""Template tags for the cover of a home and the logo of a team."""

from dataclasses import dataclass

from django import template

from core.models.journal import Home
from core.queries import pictures
from core.queries.pictures import Pictures
from core.templatetags.dataclass_tags import register_computed_component

register = template.Library()


@register.simple_tag
def pictures_of(home: Home, team: int) -> Pictures:
    """Return the pictures of a home and of its team, given by key. Makes one query."""
    return pictures.pictures_of(home, team)


@register.filter
def picture_url(image: object) -> str:
    """Return the address of a stored picture, or "" if there is none."""
    return pictures.picture_url(image)


@dataclass
class PictureForm:
    """A form that uploads a picture. `wide`: shown as wide as the form, as a cover is."""

    url: str
    name: str
    picture: str
    hint: str
    wide: bool
    csrf_token: object


@register_computed_component(register, "components/picture_form.html", takes_context=True)
def picture_form(
    context: template.Context, *, url: str, name: str, picture: str, hint: str, wide: bool = False
) -> PictureForm:
    """Show a form that uploads a picture from the camera or the gallery, and one that deletes it.

    `name`: the prefix of the ids; `picture`: the address of the current picture, or ""; `wide`: shown as wide as the
    form, as a cover is.
    """
    return PictureForm(url, name, picture, hint, wide, context.get("csrf_token"))
