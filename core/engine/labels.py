"""Names of models as snapshots and the journal store them."""

from typing import Any


def label_of(model: Any) -> str:
    """The app that made the table, and the model: "hall.Seat" wherever the model is now."""
    return f"{model._meta.db_table.partition('_')[0]}.{model._meta.object_name}"
