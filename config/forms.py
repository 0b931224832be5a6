"""Render forms: fields and most widgets in Python, other widgets with the project's templates."""

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.safestring import SafeString

from core.templatetags.fields import as_input, as_select, as_textarea, field

INPUTS = "checkbox color date datetime email file hidden number password search tel text time url"

WRITTEN: Mapping[str, Callable[[dict[str, Any]], SafeString]] = {
    **{
        f"django/forms/widgets/{name}.html": lambda context: as_input(context["widget"])
        for name in INPUTS.split()
    },
    "django/forms/widgets/select.html": lambda context: as_select(context["widget"]),
    "django/forms/widgets/textarea.html": lambda context: as_textarea(context["widget"]),
    "django/forms/field.html": lambda context: field(context["field"]),
}
"""Functions that render fields and most widgets, by the names of the templates that they replace."""


class StadiumRenderer(TemplatesSetting):
    """Renders fields and most widgets in Python, others with templates from `templates/django/forms` or from Django.
    Needs "django.forms" in INSTALLED_APPS, which provides the templates that the project lacks.
    """

    form_template_name = "django/forms/div.html"
    field_template_name = "django/forms/field.html"

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        write = WRITTEN.get(template_name)
        return write(context) if write else super().render(template_name, context, request)
