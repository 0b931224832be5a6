"""Texts about a deck: a sentence for each code of a problem or refusal."""

import re
from collections.abc import Callable, Sequence
from datetime import date

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import get_language_info, gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from cards.engine.formats import CARD_FORMATS
from core import sentences
from core.sentences import Facts
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.refusals import DeckRefusal
from decks.words.card_names import suggested_name

Saying = Callable[[Facts], str]

sentences.REFUSALS.update(
    {
        DeckRefusal.LINK_DAMAGED: _(
            "This link is incomplete, so the list in it cannot be read. Paste the list."
        ),
        DeckRefusal.LIST_EMPTY: _("This list has no cards."),
        DeckRefusal.LIST_IS_JSON: _(
            "This is JSON, an export for programs. Copy the list as text instead; in TCG Live, open the deck and "
            "choose Export."
        ),
        DeckRefusal.LIST_IS_PICTURE: _(
            "This is a picture, and Stadium can’t read cards from pictures. Copy the list as text instead; in TCG "
            "Live, open the deck and choose Export."
        ),
        DeckRefusal.LIST_TOO_BIG: _("This is too large for a deck list. Paste only the list."),
        DeckRefusal.LIST_TOO_LONG: _("A list has at most %(limit)s lines. Paste only the list."),
        DeckRefusal.LIST_KIND_UNKNOWN: _(
            "“%(filename)s” is neither a text, a CSV nor an XLSX file. Save the list as one."
        ),
        DeckRefusal.LIST_UNREADABLE: _("“%(filename)s” cannot be opened. Save it again and upload it again."),
    }
)

SOUNDS_LIKE_I = re.compile(r"h?i(?!e)", re.IGNORECASE)
"""Initial sounds before which the Spanish word for "and" changes from "y" to "e"."""

SETTINGS: dict[str, sentences.Sentence] = {
    "S1": _("The event settings decide when a new expansion becomes legal in Unlimited."),
    "S2": _("The event settings decide when a promotional product becomes legal."),
    "S6": _("The event settings decide whether cards drafted before a redraft stay in the pool."),
    "S7": _("The event settings decide whether a Fossil counts as the Basic Pokémon."),
    "S8": _("The event settings decide whether the newest text makes an old card an ACE SPEC."),
    "S9": _("The event settings decide how languages and card backs are checked."),
    "S10": _("The event settings decide which cards a 30-card deck may contain."),
    "S11": _("The event settings decide which judges may make a proxy."),
    "S12": _("The event settings decide whether staff may choose small or unequal pods."),
    "S13": _(
        "The rules do not cover an odd number of players; a judge decides who sits out or drafts as a trio."
    ),
    "S20": _("The event settings decide whether Solomon is drafted here, although the rules leave it out."),
    "S16": _("The event settings decide whether a deck must be legal on every day."),
}
"""Setting -> sentence shown with a problem that it decided."""

