"""What is written down of tokens: the kinds of journal lines of this room."""

from tournaments.engine.journal.facts import Label, Text
from tournaments.engine.journal.kinds import Kind


class ApiTokenMade(Kind, scope="event", topic="event"):
    token: Text
    scopes: list[Label]


class ApiTokenRevoked(Kind, scope="event", topic="event"):
    token: Text
