"""Rules of matches and their time limits, and the differences in the current edition."""

from django.utils.translation import gettext_lazy as _

from core.rule_texts import RuleText, register_rules
from tournaments.words.rule_sources import (
    HANDBOOK,
    PRACTICE,
    READING,
    RULEBOOKS,
    RULES_2017,
    TCG_HANDBOOK,
    TCG_HANDBOOK_MAY,
)

MATCH_RULES: dict[str, RuleText] = {
    "R-111": RuleText(
        RULES_2017,
        "7.3",
        _("A single game gets at least 30 minutes and three turns; in Limited, at least 20."),
    ),
    "R-112": RuleText(RULES_2017, "7.3", _("A best of three gets at least 45 minutes and three turns.")),
    "R-113": RuleText(
        RULES_2017,
        "7.2",
        _(
            "A judge may extend the time of a match in which a player plays very slowly. Both players hear "
            "how long, and the judge records it immediately."
        ),
    ),
    "R-120": RuleText(READING, "", _("Games decide a match: a best of three needs two wins.")),
    "R-121": RuleText(
        RULES_2017,
        "8.1, 9.1",
        _(
            "When time is called, the current turn is finished and three more turns are played. Between "
            "turns, the next turn is the first of the three."
        ),
    ),
    "R-123": RuleText(
        RULES_2017, "8.1, 9.1", _("In a best of three, a game has started once it is known who goes first.")
    ),
    "R-124": RuleText(
        RULES_2017,
        "8.2",
        _(
            "Swiss, single game not finished: a player late, or absent without permission, loses; "
            "otherwise the match is a tie."
        ),
    ),
    "R-125": RuleText(
        RULES_2017,
        "8.3",
        _(
            "Swiss, best of three not finished: a player late, or absent without permission, loses the "
            "match. Otherwise, if game 1 is not finished, it is a tie."
        ),
    ),
    "R-126": RuleText(
        RULES_2017, "8.3", _("Swiss, time called between games 1 and 2: the winner of game 1 wins the match.")
    ),
    "R-127": RuleText(
        RULES_2017, "8.3", _("Swiss, game 2 not finished: the winner of game 1 wins the match.")
    ),
    "R-129": RuleText(
        RULES_2017, "8.3", _("Swiss, time called between games 2 and 3 at one win each: the match is a tie.")
    ),
    "R-130": RuleText(RULES_2017, "8.3", _("Swiss, game 3 not finished: the match is a tie.")),
    "R-131": RuleText(
        RULES_2017, "8.3", _("Swiss, time called before a Sudden Death game starts: the match is a tie.")
    ),
    "R-132": RuleText(
        RULES_2017,
        "9.2, 9.3",
        _(
            "Top cut, match not finished: a player late, or absent without permission, loses. Otherwise, "
            "in a single game, the player with fewer Prize cards left wins."
        ),
    ),
    "R-133": RuleText(
        RULES_2017,
        "9.2",
        _("Top cut, single game with equal Prize cards: play continues until one player has fewer."),
    ),
    "R-134": RuleText(
        RULES_2017,
        "9.3",
        _(
            "Top cut, game 1 not finished: the player with fewer Prize cards left wins the match. With "
            "equal Prize cards, play continues."
        ),
    ),
    "R-135": RuleText(
        RULES_2017,
        "9.3",
        _("Top cut, time called between games 1 and 2: the winner of game 1 wins the match."),
    ),
    "R-136": RuleText(
        RULES_2017,
        "9.3",
        _(
            "Top cut, game 2 not finished: it counts only if a player has fewer than half of the "
            "starting Prize cards left. Otherwise the winner of game 1 wins the match."
        ),
    ),
    "R-137": RuleText(
        RULES_2017,
        "9.3",
        _(
            "Top cut, time called, after game 2: a player with two wins wins the match. At one win each, "
            "a Sudden Death game decides it."
        ),
    ),
    "R-138": RuleText(
        RULES_2017,
        "9.3",
        _(
            "Top cut, game 2, both players with equally few Prize cards, under half: play continues until "
            "one has fewer."
        ),
    ),
    "R-139": RuleText(
        RULES_2017,
        "9.3",
        _(
            "Top cut, game 3 not finished: the player with fewer Prize cards left wins the match. With "
            "equal Prize cards, play continues. If both players win at the same time, Sudden Death may "
            "decide."
        ),
    ),
    "R-140": RuleText(
        RULEBOOKS,
        "",
        _(
            "If both players win at the same time, the one who wins in two ways beats the one who wins in "
            "one. Otherwise Sudden Death is played."
        ),
    ),
    "R-141": RuleText(
        RULEBOOKS, "", _("Sudden Death is a new game with one Prize card each and a new coin flip.")
    ),
    "R-142": RuleText(
        RULES_2017, "10", _("In a best of three, the loser of the previous game decides who starts the next.")
    ),
    "R-143": RuleText(
        RULEBOOKS,
        "",
        _(
            "The winner of the coin flip decides who starts game 1. In the rulebooks of 2002 and 2005 "
            "the coin itself decides."
        ),
    ),
    "R-144": RuleText(
        RULEBOOKS,
        "",
        _(
            "A player without a Basic Pokémon shows the hand and draws seven new cards; the opponent "
            "may draw more cards."
        ),
    ),
    "M-011": RuleText(HANDBOOK, "5.2", _("An official event needs at least four players and three rounds.")),
    "M-040": RuleText(
        TCG_HANDBOOK_MAY, "", _("Standard today: cards with a regulation mark that has not rotated out.")
    ),
    "M-045": RuleText(TCG_HANDBOOK_MAY, "", _("A deck has at most one Radiant Pokémon.")),
    "M-046": RuleText(TCG_HANDBOOK_MAY, "", _("A deck has at most one Prism Star card of each name.")),
    "M-047": RuleText(
        TCG_HANDBOOK_MAY,
        "",
        _("Expanded today: expansions starting with Black & White, with its own list of banned cards."),
    ),
    "M-048": RuleText(
        PRACTICE, "", _("Today a new expansion is normally legal two weeks after its release.")
    ),
    "M-049": RuleText(
        TCG_HANDBOOK_MAY, "4.2.2", _("In Unlimited today, old cards are played with their newest wording.")
    ),
    "M-060": RuleText(
        HANDBOOK, "5.5.7", _("A single game has at least 30 minutes, a best of three at least 50.")
    ),
    "M-061": RuleText(
        TCG_HANDBOOK,
        "7.4.3",
        _(
            "After time is called, 15 minutes remain to finish the current turn and three more. Then the round ends."
        ),
    ),
    "M-062": RuleText(
        TCG_HANDBOOK, "7.4.4.1", _("A player late, or absent without permission, loses the unfinished match.")
    ),
    "M-063": RuleText(
        TCG_HANDBOOK,
        "7.4.4.2",
        _(
            "Swiss, best of three: time called after game 1 or during game 2, the winner of game 1 "
            "wins; otherwise the match is a tie."
        ),
    ),
    "M-064": RuleText(
        TCG_HANDBOOK,
        "7.4.4.3",
        _(
            "Top cut, match not finished: in games 1 and 3 the player with fewer Prize cards left wins it, "
            "and with equal Prize cards play continues. In game 2 the winner of game 1 wins. Between "
            "games 2 and 3 a tiebreaker game decides."
        ),
    ),
    "M-065": RuleText(
        TCG_HANDBOOK,
        "7.4.3.1",
        _(
            "A tiebreaker game replaces Sudden Death: a new game with six Prize cards; the first "
            "player ahead on Prize cards wins."
        ),
    ),
    "M-066": RuleText(
        TCG_HANDBOOK,
        "7.2",
        _(
            "Swiss: the winner of the coin flip chooses who starts game 1. Top cut: the higher seed "
            "chooses. Later games: the loser."
        ),
    ),
    "M-068": RuleText(
        TCG_HANDBOOK_MAY,
        "7.4.1",
        _("Mulligan: the player shows the hand and draws seven new cards until there is a Basic Pokémon."),
    ),
    "M-072": RuleText(
        PRACTICE, "", _("A Prize card penalty counts where Prize cards decide an unfinished game.")
    ),
    "M-073": RuleText(
        PRACTICE,
        "",
        _(
            "Warnings and higher penalties are reported to Play! Pokémon; Cautions are not. A "
            "younger player may get a second Caution."
        ),
    ),
    "M-075": RuleText(
        PRACTICE,
        "",
        _(
            "A player not at the table 5 minutes into the round gets a Game Loss, after 10 minutes a Match Loss."
        ),
    ),
}

register_rules(MATCH_RULES)
