"""Templates that look up an attribute which their object does not have.

Django shows nothing for it, so that a renamed attribute makes a value disappear from a page without an error.
"""

from django.forms import BaseForm
from django.template import base
from django.template.context import BaseContext
from django_tables2 import Table

from tests import ROOMS

OPTIONAL = {
    ("ClockFace", "before"),
    ("ClockCard", "first"),
    ("ClockRow", "clock"),
    ("MovedPlace", "list"),
    ("MovedPlace", "note"),
    ("NoticesCard", "staff"),
    ("Player", "entered"),
    ("PodTile", "who"),
    ("TablePanel", "match"),
    ("TablePanel", "report"),
    ("TrackRow", "clock"),
    ("TrackRow", "who"),
}
"""Attributes of other objects that are shown by the same template: name of the class without them, attribute."""

resolve_lookup = vars(base.Variable)["_resolve_lookup"]


def resolve_existing(variable: base.Variable, context: BaseContext) -> object:
    """Resolve a variable as Django does. Fail if an object of this project lacks an attribute that is not optional."""
    try:
        return resolve_lookup(variable, context)
    except base.VariableDoesNotExist as missing:
        attribute, owner = missing.params
        kind = type(owner)
        is_ours = kind.__module__.partition(".")[0] in ROOMS
        if (
            is_ours
            and not isinstance(owner, BaseForm | Table | dict)
            and (kind.__name__, attribute) not in OPTIONAL
        ):
            message = (
                f"{kind.__name__} has no attribute {attribute!r}, which a template reads as {variable.var!r}"
            )
            raise AssertionError(message) from missing
        raise
