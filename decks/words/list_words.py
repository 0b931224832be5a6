"""Texts about collecting lists: refusals, journal lines, and short titles of problems."""

from collections.abc import Mapping

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from cards.engine.refusals import CardRefusal
from core import sentences
from core.sentences import Facts
from core.text_parts import text_labeled_with_part
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.lists.fixes import LineFix
from decks.engine.refusals import DeckRefusal
from decks.engine.verdicts import ruling_subject
from decks.models import ListRules
from decks.words.card_names import suggested_name

sentences.REFUSALS.update(
    {
        DeckRefusal.LISTS_NOT_COLLECTED: _("This event does not collect deck lists."),
        DeckRefusal.LISTS_CLOSED: _("Lists closed on %(when)s. Bring yours to the desk."),
        DeckRefusal.LIST_LOCKED: _("A judge has locked this list. Ask at the desk if something must change."),
        DeckRefusal.ROUND_1_STARTED: _("Round 1 is posted, so decks can no longer change. Ask a judge."),
        DeckRefusal.LIST_STAYS: _(
            "Lists of this event do not change after they are handed in. Give a reason for changing this one."
        ),
        DeckRefusal.UNUSED_MISSING: _("List the cards you leave out of the deck too."),
        DeckRefusal.SUPPLIED_TOO_MANY: _(
            "The deck has %(energy)s Energy cards, so %(supplied)s cannot be supplied."
        ),
        DeckRefusal.DEADLINE_PAST: _("That time has already passed. Choose a later one."),
        DeckRefusal.SETTING_UNKNOWN: _("%(setting)s has no choice “%(choice)s”."),
        DeckRefusal.LAST_DAY_WRONG: _("Choose a last day within two weeks of the first one."),
        CardRefusal.EXPANSION_UNKNOWN: _(
            "No expansion has the name or code “%(expansion)s”. Choose a suggested one, or announce it under Cards."
        ),
        DeckRefusal.REASON_MISSING: _("Give a reason; the player sees it."),
        DeckRefusal.PROBLEM_NOT_FOUND: _("The list no longer has this problem. Check it again."),
        DeckRefusal.ALREADY_RULED: _("%(by)s has already ruled on this: %(reason)s"),
        DeckRefusal.LINE_NOT_FOUND: _(
            "That line is no longer in the list. Nothing was changed. Reload the list."
        ),
        DeckRefusal.CHANGE_UNKNOWN: _(
            "That change is not possible. Nothing was changed. Reload the list and try again."
        ),
        DeckRefusal.LISTS_NOT_READY: _(
            "Deck lists are not ready: %(missing)s missing, %(illegal)s not legal, %(unknown)s can’t be judged yet "
            "(%(names)s). Wait for them, or give a reason to start the round without them."
        ),
        DeckRefusal.RULING_NOT_FOUND: _("This ruling was already withdrawn."),
    }
)

TITLES: dict[str, sentences.Sentence] = {
    DeckFault.QTY_INVALID: _("no quantity"),
    DeckFault.DECK_SIZE: _("number of cards"),
    DeckFault.COPIES_OVER_LIMIT: _("too many copies"),
    DeckFault.ONE_NAME_OF_GROUP: _("not together in one deck"),
    DeckFault.ACE_SPEC_OVER_1: _("more than one ACE SPEC"),
    DeckFault.STAR_OVER_1: _("more than one Pokémon ★"),
    DeckFault.RADIANT_OVER_1: _("more than one Radiant Pokémon"),
    DeckFault.PRISM_STAR_OVER_1: _("more than one copy"),
    DeckFault.NO_BASIC_POKEMON: _("no Basic Pokémon"),
    DeckFault.CARD_NOT_IN_FORMAT: _("not in the format"),
    DeckFault.CARD_NOT_YET_LEGAL: _("not legal yet"),
    DeckFault.CARD_BANNED: _("banned"),
    DeckFault.NOT_TOURNAMENT_LEGAL: _("not for tournaments"),
    DeckFault.COLLECTOR_SET_CARD: _("from a collector set"),
    DeckFault.CARD_NOT_IN_POOL: _("not in the pool"),
    DeckFault.POOL_EXCEEDED: _("more than the pool has"),
    DeckFault.POOL_MIXED_EXPANSIONS: _("several expansions in the pool"),
    DeckFault.FOREIGN_LANGUAGE: _("language"),
    DeckFault.COUNTRY_NOT_LISTED: _("language"),
    DeckFault.CARD_BACK_MISMATCH: _("card backs"),
    DeckFault.MARKED_CARD: _("marked"),
    DeckFault.PROXY_NOT_AUTHORIZED: _("proxy"),
    DeckFault.PROXY_REFERENCE_MISSING: _("original of the proxy"),
    DeckFault.UNRELEASED_REPRINT_NEEDS_JUDGE: _("a judge decides"),
    DeckFault.ERRATA_PLAY_AS_LATEST_TEXT: _("newest text counts"),
    DeckFault.UNKNOWN_CARD: _("not found"),
    DeckFault.LINE_NOT_READ: _("line not read"),
    DeckFault.JAPANESE_CODE: _("set and number unclear"),
    DeckFault.NAME_NOT_KNOWN: _("is this the card?"),
    DeckFault.NAME_NUMBER_MISMATCH: _("name and number disagree"),
    DeckFault.POKEMON_NUMBER_MISSING: _("set and number unclear"),
}
"""Problem code -> short title for summaries and the journal."""


