"""Texts of the TOM pages: omissions of a file, differences from TOM's file, and the preview of an import."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import TypedDict
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.models import JournalEvent
from core.text_parts import text_labeled_with_part
from pairings.engine.outcomes import Outcome
from pairings.queries.tom import Difference, Omission, PlaceRow
from pairings.queries.tom.comparison_result import FileComparison
from pairings.services.tom.preview import TomPreview
from pairings.words import outcome_words, tie_break_words
from tournaments.labels import age_division_label, division_label

OMISSIONS = {
    "NO_PLAYER_ID": _(
        "Without a Player ID: %(names)s (%(count)s in all). TOM identifies players only by that ID, so add "
        "it before you download the file."
    ),
    "NO_PLAYER_ID_YET": _("Without a Player ID, so not in the file yet: %(names)s (%(count)s in all)."),
    "NO_BIRTH_YEAR": _(
        "Without a birth year: %(names)s (%(count)s in all). Every TOM file has one; TOM may refuse the file."
    ),
    "NOT_HERE": _("Never checked in, so not in the file: %(count)s."),
    "NO_SANCTION_ID": _("The sanction number is missing. Add it in the settings."),
    "NO_ORGANIZER_ID": _("The organizer’s Player ID is missing. Add it on the page “With TOM”."),
    "NO_COUNTRY": _("The country is missing. Add it in the settings."),
    "UNPOSTED": _("Round %(round)s is not posted, so it is not in the file."),
    "GAMES": _("TOM stores who won a match, not the games of a best of three."),
    "REASONS": _("TOM stores no reason: a no-show or a concession is a win and a loss."),
    "DAY_TWO": _("TOM has no day 2: its rounds follow those of day 1 in the same pod."),
    "BLOCKED_TABLES": _("Blocked tables are not in the file. Block them in TOM again."),
    "ONE_LIST": _("TOM ranks each age division on its own; here one list serves all ages."),
    "TIMES": _("The time left on the clock is not in the file; a round not yet over has its full time."),
}
"""Code of an omission -> sentence."""

FIELDS = {
    "name": _("Name"),
    "sanction_id": _("Sanction number"),
    "city": _("City"),
    "country": _("Country"),
    "start_date": _("Date"),
    "round_minutes": _("Minutes per Swiss round"),
    "cut_round_minutes": _("Minutes per top cut round"),
    "player_id": _("Player ID"),
    "birth_year": _("Birth year"),
    "dropped_in": _("Dropped in round"),
    "disqualified": _("Disqualified"),
    "byes": _("Byes awarded in advance"),
    "order": _("Slot in the bracket"),
    "seed": pgettext_lazy("top cut", "Seed"),
    "late": _("Tagged late"),
}

TITLES = {
    "HEAD": _("Event"),
    "PLAYERS": _("Players"),
    "MATCHES": _("Rounds and matches"),
}

PEOPLE = {"PLAYER_ONLY_HERE", "PLAYER_ONLY_THERE", "PLAYER_ID", "PLAYER_JOINED", "NAME", "PERSON"}
"""Kinds of differences that concern one player."""

WHY = {
    "points": _("Match points differ: see the results above."),
    "late": _("Only one side tags this player late."),
    **{key: words.differs for key, words in tie_break_words.WORDS.items()},
    "cut": _("Same figures: the order of the top cut differs."),
    "others": _("Same figures: another player moved, or the random tiebreaker number decided."),
    "missing": _("Only one side ranks this player."),
}

WARNINGS = {
    "SAME_SANCTION_ID": _(
        "You already have an event with this sanction number: %(name)s. To continue that event with "
        "this file, open it and choose Files, With TOM, Compare with TOM."
    ),
    "OTHER_GAME": _("The file is of another game (%(game)s). Rounds and standings work the same."),
    "OTHER_MODE": _("Stadium has no kind of event for TOM’s mode %(mode)s, so it becomes a custom event."),
    "DELETED_MATCHES": _("Deleted matches in the file, not imported: %(count)s."),
    "NO_BIRTH_YEARS": _("Without a birth year, so placed in the oldest age division that fits: %(names)s."),
    "BLOCKED_RANGES": _("Blocked tables in the file are not imported. Block them in the pairing options."),
    "NO_START_DATE": _("The file has no date. Set it in the settings."),
}


def omission_text(omission: Omission) -> str:
    return str(OMISSIONS[omission.code]) % omission.facts if omission.facts else str(OMISSIONS[omission.code])


def difference_groups(differences: Iterable[Difference]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Group the differences under titles, each as subject, our value and TOM's value."""
    groups: dict[str, list[tuple[str, str, str]]] = {group_name: [] for group_name in TITLES}
    for difference in differences:
        group_name = "PLAYERS" if difference.kind in PEOPLE else "MATCHES"
        if difference.kind == "HEAD":
            group_name = "HEAD"
        ours, theirs = (
            _difference_value_text(difference, ours=True),
            _difference_value_text(difference, ours=False),
        )
        groups[group_name].append((_subject_text(difference), ours, theirs))
    return [(str(TITLES[group_name]), lines) for group_name, lines in groups.items() if lines]


