"""Sentences for the refusals and journal lines of this app."""

from django.utils.translation import gettext_lazy as _

from core.sentences import REFUSALS, register_sentences
from core.words.seal_words import FAULTS
from tournaments.engine.refusals import TournamentRefusal
from tournaments.words.entrants import players_or_teams_text

REFUSALS |= {
    TournamentRefusal.PLAYER_ID_TAKEN: _(
        "Player ID %(player_id)s belongs to %(name)s. Use that person, or correct the number."
    ),
    TournamentRefusal.PERSON_UNKNOWN: _(
        "This player is in none of your events. Enter the name, Player ID and birth year."
    ),
    TournamentRefusal.PERSON_IN_EVENTS: _(
        "%(name)s is in events and cannot be deleted. Remove the entries first."
    ),
    TournamentRefusal.ALREADY_ENTERED: _("%(name)s is already in this event."),
    TournamentRefusal.NAMESAKE_ENTERED: _(
        "A player called %(name)s is already in this event. Add another only if they are two people."
    ),
    TournamentRefusal.TEAMS_NOT_HERE: _(
        "Teams enter 2-on-2 and Team Battle only. Change the kind of event in the settings."
    ),
    TournamentRefusal.TEAM_NAME_TAKEN: _(
        "A team called %(team)s is already in this event. Choose another name."
    ),
    TournamentRefusal.TEAM_MEMBER_MISSING: _(
        "%(team)s has no player at seat %(seat)s. Enter at least a last name."
    ),
    TournamentRefusal.TEAM_TOO_LARGE: _(
        "%(team)s has more than %(seats)s players. A team plays with %(seats)s."
    ),
    TournamentRefusal.TEAM_MEMBER_TWICE: _("Both players of %(team)s have the same Player ID."),
    TournamentRefusal.TEAM_MEMBER_ELSEWHERE: _(
        "%(name)s is already in team %(team)s. A player plays in one team only. If these are two people, enter both "
        "Player IDs."
    ),
    TournamentRefusal.TEAM_MEMBER_ALONE: _(
        "%(name)s is already in this event without a team. Remove that entry first."
    ),
    TournamentRefusal.TEAMS_ONLY_HERE: _(
        "Only teams play Team Battle. Open “Teams” and add %(name)s together with a teammate."
    ),
    TournamentRefusal.TOO_MANY_TEAMS: _("The file has more than %(limit)s teams. Split it."),
    TournamentRefusal.NAME_MISSING: _("Enter at least a last name."),
    TournamentRefusal.PERSON_TEXT_TOO_LONG: _("At most %(limit)s characters fit here; this has %(length)s."),
    TournamentRefusal.MAIL_ADDRESS_WRONG: _("“%(value)s” is not an email address."),
    TournamentRefusal.PLAYER_ID_NOT_DIGITS: _("“%(value)s” is not a Player ID; it has digits only."),
    TournamentRefusal.BIRTH_YEAR_IMPOSSIBLE: _(
        "No player here was born in %(year)s. Correct the birth year."
    ),
    TournamentRefusal.BIRTH_DATE_AHEAD: _("This day is in the future. Correct the date of birth."),
    TournamentRefusal.BIRTH_DATE_OF_ANOTHER_YEAR: _(
        "Staff entered a different birth year, %(year)s. Correct the date, or tell the desk."
    ),
    TournamentRefusal.SEASON_UNKNOWN: _(
        "No season is known for %(day)s; the first one starts on %(first)s. Enter the age division."
    ),
    TournamentRefusal.DIVISION_UNKNOWN: _(
        "%(name)s has no birth year, so the age division is not known. Choose one."
    ),
    TournamentRefusal.NO_DIVISION_TAKES: _(
        "No division of this event is for %(age_division)s. Add one in the settings."
    ),
    TournamentRefusal.DIVISION_NOT_FOR: _("%(division)s is not for %(age_division)s players."),
    TournamentRefusal.ENTRY_STAYS: _("%(name)s has been paired in %(division)s and can’t change divisions."),
    TournamentRefusal.ENTRY_NOT_DISQUALIFIED: _("%(name)s is not disqualified."),
    TournamentRefusal.EVENT_NAME_MISSING: _("Enter the name of the event."),
    TournamentRefusal.EVENT_HAS_STARTED: _(
        "Rounds have been posted, so this can no longer change: %(fields)s."
    ),
    TournamentRefusal.NAME_NOT_TYPED: _("Type “%(name)s” to delete it with all its results."),
    TournamentRefusal.TIMEZONE_UNKNOWN: _("“%(timezone)s” is not a time zone."),
    TournamentRefusal.TABLES_REVERSED: _(
        "The last table, %(table_to)s, comes before the first, %(table_from)s."
    ),
    TournamentRefusal.ALREADY_REPORTED: _("This event is already marked as reported."),
    TournamentRefusal.NOT_REPORTED: _("This event is not marked as reported."),
    TournamentRefusal.MINUTES_BELOW_MINIMUM: _(
        "The rules require at least %(minimum)s minutes a round here, not %(minutes)s. Enter a "
        "reason, or set more minutes."
    ),
    TournamentRefusal.KIND_IS_UNOFFICIAL: _(
        "This kind of event cannot be official. Make its class unofficial."
    ),
    TournamentRefusal.STYLE_IS_UNOFFICIAL: _(
        "Events with such decks cannot be official. Make the class unofficial."
    ),
    TournamentRefusal.CUT_NEEDS_BEST_OF_THREE: _(
        "The top cut of this event is best of three. Enter a reason, or change it."
    ),
    TournamentRefusal.THIRD_PLACE_WITHOUT_CUT: _("There is no match for third place without a top cut."),
    TournamentRefusal.TOO_FEW_FOR_OFFICIAL: _(
        "An official event needs %(players_needed)s players; there are %(players)s. Add some or make it unofficial."
    ),
    TournamentRefusal.TABLES_OVERLAP: _(
        "%(division)s need tables %(first)s to %(last)s, and a table belongs to one division. Start "
        "%(next_division)s at table %(free)s or later, or leave its first table blank."
    ),
    TournamentRefusal.DIVISIONS_OVERLAP: _("%(age_division)s players would play in two divisions."),
    TournamentRefusal.DIVISION_LEAVES_OUT: _(
        "These players don’t fit %(division)s: %(players)s. Move them first."
    ),
    TournamentRefusal.LAST_DIVISION: _("An event has at least one division."),
    TournamentRefusal.ROUNDS_IMPOSSIBLE: _(
        "%(rounds)s is not a possible number of rounds. Enter another number."
    ),
    TournamentRefusal.CUT_WITHOUT_POINTS: _("Enter how many match points a player needs for the top cut."),
    TournamentRefusal.DAY_TWO_WITHOUT_POINTS: _("Enter how many match points a player needs for day 2."),
    TournamentRefusal.DAY_TWO_WITHOUT_PLACES: _("Enter how many places lead to day 2; at least two."),
    TournamentRefusal.DAY_TWO_WITHOUT_SWISS: _(
        "A single-elimination event has no Swiss rounds to play on day 2."
    ),
    TournamentRefusal.CUT_IMPOSSIBLE: _("A top cut has at least two players."),
    TournamentRefusal.TITLE_MISSING: _("Enter a title."),
    TournamentRefusal.ANNOUNCEMENT_EMPTY: _("Enter what was announced."),
    TournamentRefusal.ENTRY_HAS_PLAYED: _("%(name)s has been paired. Drop them instead of removing them."),
    TournamentRefusal.ENTRY_ALREADY_LEFT: _("%(name)s has already dropped."),
    TournamentRefusal.ENTRY_NOT_LEFT: _("%(name)s has not dropped."),
    TournamentRefusal.ENTRY_DISQUALIFIED: _("%(name)s is disqualified. Lift the disqualification first."),
    TournamentRefusal.LAST_ORGANIZER: _("An event needs one organizer. Make another person organizer first."),
    TournamentRefusal.ACCOUNT_TAKEN: _("This account already belongs to %(name)s."),
    TournamentRefusal.ALREADY_STAFF: _("%(name)s is already on the staff."),
    TournamentRefusal.DIVISION_HAS_STARTED: _("%(division)s has started, so this can no longer change."),
    TournamentRefusal.DIVISION_HAS_PLAYERS: _("Players in %(division)s: %(players)s. Move them first."),
    TournamentRefusal.NOTHING_TO_REPORT: _("Unofficial events are not reported."),
    TournamentRefusal.ANNOUNCEMENT_WITHDRAWN: _("This announcement was already withdrawn."),
    TournamentRefusal.MERGE_IN_COPY: _("This is a test copy. Merge the two players in the event itself."),
    TournamentRefusal.MERGE_SAME: _("Choose two different people."),
    TournamentRefusal.ENTRIES_DIFFER: _(
        "%(name)s and %(other)s have different Player IDs or birth years. If they are the same person, "
        "correct these first."
    ),
    TournamentRefusal.ENTRIES_BOTH_PLAYED: _(
        "%(name)s and %(other)s cannot become one player: both sit in the same rounds (%(rounds)s). Drop "
        "the one who does not play; no results are lost."
    ),
    TournamentRefusal.ENTRIES_OF_TWO_DIVISIONS: _(
        "%(name)s and %(other)s were paired in different divisions. Drop the one who does not play; no "
        "results are lost."
    ),
    TournamentRefusal.ENTRIES_MET_LATER_STAGE: _(
        "%(name)s and %(other)s were both paired, and the standings with both decided who plays in the top "
        "cut or on day 2. Drop the one who does not play; no results are lost."
    ),
    TournamentRefusal.ENTRIES_BOTH_HAVE: _(
        "Two of “%(what)s” cannot become one. Remove it from one of the two entries first."
    ),
    TournamentRefusal.MERGE_BOTH_ENTERED: _(
        "Both are in “%(event)s”. Remove one of the two entries there first."
    ),
}

