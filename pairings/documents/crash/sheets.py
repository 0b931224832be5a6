"""The crash pack: all that is needed to go on by hand from this second, when nothing else is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, Paragraph

from pairings.documents import paper_words
from pairings.engine.crash import Played
from pairings.engine.rows import Person
from tournaments.documents.bidi import isolated
from tournaments.documents.fonts import BOLD, DISPLAY, TEXT, glyphs
from tournaments.documents.grid import Cell, Column, Grid, Row, in_columns
from tournaments.documents.markup import plain
from tournaments.documents.sheet import Paper, Sheet, Text
from tournaments.engine.alphabet import sort_key
from tournaments.engine.rows import SheetHead
from tournaments.wording import labelled

TITLE = ParagraphStyle(
    "title", fontName=DISPLAY, fontSize=14, leading=17, spaceBefore=12, spaceAfter=3, keepWithNext=1
)
LINE = ParagraphStyle("line", fontName=TEXT, fontSize=10.5, leading=14.5, leftIndent=12, bulletIndent=0)

HOW_TO_PAIR: tuple[Text, ...] = (
    _("Collect the slips of the round in play and write each result into “Pairings by table”."),
    _("Win 3 points, tie 1, loss 0; a bye counts as a win. Add them to “Record of each player”."),
    _("Strike the players who drop. Sort the slips of the others by points, most first."),
    _(
        "Shuffle inside each group of equal points, then pair from the top: first with second, third with fourth."
    ),
    _(
        "Players who have met before swap with the next one of the same points: the numbers beside "
        "each round say whom."
    ),
    _("A group with an odd number sends one down, at random, to meet a player of the next group."),
    _("With an odd number of players, a player of the lowest group who has had no bye gets the bye."),
    _("Write the pairs into “Next round by hand”, table by table, and read them out or hang them up."),
    _("Standings: by points, then by the opponents’ win percentage; else in this order."),
)
"""M-014 to M-021 as somebody does them with a pile of slips."""

HOW_TO_START_CUT: tuple[Text, ...] = (
    _(
        "After the last Swiss round, as many players advance as “How it stood” says: first plays last, "
        "second plays last but one, and so on."
    ),
    _(
        "First and second can meet in the final only: in a top 8, the winner of 1 and 8 meets that of 4 and 5, "
        "the winner of 2 and 7 that of 3 and 6."
    ),
)
"""M-027, M-028."""

HOW_TO_PLAY_CUT: tuple[Text, ...] = (
    _("Write each winner into the next box of “Bracket”: the two in one box meet in the next round."),
    _("A match of the top cut has a winner, and the loser is out. Any free table will do."),
    _("If “Bracket” has a box for third place, the two who lost the semifinals play there."),
)

HOW_TO_START_BRACKET: tuple[Text, ...] = (
    _("Shuffle the names and write them below one another, for a bracket of 2, 4, 8, 16 or more lines."),
    _(
        "With fewer players than lines, as many of the first have a bye in the first round as lines are empty."
    ),
    _(
        "A match has a winner, and the loser is out. The winners of neighboring matches meet, until one is left."
    ),
)

Guide = tuple[Text, tuple[Text, ...]]
"""How something is done by hand: what, and step by step."""

PAIR: Guide = (_("How to pair the next round"), HOW_TO_PAIR)
START_BRACKET: Guide = (_("How to start the bracket"), HOW_TO_START_BRACKET)
START_CUT: Guide = (_("How to start the top cut"), HOW_TO_START_CUT)
PLAY_CUT: Guide = (_("How to play the top cut"), HOW_TO_PLAY_CUT)


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of how things stood: "Clock: 12:40 left at 14:02"."""

    name: Text
    value: Text


