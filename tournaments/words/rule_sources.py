"""Names of the documents that contain the rules."""

from django.utils.translation import gettext_lazy as _

RULES_2017 = _("Pokémon TCG tournament rules, 26 July 2017")
RULES_NOVEMBER_2017 = _("Pokémon TCG Rules & Formats, 2 November 2017")
HANDBOOK = _("Play! Pokémon Tournament Rules Handbook, 1 September 2026")
TCG_HANDBOOK = _("Play! Pokémon TCG Tournament Handbook, 1 September 2026")
TCG_HANDBOOK_MAY = _("Play! Pokémon TCG Tournament Handbook, 21 May 2026")
RULEBOOKS = _("Pokémon TCG rulebooks, 2002 to 2017")
PRACTICE = _("Common practice at events; no official text was at hand")
READING = _("Stadium’s reading of the rules; they do not say it in so many words")
