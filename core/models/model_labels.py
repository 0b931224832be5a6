"""Models by their stored labels."""

from functools import cache

from django.apps import apps
from django.db.models import Model

from core.engine.model_labels import stored_model_label


@cache
def _models_by_label() -> dict[str, type[Model]]:
    return {stored_model_label(model): model for model in apps.get_models()}


def model_of_label(label: str) -> type[Model]:
    """Return the model with a stored label. Raises KeyError if there is no such model."""
    return _models_by_label()[label]
