"""Points, results and steps in words."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket import cut_titles, cuts
from pairings.queries.rounds.desk import Phase, Standpoint
from pairings.words import outcome_words
from tournaments.models import Division
from tournaments.wording import division_label

DASH = "–"


def points_text(number: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", number) % {"n": number}


def points_and_record_text(person: Person) -> str:
    """Return points and record before the round: "12 points · 4-0-0"."""
    return f"{points_text(person.points)} · {person.record}"


def points_note_text(person: Person, *, down: bool = False) -> str:
    """Return the points, with a note if the opponent has fewer."""
    return (
        _("%(points)s · pair-down") % {"points": points_text(person.points)}
        if down
        else points_text(person.points)
    )


def round_name(round_: Round) -> str:
    """Return "Round 5", or "Semifinals" in a bracket.

    If brackets of two sizes are played at once, return both titles: "Semifinals, Final".
    """
    if round_.stage.kind == Stage.Kind.SWISS:
        return _("Round %(round)d") % {"round": round_.number}
    return ", ".join(cut_titles.cut_round_titles(round_)) or _("Top cut")


def round_names(rounds: Iterable[Round]) -> dict[int, str]:
    """Return the names of rounds in a list, by key. Takes one query if some are part of the cut."""
    round_list = list(rounds)
    cut_rounds = [round_ for round_ in round_list if round_.stage.kind != Stage.Kind.SWISS]
    titles = cut_titles.titles_by_round(cut_rounds) if cut_rounds else {}
    names = {round_.pk: ", ".join(titles.get(round_.pk, [])) or _("Top cut") for round_ in cut_rounds}
    return {
        round_.pk: names.get(round_.pk) or _("Round %(round)d") % {"round": round_.number}
        for round_ in round_list
    }


def match_name(match: Match) -> str:
    """Return the round of a match. In the cut it is that of its own bracket: "Final", "Third place"."""
    round_ = match.round
    if match.bracket_id is None:
        return round_name(round_)
    return cut_titles.match_titles([match])[match.pk]


def round_name_in_sentence(round_: Round) -> str:
    """Return the name of a round inside a sentence: "round 5", "semifinals"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return _("round %(round)d") % {"round": round_.number}
    return round_name(round_).lower()


def next_round_in_sentence(standpoint: Standpoint) -> str:
    """Return the current or next round of a division inside a sentence: "round 5", "next round of the top cut"."""
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


def number_or_title(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """Return a round in a column: "5", in the cut "Quarterfinals", a dash for None.

    `titles`: see `cut_titles.round_titles`.
    """
    if number is None:
        return DASH
    return titles.get((division, number)) or str(number)


def round_title(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """Return a round by its number: "Round 5", "Quarterfinals". Empty for None."""
    if number is None:
        return ""
    return titles.get((division, number)) or _("Round %(round)d") % {"round": number}


def round_title_in_sentence(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """Return a round inside a sentence by its number: "round 5", "quarterfinals". Empty for None."""
    if number is None:
        return ""
    title = titles.get((division, number))
    return title.lower() if title else _("round %(round)d") % {"round": number}


def number_with_title(round_: Round) -> str:
    """Return the text after the word "Round": "5", in the cut "6 (Quarterfinals)"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return str(round_.number)
    return f"{round_.number} ({round_name(round_)})"


def disqualified_winner_text(bracket: cuts.DrawnBracket) -> str:
    """Explain what follows from a disqualified winner of the final. Empty if there is none."""
    if bracket.disqualified is None:
        return ""
    facts = {
        "name": bracket.disqualified.name,
        "champion": bracket.champion.name if bracket.champion else DASH,
    }
    if bracket.champion is None:
        return _("%(name)s won the final and was disqualified. First place stays empty.") % facts
    if bracket.from_outside:
        return (
            _(
                "All players in the top cut were disqualified. %(champion)s is next and moves up to "
                "first place."
            )
            % facts
        )
    return _("%(name)s won the final and was disqualified. %(champion)s moves up to first place.") % facts


def walkover_text(row: MatchRow) -> str:
    """Explain why a match of the cut is not played: "Ana Silva is out of the event, so …". Empty otherwise."""
    if not row.by_walkover or row.right is None:
        return ""
    winner, loser = (row.left, row.right) if row.outcome is Outcome.LEFT else (row.right, row.left)
    return out_of_cut_text(loser, winner)


def out_of_cut_text(loser: Person, winner: Person | None) -> str:
    facts = {"out": loser.name, "name": winner.name if winner else DASH}
    return _("%(out)s is out of the event, so %(name)s advances without playing.") % facts


def match_row_text(row: MatchRow, reason: str = "") -> str:
    """Return a result in a few words: "Maya Okonkwo won 2-1", "Tie", "Double loss". Empty while it is open."""
    result = outcome_words.outcome_text(row.outcome, row.left.name, row.right.name if row.right else "")
    parts = [result, games_text(row)]
    text = " ".join(part for part in parts if part)
    return f"{text} ({str(Reason(reason).label).lower()})" if reason and text else text


def games_text(row: MatchRow) -> str:
    """Return the game wins from left to right, "2-1". Empty if they were not reported."""
    if row.games_left is None or row.games_right is None:
        return ""
    return f"{row.games_left}-{row.games_right}"


def standings_list_name(division: Division, age_division: str) -> str:
    """Return the name of a list of standings: its age division, or the division if one list serves all ages."""
    return str(division) if age_division == "all" else division_label(age_division)


def tables_text(number: int) -> str:
    return ngettext("%(n)d table", "%(n)d tables", number) % {"n": number}


def players_text(number: int) -> str:
    return ngettext("%(n)d player", "%(n)d players", number) % {"n": number}


def names_and_more_text(names: Sequence[str], *, max_names: int = 6) -> str:
    """Return "Ana Silva, Mei García and 12 more"."""
    if len(names) <= max_names:
        return ", ".join(names)
    more_text = ngettext("%(number)d more", "%(number)d more", len(names) - max_names) % {
        "number": len(names) - max_names
    }
    return _("%(names)s and %(more)s") % {"names": ", ".join(names[:max_names]), "more": more_text}
