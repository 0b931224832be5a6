"""The card of the pocket book and its lines."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Line:
    """One or two sentences with their rules. `edition` is set if they apply to only one edition."""

    text: str | Promise
    rules: str
    edition: str | None = None


@dataclass(frozen=True, slots=True)
class PocketBookCard:
    """A subject on a card. `name` is its anchor on the page."""

    name: str
    title: str | Promise
    topic: str
    lines: tuple[Line, ...]
    concerns: tuple[str, ...] = ()

    def of(self, edition: str) -> tuple[Line, ...]:
        """Return the lines that apply to an edition."""
        return tuple(line for line in self.lines if line.edition in (None, edition))
