"""Texts about a deck: a sentence for each problem and refusal, by code. The engine only knows the codes."""

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

AS_I = re.compile(r"h?i(?!e)", re.IGNORECASE)
"""Initial sounds before which Spanish uses another word for "and"."""

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
"""Sentences shown with a problem a setting decided."""

FIXED: dict[str, sentences.Sentence] = {
    DeckFault.QTY_INVALID: _(
        "This line has no valid quantity. Enter a whole number of 1 or more, or delete the line."
    ),
    DeckFault.ACE_SPEC_OVER_1: _("One ACE SPEC at most. This deck has %(copies)s: %(card)s. Keep one."),
    DeckFault.ONE_NAME_OF_GROUP: _(
        "A deck in %(format)s holds only one of these names: %(card)s. Keep one and take the others out."
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
        "This printing is legal from %(date)s on. It may be used as a reprint of %(legal_printing)s if the head judge "
        "agrees before the event starts. Handing in the list asks the head judge."
    ),
    DeckFault.ERRATA_PLAY_AS_LATEST_TEXT: _(
        "This old printing may be used, with the text of %(legal_printing)s. Have that text at hand."
    ),
}
"""Codes with one fixed sentence."""


TEXTS: dict[str, Saying] = {}
"""Codes whose sentence depends on their facts."""


def text_of(code: str) -> Callable[[Saying], Saying]:
    """Register the text of a code."""

    def register(text: Saying) -> Saying:
        TEXTS[code] = text
        return text

    return register


def problem_text(problem: Problem) -> str:
    """What is wrong and what to do, in the current language."""
    facts = {name: _plain(name, value) for name, value in problem.facts.items()}
    if saying := TEXTS.get(problem.code):
        return saying(problem.facts)
    return sentences.filled(FIXED.get(problem.code, problem.code), facts)


def setting_text(problem: Problem) -> str:
    """The sentence about the setting that decided; "" if none did."""
    return str(SETTINGS.get(problem.setting or "", ""))


def language_name(code: str) -> str:
    """A language by its code, in the current language, for use inside a sentence; only English capitalizes it.

    An unknown code is returned unchanged.
    """
    try:
        info = get_language_info(code)
    except KeyError:
        return code
    name = str(info["name_translated"])
    return name if name == info["name"] else name[:1].lower() + name[1:]


def listed(words: Sequence[str]) -> str:
    """ "H, I and J"."""
    if len(words) < 2:
        return "".join(words)
    both = {"others": ", ".join(words[:-1]), "last": words[-1]}
    if AS_I.match(words[-1]):
        return pgettext("before a word that begins with i", "%(others)s and %(last)s") % both
    return gettext("%(others)s and %(last)s") % both


def day(value: object) -> str:
    """ "10 April 2026", of a date or its ISO text."""
    moment = parse_date(value) if isinstance(value, str) else value
    return date_format(moment, "j F Y") if isinstance(moment, date) else gettext("a date not yet known")


def format_name(code: object) -> str:
    name = CARD_FORMATS.get(str(code))
    return gettext(name) if name else gettext("this event")


def _plain(name: str, value: object) -> object:
    if name == "country":
        return countries.name(str(value)) or value or gettext("this country")
    if name in ("languages", "allowed"):
        return listed([language_name(code) for code in _texts(value)])
    if name == "format":
        return format_name(value)
    if isinstance(value, tuple | list):
        return listed(_texts(value))
    return day(value) if name in ("date", "day", "since") else value


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, tuple | list) else []


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _too_many(over: int) -> str:
    return ngettext("One too many.", "%(over)s too many.", over) % {"over": over}


@text_of(DeckFault.DECK_SIZE)
def text_size(facts: Facts) -> str:
    total, size = _number(facts.get("total")), _number(facts.get("size"))
    missing = size - total
    first = _too_many(-missing)
    if missing > 0:
        first = ngettext("One card is missing.", "%(missing)s cards are missing.", missing) % {
            "missing": missing
        }
    rest = gettext("A deck here has exactly %(size)s cards; this one has %(total)s.")
    return f"{first} {rest % {'size': size, 'total': total}}"


@text_of(DeckFault.COPIES_OVER_LIMIT)
def text_copies(facts: Facts) -> str:
    if facts.get("by_text"):
        rest = ngettext(
            "Its own text allows %(limit)s card named %(card)s in a deck; this one has %(copies)s.",
            "Its own text allows %(limit)s cards named %(card)s in a deck; this one has %(copies)s.",
            _number(facts.get("limit")),
        )
        return f"{_too_many(_number(facts.get('over')))} {rest % facts}"
    rest = gettext(
        "A deck holds at most %(limit)s cards with the same name; this one has %(copies)s of %(card)s."
    )
    return f"{_too_many(_number(facts.get('over')))} {rest % facts}"


@text_of(DeckFault.POOL_EXCEEDED)
def text_pool_exceeded(facts: Facts) -> str:
    rest = gettext("The pool has %(held)s of %(card)s; the deck has %(copies)s.")
    return f"{_too_many(_number(facts.get('over')))} {rest % facts}"


