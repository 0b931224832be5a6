from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from pairings.documents.bracket import BracketBoxHalf, BracketSheet, share_height
from pairings.engine.display_rows import BracketBox, BracketRound, BracketSide
from pairings.queries.print import print_figures
from tests.pairings.documents.samples import person
from tests.papers import HEAD, pages, paper


def cut(size, *, played=0):
    """Return a bracket of `size` in which the upper side wins the first `played` rounds 2-1."""
    sides = [(seed, person(seed)) for seed in range(1, size + 1)]
    rounds = []
    while len(sides) > 1:
        over = len(rounds) < played
        boxes = tuple(
            BracketBox(BracketSide(*up, games=2 if over else None, won=over), BracketSide(*low), table=n)
            for n, (up, low) in enumerate(zip(sides[::2], sides[1::2], strict=True), start=1)
        )
        rounds.append(BracketRound(f"Round of {len(sides)}", boxes))
        sides = [(box.left.seed, box.left.person) if over else (None, None) for box in boxes]
    return rounds


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_everybody_in_the_cut_stands_on_one_landscape_page(size):
    pdf = BracketSheet(HEAD, cut(size)).render()
    (text,) = pages(pdf)
    assert paper(pdf) == {(842, 595)}
    assert all(f"First{seed} " in text for seed in range(1, size + 1))
    assert all(title in text for title in (f"Round of {size}", "Round of 2", "Winner"))


def test_winners_move_on_and_the_champion_stands_at_the_end():
    (text,) = pages(BracketSheet(HEAD, cut(8, played=3), champion=person(1)).render())
    assert text.count("First1 ") == 4, "quarterfinal, semifinal, final, winner"
    assert text.count("First5 ") == 3, "all but the winner"
    assert text.count("First4 ") == 1


def test_who_moves_up_stands_at_the_end_with_the_reason():
    """The winner of the final may have been disqualified, so the sheet names the player in first place."""
    drawn = BracketSheet(HEAD, cut(4, played=2), champion=person(3), note="First1 was disqualified.").render()
    (text,) = pages(drawn)
    assert text.count("First3 ") == 3, "semifinal, final, winner"
    assert text.count("First1 ") == 3, "semifinal, final, note"
    (text,) = pages(BracketSheet(HEAD, cut(4, played=2)).render())
    assert text.count("First1 ") == 2, "nobody has the first place"


def test_a_walkover_is_marked():
    box = BracketBox(
        BracketSide(1, person(1), won=True), BracketSide(2, person(2)), table=4, by_walkover=True
    )
    (text,) = pages(BracketSheet(HEAD, [BracketRound("Final", (box,))]).render())
    lines = text.splitlines()
    assert "Did not play" in lines
    assert "4" not in lines
    (text,) = pages(BracketSheet(HEAD, [BracketRound("Final", (replace(box, by_walkover=False),))]).render())
    assert "4" in text.splitlines()
    assert "Did not play" not in text


def test_open_places_stay_empty_to_be_written_in():
    (text,) = pages(BracketSheet(HEAD, cut(8)).render())
    assert "None" not in text
    assert text.count("First1 ") == 1


def test_third_place():
    third = BracketBox(BracketSide(None, person(71)), BracketSide(None, person(72)))
    (text,) = pages(BracketSheet(HEAD, cut(4), third=third).render())
    assert all(words in text for words in ("Third place", "First71 ", "First72 "))


