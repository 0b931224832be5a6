"""Sentences about problems in a roster file."""

from django.utils.translation import gettext_lazy as _

from core.sentences import REFUSALS
from registration.engine.refusals import RegistrationRefusal

REFUSALS |= {
    RegistrationRefusal.NAME_EMPTY: _("This row is empty. Fill it in, or remove it."),
    RegistrationRefusal.NAME_SEVERAL: _(
        "“%(value)s” looks like several names. Write one player in each row."
    ),
    RegistrationRefusal.NAME_ONE_WORD: _("“%(value)s” is one word. Enter a first and a last name."),
    RegistrationRefusal.NAME_WITHOUT_LETTERS: _("“%(value)s” is not a name."),
    RegistrationRefusal.NAME_TOO_LONG: _("A name has at most %(limit)s letters; this one has %(length)s."),
    RegistrationRefusal.PLAYER_ID_TOO_LONG: _(
        "“%(value)s” is too long for a Player ID; it has at most %(limit)s digits."
    ),
    RegistrationRefusal.PLAYER_ID_TWICE: _("Player ID %(value)s is already in row %(first_row)s."),
    RegistrationRefusal.BIRTH_UNREADABLE: _(
        "“%(value)s” is not a birth year or a birth date with four digits for the year."
    ),
    RegistrationRefusal.AGE_DIVISION_UNKNOWN: _(
        "“%(value)s” is not an age division. Enter Junior, Senior or Masters."
    ),
    RegistrationRefusal.HEADER_MISSING: _(
        "No row has column titles. Add a column title for the name, or one each for first and last name."
    ),
    RegistrationRefusal.COLUMNS_WITHOUT_NAME: _(
        "Choose the column for the name, or for the first and the last name."
    ),
    RegistrationRefusal.NO_PLAYERS: _("There are no players below the column titles."),
    RegistrationRefusal.ROSTER_HAS_PROBLEMS: _("Problems in the file: %(problems)s. No players were added."),
    RegistrationRefusal.ROSTER_CHOICE_UNKNOWN: _(
        "The choices do not match this file. Check the preview again."
    ),
    RegistrationRefusal.ROSTER_OTHER_NAME: _("Player ID %(player_id)s belongs to %(name)s here."),
    RegistrationRefusal.ROSTER_OTHER_ID: _(
        "%(name)s is known with Player ID %(known)s, which is not changed; the file has %(player_id)s."
    ),
    RegistrationRefusal.ROSTER_NEW_ID: _(
        "%(name)s is known without a Player ID; the same person would get %(player_id)s from the file."
    ),
    RegistrationRefusal.ROSTER_OTHER_YEAR: _(
        "%(name)s is known as born in %(known)s; the file has %(year)s."
    ),
    RegistrationRefusal.ROSTER_OTHER_DAY: _(
        "%(name)s is known with a different date of birth from the one in the file."
    ),
}
