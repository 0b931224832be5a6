"""Sentences of the Print center."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from core.text_parts import lowercase_first
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, StoredPrint
from pairings.queries.print.stored_prints import PrintRow
from pairings.queries.reports.clocks import round_text
from tournaments.models import Division

sentences.REFUSALS.update(
    {
        PairingRefusal.NOTHING_TO_PRINT: _(
            "Nothing to print yet: the sheets of a round appear once it is paired."
        ),
        PairingRefusal.PRINT_ODD: _("This page was too old to print from. Open Print again."),
        PairingRefusal.PRINT_CHOOSE: _("Choose at least one document."),
        PairingRefusal.PRINT_FILE_MISSING: _("The file for this print no longer exists. Print it again."),
        PairingRefusal.PRINT_FAILED: _("It was not finished. Nothing else is lost; print it again."),
        PairingRefusal.BOARD_UNREADABLE: _(
            "“%(value)s” is not a range of names. Write boards like A–H, I–P, Q–Z."
        ),
        PairingRefusal.BOARDS_TOO_MANY: _("At most %(most)s boards."),
        PairingRefusal.BOARDS_LEAVE_OUT: _(
            "The boards must go from A to Z, each starting right after the one before: check “%(value)s”."
        ),
    }
)


def _stopped_print_sentence_facts(facts: Facts) -> Facts:
    return {
        "why_text": sentences.refusal_code_text(str(facts.get("code") or PairingRefusal.PRINT_FAILED), {})
    }


sentences.register_sentences(
    {"PrintStopped": _("A print stopped. %(why_text)s")}, facts=_stopped_print_sentence_facts
)


def round_with_division_text(round_: Round) -> str:
    """Return the name of a round with its division, such as "Masters, round 5 of 7".

    The division is left out if it is the only one, for all ages.
    """
    is_only_division = round_.division.age_division == Division.AgeDivision.ALL
    return (
        round_text(round_)
        if is_only_division
        else f"{round_.division}, {lowercase_first(round_text(round_))}"
    )


def boards_text(count: int) -> str:
    """Format a number of boards: "1 board", "3 boards"."""
    return ngettext("%(count)s board", "%(count)s boards", count) % {"count": count}


def pages_text(count: int) -> str:
    """Format a number of pages: "3 pages"."""
    return ngettext("%(count)d page", "%(count)d pages", count) % {"count": count}


def about_pages_text(count: int) -> str:
    """Format an estimated number of pages: "about 3 pages"."""
    return ngettext("about %(count)d page", "about %(count)d pages", count) % {"count": count}


def pages_or_more_text(count: int) -> str:
    """Format a minimum number of pages, for documents that grow with long names: "3 pages or more"."""
    return ngettext("%(count)d page or more", "%(count)d pages or more", count) % {"count": count}


def amount_text(amount: str, pages: int) -> str:
    """Format an amount with its pages: "300 names · 6 pages"."""
    return f"{amount} · {pages_text(pages)}"


def number_of_names_text(count: int) -> str:
    """Format a number of names: "120 names"."""
    return ngettext("%(count)d name", "%(count)d names", count) % {"count": count}


def matches_text(count: int) -> str:
    """Format a number of matches: "12 matches"."""
    return ngettext("%(count)d match", "%(count)d matches", count) % {"count": count}


def teams_text(count: int) -> str:
    """Format a number of teams: "16 teams"."""
    return ngettext("%(count)d team", "%(count)d teams", count) % {"count": count}


def printed_round_texts(printed: PrintRow) -> list[str]:
    """Return a text for each round of a print: "Round 5 of 7, revision 2"."""
    texts = []
    for printed_round in printed.rounds:
        if printed_round.round is None:
            texts.append(gettext("a round whose pairings were undone"))
            continue
        template = gettext("%(round)s, not posted")
        if printed_round.revision:
            template = gettext("%(round)s, revision %(revision)d")
        texts.append(
            template
            % {"round": round_with_division_text(printed_round.round), "revision": printed_round.revision}
        )
    return texts


def outdated_text(printed: PrintRow) -> str:
    """Return why a print is outdated, or "" if it is current."""
    if not printed.outdated:
        return ""
    outdated_round = printed.outdated[0]
    if outdated_round.round is None:
        return gettext("Out of date: the pairings it shows were undone.")
    facts = {
        "round": round_with_division_text(outdated_round.round),
        "revision": outdated_round.round.revision,
    }
    if not outdated_round.round.revision or outdated_round.round.state == outdated_round.round.State.UNPOSTED:
        return gettext("Out of date: %(round)s is no longer posted.") % facts
    return gettext("Out of date: %(round)s is at revision %(revision)d.") % facts


def documents_text(row: StoredPrint, titles: Mapping[str, str | Promise]) -> str:
    """Return the name of the pack, or of the chosen documents."""
    if row.kind != StoredPrint.Kind.CHOICE:
        return str(row.get_kind_display())
    chosen_titles = [str(titles.get(name, name)) for name in row.choice.get("documents", ())]
    return ", ".join([*chosen_titles[:1], *map(lowercase_first, chosen_titles[1:])])
