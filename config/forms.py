"""How forms turn into HTML: through the project's own templates."""

from django.forms.renderers import TemplatesSetting


class StadiumRenderer(TemplatesSetting):
    """Take form and widget templates from `templates/django/forms`, then from Django.

    Needs "django.forms" in INSTALLED_APPS, so that widgets without a template here are found.
    """

    form_template_name = "django/forms/div.html"
    field_template_name = "django/forms/field.html"
