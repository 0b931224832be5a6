"""Cards about decisions: time, the end of a match, calls and penalties."""

from django.utils.translation import gettext_lazy as _

from floor.pocket_book.book_cards import Line, PocketBookCard

CARDS: tuple[PocketBookCard, ...] = (
    PocketBookCard(
        "round-time",
        _("Round time"),
        "time",
        (
            Line(
                _(
                    "Single game: at least 30 minutes and 3 turns in Constructed, 20 minutes and 3 turns in "
                    "Limited."
                ),
                "R-111",
                "2017",
            ),
            Line(
                _("Best of three: at least 45 minutes and 3 turns, Constructed and Limited alike."),
                "R-112",
                "2017",
            ),
            Line(
                _(
                    "Single game: at least 30 minutes. Best of three: at least 50 minutes. Top cut "
                    "rounds at championships are best of three."
                ),
                "M-060",
                "2026",
            ),
            Line(_("The time limit is announced at the start."), "R-114"),
            Line(
                _(
                    "A judge may extend a match’s time for very slow play, a deck check or a ruling. Tell "
                    "both players and write it down immediately."
                ),
                "R-113",
            ),
            Line(_("Searching or shuffling without a reason is slow play."), "R-115"),
        ),
        ("playing", "extension"),
    ),
    PocketBookCard(
        "time-called",
        _("Time is called"),
        "time",
        (
            Line(
                _(
                    "During a turn: that turn is finished, effects between turns are resolved, and "
                    "the next turn is the first of three."
                ),
                "R-121",
            ),
            Line(
                _("Between turns: effects are resolved, and the turn after them is the first of three."),
                "R-121",
                "2017",
            ),
            Line(_("During Pokémon Checkup: the next turn is the first of three."), "M-061", "2026"),
            Line(_("15 minutes after time is called the round is over, whatever the turn."), "M-061", "2026"),
            Line(
                _(
                    "If a game is won after time is called, play ends there. No new game is started to use up turns."
                ),
                "R-122",
            ),
            Line(_("In best of three, a game has started once it is decided who goes first."), "R-123"),
        ),
        ("time", "extraturns"),
    ),
    PocketBookCard(
        "swiss-unresolved",
        _("No winner in a Swiss match"),
        "end",
        (
            Line(
                _(
                    "First: exactly one player was late or away without permission, and a judge knew "
                    "before the match ended. That player loses."
                ),
                "R-124, R-125, R-128, M-062",
            ),
            Line(_("Single game: a tie."), "R-124"),
            Line(
                _("Best of three, in game 1: a tie. After game 1 or in game 2: the winner of game 1 wins."),
                "R-125, R-126, R-127, M-063",
            ),
            Line(
                _("After game 2 at 1-1, or in game 3: a tie. There is no Sudden Death after time."),
                "R-122, R-129, R-130, R-131, M-063",
            ),
        ),
        ("time", "extraturns"),
    ),
    PocketBookCard(
        "cut-unresolved",
        _("No winner in a match of the top cut"),
        "end",
        (
            Line(_("First apply the lateness rule, as in Swiss rounds."), "R-132, M-062"),
            Line(
                _(
                    "Game 1, or a single game: the player with fewer Prize cards left wins the "
                    "match. Equal: play continues until they differ."
                ),
                "R-132, R-133, R-134, M-064",
            ),
            Line(_("Count Prize cards after the last turn, before effects between turns."), "R-118"),
            Line(_("Between games 1 and 2: the winner of game 1 wins."), "R-135, M-064"),
            Line(
                _(
                    "In game 2: it counts only if a player has fewer than half of the Prize cards "
                    "left. Then fewer Prize cards left wins game 2; equal: play continues. Otherwise the "
                    "winner of game 1 wins the match."
                ),
                "R-136, R-138",
                "2017",
            ),
            Line(_("At 1-1: one Sudden Death game with a new coin flip decides."), "R-137", "2017"),
            Line(_("In game 2: the winner of game 1 wins the match."), "M-064", "2026"),
            Line(
                _(
                    "Between games 2 and 3: a tiebreaker game decides, with 6 Prize cards; the first "
                    "player ahead on Prizes wins."
                ),
                "M-064, M-065",
                "2026",
            ),
            Line(
                _("Game 3: the player with fewer Prize cards left wins. Equal: play continues."),
                "R-139, M-064",
            ),
            Line(
                _("Prize penalties count: they are subtracted from the opponent’s remaining Prize cards."),
                "M-072",
                "2026",
            ),
        ),
        ("time", "extraturns"),
    ),
    PocketBookCard(
        "winning",
        _("Winning, and winning at the same time"),
        "end",
        (
            Line(
                _(
                    "A game is won with the last Prize card, when the opponent has no Pokémon left in play, "
                    "or when the opponent cannot draw at the start of the turn."
                ),
                "R-148",
            ),
            Line(
                _(
                    "Both Active Pokémon Knocked Out at the same time: the player whose turn comes next "
                    "chooses a new Active Pokémon and takes Prize cards first."
                ),
                "R-150",
            ),
            Line(_("Both at the same time: the player who wins in more ways wins."), "R-140"),
            Line(
                _(
                    "Otherwise Sudden Death: a new game with one Prize card each and a new coin "
                    "flip, repeated until a player wins."
                ),
                "R-141",
                "2017",
            ),
            Line(
                _(
                    "Otherwise a tiebreaker game: a new game with 6 Prize cards and a new coin flip; "
                    "the first player ahead on Prizes wins."
                ),
                "M-065",
                "2026",
            ),
            Line(
                _(
                    "A loop that cannot be broken: one more turn, then the tiebreaker game; after "
                    "that the higher seed wins."
                ),
                "M-065",
                "2026",
            ),
        ),
        ("playing", "extraturns"),
    ),
    PocketBookCard(
        "between-turns",
        _("Order between turns"),
        "end",
        (
            Line(
                _("Poison, Burn, Sleep, Paralysis; then Abilities and other effects; then Knock Outs."),
                "R-149",
            ),
            Line(
                _(
                    "Rulebook of 2005: Poison, the Burn flip, the Sleep flip, Paralysis. 2002: the same, then "
                    "Char counters, then Darkness Energy."
                ),
                "R-149",
                "2017",
            ),
            Line(
                _(
                    "The order decides which Pokémon is Knocked Out first, and so affects simultaneous "
                    "wins after time."
                ),
                "R-149",
            ),
        ),
        ("extraturns", "playing"),
    ),
    PocketBookCard(
        "no-show",
        _("Late and missing players"),
        "staff",
        (
            Line(
                _(
                    "Note when you see an empty seat. Late or away without permission counts only if a judge "
                    "knew before the match ended."
                ),
                "R-124, R-128",
            ),
            Line(
                _(
                    "If you give a player permission to leave the table, write it down: the absence never "
                    "counts against the player."
                ),
                "R-128",
            ),
            Line(
                _(
                    "Usual penalty in best of three: Game Loss 5 minutes into the round, Match Loss "
                    "at 10 minutes."
                ),
                "M-075",
            ),
        ),
        ("missing", "setup"),
    ),
    PocketBookCard(
        "results",
        _("Intentional draws and concessions"),
        "staff",
        (
            Line(
                _(
                    "Players may agree on a tie in Swiss rounds and may concede. Pressing the "
                    "opponent or offering anything for it is not allowed."
                ),
                "M-067",
            ),
            Line(_("A result may never be decided at random or by bribery."), "M-067"),
            Line(_("There are no ties in the top cut."), "M-064"),
        ),
        ("result",),
    ),
    PocketBookCard(
        "penalties",
        _("Penalties"),
        "staff",
        (
            Line(
                _("Caution, Warning, Prize card, Game Loss, Match Loss, Disqualification."), "M-070", "2017"
            ),
            Line(
                _("Caution, Warning, Double Prize, Quad Prize, Game Loss, Disqualification."), "M-070", "2026"
            ),
            Line(
                _(
                    "Double or Quad Prize: the opponent needs 2 or 4 fewer Prizes in that game. With that "
                    "many left or fewer, the game ends immediately. It cannot be declined."
                ),
                "M-071",
                "2026",
            ),
            Line(
                _(
                    "The head judge confirms Game Losses and higher. Warnings and higher are reported; "
                    "younger players may get a second Caution."
                ),
                "M-073",
            ),
        ),
        ("penalty",),
    ),
    PocketBookCard(
        "calls",
        _("At a call"),
        "staff",
        (
            Line(
                _("Ask both players, one after the other. Stop play, not the clock; note when you arrived."),
                "R-113",
            ),
            Line(
                _("Decide by the rules edition of this event. Either player may appeal to the head judge."),
                "R-002",
            ),
            Line(
                _("Explain what happens next, give a time extension, and record every Warning or higher."),
                "R-113, M-073",
            ),
        ),
        ("call",),
    ),
)
