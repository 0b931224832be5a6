"""The sentences of the opening announcement, built from the settings of an event."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.engine.formats import prizes
from core.documents.bidi import isolate_name
from core.text_parts import text_labeled_with_part
from floor.engine.table.no_show import MINUTES
from floor.queries.opening_settings import Opening
from tournaments.engine.kinds import EDITIONS
from tournaments.labels import division_label, format_text
from tournaments.models import Tournament

HeadedSentences = tuple[str, tuple[str, ...]]


def announcement_topics(opening: Opening) -> list[HeadedSentences]:
    """List the headings of the announcement with their sentences, in order."""
    event = opening.event
    topics = [
        (_("Welcome"), tuple(_welcome_texts(opening))),
        (_("Rounds and top cut"), tuple(_round_texts(opening))),
        (_("A match"), tuple(_match_texts(event))),
        (_("When time is called"), tuple(_time_call_texts(event))),
        (_("Decks"), tuple(_deck_texts(opening))),
        (_("Results and judges"), tuple(_result_texts(event))),
    ]
    if opening.announcements:
        topics.append((_("Announcements of this event"), tuple(opening.announcements)))
    return topics


def _welcome_texts(opening: Opening) -> Iterator[str]:
    event = opening.event
    decks = dict.fromkeys((event.get_play_style_display(), format_text(event)))
    yield _("This is %(event)s: %(decks)s.") % {"event": event.name, "decks": ", ".join(decks)}
    if opening.head_judges:
        yield ngettext(
            "Head judge: %(names)s. The head judge has the final say on every ruling.",
            "Head judges: %(names)s. They have the final say on every ruling.",
            len(opening.head_judges),
        ) % {"names": ", ".join(map(isolate_name, opening.head_judges))}
    yield f"{event.get_edition_display()}."
    if not event.official:
        yield _("The event is unofficial: results are not reported to Play! Pokémon.")


def _round_texts(opening: Opening) -> Iterator[str]:
    """Yield a sentence about rounds and top cut for each age division.

    If there is a match for third place, a sentence about it follows.
    """
    is_elimination = opening.event.structure == Tournament.Structure.ELIMINATION
    for division in opening.divisions:
        rounds = ngettext("%(n)d Swiss round", "%(n)d Swiss rounds", division.rounds) % {"n": division.rounds}
        if is_elimination:
            text = _("Single elimination: a player who loses a match is out.")
        elif not division.rounds:
            text = _("The number of Swiss rounds depends on attendance.")
        elif division.points:
            facts = {"rounds": rounds, "points": division.points}
            text = (
                _("%(rounds)s, then everyone with at least %(points)d points advances to the top cut.")
                % facts
            )
        elif division.cut:
            text = _("%(rounds)s, then a top %(size)d.") % {"rounds": rounds, "size": division.cut}
        else:
            text = _("%(rounds)s, no top cut.") % {"rounds": rounds}
        is_single_division = len(opening.divisions) == 1
        yield (
            text
            if is_single_division
            else text_labeled_with_part(division_label(division.age_division), text)
        )
    if opening.third_place:
        yield _("The losers of the semifinals play for third place.")


def _match_texts(event: Tournament) -> Iterator[str]:
    """Yield sentences about the length of a match, its setup and empty seats."""
    if event.structure != Tournament.Structure.ELIMINATION:
        yield _("Swiss: %(match)s, %(minutes)s.") % _match_length_sentence_facts(
            event.get_best_of_display(), event.round_minutes
        )
    if event.structure != Tournament.Structure.SWISS:
        facts = _match_length_sentence_facts(event.get_cut_best_of_display(), event.cut_round_minutes)
        yield _("Top cut: %(match)s, %(minutes)s. There are no ties in the top cut.") % facts
    is_team_battle = event.kind == Tournament.Kind.TEAM_BATTLE
    prize_count = prizes(event.play_style, team_battle=is_team_battle)
    yield ngettext("%(n)d Prize card each.", "%(n)d Prize cards each.", prize_count) % {"n": prize_count}
    preparation = EDITIONS[event.edition].preparation_minutes
    yield _(
        "Before each game you have %(minutes)d minutes to shuffle, present your deck and set up. Cut or shuffle your "
        "opponent’s deck."
    ) % {"minutes": preparation}
    minutes = MINUTES[event.edition]
    if max(event.best_of, event.cut_best_of) > 1:
        yield _(
            "Be in your seat when the round starts: an empty seat may cost a game after %(game)d minutes and the match "
            "after %(match)d."
        ) % {"game": minutes.game, "match": minutes.match}
    else:
        yield _(
            "Be in your seat when the round starts: an empty seat may cost the match after %(minutes)d minutes."
        ) % {"minutes": minutes.game}


def _match_length_sentence_facts(match: str, minutes: int) -> dict[str, str]:
    """Return the texts of a match's length in games and in minutes, for a sentence."""
    minutes_text = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    return {"match": match.lower(), "minutes": minutes_text if minutes else _("no time limit")}


