"""Texts of the rules on decks, formats and drafts."""

from django.utils.translation import gettext_lazy as _

from core.rule_texts import RuleText, register_rules
from tournaments.words.rule_sources import RULEBOOKS, RULES_2017, RULES_NOVEMBER_2017

DECK_RULES: dict[str, RuleText] = {
    "R-050": RuleText(RULES_2017, "11.2", _("A Limited deck has exactly 40 cards.")),
    "R-051": RuleText(
        RULES_2017,
        "11.2",
        _("A Limited deck contains only cards from the player’s pool and supplied basic Energy."),
    ),
    "R-052": RuleText(
        RULES_2017,
        "11.2",
        _("In Limited more than four copies are allowed, except where a card’s own text limits them."),
    ),
    "R-053": RuleText(
        RULES_2017,
        "11.2",
        _(
            "The organizer announces whether basic Energy is supplied before the day of a Limited event "
            "and again before it starts."
        ),
    ),
    "R-054": RuleText(RULES_2017, "11.2", _("All booster packs of an event come from the same expansion.")),
    "R-055": RuleText(RULES_2017, "11.2", _("Players have 30 minutes to build a Limited deck.")),
    "R-056": RuleText(
        RULES_2017, "11.2", _("Players may not trade their cards before the end of the event.")
    ),
    "R-057": RuleText(
        RULES_2017,
        "11.2",
        _("A Limited deck does not change once round 1 starts, unless a redraft was announced."),
    ),
    "R-058": RuleText(
        RULES_2017,
        "11.2",
        _(
            "The organizer may require a list of the deck and the unused cards; together they are the whole pool."
        ),
    ),
    "R-059": RuleText(RULES_2017, "11.2", _("Limited is played with four Prize cards.")),
    "R-060": RuleText(
        RULES_2017, "11.1", _("A Constructed deck has exactly 60 cards and is played with six Prize cards.")
    ),
    "R-061": RuleText(
        RULES_2017,
        "11.1",
        _("A Constructed deck has at most four cards with the same English name, over all printings."),
    ),
    "R-062": RuleText(RULES_2017, "11.1", _("Any number of basic Energy cards is allowed.")),
    "R-072": RuleText(RULEBOOKS, "", _("A deck has at least one Basic Pokémon.")),
    "R-074": RuleText(
        RULEBOOKS, "", _("Fossil Trainer cards do not count as Basic Pokémon when a deck is built.")
    ),
    "R-076": RuleText(
        RULES_2017, "11.1", _("The text of a card may change how many copies a deck can have.")
    ),
    "R-077": RuleText(RULEBOOKS, "", _("A deck has at most one ACE SPEC card.")),
    "R-080": RuleText(RULES_2017, "13.1", _("Standard of 2017 has the expansions on the official list.")),
    "R-082": RuleText(RULES_2017, "13.1", _("Standard of 2017 has promo cards starting at XY36 and SM01.")),
    "R-083": RuleText(
        RULES_2017, "13.2", _("Expanded of 2017 has the expansions starting with Black & White.")
    ),
    "R-084": RuleText(
        RULES_2017, "13.2", _("Expanded of 2017 has promo cards starting at BW01, XY01 and SM01.")
    ),
    "R-085": RuleText(
        RULES_2017,
        "13.3, 12",
        _("Unlimited has every expansion and promo card released in the USA with the standard card back."),
    ),
    "R-086": RuleText(
        RULES_2017,
        "13.3",
        _("In Unlimited a card that was reprinted is played with the text of its most recent printing."),
    ),
    "R-087": RuleText(RULES_2017, "13.1-13.3", _("Each format has its list of banned cards.")),
    "R-089": RuleText(
        RULES_2017, "13.1.2, 13.2.2, 13.3.2", _("Each format names the kinds of Limited event that suit it.")
    ),
    "R-090": RuleText(RULES_2017, "13", _("Only Standard, Expanded and Unlimited can be sanctioned.")),
    "R-091": RuleText(
        RULES_2017,
        "11.2.2, 11.2.3",
        _("Booster and Rochester draft: pods of equal size, at most eight players each."),
    ),
    "R-092": RuleText(
        RULES_2017,
        "11.2.2",
        _("Booster draft: everyone opens a pack, picks one card in secret and passes the rest on."),
    ),
    "R-093": RuleText(
        RULES_2017,
        "11.2.3",
        _(
            "Rochester draft: two packs are opened face up, and the pod picks one card at a time, around "
            "the table and back."
        ),
    ),
    "R-094": RuleText(
        RULES_2017,
        "11.2.4",
        _(
            "Solomon draft: random pairs shuffle all their cards into one stack. Of every four cards, one "
            "player picks one, the other two, the first takes the last. Then they swap roles."
        ),
    ),
    "R-095": RuleText(RULES_2017, "11.2.4", _("A redraft in a later round is announced before the event.")),
    "R-096": RuleText(
        RULES_2017,
        "11.2.4",
        _("Picking together is allowed only if the organizer announces it before the draft."),
    ),
    "R-097": RuleText(
        RULES_2017,
        "11.2.1",
        _("Sealed: each player builds a deck from the booster packs handed out at the start."),
    ),
    "R-099": RuleText(RULES_2017, "13", _("Results of an official event are reported to Play! Pokémon.")),
    "R-100": RuleText(
        RULES_2017,
        "14.2.1",
        _(
            "A 30-card Constructed deck has exactly 30 cards, at most two copies of a card, and three Prize cards."
        ),
    ),
    "R-101": RuleText(
        RULES_2017, "14.2.2", _("A 30-card Limited deck has exactly 30 cards and three Prize cards.")
    ),
    "R-103": RuleText(RULES_NOVEMBER_2017, "", _("Team Battle is played with half the Prize cards.")),
    "R-104": RuleText(
        RULES_2017, "14", _("Unofficial formats suit leagues, informal meetings and side events.")
    ),
}

register_rules(DECK_RULES)
