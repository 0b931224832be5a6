"""Parse one line of a list: the quantity before or after, then name, set and number, from the right.

Names contain spaces, digits, colons, hyphens and capitals ("Technical Machine: Evolution", "Energy Removal 2",
"Charizard VMAX"), so a line may have several readings. `readings` returns the likely ones, best first; only the
catalogue can choose.
"""

import re
import unicodedata
from dataclasses import dataclass

FEW_DIGITS = 3
PROMO = "PROMO"
"""Matches every set of promos, where a line only says "Promo"."""

_FOIL = {"PH", "RH", "(PH)", "(RH)", "FOIL", "(FOIL)", "*F*"}
_NUMBER = re.compile(
    r"^#?(?P<number>[A-Z]{0,5}\d{1,4}[A-Za-z]?\d?|ONE|TWO|THREE|FOUR|Museum)(?:/[A-Za-z]{0,5}\d{1,4})?$"
)
_ANY_NUMBER = re.compile(
    r"^#?(?P<number>[A-Za-z]{0,6}\d{1,4}[A-Za-z]?\d?|[A-Za-z!?])(?:/[A-Za-z]{0,5}\d{1,4})?$"
)
_SET = re.compile(r"^(?:[A-Z][A-Z0-9]{1,7}(?:-[A-Za-z0-9]+)*|[A-Z]{2,}Energy)$")
_ANY_SET = re.compile(r"^[A-Za-z0-9][A-Za-z0-9.-]{0,30}$")
_ID = re.compile(
    r"^(?P<set>(?=[a-z0-9.-]*[a-z])[a-z0-9][a-z0-9.]*(?:-[a-z]+)*)-(?P<number>[A-Z]{0,5}\d{1,4}[A-Za-z]?\d?|[A-Z?!]|Museum)$"
)
_JOINED = re.compile(r"^(?P<set>[A-Z][A-Z0-9]{1,5})-(?P<number>\d{1,3}[a-z]?)$")
_BRACKETED = re.compile(
    r"[(\[]\s*(?P<inside>[A-Z][A-Za-z0-9-]{1,20}[ #-]+#?[A-Z]{0,5}\d{1,4}[a-z]?(?:/\w+)?)\s*[)\]](?P<foil> PH)?$"
)
_LANGUAGES = "de en es fr id it ja ko nl pl pt ru th zh"
_TONGUES = {
    name: code
    for code, names in {
        "de": "german deutsch",
        "en": "english inglés anglais",
        "es": "spanish español castellano",
        "fr": "french français",
        "id": "indonesian",
        "it": "italian italiano",
        "ja": "japanese 日本語 jp jpn",
        "ko": "korean 한국어 kr",
        "nl": "dutch nederlands",
        "pl": "polish polski",
        "pt": "portuguese português",
        "ru": "russian русский",
        "th": "thai ไทย",
        "zh": "chinese 中文",
    }.items()
    for name in names.split()
}
_LANGUAGE = re.compile(
    rf"^(?P<rest>.*\S)\s*\[(?P<language>(?:{'|'.join(_LANGUAGES.split())})(?:-[a-z]{{2,4}})?)\]$",
    re.IGNORECASE,
)
_STROKES = ("-", "|", "/", ":")
_PREFIX = r"^(?:[*•·‣▪●◦>]\s*|-\s+)*"
_LEADING = re.compile(
    _PREFIX + r"(?:[x×]\s*|[(\[]\s*)?(?P<quantity>[-+]?\d+(?:[.,]\d+)?|\?)"
    r"(?:\s*[)\]]\s*|\s*[x×✕]\s+|[xX×✕*]\s*(?=\S)|\s*[,;]\s*|:\s+(?=[^\W\d])|\s+|(?=[A-Z{]))(?P<rest>\S.*)$"
)
_TRAILING = re.compile(r"^(?P<rest>.*\S)(?:\s+[xX×]\s*(?P<times>\d{1,3})|\s*\((?P<inside>\d{1,3})\))$")
_TRAILING_LOOSE = re.compile(r"^(?P<rest>.*\S)\s*(?:\s-\s|[:,;])\s*(?P<times>\d{1,3})x?$")
_INSIDE = re.compile(
    r"^(?P<name>\S.*?)\s+(?:[xX×](?P<times>\d{1,2})|(?P<before>\d{1,2})[xX×])\s+(?P<rest>[A-Za-z0-9-]{2,8}\s+\S+)$"
)
_COMMENT = re.compile(r"^\s*(?:#|//|;|--|!|\")|https?://|www\.|^[^\W\d][^:]{1,40}:\s*\S|\d{4}-\d\d-\d\d")
_IN_WORDS = (
    "one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "un deux trois quatre cinq six sept huit neuf dix "
    "onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
    "uno dos tres cuatro cinco seis siete ocho nueve diez "
    "once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
    "um dois três quatro cinco seis sete oito nove dez "
    "onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte",
    "ein zwei drei vier fünf sechs sieben acht neun zehn "
    "elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "uno due tre quattro cinque sei sette otto nove dieci "
    "undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
)
NUMBERS = {word: number for words in _IN_WORDS for number, word in enumerate(words.split(), start=1)}
del NUMBERS["once"]  # Spanish eleven, and how English sentences begin
_YEAR = re.compile(r"^(?:19|20)\d\d$")


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the text after the quantity. `set_code` and `card_number` may be empty."""

    name: str
    set_code: str = ""
    card_number: str = ""
    foil: bool = False


def leading(line: str) -> tuple[int | None, str] | None:
    """Quantity and rest of "4 Iono", "* 4 Iono", "4x Iono", "x4 Iono"; None for another line.

    The quantity is None if it is not a whole number of at most three digits (R-031).
    """
    match = _LEADING.match(line)
    if not match or not _has_letter(match["rest"]) or _YEAR.match(match["quantity"]):
        return None
    digits = match["quantity"].lstrip("+-")
    is_integer = digits.isdecimal() and len(digits) <= FEW_DIGITS
    return int(match["quantity"]) if is_integer else None, _spaced(match["rest"])


def trailing(line: str, *, loose: bool = False) -> tuple[int | None, str] | None:
    """Quantity and rest of "Iono x4" and "Iono (4)"; `loose`: of "Iono: 4" and "Iono - 4" too."""
    match = _TRAILING.match(line) or (_TRAILING_LOOSE.match(line) if loose else None)
    if not match or not _has_letter(match["rest"]):
        return None
    return next(int(group) for group in match.groups()[1:] if group), _spaced(match["rest"])


def inside(line: str) -> tuple[int | None, str] | None:
    """Quantity and rest of "Skyla x4 BKT 148" and "Skyla 4x BKT 148"."""
    match = _INSIDE.match(line)
    if not match or not _has_letter(match["name"]):
        return None
    return int(match["times"] or match["before"]), _spaced(f"{match['name']} {match['rest']}")


def loosely(line: str) -> list[tuple[int, str]]:
    """Quantity and rest of a line with the quantity last or in words, if the rest is a card: "Acerola 2", "four N"."""
    words = line.split()
    readings_of_line = []
    if len(words) > 1 and (number := NUMBERS.get(words[0].casefold())):
        readings_of_line.append((number, _spaced(" ".join(words[1:]))))
    if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < FEW_DIGITS and words[-1].isascii():
        readings_of_line.append((int(words[-1]), _spaced(" ".join(words[:-1]))))
    return readings_of_line


def is_comment(line: str) -> bool:
    """Whether a line is clearly not a card: "# for Expanded", "Player: Ana", a URL."""
    return _COMMENT.search(line) is not None


def has_digit(line: str) -> bool:
    return any(sign.isdigit() for sign in line)


def language(text: str) -> tuple[str, str | None]:
    """A line without the language in brackets at its end, and that language: "4 N FCO 105 [pt]"."""
    match = _LANGUAGE.match(text)
    return (match["rest"], match["language"].casefold()) if match else (text, None)


def tongue(cell: str) -> str | None:
    """The language named in a table cell, by code or name; None for an empty cell."""
    cell_text = cell.strip().casefold()
    return _TONGUES.get(cell_text, cell_text[:5]) or None


def spoken(code: str | None) -> bool:
    """Whether a text can express a language code."""
    return bool(code) and language(f"? [{code}]")[1] == code


def plain_word(text: str) -> str:
    """A text in small letters without accents."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


