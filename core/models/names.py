"""A model field for names of people, events, teams and places."""

from typing import Any

from django.db import models

from core.engine.person_names import strip_invisible_characters


class NameField(models.CharField):
    """A CharField that removes invisible characters, so that two names that look alike are equal."""

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return strip_invisible_characters(value) if isinstance(value, str) else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        if isinstance(value, str):
            value = strip_invisible_characters(value)
            setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> Any:
        # Migrations see a CharField, so this class needs no migration.
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
