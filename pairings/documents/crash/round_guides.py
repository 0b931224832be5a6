"""Guides to continue rounds by hand: pairing, the top cut, an elimination (M-014 to M-021, M-027, M-028)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest

from django.utils.translation import gettext_lazy as _

from core.documents.sheet import Text
from core.sentences import fill_sentence
from core.text_parts import joined_with_semicolons
from pairings.documents.printing import division_name_for_header
from pairings.queries.rounds.options import pods_and_last_round, wishes_of
from tournaments.models import Division, Tournament

Guide = tuple[Text, tuple[Text, ...]]
"""Title and steps of a guide."""

WRITE_PAIRS: Text = _(
    "Write the pairs in “Next round by hand”, table by table, and read them out or post them on the wall."
)
COPY: Text = _("Photocopy “Next round by hand” and the blank slips; each table gets a slip.")
EACH_DIVISION: Text = _("Pair each division separately, at its own tables.")

HOW_TO_PAIR_FIRST: tuple[Text, ...] = (
    _("Write each player on a piece of paper, and shuffle all of them."),
    _(
        "Pair from the top: first with second, third with fourth. With an odd number, the last one "
        "gets the bye."
    ),
    WRITE_PAIRS,
    COPY,
)

HOW_TO_PAIR: tuple[Text, ...] = (
    _("If a round is in play, collect its slips and write each result into “Pairings by table”."),
    _(
        "Win 3 points, tie 1, loss 0; a bye counts as a win. Add each result to “Player records”, in the "
        "column of its round, and the new points."
    ),
    _(
        "Cross out the players who drop. Sort the others by points, most first: a piece of paper for each player."
    ),
    _(
        "Shuffle the players with the same points, then pair from the top: first with second, third with fourth."
    ),
    _(
        "If two players have met before, swap one of them with the next player who has the same points: "
        "the round columns show who met whom."
    ),
    _(
        "If the number of players with the same points is odd, one of them, at random, plays a player from the next "
        "lower group."
    ),
    _("With an odd number of players, one of those with the fewest points who has had no bye gets the bye."),
    WRITE_PAIRS,
    _(
        "Standings: by points, then by the opponents’ win percentage, each at least 25%, then by the same "
        "percentage of their opponents. If there is no time for it, leave players with the same points in "
        "the order of “Player records”."
    ),
)
"""M-014 to M-021, done on paper."""

HOW_TO_START_CUT: tuple[Text, ...] = (
    _(
        "After the last Swiss round, as many players advance as “Status when printed” says: first plays last, "
        "second plays second to last, and so on."
    ),
    _(
        "Seeds 1 and 2 can meet only in the final: in a top 8, the winner of 1 and 8 meets the winner of 4 "
        "and 5, and the winner of 2 and 7 meets the winner of 3 and 6."
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
        "With more lines than names, the names at the top have a bye in the first round, one for each empty line."
    ),
    _(
        "A match has a winner, and the loser is out. The winners of neighboring matches meet, until one is left."
    ),
)

PAIR_FIRST: Guide = (_("How to pair round 1"), HOW_TO_PAIR_FIRST)
PAIR: Guide = (_("How to pair the next round"), HOW_TO_PAIR)
START_BRACKET: Guide = (_("How to start the bracket"), HOW_TO_START_BRACKET)
START_CUT: Guide = (_("How to start the top cut"), HOW_TO_START_CUT)
PLAY_CUT: Guide = (_("How to play the top cut"), HOW_TO_PLAY_CUT)

INSIDE_ALONE: Text = _(
    "Up to round %(round)d players meet inside their draft pod or pair; pair each pod separately. Cross pods only "
    "where a pod has an odd number or its players have all met."
)
INSIDE: Text = _(
    "%(division)s, up to round %(round)d: players meet inside their draft pod or pair; pair each pod separately. Cross "
    "pods only where a pod has an odd number or its players have all met."
)
"""R-091, if the pairing options pair inside draft pods."""


def round_guides(
    event: Tournament, in_bracket: Mapping[Division, bool], *, cut_to_come: bool
) -> Iterator[Guide]:
    """Yield guides to pair Swiss rounds, and to start or continue a bracket.

    `in_bracket` maps each division to whether its bracket has started. `cut_to_come`: whether a top cut is not
    paired yet.
    """
    swiss_divisions = [division for division, has_bracket in in_bracket.items() if not has_bracket]
    if swiss_divisions and event.structure == Tournament.Structure.ELIMINATION:
        yield START_BRACKET
    elif swiss_divisions:
        # Rounds inside draft pods need an extra step.
        in_pods, rounds_started = [], []
        for division in swiss_divisions:
            rounds_started.append(division.rounds.count())
            latest_number = division.rounds.order_by("-number").values_list("number", flat=True).first() or 0
            pods, last_round = pods_and_last_round(division, latest_number + 1, wishes_of(division))
            if pods:
                in_pods.append((division_name_for_header(division), last_round))
        yield from pair_guides(rounds_started, in_pods)
    if cut_to_come:
        yield START_CUT
    if any(in_bracket.values()):
        yield PLAY_CUT


def pair_guides(rounds: Iterable[int], in_pods: Sequence[tuple[str, int]]) -> Iterator[Guide]:
    """Yield the guides to pair round 1, where it has not started, and the later rounds.

    `rounds` lists the number of started rounds of each division. `in_pods` lists the divisions paired inside
    draft pods ("" for a single one), each with the last round paired this way.
    """
    pod_steps = tuple(
        fill_sentence(INSIDE if division else INSIDE_ALONE, {"division": division, "round": last_round})
        for division, last_round in in_pods
    )
    counts = list(rounds)
    each_division = (EACH_DIVISION,) if len(counts) > 1 else ()
    if not all(counts):
        title, steps = PAIR_FIRST
        yield title, (*each_division, *pod_steps, *steps)
    title, steps = PAIR
    # Pods matter after the third step, which sorts the players by points.
    yield title, (*each_division, *steps[:3], *pod_steps, *steps[3:])


def merged_guides(divisions: list[Division], guides: Iterable[Iterable[Guide]]) -> list[Guide]:
    """Merge equal guides of several divisions.

    `guides`: those of each division, in the order of `divisions`. If only some divisions need a guide, their
    names are added to its title.
    """
    names_by_guide: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    by_division = [
        [(division, guide) for guide in division_guides]
        for division, division_guides in zip(divisions, guides, strict=True)
    ]
    for division, (title, steps) in filter(None, chain.from_iterable(zip_longest(*by_division))):
        guide = str(title), tuple(map(str, steps))
        names_by_guide.setdefault(guide, []).append(division_name_for_header(division))
    return [
        (
            f"{title} · {joined_with_semicolons(division_names)}"
            if len(division_names) < len(divisions)
            else title,
            steps,
        )
        for (title, steps), division_names in names_by_guide.items()
    ]