def _subject_text(difference: Difference) -> str:
    """Return what differs: a field of the event, a player, or a match with its round."""
    if difference.kind == "HEAD":
        return str(FIELDS[difference.field])
    if difference.kind in PEOPLE:
        return (
            text_labeled_with_part(difference.players[0], FIELDS[difference.field])
            if difference.field
            else difference.players[0]
        )
    facts = {
        "division": division_label(difference.division),
        "round": difference.round,
        "table": difference.table,
    }
    location = gettext("%(division)s, round %(round)s") % facts
    if not difference.players:
        return location
    if difference.table and difference.kind != "TABLE":
        location = gettext("%(division)s, round %(round)s, table %(table)s") % facts
    return text_labeled_with_part(location, " – ".join(difference.players))


def _difference_value_text(difference: Difference, *, ours: bool) -> str:
    """Return the value of a difference as text: that of Stadium if `ours`, otherwise that of TOM."""
    value = difference.ours if ours else difference.theirs
    if difference.kind in ("PLAYER_ONLY_HERE", "ROUND_ONLY_HERE"):
        return gettext("present") if ours else gettext("missing")
    if difference.kind in ("PLAYER_ONLY_THERE", "PLAYER_JOINED", "ROUND_ONLY_THERE"):
        return gettext("missing") if ours else gettext("present")
    if difference.kind in ("MATCH_ONLY_HERE", "MATCH_ONLY_THERE", "MATCH_JOINED") and value is None:
        return gettext("not paired")
    if isinstance(value, Outcome):
        if value in outcome_words.ALONE:
            return str(outcome_words.ALONE[value].in_tom)
        left, right = (*difference.players, "", "")[:2]
        winner = right if value is Outcome.RIGHT and right else left
        return str(outcome_words.OUTCOMES[value].in_tom) % {"name": winner}
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, date):
        return date_format(value, "j F Y")
    if difference.kind == "RESULT":
        return gettext("deleted")
    return "–" if value in (None, "") else str(value)


def corrected_player_ids_text(differences: Iterable[Difference]) -> str:
    """List the Player IDs corrected in TOM: "Ana Silva 8800003 → 8899999"."""
    changes = [difference for difference in differences if difference.kind == "PLAYER_ID"]
    return ", ".join(
        f"{difference.players[0]} {difference.ours} → {difference.theirs}" for difference in changes
    )


def obstacle_texts(compared: FileComparison) -> list[str]:
    """Explain what to do about differences that the event cannot import, one sentence per round and player."""
    return list(
        dict.fromkeys(text for difference in compared.in_the_way if (text := _obstacle_text(difference)))
    )