FIXED: dict[str, sentences.Sentence] = {
    DeckFault.QTY_INVALID: _(
        "This line has no valid quantity. Enter a whole number of 1 or more, or delete the line."
    ),
    DeckFault.ACE_SPEC_OVER_1: _("One ACE SPEC at most. This deck has %(copies)s: %(card)s. Keep one."),
    DeckFault.ONE_NAME_OF_GROUP: _(
        "A deck in %(format)s can have only one of these names: %(card)s. Keep one and take the others out."
    ),
    DeckFault.STAR_OVER_1: _("One Pokémon ★ at most. This deck has %(copies)s: %(card)s. Keep one."),
    DeckFault.RADIANT_OVER_1: _("One Radiant Pokémon at most. This deck has %(copies)s: %(card)s. Keep one."),
    DeckFault.PRISM_STAR_OVER_1: _(
        "One copy of each Prism Star card. This deck has %(copies)s of %(card)s. Keep one."
    ),
    DeckFault.CARD_BANNED: _("Banned in %(format)s on %(day)s. Take %(card)s out."),
    DeckFault.NOT_TOURNAMENT_LEGAL: _("Not legal in tournaments, as the card itself says. Remove %(card)s."),
    DeckFault.COLLECTOR_SET_CARD: _(
        "From a collector set, such as a World Championships deck; these are never legal. Use a "
        "regular copy of %(card)s."
    ),
    DeckFault.LINE_NOT_READ: _(
        "This line cannot be read: “%(card)s”. Write how many and which card, such as 4 N FCO 105. If it is a comment, "
        "start it with # or //."
    ),
    DeckFault.MARKED_CARD: _("Signed or written on. Replace it with a clean copy of %(card)s."),
    DeckFault.PROXY_NOT_AUTHORIZED: _(
        "Only a judge may make a proxy. Use a real copy of %(card)s, or ask the head judge."
    ),
    DeckFault.PROXY_REFERENCE_MISSING: _(
        "A proxy needs its card beside it. Show the original of %(card)s to a judge."
    ),
    DeckFault.CARD_NOT_IN_POOL: _("Not in the pool. Remove %(card)s, or correct the pool."),
    DeckFault.POOL_MIXED_EXPANSIONS: _(
        "The pool has cards of several expansions: %(expansions)s. The packs of an event must all "
        "come from one; the organizer will look into it."
    ),
    DeckFault.UNRELEASED_REPRINT_NEEDS_JUDGE: _(
        "This printing becomes legal on %(date)s. It may be used as a reprint of %(legal_printing)s if the "
        "head judge agrees before the event starts. When you hand in the list, the head judge is asked."
    ),
    DeckFault.ERRATA_PLAY_AS_LATEST_TEXT: _(
        "This old printing may be used, with the text of %(legal_printing)s. Have that text at hand."
    ),
}
"""Code -> its sentence, for codes that always have the same one."""

TEXTS: dict[str, Saying] = {}
"""Code -> function that writes its sentence from the facts of the problem."""


def writes_text_of(code: str) -> Callable[[Saying], Saying]:
    """Register the decorated function as the writer of the sentence for a code."""

    def register(writer: Saying) -> Saying:
        TEXTS[code] = writer
        return writer

    return register


def deck_problem_text(problem: Problem) -> str:
    """Return one or more sentences in the current language that say what is wrong and what to do."""
    facts = {name: _value_in_words(name, value) for name, value in problem.facts.items()}
    if writer := TEXTS.get(problem.code):
        return writer(problem.facts)
    return sentences.fill_sentence(FIXED.get(problem.code, problem.code), facts)


def deciding_setting_text(problem: Problem) -> str:
    """Return the sentence about the setting that decided on a problem, or "" if none did."""
    return str(SETTINGS.get(problem.setting or "", ""))


def language_name_in_sentence(code: str) -> str:
    """Return the name of a language for use inside a sentence, where only English capitalizes it.

    An unknown code is returned unchanged.
    """
    try:
        language_info = get_language_info(code)
    except KeyError:
        return code
    name = str(language_info["name_translated"])
    return name if name == language_info["name"] else name[:1].lower() + name[1:]


def words_as_list_text(words: Sequence[str]) -> str:
    """Join words, as in "H, I and J"."""
    if len(words) < 2:
        return "".join(words)
    parts = {"others": ", ".join(words[:-1]), "last": words[-1]}
    if SOUNDS_LIKE_I.match(words[-1]):
        return pgettext("before a word that begins with i", "%(others)s and %(last)s") % parts
    return gettext("%(others)s and %(last)s") % parts


def day_text(value: object) -> str:
    """Return a date or its ISO text as a day, such as "10 April 2026"."""
    day = parse_date(value) if isinstance(value, str) else value
    return date_format(day, "j F Y") if isinstance(day, date) else gettext("a date not yet known")


def card_format_name(code: object) -> str:
    name = CARD_FORMATS.get(str(code))
    return gettext(name) if name else gettext("this event")


def _value_in_words(name: str, value: object) -> object:
    """Return the fact `name` of a problem as text for its sentence. Other values are returned unchanged."""
    if name == "country":
        return countries.name(str(value)) or value or gettext("this country")
    if name in ("languages", "allowed"):
        return words_as_list_text([language_name_in_sentence(code) for code in items_as_texts(value)])
    if name == "format":
        return card_format_name(value)
    if isinstance(value, tuple | list):
        return words_as_list_text(items_as_texts(value))
    return day_text(value) if name in ("date", "day", "since") else value


def items_as_texts(value: object) -> list[str]:
    """Return the items of a list as texts. The result is empty for any other value."""
    return [str(item) for item in value] if isinstance(value, tuple | list) else []


