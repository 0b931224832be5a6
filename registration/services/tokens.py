"""The tokens in the URLs of registrations."""

import re
import secrets
from collections.abc import Mapping
from contextlib import ExitStack

from core.engine.snapshots.parts import Row
from registration.models import Registration

TOKEN_BYTES = 18
"""144 bits, so that the URL of a registration cannot be guessed."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")


def new_registration_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def fit_restored_registrations(
    rows: list[Row], _pictures: Mapping[str, bytes], _undone: ExitStack
) -> list[Row]:
    """Return the registrations of a snapshot, with new tokens for invalid and already used ones.

    Site addresses are removed, so that emails do not link to another installation.
    """
    tokens = [row["token"] for row in rows]
    used_tokens = set(Registration.objects.filter(token__in=tokens).values_list("token", flat=True))
    for row in rows:
        row["site"] = ""
        if row["token"] in used_tokens or not TOKEN.fullmatch(row["token"]):
            row["token"] = new_registration_token()
        used_tokens.add(row["token"])
    return rows