def _time_call_texts(event: Tournament) -> Iterator[str]:
    """Yield sentences about the call of time: R-121 to R-141 in 2017, M-061 to M-065 today."""
    rules = EDITIONS[event.edition]
    yield _("Finish the turn you are in. Then play %(turns)d extra turns.") % {"turns": rules.extra_turns}
    if rules.window_minutes:
        yield _("The round ends %(minutes)d minutes after time was called, even if turns are left.") % {
            "minutes": rules.window_minutes
        }
    yield _("Do not start another game after time unless a judge tells you to.")
    if event.structure != Tournament.Structure.ELIMINATION:
        if event.best_of == 1:
            yield _("Swiss: a match without a winner is a tie.")
        else:
            yield _(
                "Swiss: after one finished game its winner wins the match; with no game or one game each it is a tie."
            )
    if event.structure == Tournament.Structure.SWISS:
        return
    if event.cut_best_of == 1:
        yield _(
            "Top cut: the player with fewer Prize cards left wins the match; if equal, play continues "
            "until they differ."
        )
    elif event.edition == Tournament.Edition.RULES_2017:
        yield _(
            "Top cut: the player with fewer Prize cards left wins game 1 or game 3; if equal, play "
            "continues until they differ. Game 2 counts only if a player has fewer than half of the Prize "
            "cards left; otherwise the winner of game 1 wins. At one game each, a game of Sudden Death "
            "with one Prize card each decides."
        )
    else:
        yield _(
            "Top cut: the player with fewer Prize cards left wins game 1 or game 3; if equal, play "
            "continues until they differ. In game 2 the winner of game 1 wins. Between games 2 and 3 a "
            "tiebreaker game decides."
        )


def _deck_texts(opening: Opening) -> Iterator[str]:
    if opening.lists_close:
        yield _("Deck lists close on %(day)s at %(time)s. After that the deck must not change.") % {
            "day": date_format(opening.lists_close, "j F"),
            "time": date_format(opening.lists_close, "H:i"),
        }
    elif opening.collects_lists:
        yield _("Every player hands in a deck list before round 1. After that the deck must not change.")
    else:
        yield _("The deck must not change during the event.")
    yield _(
        "Only genuine cards. Tell a judge before round 1 about a card you are not sure of: fakes may be confiscated."
    )
    yield _("Sleeves must match and be unmarked. A judge can check any deck at any time.")
    if opening.energy_supplied:
        yield _("Basic Energy is supplied. Take what you need, and return it after the event.")


def _result_texts(event: Tournament) -> Iterator[str]:
    if event.phone_reports:
        yield _(
            "Both players report the result: on their phones with their personal link, or on the match slip."
        )
    else:
        yield _("Both players sign the match slip and bring it to the desk.")
    yield _("If something is wrong, stop and call a judge immediately. You may ask for the head judge.")
    yield _("If you want to drop, say so on the slip or at the desk before the next round is paired.")
    if event.edition == Tournament.Edition.RULES_2026 and event.structure != Tournament.Structure.ELIMINATION:
        yield _("You may agree on a tie in Swiss, without pressure and without anything in return.")
    yield _("Do not decide a match at random, and do not offer anything for a result.")