def problem_title(code: str) -> str:
    return str(TITLES.get(code, code))


def problem_headline(problem: Problem) -> str:
    """Return a headline such as "5 Koffing: too many copies"."""
    if problem.code == DeckFault.DECK_SIZE:
        return gettext("%(total)s cards instead of %(size)s") % problem.facts
    subject = ruling_subject(problem)
    return (
        text_labeled_with_part(subject, problem_title(problem.code))
        if subject
        else problem_title(problem.code)
    )


def list_verdict_text(is_legal: bool, unknown_count: int) -> str:
    """Return "legal", "not legal", or "can't tell" if `unknown_count` cards are not in the catalogue."""
    if not is_legal:
        return gettext("not legal")
    return unknown_verdict_text(unknown_count) if unknown_count else gettext("legal")


def unknown_verdict_text(unknown_count: int) -> str:
    """Return a text such as "can't tell: 13 cards are unknown here"."""
    return ngettext(
        "can’t tell: %(n)s card is unknown here", "can’t tell: %(n)s cards are unknown here", unknown_count
    ) % {"n": unknown_count}


def _verdict_sentence_facts(facts: Facts) -> Facts:
    """Return the verdict on a submitted list as text, and the note of the staff member who entered it."""
    return {
        "verdict": list_verdict_text(bool(facts.get("legal")), int(str(facts.get("unknown") or 0))),
        "note": facts.get("note") or "",
    }


def _changed_rules_sentence_facts(facts: Facts) -> Facts:
    """Return the changed rules as text, such as "lists close at → 26 Nov, 17:00"."""
    changes = facts.get("rules")
    if not isinstance(changes, Mapping):
        return {"rules": changes}
    values = {name: pair[1] if isinstance(pair, list | tuple) else pair for name, pair in changes.items()}
    return {
        "rules": ", ".join(
            text_labeled_with_part(_FIELDS.get(name, name), _list_rule_value_text(name, value))
            for name, value in values.items()
        )
    }


def _ruling_sentence_facts(facts: Facts) -> Facts:
    """Return the problem of a ruling as text, such as "5 Koffing (too many copies)"."""
    card, title = str(facts.get("card", "")), problem_title(str(facts.get("code", "")))
    return {"problem": f"{card} ({title})" if card else f"({title})"}


_FIELDS = {field.name: field.verbose_name for field in ListRules._meta.concrete_fields} | {
    "settings": _("choices of the rules")
}


def _list_rule_value_text(name: str, value: object) -> str:
    """Return the value of the list rule `name` as text."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        return " ".join(f"{setting} {choice}" for setting, choice in value.items()) or "–"
    if name == "visibility":
        return str(ListRules.Visibility(str(value)).label)
    moment = parse_datetime(value) if name == "deadline" and isinstance(value, str) else None
    return date_format(localtime(moment), "j M, H:i") if moment else str(value or "–")


sentences.register_sentences(
    {
        "ListsLocked": _("All deck lists locked"),
        "ListsClosed": _("Deck lists closed at the deadline"),
        "ListsOpened": _("Deck lists opened again"),
        "HomeCountrySaid": _("%(name)s’s home country, for card languages, changed"),
        "ListLocked": _("%(name)s’s deck list locked"),
        "ListOpened": _("%(name)s’s deck list opened"),
        "ListSentBack": _("%(name)s’s deck list sent back: %(reason)s"),
        "ListsSetAside": _("Drafted again, so earlier lists no longer count: %(names)s (%(count)s in all)"),
        "ListsRechecked": _("Deck lists checked again; different verdict for: %(names)s (%(count)s in all)"),
    },
)

sentences.register_sentences(
    {
        "ListHandedIn": _("%(name)s handed in a deck list, version %(number)s: %(verdict)s"),
        "ListFilledIn": _(
            "Deck building is over: the deck filled in by %(name)s is now the list, version %(number)s"
        ),
        "ListEntered": _("%(name)s’s deck list entered by staff, version %(number)s: %(verdict)s. %(note)s"),
    },
    facts=_verdict_sentence_facts,
)

sentences.register_sentences(
    {
        "ListsCollected": _("Deck lists are collected: %(rules)s"),
        "ListRulesChanged": _("Deck list rules changed: %(rules)s"),
    },
    facts=_changed_rules_sentence_facts,
)

sentences.register_sentences(
    {
        "ListRuled": _("%(name)s’s deck list, %(problem)s: does not count. %(reason)s"),
        "ListRulingWithdrawn": _("%(name)s’s deck list, %(problem)s: ruling withdrawn"),
    },
    facts=_ruling_sentence_facts,
)


def fix_text(fix: LineFix) -> str:
    """Return the label of the button that applies a fix."""
    if fix.kind == "set":
        return gettext("Make it %(copies)s") % {"copies": fix.value}
    if fix.kind == "out":
        return gettext("Take it out")
    return gettext("Yes, use %(card)s") % {"card": suggested_name(fix.value)}
