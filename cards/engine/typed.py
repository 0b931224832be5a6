"""What a person types to find a card."""

import re

_COPIES = re.compile(r"^(?P<copies>\d{1,2})\s*(?:[x×]\s*|\s)(?P<name>[^\W\d].*)$", re.IGNORECASE)


def copies_and_name(text: str) -> tuple[int, str]:
    """The copies typed before a name, 0 for none, and the name: "4 ultra ba", "4x ultra ba"."""
    match = _COPIES.match(text.strip())
    return (int(match["copies"]), match["name"]) if match else (0, text.strip())
