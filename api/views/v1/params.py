"""URL parameters with their bounds. Invalid values are refused before any query."""

from typing import Annotated

from ninja import Path, Query
from pydantic import Field

MAX_INTEGER = 2**31 - 1
DEFAULT_ROWS, MAX_ROWS = 100, 200

Slug = Annotated[
    str, Path(pattern=r"^[-a-zA-Z0-9_]+$", max_length=80, description="The event, as in its address")
]
EntryKey = Annotated[int, Path(ge=1, le=MAX_INTEGER, description="A player of this event")]
Number = Annotated[int | None, Query(ge=1, le=MAX_INTEGER)]
Cursor = Annotated[
    str, Query(max_length=200, pattern=r"^[-a-zA-Z0-9_]*$", description="`next` of the page before")
]
Limit = Annotated[int, Query(ge=1, le=MAX_ROWS, description="Rows of a page")]
ListKey = Annotated[str, Query(alias="list", max_length=40, description="`key` of a list of standings")]
Tables = Annotated[
    list[Annotated[int, Field(ge=1, le=MAX_INTEGER)]],
    Query(default_factory=list, max_length=8, description="Table of a feature match"),
]
BEARER = "staffToken"
"""Name of the token scheme in the description."""
