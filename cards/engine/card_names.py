"""Names of cards, normalized for the copy limit and for matching typed names.

`card_name_identity` returns the readable English name to which the copy limit applies, and `fold_card_name` a
normalized form that finds a card by any spelling of its name.
"""

import html
import re
import unicodedata
from functools import lru_cache

ENERGY_LETTERS = {
    "G": "Grass",
    "R": "Fire",
    "W": "Water",
    "L": "Lightning",
    "P": "Psychic",
    "F": "Fighting",
    "D": "Darkness",
    "M": "Metal",
    "Y": "Fairy",
    "N": "Dragon",
    "C": "Colorless",
}
"""Letters that lists write in braces instead of a type's name."""

ENERGY_TYPES = ("Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting", "Darkness", "Metal", "Fairy")
"""Types that have had a basic Energy (R-063)."""

SHORT_TYPES = {
    "Dark": "Darkness",
    "Electric": "Lightning",
    "Fight": "Fighting",
    "Leaf": "Grass",
    "Psy": "Psychic",
    "Psych": "Psychic",
    "Steel": "Metal",
    "Thunder": "Lightning",
}
"""Players' short names for types, and the video games' names."""

_SAME_SIGN = str.maketrans("’‘´`ʼ☆⭐♢◊♦\xa0", "'''''★★◇◇◇ ")
_LEVEL = re.compile(r"\s+(?:LV\.?\s*X|Lv\.?\s*\d+)$", re.IGNORECASE)
_DELTA = re.compile(
    r"(?<=\S)\s*(?:δ\s*Delta Species|δ|\(Delta Species\)|Delta Species)(?=\s|$)", re.IGNORECASE
)
_BRACKET = re.compile(r"\s+\([^()]*\)$")
_FOREIGN_PRINT = re.compile(r"^[^\x00-\u024f]+\[(?P<english>[A-Za-z][^\]]+)\]$")
_SP_SYMBOL = re.compile(r"(?<!Unown) \[(?P<symbol>4|E4|GL|G|C|FB)\]$")
_BRACED = re.compile(r"\{([A-Z])\}")
_BASIC_ENERGY = re.compile(rf"^(?:Basic\s+)?(?P<kind>{'|'.join(ENERGY_TYPES)}) Energy$", re.IGNORECASE)
_SHORT_ENERGY = re.compile(
    r"^(?=.*\b(?:Basic|Energy)\b)(?:Basic\s+)?(?P<kind>[A-Z]+)(?:\s+Energy)?$", re.IGNORECASE
)
_MEGA_EX = re.compile(r"^Mega (?P<rest>.+-EX)$")
_GLUED = re.compile(rf"(?<=Energy )[{''.join(ENERGY_LETTERS)}]{{3,}}$")
_SIGN_WORDS = (
    ("★", " star"), ("◇", " prism star"), ("&", " and "), ("♀", " f"), ("♂", " m"),
    ("[!]", " exclamation"), ("[?]", " question"),
)  # fmt: skip
_ORDINARY = re.compile(r"[A-Za-zÀ-ÖØ-öø-įĲ-ľŁ-ňŊ-ž]+(?:['’ -][A-Za-zÀ-ÖØ-öø-įĲ-ľŁ-ňŊ-ž]+)*")
_RULED_WORDS = ("delta", "lv", "plasma", "mega", "prism")
"""Parts of names to which a rule of `card_name_identity` may apply."""
_BROKEN_POKE = re.compile(r"\bpok\W(?=[a-z])")
_PLASMA = re.compile(r"^Team Plasma (?!Grunt$|Badge$|Ball$)(?P<rest>.+)$")


def tidy_card_name(name: str) -> str:
    """Return a name as printed, with uniform apostrophes, stars and spaces, and without HTML entities."""
    name = unicodedata.normalize("NFC", html.unescape(name)).translate(_SAME_SIGN)
    return re.sub(r"\s+", " ", name).strip()


