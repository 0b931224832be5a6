"""Kinds of journal lines about tokens."""

from core.engine.journal.facts import Label, Text
from core.engine.journal.kinds import Kind


class ApiTokenMade(Kind, scope="event", topic="event"):
    token: Text
    scopes: list[Label]


class ApiTokenRevoked(Kind, scope="event", topic="event"):
    token: Text
