"""The fields of a row for what a list says of its copies."""

from collections.abc import Mapping


def marked(do: str, answers: Mapping[str, str]) -> str:
    """A button's change "mark:12:" completed with the fields of its row; any other change as it is."""
    kind, _colon, rest = do.partition(":")
    line, _colon, value = rest.partition(":")
    if kind != "mark" or value:
        return do
    back = answers.get(f"back-{line}", "")
    words = (
        answers.get(f"language-{line}", ""),
        answers.get(f"signed-{line}", ""),
        f"back {back}" if back else "",
        answers.get(f"product-{line}", ""),
    )
    return f"mark:{line}:{', '.join(word for word in words if word)}"
