"""Sentences about hall screens and their content, for the journal and the desk's page."""

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from floor.engine.hall_screens import ScreenPart, ScreenSettings, screen_settings_from_facts
from floor.engine.refusals import FloorRefusal

PART_NAMES = {
    ScreenPart.NAMES: _("Pairings by name"),
    ScreenPart.OPEN: _("Open tables"),
    ScreenPart.CLOCK: _("Clock"),
    ScreenPart.STANDINGS: _("Standings"),
    ScreenPart.BRACKET: _("Top cut"),
    ScreenPart.FEATURE: _("Feature match"),
    ScreenPart.DRAFT: _("Draft"),
    ScreenPart.QR: _("QR code"),
    ScreenPart.CHECK_IN: _("Code for self check-in"),
}

AUTOMATIC = pgettext_lazy("hall screen", "Automatic")

NOTHING = {
    ScreenPart.NAMES: _("No pairings yet"),
    ScreenPart.OPEN: _("No round in play"),
    ScreenPart.CLOCK: _("No round in play"),
    ScreenPart.STANDINGS: _("No standings yet"),
    ScreenPart.BRACKET: _("The top cut has not started"),
    ScreenPart.FEATURE: _("There is no match at this table"),
    ScreenPart.DRAFT: _("Seats are not assigned yet"),
    ScreenPart.QR: "",
    ScreenPart.CHECK_IN: _("Check in at the desk"),
}
"""Texts that a screen shows for a part without content."""

sentences.REFUSALS.update(
    {
        FloorRefusal.SCREEN_NAME_MISSING: _("Enter a name, such as “Main door”."),
        FloorRefusal.SCREEN_NAME_TAKEN: _("There is already a screen called “%(name)s”."),
        FloorRefusal.SCREENS_TOO_MANY: _("An event has at most %(most)s screens. Remove one first."),
        FloorRefusal.SCREENS_MISSING: _("There are no screens to show a message on. Add one first."),
        FloorRefusal.SCREEN_REMOVED: _("This screen was removed."),
        FloorRefusal.SCREEN_MESSAGE_TOO_LONG: _("A message has at most %(most)s characters."),
        FloorRefusal.SCREEN_LETTERS_REVERSED: _(
            "The letters run from %(first)s to %(last)s. Enter the earlier one first."
        ),
        FloorRefusal.SCREEN_TABLE_MISSING: _("Enter the table of the feature match."),
        FloorRefusal.SCREEN_SECONDS: _("A page can be shown for %(least)s to %(most)s seconds."),
        FloorRefusal.SCREEN_DIVISION_UNKNOWN: _("This event has no such division."),
    }
)


def screen_settings_text(settings: ScreenSettings) -> str:
    """Describe a hall screen's settings: "Pairings by name, A–K · Clock", or "Automatic" without parts."""
    texts = []
    for name in settings.parts:
        part = ScreenPart(name)
        facts = {"part": PART_NAMES[part], "letters": settings.span, "table": settings.table}
        if part is ScreenPart.NAMES and settings.span:
            texts.append(gettext("%(part)s, %(letters)s") % facts)
        elif part is ScreenPart.FEATURE:
            texts.append(gettext("%(part)s, table %(table)s") % facts)
        else:
            texts.append(str(facts["part"]))
    return " · ".join(texts) or str(AUTOMATIC)


def _screen_settings_sentence_facts(facts: Facts) -> Facts:
    """Return the settings of a hall screen in words, "" if the journal line has none."""
    settings = facts.get("settings")
    return {
        "settings_text": screen_settings_text(screen_settings_from_facts(settings))
        if isinstance(settings, dict)
        else ""
    }


def _screen_message_sentence_facts(facts: Facts) -> Facts:
    """Return, in words, the message of a journal line and the screens that show it."""
    text, screens = facts.get("text"), facts.get("screens")
    return {
        "where": screens or gettext("all hall screens"),
        "message_text": gettext("“%(text)s”") % {"text": text} if text else gettext("no message"),
    }


sentences.register_sentences(
    {
        "ScreenAdded": (_("Hall screen “%(name)s” added"), _("Hall screen “%(name)s” is removed.")),
        "ScreenRenamed": (
            _("Hall screen “%(before)s” is now called “%(name)s”"),
            _("Hall screen “%(name)s” is called “%(before)s” again."),
        ),
        "ScreenRemoved": (_("Hall screen “%(name)s” removed"), _("Hall screen “%(name)s” is restored.")),
    }
)
sentences.register_sentences(
    {
        "ScreenSet": (
            _("Hall screen “%(name)s” set: %(settings_text)s"),
            _("Hall screen “%(name)s” shows what it showed before."),
        ),
    },
    facts=_screen_settings_sentence_facts,
)
sentences.register_sentences(
    {
        "ScreensMessage": (
            _("Message on %(where)s: %(message_text)s"),
            _("The messages on %(where)s are restored."),
        ),
    },
    facts=_screen_message_sentence_facts,
)