def _has_letter(text: str) -> bool:
    return any(sign.isalpha() for sign in text)


def _spaced(rest: str) -> str:
    """The parts of a line separated by single spaces, without commas, strokes and brackets round a code."""
    rest = re.sub(r"\s*[;,](?=\s|\S*$|[A-Z])\s*", " ", rest)
    rest = re.sub(r"[(\[]([A-Z][A-Z0-9-]{1,7})[)\]](?=\s+#?[A-Z]{0,5}\d)", r"\1", rest)
    return " ".join(part for part in rest.split() if part not in _STROKES) or rest


def readings(text: str) -> tuple[Reading, ...]:
    """The readings of the text after the quantity, likeliest first, without duplicates."""
    words = text.split()
    if len(words) > 1 and words[-1].upper() in _FOIL and any(sign.isdigit() for sign in words[-2]):
        words, foil = words[:-1], True
    else:
        foil = False
    best = [_bracketed(text), *_strict(words, foil)]
    rest = [Reading(" ".join(words), foil=foil), *_by_number(words, foil)]
    # The last word as a set, without a number: "Yveltal BKT"
    code = words[-1].strip("()[]") if len(words) > 1 else ""
    if _ANY_SET.match(code):
        rest.append(Reading(" ".join(words[:-1]), code.upper()))
    return tuple(dict.fromkeys(reading for reading in [*best, *rest] if reading))


