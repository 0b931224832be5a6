"""Months and days that Django knows with a capital in some languages that write none."""

from django.utils.translation import gettext_noop as _

MONTHS = (
    *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
    *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
)
DAYS = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"))
SHORT_DAYS = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))
OF_OTHERS = (_("Forgot your password?"),)
"""Words of libraries that speak to the reader otherwise than we do."""
