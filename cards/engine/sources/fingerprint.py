"""Fingerprints of card texts, so that equal texts can suggest a reprint (R-009) without storing the texts."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

DIGITS = 16

_TURN_REMINDER = re.compile(r"\(before your attack\)", re.IGNORECASE)
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
_NOT_TOURNAMENT_LEGAL = re.compile(r"this card cannot be used at official tournaments")
Card = Mapping[str, Any]


def card_text_fingerprint(card: Card) -> str:
    """Return the fingerprint of a card in the layout of pokemon-tcg-data, or "" if it has no text.

    It covers HP, types, evolution, Abilities, attacks, Weakness, Resistance, Retreat and the rules text, except the
    reminders that are on all cards of a kind.
    """
    parts = []
    rules = []
    for rule in card.get("rules") or ():
        decomposed = unicodedata.normalize("NFKD", str(rule).casefold())
        plain_rule = "".join(char for char in decomposed if not unicodedata.combining(char))
        if not _REMINDERS.match(plain_rule) and not _NOT_TOURNAMENT_LEGAL.search(plain_rule):
            rules.append(str(rule))
    if text := comparable_text(_REMINDER_WITHIN.sub(" ", " ".join(rules))):
        parts.append(f"rule {text}")
    for kind in ("abilities", "attacks"):
        parts += [f"{kind} {_part_text(part)}" for part in card.get(kind) or ()]
    if ancient_trait := card.get("ancientTrait"):
        parts.append(f"trait {_part_text(ancient_trait)}")
    if card.get("hp"):
        parts += _body_texts(card)
    if not parts:
        return ""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]


def comparable_text(text: str) -> str:
    """Return a text normalized for comparison.

    Capitals, accents, turn reminders, punctuation, hyphens and double spaces are removed.
    """
    text = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    text = _TURN_REMINDER.sub("", text.casefold()).replace("’", "'").replace("×", "x")
    return " ".join(re.sub(r"[^\w'+]+", " ", text).split())


def _body_texts(card: Card) -> Iterator[str]:
    """Yield HP, types, evolution, Weakness, Resistance and Retreat of a Pokémon."""
    yield f"hp {card['hp']}"
    yield f"types {' '.join(sorted(card.get('types') or ()))}"
    yield f"from {comparable_text(str(card.get('evolvesFrom') or ''))}"
    for kind in ("weaknesses", "resistances"):
        pairs = (f"{part.get('type')} {part.get('value')}" for part in card.get(kind) or ())
        yield f"{kind} {comparable_text(' '.join(sorted(pairs)))}"
    yield f"retreat {len(card.get('retreatCost') or ())}"


def _part_text(part: Card) -> str:
    """Return the comparable text of an Ability, an attack or an Ancient Trait."""
    cost: Iterable[str] = sorted(part.get("cost") or ())
    # Some sources omit the sign of 30+ and 30×. The text of the attack explains it anyway.
    damage = re.sub(r"\D", "", str(part.get("damage") or ""))
    words = (part.get("name"), part.get("type"), *cost, damage, part.get("text"))
    return comparable_text(" ".join(str(word) for word in words if word))