def _bracketed(text: str) -> Reading | None:
    """The reading of "Tapu Lele-GX (GRI 60)"."""
    match = _BRACKETED.search(text)
    if not match or not (name := text[: match.start()].strip()):
        return None
    code, _, number = re.sub(r"[ #]+", " ", match["inside"]).replace("-", " ").rpartition(" ")
    return Reading(name, code.strip().replace(" ", "-"), number.split("/")[0], bool(match["foil"]))


def _strict(words: list[str], foil: bool) -> list[Reading]:
    """Readings with an unmistakable set and number."""
    if len(words) < 2:
        return []
    if match := _ID.match(words[-1]):
        return [Reading(" ".join(words[:-1]), match["set"], match["number"], foil)]
    number = _NUMBER.match(words[-1])
    if number and words[-2].casefold() == "energy":
        # "Fire Energy 2" has no set; "Basic {R} Energy Energy 10" has one named Energy.
        if len(words) > 3 and words[-3].casefold() == "energy":
            return [Reading(" ".join(words[:-2]), "Energy", number["number"], foil)]
        return [Reading(" ".join(words[:-1]), "", number["number"], foil)]
    if number and len(words) > 2 and _SET.match(words[-2]):
        return [Reading(" ".join(words[:-2]), words[-2], number["number"], foil)]
    if match := _JOINED.match(words[-1]):
        return [Reading(" ".join(words[:-1]), match["set"], match["number"], foil)]
    if words[-1].casefold() == "promo":
        return [Reading(" ".join(words[:-1]), PROMO)]
    return []


def _by_number(words: list[str], foil: bool) -> list[Reading]:
    """Readings with the last word as a number in any notation, with or without a set before it."""
    number = _ANY_NUMBER.match(words[-1]) if len(words) > 1 else None
    if not number:
        return []
    by_number = [Reading(" ".join(words[:-1]), "", number["number"].upper(), foil)]
    if _ANY_SET.match(words[-2]):
        by_number.insert(0, Reading(" ".join(words[:-2]), words[-2].upper(), number["number"].upper(), foil))
    return by_number