def test_more_matches_than_fit_go_in_parts_that_meet_on_the_last_page():
    """Names stay large enough to read: at most eight matches below one another on A4, sixteen on A3."""
    texts = pages(BracketSheet(HEAD, cut(64, played=6)).render())
    assert len(texts) == 5
    assert [text.count("Round of 64") for text in texts] == [1, 1, 1, 1, 0]
    assert all(f"First{seed} " in texts[(seed - 1) // 16] for seed in range(1, 65))
    assert ["Winner" in text for text in texts] == [False, False, False, False, True]
    assert [
        len(pages(BracketSheet(HEAD, cut(32), paper=name).render())) for name in ("a4", "letter", "a3")
    ] == [
        3,
        3,
        1,
    ]


@pytest.mark.parametrize(
    ("players", "count"), [(4, 1), (12, 1), (16, 1), (17, 3), (32, 3), (64, 5), (128, 9)]
)
def test_the_print_page_knows_how_many_pages_it_has(players, count):
    assert print_figures.count_bracket_pages(players) == count
    size = 1 << (players - 1).bit_length()
    assert len(pages(BracketSheet(HEAD, cut(size)).render())) == count


LONG = "Maria Aparecida da Conceicao dos Santos Nascimento e Albuquerque"


@pytest.mark.parametrize("players", [4, 16, 64])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_names_up_to_the_length_the_print_page_knows_take_no_page_more(players, paper):
    def trees(letters):
        rounds = [
            replace(one, boxes=tuple(map(partial(renamed, name=LONG[:letters].strip()), one.boxes)))
            for one in cut(players, played=1)
        ]
        return len(BracketSheet(HEAD, rounds, paper=paper).trees())

    assert trees(print_figures.LONG_NAME) == print_figures.count_bracket_pages(players)
    assert players == 4 or trees(len(LONG)) > print_figures.count_bracket_pages(players)


def renamed(box, name):
    """Return the box with this name on both sides."""

    def side(one):
        return replace(one, person=one.person and replace(one.person, first_name="", last_name=name))

    return replace(box, left=side(box.left), right=side(box.right))


def test_a_bye_is_named():
    box = BracketBox(BracketSide(1, person(1)), BracketSide(), bye=True)
    (text,) = pages(BracketSheet(HEAD, [BracketRound("Final", (box,))]).render())
    assert "Bye" in text


def test_before_the_cut():
    (text,) = pages(BracketSheet(HEAD, []).render())
    assert "The bracket appears once the top cut is paired." in text


@pytest.mark.parametrize(
    ("name", "points"), [("a3", (1191, 842)), ("tabloid", (1224, 792)), ("letter", (792, 612))]
)
def test_papers(name, points):
    assert paper(BracketSheet(HEAD, cut(8), paper=name).render()) == {points}


LONG = "Maximiliana Alexandra Philippa Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh of the Upper Harbour"


@pytest.mark.parametrize(("size", "others"), [(8, False), (4, True), (2, True)])
def test_a_name_of_three_lines_and_more_stands_whole_while_there_is_room(size, others):
    """Text is at least nine points: half of a long name uses the space left by the other half, or the box grows."""
    drawn = cut(size)
    name = {"first_name": LONG, "last_name": "Quay"}
    boxes = [
        BracketBox(
            BracketSide(box.left.seed, replace(box.left.person, **name)),
            BracketSide(box.right.seed, replace(box.right.person, **name) if others else box.right.person),
        )
        for box in drawn[0].boxes
    ]
    (text,) = pages(BracketSheet(HEAD, [BracketRound("First", tuple(boxes)), *drawn[1:]]).render())
    assert "…" not in text
    assert text.count("Quay") == len(boxes) * (1 + others)


WORDS = "Maximiliana Alexandra Philippa Wolfeschlegelsteinhausenbergerdorff of Featherstone"[:80]
"""A first or last name of the maximum length of an entry."""


def with_long(drawn, *places, name=WORDS):
    """Return the same bracket with two very long names in these boxes of its first round."""
    boxes = list(drawn[0].boxes)
    for at in places:
        sides = (boxes[at].left, boxes[at].right)
        left, right = (
            replace(side, person=replace(side.person, first_name=name, last_name=f"{WORDS[:70]} Quay"))
            for side in sides
        )
        boxes[at] = replace(boxes[at], left=left, right=right)
    return [BracketRound(drawn[0].title, tuple(boxes)), *drawn[1:]]


@pytest.mark.parametrize("name", ["a4", "letter", "a3", "tabloid"])
@pytest.mark.parametrize("size", [8, 16, 32, 64])
@pytest.mark.parametrize("where", [(0,), (1, 2), ()])
def test_two_very_long_names_in_a_box_of_a_large_bracket_stand_whole(name, size, where):
    """The box takes height from the others; if that is not enough, a page has fewer boxes. With (), all names are
    long.
    """
    places = where or range(size // 2)
    text = "".join(pages(BracketSheet(HEAD, with_long(cut(size), *places), paper=name).render()))
    assert "…" not in text
    assert text.count("Quay") == 2 * len(places)
    seeds = [seed for seed in range(1, size + 1) if (seed - 1) // 2 not in places]
    assert all(f"First{seed} " in text for seed in seeds)


def test_one_box_of_eight_takes_height_from_the_others_on_the_same_page():
    name = "Maria Aparecida da Conceição dos Santos"
    assert len(pages(BracketSheet(HEAD, with_long(cut(16), 3, name=name)).render())) == 3, (
        "with the part they meet in"
    )
    assert len(pages(BracketSheet(HEAD, with_long(cut(8), 3)).render())) == 1


def test_boxes_keep_apart_and_lines_lead_from_their_middles():
    """No box overlaps another, however different they are, and each winner is between the two boxes it comes from."""
    (tree,) = BracketSheet(HEAD, with_long(cut(8), 2)).trees()
    columns = [
        [tree.frame(column, place) for place in range(len(one.boxes))]
        for column, one in enumerate(tree.rounds)
    ]
    tall = [
        sum(frame.half_heights(*(half.needs(frame) for half in BracketBoxHalf.both(box))))
        for frame, box in zip(columns[0], tree.rounds[0].boxes, strict=True)
    ]
    assert tall[2] > 1.3 * tall[0] == 1.3 * tall[1]
    for upper, lower, high, deep in zip(columns[0], columns[0][1:], tall, tall[1:], strict=False):
        assert upper.middle - high / 2 > lower.middle + deep / 2
    for before, after in pairwise(columns):
        for place, frame in enumerate(after):
            assert frame.middle == pytest.approx(
                (before[2 * place].middle + before[2 * place + 1].middle) / 2
            )


def test_where_no_page_is_large_enough_the_room_of_the_box_is_parted_alike():
    """If both names are longer than a name may be, both are cut, and neither more than the other."""
    drawn = with_long(cut(4), 0, 1, name=" ".join([LONG] * 12))
    texts = pages(BracketSheet(HEAD, drawn).render())
    assert [text.count("…") for text in texts] == [4]


@pytest.mark.parametrize(
    ("wanted", "parts"),
    [
        ([10, 20, 30, 90], [100, 100, 100, 100]),
        ([10, 20, 30, 190], [70, 70, 70, 190]),
        ([10, 20, 90, 250], [30, 30, 90, 250]),
        ([10, 10, 10, 390], [100, 100, 100, 100]),
        ([110, 120, 130, 140], [100, 100, 100, 100]),
    ],
)
def test_a_height_is_shared_by_what_each_wants(wanted, parts):
    assert share_height(400, wanted, 20) == parts
