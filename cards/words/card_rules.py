"""The texts of rules about cards, lists and deck checks."""

from django.utils.translation import gettext_lazy as _

from core.rule_texts import RuleText, register_rules
from tournaments.words.rule_sources import READING, RULES_2017

CARD_RULES: dict[str, RuleText] = {
    "R-001": RuleText(
        RULES_2017, "1.1", _("A card is known by its English name. The limit of copies counts by that name.")
    ),
    "R-002": RuleText(
        RULES_2017, "1.2", _("The head judge has the final say on every card and every decision.")
    ),
    "R-005": RuleText(
        RULES_2017,
        "1.3",
        _("A promo card is legal from the first or third Friday of the month after its product’s release."),
    ),
    "R-006": RuleText(
        RULES_2017,
        "1.3, 13.1, 13.2",
        _("A new expansion is legal from the third Friday of the month of its release in the USA."),
    ),
    "R-007": RuleText(
        RULES_2017,
        "13.3",
        _("In Unlimited, a new expansion is legal from the third Friday after its release in the USA."),
    ),
    "R-009": RuleText(
        RULES_2017,
        "1.4, 13.1, 13.2",
        _(
            "An older printing is legal if the card was reprinted in the format and works the same "
            "as its newest printing."
        ),
    ),
    "R-010": RuleText(
        RULES_2017,
        "1.4",
        _("Cards with errata, such as Potion and Rare Candy, are legal in their old printings too."),
    ),
    "R-011": RuleText(
        RULES_2017,
        "1.4",
        _("The official list of reprints decides which older printings are legal in Standard."),
    ),
    "R-013": RuleText(
        RULES_2017,
        "1.5",
        _(
            "A legal card reprinted in an expansion that is not legal yet may be used if it is easily "
            "recognized as a reprint. The head judge decides doubtful cases before the start."
        ),
    ),
    "R-015": RuleText(RULES_2017, "1.7", _("Proxies made by players count as counterfeit cards.")),
    "R-016": RuleText(
        RULES_2017,
        "1.7",
        _(
            "A judge may issue a proxy for a card damaged during the event, or misprinted so that it "
            "counts as marked. The player keeps the original at hand for reference."
        ),
    ),
    "R-017": RuleText(
        RULES_2017,
        "1.8",
        _("At Championship Points events, cards must be in a language allowed in the country of the event."),
    ),
    "R-018": RuleText(RULES_2017, "1.9", _("Cards with pen marks or autographs are not allowed.")),
    "R-019": RuleText(
        RULES_2017, "1.10", _("All cards of a deck share one card back, that of the local language.")
    ),
    "R-020": RuleText(RULES_2017, "1.11, 12", _("Cards printed “not tournament legal” are never legal.")),
    "R-021": RuleText(
        RULES_2017, "12", _("Cards from collector sets, such as World Championships decks, are never legal.")
    ),
    "R-025": RuleText(
        RULES_2017,
        "1, 2",
        _(
            "A card is marked if anything identifies it without seeing its face. Sleeves count as part "
            "of the card. The head judge decides."
        ),
    ),
    "R-030": RuleText(
        RULES_2017,
        "4, 11.2",
        _("Before round 1 each player registers a list of the exact deck; in Limited also the unused cards."),
    ),
    "R-031": RuleText(
        RULES_2017,
        "4",
        _("Lists must be clear and exact. The full name and collector number of each card are best."),
    ),
    "R-032": RuleText(
        RULES_2017,
        "4, 1.7, 11.2.4",
        _(
            "A deck does not change during the event. Replacing a damaged card with another copy does not count "
            "as a change."
        ),
    ),
    "R-033": RuleText(
        RULES_2017, "4, 5", _("Players lay out their deck in the order of the list for a deck check.")
    ),
    "R-034": RuleText(
        RULES_2017,
        "5",
        _(
            "A deck check looks at legibility, Player ID and date of birth, sleeves, the number of "
            "cards, then the contents against the list, and reference cards of proxies."
        ),
    ),
    "R-035": RuleText(
        RULES_2017,
        "5",
        _(
            "Deck checks are compulsory at Championship Points events. At every event at least 10% "
            "of the decks should be checked."
        ),
    ),
    "R-036": RuleText(
        RULES_2017,
        "5",
        _(
            "A list that cannot be read may have to be rewritten. The collector number settles unclear abbreviations."
        ),
    ),
    "R-037": RuleText(
        RULES_2017,
        "5",
        _("A player who uses a proxy and cannot show its reference card may not play or gets a penalty."),
    ),
    "R-038": RuleText(READING, "", _("The 10% of decks to check are rounded up: 3 of 23 decks.")),
    "R-039": RuleText(
        RULES_2017,
        "5",
        _("After a check players shuffle thoroughly. Badly worn or marked sleeves are replaced immediately."),
    ),
}

register_rules(CARD_RULES)
