"""Read a page as a browser does: where its template breaks a line does not matter."""

import re
from typing import Any

_ASIDE = re.compile(r"<!--.*?-->|<!doctype[^>]*>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"""(</?[a-zA-Z](?:[^'"<>]|"[^"]*"|'[^']*')*>)""")
_SPACE = re.compile(r"\s+")
_END = re.compile(r" (/?>)$")
_BREAK = re.compile(r"\s*\n\s*")
_EDGE = re.compile(r"^\s*\n\s*|\s*\n\s*$")


def words(text: str) -> set[str]:
    """The runs of letters and digits of a text.

    A year is looked for among them: its four digits also stand by chance within a digest or a token.
    """
    return set(re.findall(r"\w+", text))


def markup(page: Any) -> str:
    """The source of a response, or of a piece of one, on one line: no break inside a tag or beside it.

    What is no page (a CSV, JSON) comes as it is.
    """
    if not isinstance(page, str):
        if "html" not in page.headers["Content-Type"]:
            return str(page.content.decode("utf-8-sig", errors="ignore"))
        page = page.content.decode()
    parts, verbatim = _TAG.split(_ASIDE.sub("", page)), False
    for at, part in enumerate(parts):
        if at % 2:
            verbatim = part.startswith("<textarea")
            if "\n" in part or "  " in part or part[-2:-1] in " /":
                parts[at] = _END.sub(r"\1", _SPACE.sub(" ", part))
        elif "\n" in part and not verbatim:
            parts[at] = _BREAK.sub(" ", _EDGE.sub("", part))
    return "".join(parts)
