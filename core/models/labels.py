"""Models by the names they are stored under."""

from functools import cache

from django.apps import apps
from django.db.models import Model

from core.engine.labels import label_of


@cache
def _models() -> dict[str, type[Model]]:
    return {label_of(model): model for model in apps.get_models()}


def model_of(label: str) -> type[Model]:
    """The model of a stored name. KeyError where there is none."""
    return _models()[label]