@lru_cache(maxsize=512)
def card_name_identity(name: str) -> str:
    """Return the English name to which the copy limit applies (R-061, R-065 … R-069, R-075, M-041, M-043).

    Not part of the name: levels and LV.X, δ Delta Species, Team Plasma, the person in brackets after a Trainer's
    name, and "Basic" before a basic Energy. Part of the name: EX, ex, GX, BREAK, M and Mega, Primal, V, Radiant,
    ★, ◇, the SP symbols, owner and form.
    """
    if _is_ordinary(name):
        return name.replace("’", "'")
    name = _spell_out_types(tidy_card_name(name))
    if basic := _BASIC_ENERGY.match(name):
        name = f"{basic['kind'].title()} Energy"
    name = _FOREIGN_PRINT.sub(r"\g<english>", name)
    name = _DELTA.sub("", name)
    name = _LEVEL.sub("", name)
    name = _BRACKET.sub("", name)
    name = _PLASMA.sub(r"\g<rest>", name)
    name = _MEGA_EX.sub(r"M \g<rest>", name)
    name = re.sub(r"\s+Prism Star$", " ◇", name)
    name = _SP_SYMBOL.sub(lambda match: " E4" if match["symbol"] == "4" else f" {match['symbol']}", name)
    return name.strip()


def is_basic_energy_name(name: str) -> bool:
    """Return whether this is the name of a basic Energy. A special Energy may share it (R-064)."""
    return _BASIC_ENERGY.match(_spell_out_types(tidy_card_name(name))) is not None


def expand_short_energy_name(name: str) -> str:
    """Return the name of a basic Energy from a short form: "Dark Energy", "Basic Dark", "Electric Energy".

    Return "" for any other name.
    """
    match = _SHORT_ENERGY.match(tidy_card_name(name))
    energy_type = SHORT_TYPES.get(match["kind"].title()) if match else None
    return f"{energy_type} Energy" if energy_type else ""


def fold_card_name(name: str) -> str:
    """Return a name normalized for search, without accents, apostrophes, hyphens, braces or capitals.

    Only EX remains in capitals, since Blastoise ex and Blastoise-EX are two names (R-066).
    """
    if "EX" not in name and _is_ordinary(name):
        return _fold_ordinary_name(name)
    name = _GLUED.sub(
        lambda letter_run: "".join(ENERGY_LETTERS[letter] for letter in letter_run[0]),
        card_name_identity(name),
    )
    for sign, text in _SIGN_WORDS:
        name = name.replace(sign, text)
    # A control character stands for EX, so that the steps below do not change it to "ex".
    name = re.sub(r"[- ]EX\b", " \x01", name)
    name = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    # Files with a broken encoding have another sign in place of the é of "Pokémon".
    name = _BROKEN_POKE.sub("poke", name.casefold().replace("'", ""))
    name = name.replace("colourless", "colorless")
    name = " ".join(re.sub(r"[^\w\x01]+", " ", name).split())
    return name.replace("\x01", "EX")


def _is_ordinary(name: str) -> bool:
    """Return whether a name is words of Latin letters to which no rule of `card_name_identity` applies."""
    plain = name.casefold()
    if _ORDINARY.fullmatch(name) is None or any(word in plain for word in _RULED_WORDS):
        return False
    return "energy" not in plain or (
        plain.find("energy") == len(plain) - len("energy") and _BASIC_ENERGY.match(name) is None
    )


def _fold_ordinary_name(name: str) -> str:
    if not name.isascii():
        decomposed = unicodedata.normalize("NFKD", name)
        name = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    folded = name.casefold().replace("'", "").replace("’", "").replace("-", " ")
    folded = _BROKEN_POKE.sub("poke", folded) if "pok " in folded else folded
    return folded.replace("colourless", "colorless")


def fold_card_name_loosely(name: str) -> str:
    """Return a name normalized by `fold_card_name`, ignoring the difference between ex and EX."""
    return fold_card_name(name).casefold()


def _spell_out_types(name: str) -> str:
    """Replace letters in braces by type names: "Basic {R} Energy", "Unit Energy {G}{R}{W}"."""
    return _BRACED.sub(lambda letter: ENERGY_LETTERS.get(letter[1], letter[0]), name)


_COPIES = re.compile(r"^(?P<copies>\d{1,2})\s*(?:[x×]\s*|\s)(?P<name>[^\W\d].*)$", re.IGNORECASE)


def split_copies_and_name(text: str) -> tuple[int, str]:
    """Split typed text such as "4 ultra ba" or "4x ultra ba" into a number of copies and a name.

    The number is 0 if the text has none.
    """
    match = _COPIES.match(text.strip())
    return (int(match["copies"]), match["name"]) if match else (0, text.strip())
