"""Read the figures in a text, that is days, times, percentages and numbers, by the grammar of its language."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

Figure = tuple[str, str]
"""The kind of a figure, and its value as text, which is the same for every language."""

MONTHS = {
    "en": "january february march april may june july august september october november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "pt-br": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
}
SHORT = {
    "en": "jan feb mar apr may jun jul aug sep oct nov dec",
    "es": "ene feb mar abr may jun jul ago sep oct nov dic",
    "fr": "jan. fév. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "pt-br": "jan fev mar abr mai jun jul ago set out nov dez",
}
"""The months in the languages of Stadium, and their abbreviations."""

SPACES = re.compile(r"\s+")
SECTION = re.compile(r"§ (\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*)")
"""Section numbers of documents, which are separated by points in every language."""

TIME = re.compile(r"\b(\d\d?):(\d\d)\b(?::\d\d)?")
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Grammar:
    """How a language writes figures."""

    language: str
    of: str = ""
    """The word between day, month and year: "7 de marzo de 2026"."""
    point: str = ","
    share: str = " "
    """The text between a number and its percent sign."""
    digits: re.Pattern[str] = field(
        default=re.compile(r"\b(0[1-9]|[12]\d|3[01])/(0[1-9]|1[0-2])(?:/(\d{4}))?\b(?!/)")
    )
    """A day written only with digits, with or without its year."""

    @cached_property
    def months(self) -> dict[str, int]:
        names = (MONTHS[self.language].split(), SHORT[self.language].split())
        return {name: number for row in names for number, name in enumerate(row, start=1)}

    @cached_property
    def day(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in sorted(self.months, key=len, reverse=True))
        of = f"(?: {self.of})?" if self.of else ""
        clock = r"(?! \d\d:)"  # "1 mar 11:20" is a number and a Tuesday
        return re.compile(rf"(?i)\b(\d\d?)(?:er|º)?{of} ({names})(?!\w){clock}(?:{of} (\d{{4}}))?")

    @cached_property
    def percentage(self) -> re.Pattern[str]:
        return re.compile(rf"(\d+)(?:{re.escape(self.point)}(\d+))?{self.share}%")

    @cached_property
    def decimal(self) -> re.Pattern[str]:
        return re.compile(rf"\b(\d+){re.escape(self.point)}(\d+)\b")


GRAMMARS = {
    "en": Grammar("en", point=".", share=""),
    "es": Grammar("es", of="de"),
    "fr": Grammar("fr"),
    "pt-br": Grammar("pt-br", of="de", share=""),
}


def read_back(text: str, language: str) -> Counter[Figure]:
    """Return every figure of a text. Text written by the grammar of another language would yield other numbers."""
    reader = _Reader(SPACES.sub(" ", text), GRAMMARS[language])
    return Counter(reader.figures())


class _Reader:
    def __init__(self, text: str, grammar: Grammar) -> None:
        self.text, self.grammar = text, grammar

    def figures(self) -> Iterator[Figure]:
        """Yield the figures of a text, removing each from the text once it is read."""
        own = self.grammar
        for (sections,) in self.take(SECTION):
            yield "section", sections
        for day, month, year in self.take(own.day):
            yield "day", f"{int(day)}.{own.months[month.lower()]}.{year or ''}"
        for day, month, year in self.take(own.digits):
            yield "day", f"{int(day)}.{int(month)}.{year}"
        for hours, minutes in self.take(TIME):
            yield "time", f"{int(hours)}:{minutes}"
        for whole, rest in self.take(own.percentage):
            yield "per cent", f"{whole}.{rest}" if rest else whole
        for whole, rest in self.take(own.decimal):
            yield "decimal", f"{whole}.{rest}"
        yield from (("number", number) for number in NUMBER.findall(self.text))

    def take(self, pattern: re.Pattern[str]) -> list[tuple[str, ...]]:
        found = [match.groups(default="") for match in pattern.finditer(self.text)]
        self.text = pattern.sub(" ", self.text)
        return found