register_sentences(
    {
        "EventCreated": _("Event created"),
        "EventChanged": (
            _("Settings changed: %(changed)s"),
            _("The settings of the event are as they were before."),
        ),
        "EventReported": _("Marked as reported"),
        "EventReportWithdrawn": _("Marked as not reported yet"),
        "EntryAdded": (
            _("%(name)s added to %(division)s"),
            _("%(name)s is removed from the event, with losses for missed rounds."),
        ),
        "TeamSeated": _("Players of team %(name)s entered"),
        "EntriesImported": _("Players added from %(filename)s: %(count)s"),
        "EntryChanged": _("%(name)s changed: %(changed)s"),
        "EntryRemoved": _("%(name)s removed"),
        "EntryCheckedIn": _("%(name)s checked in"),
        "EntryCheckedOut": _("Undid %(name)s’s check-in"),
        "EntriesCheckedIn": (
            players_or_teams_text(_("Players checked in: %(count)s"), _("Teams checked in: %(count)s")),
            players_or_teams_text(
                _("Players no longer checked in: %(count)s. Their losses for missed rounds are removed."),
                _("Teams no longer checked in: %(count)s. Their losses for missed rounds are removed."),
            ),
        ),
        "EntryDropped": (_("%(name)s dropped in round %(round)s"), _("%(name)s is reinstated.")),
        "EntryReinstated": (_("%(name)s reinstated"), _("%(name)s is dropped again.")),
        "EntryDisqualified": _("%(name)s disqualified"),
        "EntryDisqualificationLifted": _("%(name)s’s disqualification lifted"),
        "PersonalLinkRenewed": _("%(name)s has a new personal link"),
        "PersonalLinkShown": _("%(name)s’s personal link shown"),
        "PersonalLinkAddedToAccount": _("%(name)s added to an account, by personal link"),
        "PersonalLinkRemovedFromAccount": _("%(name)s removed from an account"),
        "PersonalLinksPrinted": _("Personal links printed: %(count)s"),
        "PlayerChanged": _("%(name)s changed: %(changed)s"),
        "PersonAdded": _("%(name)s added to the records of people"),
        "PersonChanged": _("%(name)s’s record changed: %(changed)s"),
        "PersonDeleted": _("%(name)s’s record deleted"),
        "EntriesMerged": (
            _("%(name)s’s two entries merged"),
            _("%(name)s and %(other)s are two entries again."),
        ),
        "PlayersMerged": (
            _("%(name)s merged with a second record of the same person"),
            _("%(name)s and %(other)s are two records again."),
        ),
        "StaffAdded": _("%(name)s joined the staff as %(role)s"),
        "StaffChanged": _("%(name)s is now %(role)s"),
        "StaffRemoved": _("%(name)s left the staff"),
        "StaffInvited": _("Invitation created: one %(role)s"),
        "StaffInvitationWithdrawn": _("Invitation withdrawn: one %(role)s"),
        "StaffJoined": _("%(name)s joined the staff as %(role)s, by invitation"),
        "Announced": _("Announced: %(text)s"),
        "AnnouncementWithdrawn": _("Announcement withdrawn: %(text)s"),
        "SchedulePlanned": _("Schedule planned, items: %(count)s"),
        "ScheduleChanged": _("Schedule changed: %(title)s"),
        "DivisionChanged": (
            _("%(division)s changed: %(changed)s"),
            _("The settings of the division are as they were before."),
        ),
        "DivisionAdded": _("%(division)s added"),
        "DivisionRemoved": _("%(which)s removed"),
        "DivisionsArranged": _("Players grouped as: %(divisions)s"),
        "DivisionsByNumbers": _("Age divisions are grouped by numbers when round 1 is paired"),
    },
)

FAULTS["deletion"] = _(
    "Note %(number)s says this event was deleted. It is still here, so its journal may have been cut."
)
