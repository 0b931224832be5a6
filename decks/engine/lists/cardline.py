"""Parse one line of a list: first the quantity before or after the card, then number, set and name from the right.

Names contain spaces, digits, colons, hyphens and capitals ("Technical Machine: Evolution", "Energy Removal 2",
"Charizard VMAX"), so a line may have several readings. `possible_readings` returns the likely ones, best first; only
the catalogue can choose.
"""

import re
import unicodedata
from dataclasses import dataclass

MAX_QUANTITY_DIGITS = 3
"""Maximum number of digits in a quantity."""
PROMO = "PROMO"
"""The set code of a line that only says "Promo", which matches every set of promos."""

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
_LANGUAGE_NAMES = {
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
_LANGUAGE = re.compile(rf"(?:{'|'.join(_LANGUAGES.split())})(?:-[a-z]{{2,4}})?")
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
del NUMBERS["once"]  # "Once" is Spanish for eleven, but also begins English sentences.
_YEAR = re.compile(r"^(?:19|20)\d\d$")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the text after the quantity. `set_code` and `card_number` may be empty."""

    name: str
    set_code: str = ""
    card_number: str = ""
    foil: bool = False


def leading_quantity(line: str) -> tuple[int | None, str] | None:
    """Split "4 Iono", "* 4 Iono", "4x Iono" or "x4 Iono" into quantity and card, or None for any other line.

    The quantity is None if it is not a whole number of at most three digits (R-031).
    """
    match = _LEADING.match(line)
    if not match or not has_letter(match["rest"]) or _YEAR.match(match["quantity"]):
        return None
    digits = match["quantity"].lstrip("+-")
    is_integer = digits.isdecimal() and len(digits) <= MAX_QUANTITY_DIGITS
    return int(match["quantity"]) if is_integer else None, _without_separators(match["rest"])


def trailing_quantity(line: str, *, loose: bool = False) -> tuple[int | None, str] | None:
    """Split "Iono x4" or "Iono (4)" into quantity and card; with `loose` also "Iono: 4" and "Iono - 4".

    Return None for any other line.
    """
    match = _TRAILING.match(line) or (_TRAILING_LOOSE.match(line) if loose else None)
    if not match or not has_letter(match["rest"]):
        return None
    return next(int(group) for group in match.groups()[1:] if group), _without_separators(match["rest"])


def inner_quantity(line: str) -> tuple[int | None, str] | None:
    """Split "Skyla x4 BKT 148" or "Skyla 4x BKT 148" into quantity and card, or None for any other line."""
    match = _INSIDE.match(line)
    if not match or not has_letter(match["name"]):
        return None
    quantity = int(match["times"] or match["before"])
    return quantity, _without_separators(f"{match['name']} {match['rest']}")


def loose_quantities(line: str) -> list[tuple[int, str]]:
    """Return every split of a line such as "Acerola 2" or "four N" into a quantity and a possible card."""
    words = line.split()
    quantities = []
    if len(words) > 1 and (number := NUMBERS.get(words[0].casefold())):
        quantities.append((number, _without_separators(" ".join(words[1:]))))
    # A number of three digits after the name is more likely a collector number.
    if (
        len(words) > 1
        and words[-1].isdecimal()
        and len(words[-1]) < MAX_QUANTITY_DIGITS
        and words[-1].isascii()
    ):
        quantities.append((int(words[-1]), _without_separators(" ".join(words[:-1]))))
    return quantities


def is_comment(line: str) -> bool:
    """Return whether a line is clearly not a card, such as "# for Expanded", "Player: Ana" or a URL."""
    return _COMMENT.search(line) is not None


def has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


def has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)


def language_of_cell(cell: str) -> str | None:
    """Return the language named in a table cell by code or name, or None for an empty cell.

    Any other text is returned in lower case, cut to five characters.
    """
    cell_text = cell.strip().casefold()
    return _LANGUAGE_NAMES.get(cell_text, cell_text[:5]) or None


def is_language(code: str | None) -> bool:
    """Return whether a code is a language code, such as "pt" in the line "4 N FCO 105 [pt]"."""
    return code is not None and _LANGUAGE.fullmatch(code) is not None


def without_accents(text: str) -> str:
    """Return a text in lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _without_separators(rest: str) -> str:
    """Join the parts of a line with single spaces.

    Commas, separators such as "-" or "|", and brackets around a set code are removed.
    """
    rest = re.sub(r"\s*[;,](?=\s|\S*$|[A-Z])\s*", " ", rest)
    rest = re.sub(r"[(\[]([A-Z][A-Z0-9-]{1,7})[)\]](?=\s+#?[A-Z]{0,5}\d)", r"\1", rest)
    return " ".join(part for part in rest.split() if part not in _STROKES) or rest


def possible_readings(text: str) -> tuple[Reading, ...]:
    """Return the readings of the text after the quantity, likeliest first, without duplicates."""
    likely_readings: list[Reading] = []
    # Set and number are in brackets, as in "Tapu Lele-GX (GRI 60)".
    match = _BRACKETED.search(text)
    if match and (name := text[: match.start()].strip()):
        code, _, number = re.sub(r"[ #]+", " ", match["inside"]).replace("-", " ").rpartition(" ")
        code = code.strip().replace(" ", "-")
        likely_readings.append(Reading(name, code, number.split("/")[0], bool(match["foil"])))
    words = text.split()
    is_foil = len(words) > 1 and words[-1].upper() in _FOIL and has_digit(words[-2])
    if is_foil:
        words = words[:-1]
    likely_readings += [*_unmistakable_readings(words, is_foil), Reading(" ".join(words), foil=is_foil)]
    # The last word may be a number in any notation, possibly after a set.
    if len(words) > 1 and (any_number := _ANY_NUMBER.match(words[-1])):
        number = any_number["number"].upper()
        if _ANY_SET.match(words[-2]):
            likely_readings.append(Reading(" ".join(words[:-2]), words[-2].upper(), number, is_foil))
        likely_readings.append(Reading(" ".join(words[:-1]), "", number, is_foil))
    # The last word may be a set without a number, as in "Yveltal BKT".
    code = words[-1].strip("()[]") if len(words) > 1 else ""
    if _ANY_SET.match(code):
        likely_readings.append(Reading(" ".join(words[:-1]), code.upper()))
    return tuple(dict.fromkeys(likely_readings))


def _unmistakable_readings(words: list[str], foil: bool) -> list[Reading]:
    """Return the reading of words with an unmistakable set and number as a list of one.

    Return an empty list for other words.
    """
    if len(words) < 2:
        return []
    if match := _ID.match(words[-1]):
        return [Reading(" ".join(words[:-1]), match["set"], match["number"], foil)]
    number_match = _NUMBER.match(words[-1])
    if number_match and words[-2].casefold() == "energy":
        # "Fire Energy 2" has no set; "Basic {R} Energy Energy 10" has one named Energy.
        if len(words) > 3 and words[-3].casefold() == "energy":
            return [Reading(" ".join(words[:-2]), "Energy", number_match["number"], foil)]
        return [Reading(" ".join(words[:-1]), "", number_match["number"], foil)]
    if number_match and len(words) > 2 and _SET.match(words[-2]):
        return [Reading(" ".join(words[:-2]), words[-2], number_match["number"], foil)]
    if match := _JOINED.match(words[-1]):
        return [Reading(" ".join(words[:-1]), match["set"], match["number"], foil)]
    if words[-1].casefold() == "promo":
        return [Reading(" ".join(words[:-1]), PROMO)]
    return []
