"""The fields of forms, written here: a page has dozens, and a template takes three times as long."""

from django import template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

NOTHING = SafeString("")


@register.simple_tag
def field(field: BoundField, quiet: bool = False, hide_label: bool = False) -> SafeString:
    """Lay out one field; quiet: without the word "optional"; hide_label: the label is only read out."""
    classes = field.css_classes()
    notes, kind = _notes(field), format_html(" {}", classes) if classes else NOTHING
    if field.widget_type == "checkbox":
        label = format_html('<label class="tick">{}<span>{}</span></label>', field, field.label)
        return format_html('<div class="field{}">{}{}</div>', kind, label, notes)
    optional = NOTHING if quiet or field.field.required else format_html(" <small>{}</small>", _("optional"))
    if field.use_fieldset:
        described = format_html(' aria-describedby="{}"', one) if (one := field.aria_describedby) else NOTHING
        legend = format_html("<legend>{}{}</legend>", field.label, optional)
        return format_html('<fieldset class="field"{}>{}{}{}</fieldset>', described, legend, field, notes)
    label = format_html(
        '<label for="{}"{}>{}{}</label>',
        field.id_for_label,
        SafeString(' class="unseen"') if hide_label else NOTHING,
        field.label,
        NOTHING if field.field.disabled else optional,
    )
    return format_html('<div class="field{}">{}{}{}</div>', kind, label, field, notes)


def _notes(field: BoundField) -> SafeString:
    """The help under a field, which may hold links, and what is wrong in it."""
    errors = field.errors
    if not field.help_text:
        return format_html("{}", errors) if errors else NOTHING
    return format_html(
        '<div class="hint"{}>{}</div>{}',
        format_html(' id="{}_helptext"', field.auto_id) if field.auto_id else NOTHING,
        mark_safe(field.help_text),  # noqa: S308 - written by the program  # nosec B308 B703
        errors or NOTHING,
    )
