"""A fingerprint of what a card does, so that equal texts can propose a reprint (R-009) without storing them."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

DIGITS = 16

_TURN = re.compile(r"\(before your attack\)", re.IGNORECASE)
_REMINDERS = re.compile(
    r"^(you may play (only 1|any number of|as many) (supporter|stadium|item)"
    r"|you can play only one supporter card"
    r"|this (card|stadium) stays in play when you play it"
    r"|(attach a|you may attach any number of) pokemon tools?\b"
    r"|.{0,40}\brule:|ace spec:|you can't have more than 1 (ace spec|pokemon star)"
    r"|when (a |this )?pokemon(-ex)? has been knocked out, your opponent takes)"
)
_REMINDER_WITHIN = re.compile(
    r"(you may play only 1 supporter card during your turn|you may play any number of item cards during your turn)"
    r"[^.]*\.?",
    re.IGNORECASE,
)
_TEXT_OF_DECKS = re.compile(r"this card cannot be used at official tournaments")
Card = Mapping[str, Any]


def fingerprint(card: Card) -> str:
    """The fingerprint of a card in the layout of pokemon-tcg-data; "" if it has no text.

    Covers HP, types, evolution, Abilities, attacks, Weakness, Resistance, Retreat and the rules text without reminders
    common to its kind.
    """
    parts = list(_parts(card))
    if not parts:
        return ""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]


def plain(text: str) -> str:
    """A text normalized for comparison: no case, accents, turn reminders, punctuation, hyphens or double spaces."""
    text = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    text = _TURN.sub("", text.casefold()).replace("’", "'").replace("×", "x")
    return " ".join(re.sub(r"[^\w'+]+", " ", text).split())


def _parts(card: Card) -> Iterator[str]:
    rules = []
    for rule in card.get("rules") or ():
        decomposed = unicodedata.normalize("NFKD", str(rule).casefold())
        bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
        if not _REMINDERS.match(bare) and not _TEXT_OF_DECKS.search(bare):
            rules.append(str(rule))
    if text := plain(_REMINDER_WITHIN.sub(" ", " ".join(rules))):
        yield f"rule {text}"
    for kind in ("abilities", "attacks"):
        for each in card.get(kind) or ():
            yield f"{kind} {_part_text(each)}"
    if ancient := card.get("ancientTrait"):
        yield f"trait {_part_text(ancient)}"
    if card.get("hp"):
        yield from _body(card)


def _body(card: Card) -> Iterator[str]:
    yield f"hp {card['hp']}"
    yield f"types {' '.join(sorted(card.get('types') or ()))}"
    yield f"from {plain(str(card.get('evolvesFrom') or ''))}"
    for kind in ("weaknesses", "resistances"):
        pairs = (f"{each.get('type')} {each.get('value')}" for each in card.get(kind) or ())
        yield f"{kind} {plain(' '.join(sorted(pairs)))}"
    yield f"retreat {len(card.get('retreatCost') or ())}"


def _part_text(each: Card) -> str:
    cost: Iterable[str] = sorted(each.get("cost") or ())
    # Sources leave out the sign of 30+ and 30×, which the text says again.
    damage = re.sub(r"\D", "", str(each.get("damage") or ""))
    words = (each.get("name"), each.get("type"), *cost, damage, each.get("text"))
    return plain(" ".join(str(part) for part in words if part))
