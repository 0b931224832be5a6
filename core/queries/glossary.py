"""The glossary of tournament terms in the four languages of the program."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.engine import tabular

DATA = Path(__file__).resolve().parents[1] / "data" / "glossary.csv"


@dataclass(frozen=True)
class Term:
    """One term. `names` by language code, in the order of the file."""

    key: str
    group: str
    names: dict[str, str]

    def name(self, language: str) -> str:
        """The name in `language` (such as pt-br), in English if there is none."""
        code = LANGUAGE_COLUMNS.get(language.lower(), "en")
        return self.names[code]

    def elsewhere(self, language: str) -> list[tuple[str, str]]:
        """(language code, name) in the other languages, for explaining it to a player from abroad."""
        own = LANGUAGE_COLUMNS.get(language.lower(), "en")
        return [(code, name) for code, name in self.names.items() if code != own]


LANGUAGE_COLUMNS = {"en": "en", "es": "es", "fr": "fr", "pt-br": "pt_BR"}


@cache
def terms() -> tuple[Term, ...]:
    """All terms in the order of their groups."""
    return tuple(
        Term(row["key"], row["group"], {code: row[code] for code in LANGUAGE_COLUMNS.values()})
        for row in tabular.shipped(DATA)
    )
