"""The glossary of tournament terms in the four languages of the program."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.engine import tabular

DATA = Path(__file__).resolve().parents[1] / "data" / "glossary.csv"


@dataclass(frozen=True)
class GlossaryTerm:
    """A term of the glossary. `names` are by language code, in the order of the file."""

    key: str
    group: str
    names: dict[str, str]

    def name(self, language: str) -> str:
        """Return the name in `language` (such as pt-br), or in English if the glossary does not have the language."""
        code = LANGUAGE_COLUMNS.get(language.lower(), "en")
        return self.names[code]

    def elsewhere(self, language: str) -> list[tuple[str, str]]:
        """Return (language code, name) in the other languages, to explain the term to a player from abroad."""
        own_code = LANGUAGE_COLUMNS.get(language.lower(), "en")
        return [(code, name) for code, name in self.names.items() if code != own_code]


LANGUAGE_COLUMNS = {"en": "en", "es": "es", "fr": "fr", "pt-br": "pt_BR"}


@cache
def glossary_terms() -> tuple[GlossaryTerm, ...]:
    """Return all terms in the order of their groups."""
    return tuple(
        GlossaryTerm(row["key"], row["group"], {code: row[code] for code in LANGUAGE_COLUMNS.values()})
        for row in tabular.read_shipped_rows(DATA)
    )
