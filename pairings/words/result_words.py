"""Texts for points, results, walkovers, and numbers of tables and players."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models.match import Reason
from pairings.queries.bracket import displayed_brackets
from pairings.words import outcome_words
from pairings.words.round_names import DASH
from tournaments.labels import division_label, entrants_text
from tournaments.models import Division
from tournaments.words.entrants import are_entrants_teams


def points_text(number: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", number) % {"n": number}


def points_and_record_text(person: EntryPerson) -> str:
    """Return points and record before the round: "12 points · 4-0-0"."""
    return f"{points_text(person.points)} · {person.record}"


def pair_down_text(points: str) -> str:
    """Return the points of a player who is paired down, given as text, with that note."""
    return _("%(points)s · pair-down") % {"points": points}


def disqualified_winner_text(bracket: displayed_brackets.DrawnBracket) -> str:
    """Explain the consequences if the winner of the final was disqualified, otherwise return ""."""
    if bracket.disqualified is None:
        return ""
    facts = {
        "name": bracket.disqualified.name,
        "champion": bracket.champion.name if bracket.champion else DASH,
    }
    if bracket.champion is None:
        return _("%(name)s won the final and was disqualified. First place is left vacant.") % facts
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
    """Explain why a match of the cut is not played: "Ana Silva is out of the event, so …"; empty otherwise."""
    if not row.by_walkover or row.right is None:
        return ""
    winner, loser = (row.left, row.right) if row.outcome is Outcome.LEFT else (row.right, row.left)
    return out_of_cut_text(loser, winner)


def out_of_cut_text(loser: EntryPerson, winner: EntryPerson | None) -> str:
    """Explain why `winner` advances without playing; None is shown as a dash."""
    facts = {"out": loser.name, "name": winner.name if winner else DASH}
    return _("%(out)s is out of the event, so %(name)s advances without playing.") % facts


def match_row_text(row: MatchRow, reason: str = "") -> str:
    """Return a result in a few words: "Maya Okonkwo won 2-1", "Tie", "Double loss".

    `reason` is the code of the result's reason, which is added in parentheses. Return "" while the match is open.
    """
    result = outcome_words.outcome_text(row.outcome, row.left.name, row.right.name if row.right else "")
    parts = [result, games_text(row)]
    text = " ".join(part for part in parts if part)
    return f"{text} ({str(Reason(reason).label).lower()})" if reason and text else text


def games_text(row: MatchRow) -> str:
    """Return the game wins, left player first: "2-1"; "" if they were not reported."""
    if row.games_left is None or row.games_right is None:
        return ""
    return f"{row.games_left}-{row.games_right}"


def standings_list_name(division: Division, age_division: str) -> str:
    """Return the name of a standings list: its age division, or the division if the list includes all ages."""
    return str(division) if age_division == "all" else division_label(age_division)


def tables_text(number: int) -> str:
    return ngettext("%(n)d table", "%(n)d tables", number) % {"n": number}


def players_text(number: int) -> str:
    """Return a number of entries as text: "4 teams" where only teams play, else "12 players"."""
    if are_entrants_teams():
        return entrants_text(number, teams=True)
    return ngettext("%(n)d player", "%(n)d players", number) % {"n": number}


def names_and_more_text(names: Sequence[str], *, max_names: int = 6) -> str:
    """List names up to a limit: "Ana Silva, Mei García and 12 more"."""
    if len(names) <= max_names:
        return ", ".join(names)
    more_text = ngettext("%(number)d more", "%(number)d more", len(names) - max_names) % {
        "number": len(names) - max_names
    }
    return _("%(names)s and %(more)s") % {"names": ", ".join(names[:max_names]), "more": more_text}
