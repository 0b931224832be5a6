"""Read a page as a browser does, ignoring where its template breaks lines."""

import re
from typing import Any

_ASIDE = re.compile(r"<!--.*?-->|<!doctype[^>]*>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"""(</?[a-zA-Z](?:[^'"<>]|"[^"]*"|'[^']*')*>)""")
_SPACE = re.compile(r"\s+")
_END = re.compile(r" (/?>)$")
_BREAK = re.compile(r"\s*\n\s*")
_CLASS = re.compile(r'(?<= class=")([^"]*)(?=")')
_EDGE = re.compile(r"^\s*\n\s*|\s*\n\s*$")


def words(text: str) -> set[str]:
    """Return the words of a text, as runs of letters and digits.

    Tests search for years among them, because the same four digits can occur by chance within a digest or a token.
    """
    return set(re.findall(r"\w+", text))


def markup(page: Any) -> str:
    """Return the source of a response, or of a fragment of one, on one line, without breaks inside or beside tags
    or at the ends of an element's classes.

    A response that is not a page, such as CSV or JSON, is returned unchanged.
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
                part = _END.sub(r"\1", _SPACE.sub(" ", part))
                parts[at] = _CLASS.sub(lambda names: names[0].strip(), part)
        elif "\n" in part and not verbatim:
            parts[at] = _BREAK.sub(" ", _EDGE.sub("", part))
    return "".join(parts)
