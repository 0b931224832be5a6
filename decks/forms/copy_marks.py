"""Form fields for marks of the copies in a row, such as their language."""

from collections.abc import Mapping


def complete_mark_change(change: str, answers: Mapping[str, str]) -> str:
    """Complete a button's change "mark:12:" with the mark fields of its row, such as "mark:12:pt, signed".

    `answers`: the submitted fields. Other changes are returned unchanged.
    """
    action, _colon, rest = change.partition(":")
    line, _colon, value = rest.partition(":")
    if action != "mark" or value:
        return change
    back = answers.get(f"back-{line}", "")
    mark_texts = (
        answers.get(f"language-{line}", ""),
        answers.get(f"signed-{line}", ""),
        f"back {back}" if back else "",
        answers.get(f"product-{line}", ""),
    )
    return f"mark:{line}:{', '.join(word for word in mark_texts if word)}"