def _int_or_zero(value: object) -> int:
    return value if isinstance(value, int) else 0


def _too_many_text(surplus: int) -> str:
    return ngettext("One too many.", "%(over)s too many.", surplus) % {"over": surplus}


@writes_text_of(DeckFault.DECK_SIZE)
def wrong_deck_size_text(facts: Facts) -> str:
    total, size = _int_or_zero(facts.get("total")), _int_or_zero(facts.get("size"))
    missing = size - total
    first_sentence = _too_many_text(-missing)
    if missing > 0:
        first_sentence = ngettext("One card is missing.", "%(missing)s cards are missing.", missing) % {
            "missing": missing
        }
    second_sentence = gettext("A deck here has exactly %(size)s cards; this one has %(total)s.")
    return f"{first_sentence} {second_sentence % {'size': size, 'total': total}}"


@writes_text_of(DeckFault.COPIES_OVER_LIMIT)
def copies_over_limit_text(facts: Facts) -> str:
    if facts.get("by_text"):
        sentence = ngettext(
            "The card’s text allows %(limit)s card named %(card)s in a deck; this one has %(copies)s.",
            "The card’s text allows %(limit)s cards named %(card)s in a deck; this one has %(copies)s.",
            _int_or_zero(facts.get("limit")),
        )
        return f"{_too_many_text(_int_or_zero(facts.get('over')))} {sentence % facts}"
    sentence = gettext(
        "A deck can have at most %(limit)s cards with the same name; this one has %(copies)s of %(card)s."
    )
    return f"{_too_many_text(_int_or_zero(facts.get('over')))} {sentence % facts}"


@writes_text_of(DeckFault.POOL_EXCEEDED)
def pool_exceeded_text(facts: Facts) -> str:
    sentence = gettext("The pool has %(held)s of %(card)s; the deck has %(copies)s.")
    return f"{_too_many_text(_int_or_zero(facts.get('over')))} {sentence % facts}"


@writes_text_of(DeckFault.NO_BASIC_POKEMON)
def no_basic_pokemon_text(facts: Facts) -> str:
    if facts.get("fossil"):
        return gettext(
            "No Basic Pokémon. %(fossil)s is a Trainer and does not count as one in the deck. Add one."
        ) % {"fossil": facts["fossil"]}
    return gettext("No Basic Pokémon. A deck needs at least one to start a game. Add one.")


@writes_text_of(DeckFault.CARD_NOT_IN_FORMAT)
def not_in_format_text(facts: Facts) -> str:
    values = {
        **facts,
        "format": card_format_name(facts.get("format")),
        "since": day_text(facts.get("since")),
        "marks": words_as_list_text(items_as_texts(facts.get("marks"))),
    }
    if facts.get("marks") and facts.get("mark"):
        why = gettext(
            "No longer legal in %(format)s. This card has mark %(mark)s. %(format)s has used %(marks)s since %(since)s."
        )
    elif facts.get("marks"):
        why = gettext(
            "Not legal in %(format)s. This card has no regulation mark. %(format)s has used "
            "%(marks)s since %(since)s."
        )
    elif facts.get("first"):
        why = gettext("Not in %(format)s. Cards from %(first)s or later are legal; this one is from %(set)s.")
    else:
        why = gettext("Not legal in %(format)s. This card is from %(set)s.")
    if not facts.get("legal_printing"):
        return why % values
    legal_printing = gettext("%(legal_printing)s has the same name and is legal.") % facts
    return f"{why % values} {legal_printing}"


@writes_text_of(DeckFault.CARD_NOT_YET_LEGAL)
def not_yet_legal_text(facts: Facts) -> str:
    if facts.get("date"):
        return gettext("Not legal yet. %(set)s becomes legal on %(date)s; the event is on %(day)s.") % {
            "set": facts.get("set"),
            "date": day_text(facts["date"]),
            "day": day_text(facts.get("day")),
        }
    return gettext("Not legal yet. No date is known for %(set)s.") % facts


@writes_text_of(DeckFault.FOREIGN_LANGUAGE)
def foreign_language_text(facts: Facts) -> str:
    values = {name: _value_in_words(name, value) for name, value in facts.items()}
    return (
        gettext("Cards in %(languages)s may not be played here. Allowed: %(allowed)s. Replace the copies.")
        % values
    )


