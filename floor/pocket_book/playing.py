"""Cards about playing: the table, chance and sleeves."""

from django.utils.translation import gettext_lazy as _

from floor.pocket_book.book_cards import Line, PocketBookCard

CARDS: tuple[PocketBookCard, ...] = (
    PocketBookCard(
        "table",
        _("The table"),
        "before",
        (
            Line(
                _(
                    "The deck is placed lengthwise, its short sides toward the players; the open ends of "
                    "the sleeves face the opponent."
                ),
                "R-028",
            ),
            Line(
                _(
                    "One discard pile for each player. Some of its cards may be turned a little so that they can be "
                    "seen."
                ),
                "R-028",
            ),
            Line(
                _(
                    "Prize cards are laid out separately, so that anyone can see how many are left, on the "
                    "side away from the deck and the discard pile."
                ),
                "R-028",
            ),
            Line(
                _("In Unlimited the Lost Zone is a neat pile directly above the Prize cards."),
                "R-028",
                "2017",
            ),
            Line(
                _("Energy cards are placed in one direction under their Pokémon, each of them visible."),
                "R-028",
            ),
            Line(
                _(
                    "Benched Pokémon are placed apart from each other and from the Active Pokémon, so that "
                    "it is clear what is attached to which."
                ),
                "R-028",
            ),
            Line(_("A Pokémon Tool is attached to its Pokémon and discarded as its text says."), "R-028"),
            Line(
                _("A Stadium card is placed between the Active Pokémon, where everyone can see it."), "R-028"
            ),
            Line(
                _("Damage counters are placed on the picture of the card and do not cover its text."), "R-028"
            ),
            Line(
                _(
                    "Hands and cards stay above the table. Cards are turned by 90 or 180 degrees, "
                    "nothing in between."
                ),
                "R-029",
            ),
            Line(
                _(
                    "Players bring their own damage counters and markers. A judge may forbid what confuses or "
                    "offends."
                ),
                "R-029",
            ),
        ),
        ("setup",),
    ),
    PocketBookCard(
        "setup",
        _("Setting up and who starts"),
        "before",
        (
            Line(
                _(
                    "Two minutes before each game to shuffle, present the deck and resolve "
                    "mulligans. The round clock starts after them."
                ),
                "R-110",
            ),
            Line(
                _("In best of three, games 2 and 3 have two minutes each while the round clock runs."),
                "R-110",
            ),
            Line(_("The winner of the coin flip for game 1 decides who starts."), "R-143", "2017"),
            Line(
                _(
                    "Swiss: the winner of the coin flip for game 1 decides who starts. Top cut: the "
                    "higher seed decides."
                ),
                "M-066",
                "2026",
            ),
            Line(
                _(
                    "In games 2 and 3, the loser of the previous game decides, at the moment of the coin "
                    "flip."
                ),
                "R-142, M-066",
            ),
            Line(
                _(
                    "Seven cards, one Active Pokémon, up to five on the Bench, then the Prize cards: 6 in "
                    "Constructed, 4 in Limited, 3 with 30 cards."
                ),
                "R-145, R-146",
            ),
        ),
        ("setup", "starter"),
    ),
    PocketBookCard(
        "mulligan",
        _("Mulligans"),
        "before",
        (
            Line(
                _(
                    "Both players without a Basic Pokémon: both shuffle and draw seven again. No "
                    "extra cards are drawn for this."
                ),
                "R-144",
            ),
            Line(
                _(
                    "Only one player without a Basic Pokémon: the other sets up first. Then show the hand, shuffle "
                    "it in and draw seven, until you have a Basic Pokémon."
                ),
                "R-144",
            ),
            Line(
                _(
                    "The other player may draw one card for each mulligan they did not take "
                    "themselves. Basic Pokémon drawn this way may go to the Bench."
                ),
                "R-144",
                "2017",
            ),
            Line(
                _(
                    "The other player may draw up to one card for each mulligan they did not take "
                    "themselves, and says how many before drawing. The Active Pokémon does not change."
                ),
                "M-068",
                "2026",
            ),
            Line(
                _(
                    "After eight mulligans: turn cards over until a Basic Pokémon is revealed, shuffle the rest, "
                    "draw six."
                ),
                "M-068",
                "2026",
            ),
        ),
        ("setup", "mulligan"),
    ),
    PocketBookCard(
        "shuffling",
        _("Shuffling"),
        "chance",
        (
            Line(
                _(
                    "The deck must be fully random at the start of each game, shuffled in front of "
                    "the opponent within a reasonable time."
                ),
                "R-040",
            ),
            Line(
                _(
                    "Then the opponent cuts once: two piles, no more. Instead the opponent may shuffle "
                    "briefly; then the owner may cut once."
                ),
                "R-041, R-042",
            ),
            Line(
                _(
                    "If a player doubts a shuffle or refuses to present the deck, a judge shuffles. "
                    "Players do not shuffle or cut after the judge."
                ),
                "R-043",
            ),
            Line(
                _("At Championship Points events, shuffling the opponent’s deck is strongly recommended."),
                "R-044",
            ),
            Line(
                _(
                    "Putting cards in a known order, or letting the position of a card be seen, "
                    "undoes the shuffle and may be unsporting conduct. Following the text of a card "
                    "is exempt."
                ),
                "R-045",
            ),
        ),
        ("setup", "deckcheck"),
    ),
    PocketBookCard(
        "coins",
        _("Coins and dice"),
        "chance",
        (
            Line(
                _(
                    "Coins from EX Ruby & Sapphire or later are fair. Others need the consent of both "
                    "players."
                ),
                "R-027",
            ),
            Line(
                _(
                    "A coin starts at shoulder height, turns at least three times and lands flat. "
                    "Off the table or in another game’s area: flip again."
                ),
                "R-047",
            ),
            Line(
                _(
                    "Dice have six sides and round corners, are transparent or translucent, and opposite "
                    "sides add up to 7."
                ),
                "R-027",
            ),
            Line(
                _(
                    "One face, the 1 or the 6, may be customized if both agree and all such dice of that "
                    "player are alike. They look different from damage dice."
                ),
                "R-047",
            ),
            Line(
                _(
                    "Dice are shaken in the cupped open palm and rolled, or thrown from shoulder height with "
                    "three turns."
                ),
                "R-047",
            ),
            Line(
                _("A player may always use the opponent’s coin or dice. The head judge may forbid one."),
                "R-027",
            ),
            Line(_("A result both players agreed on, or a judge called final, stands."), "R-047"),
            Line(_("Only coins and dice: an app needs the head judge’s permission."), "R-047"),
        ),
        ("starter", "playing"),
    ),
    PocketBookCard(
        "rock-paper-scissors",
        _("Rock-paper-scissors"),
        "chance",
        (
            Line(_("Only where a card asks for it. No app replaces it."), "R-046"),
            Line(
                _(
                    "Players look at each other, strike the open palm with the fist four times and "
                    "show at the fourth. Both agree on the result before the hands move. A tie is "
                    "played again."
                ),
                "R-046",
            ),
            Line(
                _(
                    "Or: each player lays down one of three cards marked rock, paper and scissors, "
                    "and both are turned over at the same time. Nothing else counts."
                ),
                "R-046",
            ),
        ),
        ("playing",),
    ),
    PocketBookCard(
        "sleeves",
        _("Sleeves"),
        "cards",
        (
            Line(
                _(
                    "Sleeves are optional. All sleeves of a deck have the same color, condition, "
                    "size and texture and a clear front; one card each, fully covered."
                ),
                "R-022, R-023",
            ),
            Line(_("No mirrors. A shiny border that only shows the kind of card is tolerated."), "R-022"),
            Line(
                _(
                    "At Championship Points events no pattern on the back, except official Pokémon sleeves "
                    "with the same color at all four edges. Elsewhere the head judge decides."
                ),
                "R-023",
            ),
            Line(_("Inappropriate images are not allowed anywhere."), "R-023"),
            Line(_("Inner sleeves are fine as long as nothing becomes marked."), "R-024"),
            Line(
                _(
                    "The head judge has the final say. Players whose sleeves are not allowed must "
                    "replace them or play without."
                ),
                "R-049",
            ),
        ),
        ("deckcheck",),
    ),
    PocketBookCard(
        "marked-cards",
        _("Marked cards and proxies"),
        "cards",
        (
            Line(
                _(
                    "A card is marked if anything distinguishes it without seeing its face. The "
                    "sleeve counts as part of the card. The head judge decides."
                ),
                "R-025",
            ),
            Line(_("Players are responsible for their cards during the whole event."), "R-025"),
            Line(
                _(
                    "Worn or marked sleeves are replaced immediately. If they are found later, look for a "
                    "pattern before you decide."
                ),
                "R-039",
            ),
            Line(
                _(
                    "For a card damaged during the event, or misprinted so that it is marked, a judge may "
                    "make a proxy. It is valid for the event; the player keeps the original at hand."
                ),
                "R-016",
            ),
            Line(
                _("Or the player uses an undamaged copy of their own; that does not change the deck."),
                "R-016, R-032",
            ),
        ),
        ("deckcheck",),
    ),
    PocketBookCard(
        "deck-check",
        _("A deck check"),
        "cards",
        (
            Line(
                _(
                    "In this order: legible list, sleeves, number of cards, cards against the list, reference "
                    "cards of proxies."
                ),
                "R-034",
            ),
            Line(_("Count before you look at the cards."), "R-034"),
            Line(
                _(
                    "An illegible list may have to be rewritten; the collector number settles what "
                    "is unclear."
                ),
                "R-036",
            ),
            Line(
                _(
                    "A proxy without its reference card: the player may not continue with it, or gets "
                    "a penalty."
                ),
                "R-037",
            ),
            Line(
                _(
                    "Required at Championship Points events; at least 10% of the decks is a good "
                    "target anywhere."
                ),
                "R-035, R-038",
            ),
            Line(
                _(
                    "Afterwards the player shuffles thoroughly. Give the table a time extension for "
                    "the time it took."
                ),
                "R-039, R-113",
            ),
        ),
        ("deckcheck",),
    ),
)
