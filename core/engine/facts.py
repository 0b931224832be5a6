"""Facts by name, as journal lines, notices, webhooks and refusals have them."""

from collections.abc import Mapping

Facts = Mapping[str, object]
"""JSON of the database or of a message; read only, since a journal line never changes."""
