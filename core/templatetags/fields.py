"""Form fields, rendered in Python, since a page has dozens and templates take three times as long."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models.fields import BLANK_CHOICE_DASH
from django.forms import BaseForm, BoundField
from django.forms.utils import flatatt
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

NOTHING = SafeString("")
DASHES = BLANK_CHOICE_DASH[0][1]
Widget = dict[str, Any]
"""The context that a widget passes to its template."""

PLAIN = {"checkbox", "radio", "hidden"}
"""Input types that do not look like a text box."""


@register.simple_tag
def field(field: BoundField, quiet: bool = False, hide_label: bool = False) -> SafeString:
    """Lay out a field. `quiet` omits the word "optional", and `hide_label` shows the label only to screen readers."""
    classes = field.css_classes()
    notes, class_names = _render_notes(field), format_html(" {}", classes) if classes else NOTHING
    if field.widget_type == "checkbox":
        label = format_html('<label class="tick">{}<span>{}</span></label>', field, field.label)
        return format_html('<div class="field{}">{}{}</div>', class_names, label, notes)
    optional = (
        NOTHING if quiet or field.field.required else format_html("\u00a0<small>{}</small>", _("optional"))
    )
    if field.use_fieldset:
        ids = field.aria_describedby
        described_by = format_html(' aria-describedby="{}"', ids) if ids else NOTHING
        legend = format_html("<legend>{}{}</legend>", field.label, optional)
        return format_html('<fieldset class="field"{}>{}{}{}</fieldset>', described_by, legend, field, notes)
    label = format_html(
        '<label for="{}"{}>{}{}</label>',
        field.id_for_label,
        SafeString(' class="unseen"') if hide_label else NOTHING,
        field.label,
        NOTHING if field.field.disabled else optional,
    )
    return format_html('<div class="field{}">{}{}{}</div>', class_names, label, field, notes)


def _render_notes(field: BoundField) -> SafeString:
    """Return the help text of a field, which may contain links, and its errors."""
    errors = field.errors
    if not field.help_text:
        return format_html("{}", errors) if errors else NOTHING
    return format_html(
        '<div class="hint"{}>{}</div>{}',
        format_html(' id="{}_helptext"', field.auto_id) if field.auto_id else NOTHING,
        mark_safe(field.help_text),  # noqa: S308 - written by the program  # nosec B308 B703
        errors or NOTHING,
    )


@register.filter
def as_input(widget: Widget) -> SafeString:
    """Render any input except a select, a textarea or a field with an existing file."""
    value = widget["value"]
    return format_html(
        '<input type="{}" name="{}"{}{}{}>',
        widget["type"],
        widget["name"],
        _class_attribute(widget, "" if widget["type"] in PLAIN else "input"),
        NOTHING if value is None else format_html(' value="{}"', str(value)),
        other_attributes(widget["attrs"]),
    )


@register.filter
def as_textarea(widget: Widget) -> SafeString:
    """Render a textarea. It starts with an extra line break, because browsers drop the first one."""
    return format_html(
        '<textarea name="{}"{}{}>\n{}</textarea>',
        widget["name"],
        _class_attribute(widget, "input"),
        other_attributes(widget["attrs"]),
        widget["value"] or "",
    )


@register.filter
def as_select(widget: Widget) -> SafeString:
    """Render a select, with a dash as its empty choice."""
    return format_html(
        '<select name="{}"{}{}>{}</select>',
        widget["name"],
        _class_attribute(widget, "input"),
        other_attributes(widget["attrs"]),
        format_html_join("", "{}", ((_render_options(*group),) for group in widget["optgroups"])),
    )


def _render_options(group: object, choices: Iterable[Widget], _number: int) -> SafeString:
    """Render a group of options, inside an optgroup if the group has a label. A dash is the empty choice."""
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (
                str(option["value"]),
                flatatt(option["attrs"]),
                "–" if option["label"] == DASHES else option["label"],
            )
            for option in choices
        ),
    )
    return format_html('<optgroup label="{}">{}</optgroup>', group, options) if group else options


def _class_attribute(widget: Widget, usual_class: str) -> SafeString:
    """Return the class attribute of a widget, its usual class first, or "" if it has no classes."""
    names = " ".join(filter(None, (usual_class, widget["attrs"].get("class"))))
    return format_html(' class="{}"', names) if names else NOTHING


@register.filter
def other_attributes(attrs: dict[str, Any]) -> SafeString:
    """Return the attributes of a widget except its class, each preceded by a space."""
    return flatatt({name: value for name, value in attrs.items() if name != "class"})


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields of a form under a legend, with a hint. `faulty`: whether any field has errors."""

    legend: str | Promise
    hint: str | Promise
    fields: Sequence[BoundField]
    faulty: bool = False


@register.filter
def groups(form: BaseForm) -> list[FieldGroup]:
    """Group the visible fields of a form by its `fieldsets`, with the remaining fields last.

    `fieldsets` of the form class is a sequence of (legend, field names) or (legend, field names, hint).
    """
    groups: list[FieldGroup] = []
    grouped_names: set[str] = set()
    for legend, names, *hint in getattr(form, "fieldsets", ()):
        fields: list[BoundField] = [
            form[name] for name in names if name in form.fields and not form[name].is_hidden
        ]
        if fields:
            has_errors = any(field.errors for field in fields)
            grouped_names |= {field.name for field in fields}
            groups.append(FieldGroup(legend, hint[0] if hint else "", fields, has_errors))
    ungrouped = [field for field in form.visible_fields() if field.name not in grouped_names]
    return [*groups, FieldGroup("", "", ungrouped)] if ungrouped else groups