def _obstacle_text(difference: Difference) -> str:
    """Explain what to do about one difference, or return "" if nothing can be done here."""
    name = difference.players[0] if difference.players else ""
    facts = {"round": difference.round, "name": name, "ours": difference.ours, "theirs": difference.theirs}
    if difference.kind == "HEAD":
        text = gettext(
            "The sanction number here is %(ours)s, in the file %(theirs)s. Choose the file of this event. If the "
            "number was corrected in TOM, correct it in the settings, then compare again."
        )
    elif difference.kind == "ROUND_ONLY_HERE":
        text = gettext(
            "Round %(round)s is here, but not in the file. Undo the round here to continue with the file, or download "
            "the .tdf file of this event and continue in TOM."
        )
    elif difference.kind == "PLAYER_ONLY_HERE":
        text = gettext(
            "%(name)s is here, but not in the file. Add the player in TOM too, or remove them here if they never "
            "played."
        )
    elif difference.kind == "PLAYER_ONLY_THERE":
        text = gettext(
            "%(name)s is in TOM, in a division that is not here, or is here without being in a round. Check the "
            "player’s division and Player ID here."
        )
    elif difference.field in ("dropped_in", "disqualified") and (
        difference.theirs is None or difference.theirs is False
    ):
        text = gettext(
            "%(name)s is out here, but not in TOM. Reinstate the player here, or drop them in TOM too."
        )
    elif difference.field == "disqualified":
        text = gettext("%(name)s is disqualified in TOM, but not here. Disqualify the player here too.")
    elif difference.kind == "PERSON":
        text = gettext(
            "%(what)s differs for %(name)s: here %(ours)s, in TOM %(theirs)s. Correct it here or in TOM."
        )
        facts |= {
            "what": FIELDS[difference.field],
            "ours": _difference_value_text(difference, ours=True),
            "theirs": _difference_value_text(difference, ours=False),
        }
    else:
        return ""
    return text % facts


def imported_change_texts(compared: FileComparison) -> list[str]:
    """Describe the changes in TOM that the event imports, one sentence per round and player."""
    texts = [
        gettext("Round %(round)s is paired again as in TOM.") % {"round": number}
        for number in sorted({number for _division, number in compared.paired_again})
    ]
    texts += [
        gettext("The top cut of %(division)s starts again as in TOM.")
        % {"division": division_label(division)}
        for division in sorted(compared.divisions_to_restart_cut)
    ]
    for difference in compared.differences:
        if difference.there and difference.field == "disqualified":
            text = (
                gettext("%(name)s is disqualified.")
                if difference.theirs
                else gettext("%(name)s is not disqualified.")
            )
            texts.append(text % {"name": difference.players[0]})
        elif difference.there and difference.field == "dropped_in" and difference.theirs is None:
            texts.append(gettext("%(name)s is reinstated.") % {"name": difference.players[0]})
    return list(dict.fromkeys(texts))


def corrected_result_texts(compared: FileComparison) -> list[str]:
    """List each result that the event imports, by table: "Round 2, table 3: Ana – Luis: Ana won → tie"."""
    return [
        f"{text_labeled_with_part(_differing_match_text(difference), _difference_value_text(difference, ours=True))}"
        f" → {_difference_value_text(difference, ours=False)}"
        for difference in compared.corrected
        if not difference.replaces
    ]


def replaced_match_texts(compared: FileComparison) -> list[str]:
    """List each result and match entered in Stadium that would be lost.

    It is followed by TOM's result if TOM has the match.
    """
    return [
        text_labeled_with_part(
            _differing_match_text(difference), _difference_value_text(difference, ours=True)
        )
        + (f" → {_difference_value_text(difference, ours=False)}" if difference.kind == "RESULT" else "")
        for difference in compared.replaced
    ]


def remaining_result_texts(compared: FileComparison) -> list[str]:
    """List each result entered in Stadium whose match is open in the file."""
    return [
        text_labeled_with_part(
            _differing_match_text(difference), _difference_value_text(difference, ours=True)
        )
        for difference in compared.stays
    ]


UNDONE = {
    "ResultEntered": _(
        "Results entered: %(n)s. They are removed, and matches that had another result get it back."
    ),
    "ResultCleared": _("Results cleared: %(n)s. They are restored."),
    "ResultCorrected": _("Results corrected: %(n)s. They are as before."),
    "TomRoundPaired": _("Rounds paired again: %(n)s. They are paired as before, with their results."),
    "RoundClosed": _("Rounds closed: %(n)s. They are as before."),
    "RoundUndone": _("Rounds of the top cut undone: %(n)s. They are back with their results."),
    "EntryAdded": _("Players added: %(n)s. They are removed."),
    "EntryDropped": _("Players dropped: %(n)s. They are reinstated."),
    "EntryReinstated": _("Players reinstated: %(n)s. They are dropped again."),
    "EntryDisqualified": _("Players disqualified: %(n)s. They are not disqualified."),
    "EntryDisqualificationLifted": _("Disqualifications lifted: %(n)s. They are disqualified again."),
    "PlayerChanged": _("Player IDs corrected: %(n)s. They are as before."),
}
"""Kind of a journal line written by the import -> effect of undoing it."""


