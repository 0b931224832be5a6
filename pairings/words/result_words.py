"""Points, results and steps in words."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket import cuts
from pairings.words import outcome_words

DASH = "–"


def points(number: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", number) % {"n": number}


def standing(person: Person) -> str:
    """Points and record before the round: "12 points · 4-0-0"."""
    return f"{points(person.points)} · {person.record}"


def note(person: Person, *, down: bool = False) -> str:
    """Points, with a note if the opponent has fewer."""
    return _("%(points)s · pair-down") % {"points": points(person.points)} if down else points(person.points)


def round_name(round_: Round) -> str:
    """ "Round 5", or "Semifinals" in a bracket; "Semifinals, Final" where brackets of two sizes are played at once."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return _("Round %(round)d") % {"round": round_.number}
    return ", ".join(cuts.titles(round_)) or _("Top cut")


def round_names(rounds: Iterable[Round]) -> dict[int, str]:
    """The names of rounds in a list, by key. One query where some are of the cut."""
    listed = list(rounds)
    of_cut = [round_ for round_ in listed if round_.stage.kind != Stage.Kind.SWISS]
    titles = cuts.titles_of(of_cut) if of_cut else {}
    names = {round_.pk: ", ".join(titles.get(round_.pk, [])) or _("Top cut") for round_ in of_cut}
    return {
        round_.pk: names.get(round_.pk) or _("Round %(round)d") % {"round": round_.number}
        for round_ in listed
    }


def match_name(match: Match) -> str:
    """The round of a match: in the cut that of its own bracket, "Final", "Third place"."""
    round_ = match.round
    if match.bracket_id is None:
        return round_name(round_)
    return cuts.match_titles([match])[match.pk]


def round_inside(round_: Round) -> str:
    """The name of a round inside a sentence: "round 5", "semifinals"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return _("round %(round)d") % {"round": round_.number}
    return round_name(round_).lower()


def round_as_object(round_: Round) -> str:
    """The name of a round after a verb, with its article where a language has one: "round 5", "the semifinals"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return pgettext("object", "round %(round)d") % {"round": round_.number}
    return ", ".join(cuts.titles(round_, cuts.title_as_object)) or _("the top cut")


def number_or_title(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """A round in a column: "5", in the cut "Quarterfinals", a dash for None.

    `titles`: see `cuts.round_titles`.
    """
    if number is None:
        return DASH
    return titles.get((division, number)) or str(number)


def round_title(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """A round by its number: "Round 5", "Quarterfinals"; empty for None."""
    if number is None:
        return ""
    return titles.get((division, number)) or _("Round %(round)d") % {"round": number}


def title_inside(titles: Mapping[tuple[int, int], str], division: int, number: int | None) -> str:
    """A round inside a sentence, by its number: "round 5", "quarterfinals"; empty for None."""
    if number is None:
        return ""
    title = titles.get((division, number))
    return title.lower() if title else _("round %(round)d") % {"round": number}


def number_with_title(round_: Round) -> str:
    """The text after the word "Round": "5", in the cut "6 (Quarterfinals)"."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return str(round_.number)
    return f"{round_.number} ({round_name(round_)})"


def ending(drawn: cuts.Drawn) -> str:
    """The consequence of a disqualified winner of the final; empty without one."""
    if drawn.disqualified is None:
        return ""
    facts = {"name": drawn.disqualified.name, "champion": drawn.champion.name if drawn.champion else DASH}
    if drawn.champion is None:
        return _("%(name)s won the final and was disqualified. First place stays empty.") % facts
    if drawn.from_outside:
        return (
            _(
                "All players in the top cut were disqualified. %(champion)s is next and moves up to "
                "first place."
            )
            % facts
        )
    return _("%(name)s won the final and was disqualified. %(champion)s moves up to first place.") % facts


def walkover(row: MatchRow) -> str:
    """Why a match of the cut is not played: "Ana Silva is out of the event, so …"; else empty."""
    if not row.by_walkover or row.right is None:
        return ""
    winner, out = (row.left, row.right) if row.outcome is Outcome.LEFT else (row.right, row.left)
    return out_of_cut(out, winner)


def out_of_cut(out: Person, winner: Person | None) -> str:
    facts = {"out": out.name, "name": winner.name if winner else DASH}
    return _("%(out)s is out of the event, so %(name)s advances without playing.") % facts


def row_text(row: MatchRow, reason: str = "") -> str:
    """A result in a few words: "Maya Okonkwo won 2-1", "Tie", "Double loss"; empty while it is open."""
    result = outcome_words.sentence(row.outcome, row.left.name, row.right.name if row.right else "")
    parts = [result, games(row)]
    text = " ".join(part for part in parts if part)
    return f"{text} ({str(Reason(reason).label).lower()})" if reason and text else text


def games(row: MatchRow) -> str:
    """Game wins from left to right, "2-1"; empty if not reported."""
    if row.games_left is None or row.games_right is None:
        return ""
    return f"{row.games_left}-{row.games_right}"


def tables(number: int) -> str:
    return ngettext("%(n)d table", "%(n)d tables", number) % {"n": number}


def players(number: int) -> str:
    return ngettext("%(n)d player", "%(n)d players", number) % {"n": number}


def some_names(names: Sequence[str], *, most: int = 6) -> str:
    """ "Ana Silva, Mei García and 12 more"."""
    if len(names) <= most:
        return ", ".join(names)
    more = ngettext("%(number)d more", "%(number)d more", len(names) - most) % {"number": len(names) - most}
    return _("%(names)s and %(more)s") % {"names": ", ".join(names[:most]), "more": more}
