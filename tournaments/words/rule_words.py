"""The rules that pages name by number: what each says, in a sentence or two, and where it is written.

The numbers are those of `docs/rules.csv`. A page has them behind an info button: the tag `rules`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

NUMBER = re.compile(r"[RM]-\d{3}")

RULES_2017 = _("Pokémon TCG tournament rules, 26 July 2017")
HANDBOOK = _("Play! Pokémon Tournament Rules Handbook, 1 September 2026")
TCG_HANDBOOK = _("Play! Pokémon TCG Tournament Handbook, 1 September 2026")
RULEBOOKS = _("Pokémon TCG rulebooks, 2002 to 2017")
PRACTICE = _("Common practice at events; no official text was at hand")
READING = _("Stadium’s reading of the rules; they do not say it in so many words")


@dataclass(frozen=True)
class Rule:
    """What one rule says, and the document and sections that say it."""

    document: "_StrPromise"
    sections: str
    text: "_StrPromise"

    @property
    def source(self) -> str:
        """Document and sections, in the language of the page."""
        return f"{self.document}, § {self.sections}" if self.sections else str(self.document)


def rules_named(words: str) -> Iterator[tuple[str, Rule]]:
    """The rules whose numbers stand in `words`, such as "R-016, R-037", each once."""
    for number in dict.fromkeys(NUMBER.findall(words)):
        if number in RULES:
            yield number, RULES[number]


RULES: dict[str, Rule] = {
    "R-002": Rule(
        RULES_2017, "1.2", _("The head judge has the final word on every card and every decision.")
    ),
    "R-005": Rule(
        RULES_2017,
        "1.3",
        _("A promo card is legal from the first or third Friday of the month after its product’s release."),
    ),
    "R-006": Rule(
        RULES_2017,
        "1.3, 13.1, 13.2",
        _("A new expansion is legal from the third Friday of the month of its release."),
    ),
    "R-007": Rule(
        RULES_2017,
        "13.3",
        _("In Unlimited, a new expansion is legal from the third Friday after its release."),
    ),
    "R-009": Rule(
        RULES_2017,
        "1.4, 13.1, 13.2",
        _(
            "An older printing is legal if the card was reprinted in the format and works the same "
            "as its newest printing."
        ),
    ),
    "R-010": Rule(
        RULES_2017,
        "1.4",
        _("Cards with errata, such as Potion and Rare Candy, are legal in their old printings too."),
    ),
    "R-011": Rule(
        RULES_2017,
        "1.4",
        _("The official list of reprints decides which older printings are legal in Standard."),
    ),
    "R-013": Rule(
        RULES_2017,
        "1.5",
        _(
            "A legal card reprinted in an unreleased expansion may be used if it is easily "
            "recognised. The head judge decides doubtful cases before the start."
        ),
    ),
    "R-015": Rule(RULES_2017, "1.7", _("Proxies made by players count as counterfeit cards.")),
    "R-016": Rule(
        RULES_2017,
        "1.7",
        _(
            "A judge may issue a proxy for a card damaged during the event or misprinted. The "
            "original stays at hand for reference."
        ),
    ),
    "R-017": Rule(
        RULES_2017,
        "1.8",
        _("At Championship Points events, cards must be in a language allowed in the country of the event."),
    ),
    "R-018": Rule(RULES_2017, "1.9", _("Cards with pen marks or autographs are not allowed.")),
    "R-019": Rule(
        RULES_2017, "1.10", _("All cards of a deck share one card back, that of the local language.")
    ),
    "R-020": Rule(RULES_2017, "1.11, 12", _("Cards printed “not tournament legal” are never legal.")),
    "R-021": Rule(
        RULES_2017, "12", _("Cards from collector sets, such as World Championships decks, are never legal.")
    ),
    "R-025": Rule(
        RULES_2017,
        "1, 2",
        _(
            "A card is marked if anything identifies it without seeing its face. Sleeves count as part of the card."
        ),
    ),
    "R-030": Rule(
        RULES_2017,
        "4, 11.2",
        _("Before round 1 each player registers a list of the exact deck; in Limited also the unused cards."),
    ),
    "R-031": Rule(
        RULES_2017, "4", _("Lists are clear and exact: full name and collector number of each card.")
    ),
    "R-032": Rule(
        RULES_2017,
        "4, 1.7, 11.2.4",
        _(
            "A deck does not change during the event. Replacing a damaged card with another copy is no change."
        ),
    ),
    "R-033": Rule(
        RULES_2017, "4, 5", _("Players lay out their deck in the order of the list for a deck check.")
    ),
    "R-034": Rule(
        RULES_2017,
        "5",
        _(
            "A deck check looks at legibility, Player ID and date of birth, sleeves, the number of "
            "cards, then the contents against the list, and reference cards of proxies."
        ),
    ),
    "R-035": Rule(
        RULES_2017,
        "5",
        _(
            "Deck checks are compulsory at Championship Points events. At every event at least 10% "
            "of the decks should be checked."
        ),
    ),
    "R-036": Rule(
        RULES_2017,
        "5",
        _(
            "A list that cannot be read may have to be rewritten. The collector number settles unclear abbreviations."
        ),
    ),
    "R-037": Rule(
        RULES_2017,
        "5",
        _("A player who uses a proxy and cannot show its reference card is refused or penalized."),
    ),
    "R-038": Rule(READING, "", _("The 10% of decks to check is rounded up: 3 of 23 decks.")),
    "R-039": Rule(
        RULES_2017,
        "5",
        _("After a check players shuffle thoroughly. Badly worn or marked sleeves are replaced at once."),
    ),
    "R-050": Rule(RULES_2017, "11.2", _("A Limited deck has exactly 40 cards.")),
    "R-051": Rule(
        RULES_2017,
        "11.2",
        _("A Limited deck holds only cards from the player’s pool and supplied basic Energy."),
    ),
    "R-052": Rule(
        RULES_2017,
        "11.2",
        _("In Limited more than four copies are allowed, except where a card’s own text limits them."),
    ),
    "R-053": Rule(
        RULES_2017, "11.2", _("Before a Limited event it is announced whether basic Energy is supplied.")
    ),
    "R-054": Rule(RULES_2017, "11.2", _("All booster packs of an event come from the same expansion.")),
    "R-055": Rule(RULES_2017, "11.2", _("Players have 30 minutes to build a Limited deck.")),
    "R-056": Rule(RULES_2017, "11.2", _("The cards are not traded before the end of the event.")),
    "R-057": Rule(
        RULES_2017,
        "11.2",
        _("A Limited deck does not change once round 1 starts, unless a redraft was announced."),
    ),
    "R-058": Rule(
        RULES_2017,
        "11.2",
        _(
            "The organizer may require a list of the deck and the unused cards; together they are the whole pool."
        ),
    ),
    "R-059": Rule(RULES_2017, "11.2", _("Limited is played with four Prize cards.")),
    "R-060": Rule(
        RULES_2017, "11.1", _("A Constructed deck has exactly 60 cards and is played with six Prize cards.")
    ),
    "R-061": Rule(
        RULES_2017, "11.1", _("A Constructed deck has at most four cards with the same English name.")
    ),
    "R-062": Rule(RULES_2017, "11.1", _("Any number of basic Energy cards is allowed.")),
    "R-072": Rule(RULEBOOKS, "", _("A deck has at least one Basic Pokémon.")),
    "R-074": Rule(RULEBOOKS, "", _("Fossil cards do not count as Basic Pokémon.")),
    "R-076": Rule(RULES_2017, "11.1", _("The text of a card may limit its copies in a deck.")),
    "R-077": Rule(RULEBOOKS, "", _("A deck has at most one ACE SPEC card.")),
    "R-080": Rule(RULES_2017, "13.1", _("Standard of 2017 has the expansions on the official list.")),
    "R-082": Rule(RULES_2017, "13.1", _("Standard of 2017 has the promo cards from XY36 and from SM01 on.")),
    "R-083": Rule(RULES_2017, "13.2", _("Expanded of 2017 has the expansions from Black & White on.")),
    "R-084": Rule(RULES_2017, "13.2", _("Expanded of 2017 has the promo cards from BW01, XY01 and SM01 on.")),
    "R-085": Rule(RULES_2017, "13.3, 12", _("Unlimited has every expansion and promo card ever released.")),
    "R-087": Rule(RULES_2017, "13.1-13.3", _("Each format has its list of banned cards.")),
    "R-089": Rule(
        RULES_2017, "13.1.2, 13.2.2, 13.3.2", _("Each format names the kinds of Limited event played in it.")
    ),
    "R-090": Rule(RULES_2017, "13", _("Only Standard, Expanded and Unlimited can be sanctioned.")),
    "R-091": Rule(
        RULES_2017, "11.2.2, 11.2.3", _("Players draft in pods of equal size, at most eight players each.")
    ),
    "R-092": Rule(
        RULES_2017,
        "11.2.2",
        _("Booster draft: everyone opens a pack, takes one card and passes the rest on."),
    ),
    "R-093": Rule(
        RULES_2017,
        "11.2.3",
        _("Rochester draft: packs are opened face up, and the pod takes cards one by one in turn."),
    ),
    "R-094": Rule(
        RULES_2017,
        "11.2.4",
        _(
            "Solomon draft: random pairs open packs together; one player splits the cards into two "
            "piles, the other chooses."
        ),
    ),
    "R-095": Rule(RULES_2017, "11.2.4", _("A redraft in a later round is announced before the event.")),
    "R-096": Rule(
        RULES_2017,
        "11.2.4",
        _("Picking together is allowed only if the organizer announces it before the draft."),
    ),
    "R-097": Rule(
        RULES_2017, "11.2.1", _("Sealed: each player builds from the booster packs handed out at the start.")
    ),
    "R-099": Rule(RULES_2017, "13", _("Results of an official event are reported to Play! Pokémon.")),
    "R-100": Rule(
        RULES_2017,
        "14.2.1",
        _(
            "A 30-card Constructed deck has exactly 30 cards, at most two copies of a card, and three Prize cards."
        ),
    ),
    "R-101": Rule(
        RULES_2017, "14.2.2", _("A 30-card Limited deck has exactly 30 cards and three Prize cards.")
    ),
    "R-103": Rule(RULES_2017, "14.3", _("Team Battle is played with half the Prize cards.")),
    "R-104": Rule(RULES_2017, "14", _("Unofficial formats suit leagues and informal meetings.")),
    "R-111": Rule(RULES_2017, "7.3", _("A single game gets at least 30 minutes and three turns.")),
    "R-112": Rule(RULES_2017, "7.3", _("A best of three gets at least 45 minutes and three turns.")),
    "R-113": Rule(RULES_2017, "7.2", _("A judge may extend a match’s time for a ruling or a deck check.")),
    "R-120": Rule(READING, "", _("Games decide a match: a best of three needs two wins.")),
    "R-121": Rule(
        RULES_2017,
        "8.1, 9.1",
        _("When time is called, the turn in play is finished and three more turns are played."),
    ),
    "R-123": Rule(
        RULES_2017, "8.1, 9.1", _("In a best of three, a game has begun once it is known who starts it.")
    ),
    "R-124": Rule(
        RULES_2017,
        "8.2",
        _("Swiss, single game not finished: a player late or absent loses; otherwise the match is a tie."),
    ),
    "R-125": Rule(
        RULES_2017,
        "8.3",
        _("Swiss, best of three: a player late or absent loses; game 1 not finished is a tie."),
    ),
    "R-126": Rule(
        RULES_2017, "8.3", _("Swiss, time over between games 1 and 2: the winner of game 1 wins the match.")
    ),
    "R-127": Rule(RULES_2017, "8.3", _("Swiss, game 2 not finished: the winner of game 1 wins the match.")),
    "R-129": Rule(
        RULES_2017, "8.3", _("Swiss, time over between games 2 and 3 at one win each: the match is a tie.")
    ),
    "R-130": Rule(RULES_2017, "8.3", _("Swiss, game 3 not finished: the match is a tie.")),
    "R-131": Rule(
        RULES_2017, "8.3", _("Swiss, time over before a Sudden Death game starts: the match is a tie.")
    ),
    "R-132": Rule(
        RULES_2017,
        "9.2, 9.3",
        _(
            "Top cut, game not finished: a player late or absent loses; otherwise the player with "
            "fewer Prize cards left wins."
        ),
    ),
    "R-133": Rule(RULES_2017, "9.2", _("Top cut, equal Prize cards: play goes on until they differ.")),
    "R-134": Rule(
        RULES_2017,
        "9.3",
        _("Top cut, game 1 not finished: fewer Prize cards left wins the game and the match."),
    ),
    "R-135": Rule(
        RULES_2017, "9.3", _("Top cut, time over between games 1 and 2: the winner of game 1 wins the match.")
    ),
    "R-136": Rule(
        RULES_2017,
        "9.3",
        _(
            "Top cut, game 2 not finished: it counts only if a player has fewer than half of the "
            "Prize cards left. Otherwise the winner of game 1 wins."
        ),
    ),
    "R-137": Rule(
        RULES_2017,
        "9.3",
        _(
            "Top cut, after game 2: a player with two wins wins the match; at one each a Sudden Death game is played."
        ),
    ),
    "R-138": Rule(
        RULES_2017, "9.3", _("Top cut, game 2 with equal Prize cards: play goes on until they differ.")
    ),
    "R-139": Rule(
        RULES_2017,
        "9.3",
        _(
            "Top cut, game 3 not finished: fewer Prize cards left wins; equal Prize cards lead to Sudden Death."
        ),
    ),
    "R-140": Rule(
        RULEBOOKS,
        "",
        _(
            "If both players win at once, the one who wins in more ways wins. If they are equal, "
            "Sudden Death is played."
        ),
    ),
    "R-141": Rule(RULEBOOKS, "", _("Sudden Death is a new game with one Prize card each.")),
    "R-142": Rule(RULES_2017, "10", _("The loser of the previous game decides who starts the next.")),
    "R-143": Rule(RULEBOOKS, "", _("The winner of the coin flip decides who starts game 1.")),
    "R-144": Rule(
        RULEBOOKS,
        "",
        _(
            "A player without a Basic Pokémon shows the hand and draws seven new cards; the opponent "
            "may draw more cards."
        ),
    ),
    "M-011": Rule(HANDBOOK, "5.2", _("An official event needs at least four players and three rounds.")),
    "M-040": Rule(TCG_HANDBOOK, "", _("Standard today: cards with a regulation mark still in rotation.")),
    "M-045": Rule(TCG_HANDBOOK, "", _("A deck has at most one Radiant Pokémon.")),
    "M-046": Rule(TCG_HANDBOOK, "", _("A deck has at most one Prism Star card of each name.")),
    "M-047": Rule(
        TCG_HANDBOOK, "", _("Expanded today has its own list of banned cards and groups of names.")
    ),
    "M-048": Rule(PRACTICE, "", _("Today a new expansion is legal two weeks after its release.")),
    "M-060": Rule(
        HANDBOOK, "5.5.7", _("A single game has at least 30 minutes, a best of three at least 50.")
    ),
    "M-061": Rule(TCG_HANDBOOK, "7.4.3", _("Fifteen minutes are left to finish the last turns.")),
    "M-062": Rule(
        TCG_HANDBOOK, "7.4.4.1", _("A player late or absent without permission loses the unfinished match.")
    ),
    "M-063": Rule(
        TCG_HANDBOOK,
        "7.4.4.2",
        _(
            "Swiss, best of three: time over after game 1 or during game 2, the winner of game 1 "
            "wins; otherwise the match is a tie."
        ),
    ),
    "M-064": Rule(
        TCG_HANDBOOK,
        "7.4.4.3",
        _(
            "Top cut: fewest Prize cards wins games 1 and 3; in game 2 the winner of game 1 wins. "
            "Equal Prize cards play on. There are no ties."
        ),
    ),
    "M-065": Rule(
        TCG_HANDBOOK,
        "7.4.3.1",
        _(
            "A tiebreaker game replaces Sudden Death: a new game with six Prize cards; the first "
            "player ahead on Prize cards wins."
        ),
    ),
    "M-066": Rule(
        TCG_HANDBOOK,
        "7.2",
        _(
            "Swiss: the winner of the coin flip chooses who starts game 1. Top cut: the higher seed "
            "chooses. Later games: the loser."
        ),
    ),
    "M-068": Rule(
        TCG_HANDBOOK,
        "7.4.1",
        _("Mulligan: the hand is shown and seven new cards drawn until there is a Basic Pokémon."),
    ),
    "M-072": Rule(PRACTICE, "", _("A Prize penalty counts where Prize cards decide a game.")),
    "M-073": Rule(
        PRACTICE,
        "",
        _(
            "Warnings and higher penalties are reported to Play! Pokémon; Cautions are not. A "
            "younger player may get a second Caution."
        ),
    ),
    "M-075": Rule(
        PRACTICE,
        "",
        _("A player not at the table after 5 minutes gets a game loss, after 10 minutes a match loss."),
    ),
}