def undo_effect_texts(line: JournalEvent, lines: Iterable[JournalEvent]) -> list[str]:
    """Describe the effects of undoing the import of a newer file. `lines`: journal lines written by the step."""
    count_by_kind = Counter(step_line.kind for step_line in lines)
    texts = [str(text) % {"n": count_by_kind[kind]} for kind, text in UNDONE.items() if count_by_kind[kind]]
    if line.facts["rounds"]:
        added_text = gettext("Rounds added: %(n)s. They are removed, and players no longer see them.")
        texts.insert(0, added_text % {"n": line.facts["rounds"]})
    return [*texts, gettext("The file that the event had before is its TOM file again.")]


def _differing_match_text(difference: Difference) -> str:
    """Return the round, the table and the players of a match that differs."""
    facts = {"round": difference.round, "table": difference.table}
    location = (
        gettext("Round %(round)s, table %(table)s") if difference.table else gettext("Round %(round)s")
    ) % facts
    return (
        text_labeled_with_part(location, " – ".join(difference.players)) if difference.players else location
    )


class FiguresTexts(TypedDict):
    """Texts of the figures on one side of a differing place."""

    place: int
    points: int
    tie_breaks: str


class PlaceTexts(TypedDict):
    """A differing place: both places with their figures, and the reason."""

    player: str
    age_division: str
    ours: FiguresTexts | None
    theirs: FiguresTexts | None
    why: str


def place_difference_row(row: PlaceRow) -> PlaceTexts:
    ours, theirs = (
        FiguresTexts(
            place=figures.place,
            points=figures.points,
            tie_breaks=" · ".join(tie_break_words.tie_break_texts(figures.tie_breaks)),
        )
        if figures is not None
        else None
        for figures in (row.ours, row.theirs)
    )
    return {
        "player": row.player,
        "age_division": age_division_label(row.age_division),
        "ours": ours,
        "theirs": theirs,
        # Some of these texts escape the percent sign, but none is used as a format here.
        "why": str(WHY[row.why]).replace("%%", "%"),
    }


class PreviewTexts(TypedDict):
    """Texts for the preview of an import.

    - `warnings`: sentences, also about players known under another name.
    - `local_start`: start of the event in its time zone.
    - `divisions`: name and size of each division, with its open tables.
    """

    warnings: list[str]
    local_start: datetime
    divisions: list[tuple[str, str]]


def preview_texts(preview: TomPreview) -> PreviewTexts:
    renamed_texts = [
        gettext(
            "Player ID %(player_id)s is known here as %(known)s; the file says %(in_file)s. The known "
            "name is not changed."
        )
        % {"player_id": player.player_id, "known": player.known, "in_file": player.in_file}
        for player in preview.renamed
    ]
    divisions = []
    for division in preview.divisions:
        players_text = ngettext("%(n)s player", "%(n)s players", division.players) % {"n": division.players}
        rounds_text = ngettext("%(n)s round", "%(n)s rounds", division.rounds) % {"n": division.rounds}
        texts = [players_text, rounds_text]
        if division.open_round is not None:
            waiting_text = ngettext(
                "round %(round)s has no result at %(n)s table",
                "round %(round)s has no result at %(n)s tables",
                division.waiting,
            )
            texts.append(waiting_text % {"round": division.open_round, "n": division.waiting})
        divisions.append((division_label(division.age_division), ", ".join(texts)))
    return {
        "warnings": [str(WARNINGS[warning.code]) % warning.facts for warning in preview.warnings]
        + renamed_texts,
        "local_start": preview.starts_at.astimezone(ZoneInfo(preview.timezone)),
        "divisions": divisions,
    }