@writes_text_of(DeckFault.COUNTRY_NOT_LISTED)
def country_not_listed_text(facts: Facts) -> str:
    values = {name: _value_in_words(name, value) for name, value in facts.items()}
    if facts.get("backs"):
        return (
            gettext("The rules give no card back for %(country)s. A judge decides on these cards.") % values
        )
    if facts.get("country"):
        return (
            gettext("The rules name no languages for %(country)s. A judge decides on cards in %(languages)s.")
            % values
        )
    return (
        gettext(
            "Cards in English and the languages of your home country are legal here. Choose your "
            "home country; until then a judge decides on cards in %(languages)s."
        )
        % values
    )


@writes_text_of(DeckFault.CARD_BACK_MISMATCH)
def card_back_mismatch_text(facts: Facts) -> str:
    if len(items_as_texts(facts.get("backs"))) > 1:
        return gettext(
            "The card backs differ. All cards of a deck must have the same back; replace the others."
        )
    return gettext(
        "The backs of these cards differ from those of this country. Use cards with the local back."
    )


def _set_code_text(facts: Facts) -> str:
    """Return a sentence about a set code that is not printed on English cards, or "" for any other code."""
    if facts.get("live_code"):
        return gettext("%(live_code)s is a code of TCG Live: write the number printed on the card.") % facts
    if facts.get("japanese_name"):
        return (
            gettext(
                "%(japanese_code)s is the Japanese expansion %(japanese_name)s. Write the set and the number of the "
                "English card."
            )
            % facts
        )
    if facts.get("japanese_code"):
        return (
            gettext(
                "%(japanese_code)s is the code of a Japanese expansion. Write the set and the number of the English "
                "card."
            )
            % facts
        )
    return ""


@writes_text_of(DeckFault.POKEMON_NUMBER_MISSING)
def missing_number_text(facts: Facts) -> str:
    if about_code := _set_code_text(facts):
        return about_code
    if facts.get("unknown_set"):
        sentence = gettext(
            "No expansion has the code %(unknown_set)s. Which %(card)s? Write the set and the number printed on the "
            "card."
        )
    else:
        sentence = gettext("Which %(card)s? Add the set and the number printed on the card.")
    return sentence % facts


def _did_you_mean_text(first_sentence: str, facts: Facts) -> str:
    nearest = items_as_texts(facts.get("nearest"))
    offer = gettext("Did you mean %(names)s?") % {"names": _suggested_names_text(nearest)} if nearest else ""
    advice = offer or gettext("Check the spelling.")
    return f"{first_sentence} {advice}"


def _suggested_names_text(names: Sequence[str]) -> str:
    words = [suggested_name(name) for name in names]
    if len(words) < 2:
        return "".join(words)
    return gettext("%(others)s or %(last)s") % {"others": ", ".join(words[:-1]), "last": words[-1]}


@writes_text_of(DeckFault.UNKNOWN_CARD)
def unknown_card_text(facts: Facts) -> str:
    first_sentence = gettext("Not found.")
    about_code = _set_code_text(facts)
    return f"{first_sentence} {about_code}" if about_code else _did_you_mean_text(first_sentence, facts)


@writes_text_of(DeckFault.NAME_NUMBER_MISMATCH)
def name_number_mismatch_text(facts: Facts) -> str:
    first_sentence = gettext("Name and number disagree: %(where)s is not %(card)s.") % facts
    about_code = _set_code_text(facts)
    return f"{first_sentence} {about_code}" if about_code else _did_you_mean_text(first_sentence, facts)


@writes_text_of(DeckFault.JAPANESE_CODE)
def japanese_code_text(facts: Facts) -> str:
    return _set_code_text(facts)


@writes_text_of(DeckFault.NAME_NOT_KNOWN)
def name_not_known_text(facts: Facts) -> str:
    first_sentence = (
        gettext("Is “%(card)s” %(taken)s? Its set and number say so; the name is not known here.") % facts
    )
    nearest = items_as_texts(facts.get("nearest"))
    offer = ""
    if nearest:
        offer = gettext("Or did you mean %(names)s?") % {"names": _suggested_names_text(nearest)}
    return f"{first_sentence} {offer}".strip()