class HowItStands(Sheet):
    """How things stood when this was printed, and how to go on."""

    what = _("Continue by hand")

    def __init__(
        self,
        head: SheetHead,
        sections: Sequence[tuple[Text, Sequence[Fact]]],
        *,
        guides: Sequence[Guide] = (PAIR,),
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.sections, self.guides = sections, guides

    def story(self) -> Iterator[Flowable]:
        for font in (TEXT, BOLD, DISPLAY):
            glyphs(font)
        for title, facts in self.sections:
            lines = [
                _paragraph(labelled(isolated(str(fact.name)), fact.value) if fact.name else str(fact.value))
                for fact in facts
            ]
            yield KeepTogether([Paragraph(plain(str(title), DISPLAY), TITLE), *lines[:3]])
            yield from lines[3:]
        for title, steps in self.guides:
            yield Paragraph(plain(str(title), DISPLAY), TITLE)
            for number, line in enumerate(steps, start=1):
                yield Paragraph(plain(str(line)), LINE, bulletText=f"{number}.")


def _paragraph(text: str) -> Paragraph:
    return Paragraph(plain(text), LINE, bulletText="•")


class Records(Sheet):
    """Everybody’s record: a number for each player by place, and round by round whom they met and what came of it.

    "12+" is a win against number 12, "12–" a loss, "12=" a tie, "bye" a bye, "·" a round without them.
    """

    what = _("Record of each player")
    landscape = True
    rows_on_page = 24

    def __init__(
        self, head: SheetHead, players: Sequence[Played], rounds: Sequence[int], *, paper: Paper = "a4"
    ) -> None:
        super().__init__(head, paper=paper)
        self.players, self.rounds = players, rounds

    def story(self) -> Iterator[Flowable]:
        share = 0.60 / max(len(self.rounds), 1)
        columns = (
            Column(_("No."), 0.05, size=11, font=DISPLAY, align="center"),
            Column(_("Player"), 0.25, size=11, least=8),
            Column(_("Points"), 0.06, size=11, font=BOLD, align="center"),
            Column(_("Record (W-L-T)"), 0.08, size=10, align="center"),
            *(
                Column(str(number), min(share, 0.09), size=10, least=8, align="center")
                for number in self.rounds
            ),
        )
        height = self.body[3] / (self.rows_on_page + 1)
        yield Grid(columns, [self.line(player) for player in self.players], row=height)

    def line(self, player: Played) -> Row:
        record = f"{player.wins}-{player.losses}-{player.ties}"
        name = Cell(player.person.name, struck=player.person.dropped)
        return (str(player.number), name, str(player.person.points), record, *map(self.mark, player.marks))

    def mark(self, mark: str) -> Text:
        return _("bye") if mark == "bye" else mark


class PlayersByName(Sheet):
    """Everybody by name with their number in “Everybody’s record”: no Player IDs, so that it may lie about."""

    what = _("Players by name")
    columns = 2
    rows_on_page = 40
    grid_columns = (
        Column(_("Name"), 0.62, size=10.5, least=8),
        Column(_("No."), 0.14, size=11, font=DISPLAY, align="center"),
        Column(_("Division"), 0.24, size=8.5, least=8),
    )

    def __init__(
        self, head: SheetHead, players: Sequence[tuple[Person, int, str]], *, paper: Paper = "a4"
    ) -> None:
        super().__init__(head, paper=paper)
        self.players = sorted(players, key=lambda one: sort_key(one[0].sort_name))

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        lines = [
            (paper_words.name_cell(person, sort=True), str(number), division)
            for person, number, division in self.players
        ]
        grid = Grid(self.grid_columns, lines, row=height, empty=_("No players yet."))
        return in_columns(grid, self.column, self.body[3], self.columns)


class NextRound(Sheet):
    """Empty lines for the pairs of the next round, with the tables there are."""

    what = _("Next round by hand")
    rows_on_page = 25
    grid_columns = (
        Column(_("Table"), 0.10, size=14, font=DISPLAY, align="center"),
        Column(_("No."), 0.08, align="center"),
        Column(_("Player"), 0.31),
        Column(_("Result"), 0.12, align="center"),
        Column(_("No."), 0.08, align="center"),
        Column(_("Player"), 0.31),
    )

    def __init__(self, head: SheetHead, tables: Sequence[int], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.tables = tables

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        spare = [""] * (
            ceil((len(self.tables) + 1) / self.rows_on_page) * self.rows_on_page - len(self.tables)
        )
        lines = [(str(table), "", "", "–", "", "") for table in [*self.tables, *spare]]
        yield Grid(self.grid_columns, lines, row=height)
