"""The named facts of journal lines, notices, webhooks and refusals."""

from collections.abc import Callable, Mapping
from typing import Any

Facts = Mapping[str, object]
"""JSON from the database or a message. It is read-only, since a journal line never changes."""


def replace_codes_by_labels(
    facts: Facts, labels: Mapping[str, str], *, name: Mapping[str, str], nested: Callable[[Facts], Facts]
) -> Facts:
    """Return facts with codes replaced by their labels, also in lists. Other texts stay.

    `name` holds the labels for the fact "name", and `labels` those for all other facts. `nested` relabels the
    fact "facts", which holds the facts of another line.
    """

    def relabeled(fact: str, value: Any) -> Any:
        if isinstance(value, dict) and fact == "facts":
            return nested(value)
        if isinstance(value, list):
            return [labels.get(item, item) if isinstance(item, str) else item for item in value]
        if not isinstance(value, str):
            return value
        return (name if fact == "name" else labels).get(value, value)

    return {fact: relabeled(fact, value) for fact, value in facts.items()}