@text_of(DeckFault.NO_BASIC_POKEMON)
def text_no_basic(facts: Facts) -> str:
    if facts.get("fossil"):
        return gettext(
            "No Basic Pokémon. %(fossil)s is a Trainer and does not count as one in the deck. Add one."
        ) % {"fossil": facts["fossil"]}
    return gettext("No Basic Pokémon. A deck needs at least one to start a game. Add one.")


@text_of(DeckFault.CARD_NOT_IN_FORMAT)
def text_not_in_format(facts: Facts) -> str:
    values = {
        **facts,
        "format": format_name(facts.get("format")),
        "since": day(facts.get("since")),
        "marks": listed(_texts(facts.get("marks"))),
    }
    if facts.get("legal_printing"):
        other = gettext("%(legal_printing)s has the same name and is legal.") % facts
        return f"{_why_out(facts) % values} {other}"
    return _why_out(facts) % values


def _why_out(facts: Facts) -> str:
    if facts.get("marks") and facts.get("mark"):
        return gettext(
            "No longer legal in %(format)s. This card has mark %(mark)s. %(format)s has used %(marks)s since %(since)s."
        )
    if facts.get("marks"):
        return gettext(
            "Not legal in %(format)s. This card has no regulation mark. %(format)s has used "
            "%(marks)s since %(since)s."
        )
    if facts.get("first"):
        return gettext("Not in %(format)s. It takes cards from %(first)s on; this one is from %(set)s.")
    return gettext("Not legal in %(format)s. This card is from %(set)s.")


@text_of(DeckFault.CARD_NOT_YET_LEGAL)
def text_not_yet_legal(facts: Facts) -> str:
    if facts.get("date"):
        return gettext("Not legal yet. %(set)s may be played from %(date)s on; the event is on %(day)s.") % {
            "set": facts.get("set"),
            "date": day(facts["date"]),
            "day": day(facts.get("day")),
        }
    return gettext("Not legal yet. No date is known for %(set)s.") % facts


@text_of(DeckFault.FOREIGN_LANGUAGE)
def text_foreign(facts: Facts) -> str:
    values = {name: _plain(name, value) for name, value in facts.items()}
    return (
        gettext("Cards in %(languages)s may not be played here. Allowed: %(allowed)s. Replace the copies.")
        % values
    )


@text_of(DeckFault.COUNTRY_NOT_LISTED)
def text_no_country(facts: Facts) -> str:
    values = {name: _plain(name, value) for name, value in facts.items()}
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


@text_of(DeckFault.CARD_BACK_MISMATCH)
def text_backs(facts: Facts) -> str:
    if len(_texts(facts.get("backs"))) > 1:
        return gettext(
            "The card backs differ. All cards of a deck must have the same back; replace the others."
        )
    return gettext(
        "The backs of these cards differ from those of this country. Use cards with the local back."
    )


def _code_text(facts: Facts) -> str:
    """What a set code is that no card shows; "" for any other."""
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


@text_of(DeckFault.POKEMON_NUMBER_MISSING)
def text_which_printing(facts: Facts) -> str:
    if about_code := _code_text(facts):
        return about_code
    if facts.get("unknown_set"):
        sentence = gettext(
            "No expansion has the code %(unknown_set)s. Which %(card)s? Write the set and the number printed on the "
            "card."
        )
    else:
        sentence = gettext("Which %(card)s? Add the set and the number printed on the card.")
    return sentence % facts


def _did_you_mean(first: str, facts: Facts) -> str:
    nearest = _texts(facts.get("nearest"))
    offer = gettext("Did you mean %(names)s?") % {"names": _suggested(nearest)} if nearest else ""
    advice = offer or gettext("Check the spelling.")
    return f"{first} {advice}"


def _suggested(names: Sequence[str]) -> str:
    words = [suggested_name(name) for name in names]
    if len(words) < 2:
        return "".join(words)
    return gettext("%(others)s or %(last)s") % {"others": ", ".join(words[:-1]), "last": words[-1]}


@text_of(DeckFault.UNKNOWN_CARD)
def text_unknown(facts: Facts) -> str:
    first = gettext("Not found.")
    about_code = _code_text(facts)
    return f"{first} {about_code}" if about_code else _did_you_mean(first, facts)


@text_of(DeckFault.NAME_NUMBER_MISMATCH)
def text_mismatch(facts: Facts) -> str:
    first = gettext("Name and number disagree: %(where)s is not %(card)s.") % facts
    about_code = _code_text(facts)
    return f"{first} {about_code}" if about_code else _did_you_mean(first, facts)


@text_of(DeckFault.NAME_NOT_KNOWN)
def text_name_not_known(facts: Facts) -> str:
    first = gettext("Is “%(card)s” %(taken)s? Its set and number say so; the name is not known here.") % facts
    nearest = _texts(facts.get("nearest"))
    offer = gettext("Or did you mean %(names)s?") % {"names": _suggested(nearest)} if nearest else ""
    return f"{first} {offer}".strip()
