"""Names of rounds, both as titles and inside a sentence: "Round 5", "semifinals"."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.models import Match, Round, Stage
from pairings.queries.bracket import cut_titles
from pairings.queries.desk.division_state import DivisionState, Phase

DASH = "–"


def round_name(round_: Round) -> str:
    """Return the name of a round: "Round 5", or "Semifinals" in a bracket.

    If brackets of different sizes are played at the same time, return both titles: "Semifinals, Final".
    """
    if round_.stage.kind == Stage.Kind.SWISS:
        return _("Round %(round)d") % {"round": round_.number}
    return ", ".join(cut_titles.cut_round_titles(round_)) or _("Top cut")


def round_names(rounds: Iterable[Round]) -> dict[int, str]:
    """Return the names of rounds in a list, by key. One query if some are part of the cut."""
    round_list = list(rounds)
    cut_rounds = [round_ for round_ in round_list if round_.stage.kind != Stage.Kind.SWISS]
    titles = cut_titles.cut_round_titles_by_round(cut_rounds) if cut_rounds else {}
    names = {round_.pk: ", ".join(titles.get(round_.pk, [])) or _("Top cut") for round_ in cut_rounds}
    return {
        round_.pk: names.get(round_.pk) or _("Round %(round)d") % {"round": round_.number}
        for round_ in round_list
    }


def round_name_of_match(match: Match) -> str:
    """Return the name of a match's round: "Round 5".

    In the cut, it is the name of that round in the match's bracket: "Final", "Third place".
    """
    round_ = match.round
    if match.bracket_id is None:
        return round_name(round_)
    return cut_titles.cut_match_titles([match])[match.pk]


def round_name_in_sentence(round_: Round) -> str:
    """Return the name of a round inside a sentence: "round 5", "semifinals"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return _("round %(round)d") % {"round": round_.number}
    return round_name(round_).lower()


def next_round_in_sentence(standpoint: DivisionState) -> str:
    """Return the current or next round of a division inside a sentence.

    For example "round 5", or "next round of the top cut".
    """
    if standpoint.newest is not None and standpoint.phase in (Phase.REVIEW, Phase.RESULTS):
        return round_name_in_sentence(standpoint.newest)
    if standpoint.stage is not None and standpoint.stage.kind == Stage.Kind.ELIMINATION:
        return _("next round of the top cut")
    return _("round %(round)d") % {"round": standpoint.next_number}


def round_as_object(round_: Round) -> str:
    """Return the name of a round after a verb, with an article if the language has one: "round 5", "the semifinals"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return pgettext("object", "round %(round)d") % {"round": round_.number}
    return ", ".join(cut_titles.cut_round_titles(round_, cut_titles.cut_round_title_in_sentence)) or _(
        "the top cut"
    )


def round_number_or_title(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """Return a round's name for a column: "5", "Quarterfinals" in the cut, or a dash without a number.

    `titles`: see `cut_titles.cut_round_titles_of_event`. `division`: id of the division.
    """
    if number is None:
        return DASH
    return titles.get((division, number)) or str(number)


def round_title(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """Return the name of a round by number: "Round 5", "Quarterfinals"; "" without a number.

    `titles`: see `cut_titles.cut_round_titles_of_event`. `division`: id of the division.
    """
    if number is None:
        return ""
    return titles.get((division, number)) or _("Round %(round)d") % {"round": number}


def round_title_in_sentence(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """Return the name of a round by number inside a sentence: "round 5", "quarterfinals".

    It is "" without a number. `titles`: see `cut_titles.cut_round_titles_of_event`. `division`: id of the division.
    """
    if number is None:
        return ""
    title = titles.get((division, number))
    return title.lower() if title else _("round %(round)d") % {"round": number}


def round_number_with_title(round_: Round) -> str:
    """Return the text to show after the word "Round": "5", or "6 (Quarterfinals)" in the cut."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return str(round_.number)
    return f"{round_.number} ({round_name(round_)})"
