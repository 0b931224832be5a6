"""The names of models in snapshots and the journal."""

from typing import Any


def stored_model_label(model: Any) -> str:
    """Return the stored label of a model: the app that created its table, and the model's name, such as "hall.Seat".

    The label stays the same when the model moves to another app.
    """
    return f"{model._meta.db_table.partition('_')[0]}.{model._meta.object_name}"
